//! What is to be heard: short tones, computed here.

use std::f32::consts::TAU;

/// How many samples of a sound make a second: twice its highest tone many times over, and few to compute.
pub const RATE: u32 = 22_050;

/// How loud a tone begins, of 1: below what other programs play, as it comes with every click.
const LOUDNESS: f32 = 0.12;

/// How many times a second a tone becomes e times as quiet; slower than this it would sound like a bell.
const DECAY: f32 = 28.0;

/// Seconds in which a tone rises from nothing, without which it would begin with a crack.
const RISE: f32 = 0.004;

/// Something that happens and can be heard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sound {
    /// The player has given an order.
    Order,
    /// An agent has come to where the player sent it.
    Arrival,
}

impl Sound {
    /// The sound, from -1 to 1, [`RATE`] samples a second.
    pub fn samples(self) -> Vec<f32> {
        match self {
            Sound::Order => tone(587.3, 0.07),
            Sound::Arrival => [tone(659.3, 0.10), tone(880.0, 0.20)].concat(),
        }
    }
}

/// A tone that fades, of this many swings a second and this many seconds.
fn tone(pitch: f32, seconds: f32) -> Vec<f32> {
    let sample = |index: usize| {
        let time = index as f32 / RATE as f32;
        let rises = (time / RISE).min(1.0);
        let ends = ((seconds - time) / RISE).min(1.0);
        LOUDNESS * rises * ends * (-DECAY * time).exp() * (TAU * pitch * time).sin()
    };
    (0..(seconds * RATE as f32) as usize).map(sample).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sound_is_short_and_quiet_and_begins_and_ends_with_silence() {
        for sound in [Sound::Order, Sound::Arrival] {
            let samples = sound.samples();
            let seconds = samples.len() as f32 / RATE as f32;
            assert!((0.05..0.35).contains(&seconds), "{sound:?} takes {seconds} s");
            let loudest = samples.iter().fold(0.0_f32, |most, sample| most.max(sample.abs()));
            assert!((0.05..=LOUDNESS).contains(&loudest), "{sound:?} is {loudest} loud");
            assert!(samples[0].abs() < 1e-3 && samples[samples.len() - 1].abs() < 1e-3, "{sound:?} cracks");
        }
        assert_ne!(Sound::Order.samples(), Sound::Arrival.samples());
    }
}
