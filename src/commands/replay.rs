//! `footpath replay`: a recorded run, played again.

use std::io::Write;

use footpath::level::Level;
use footpath::replay::{Difference, Player, Replay};
use footpath::sim::{Event, TICKS_A_SECOND};
use serde::Serialize;

use super::flags::ReplayFlags;
use super::{Failure, bytes_of, note, play, simulate};
use crate::file_name::shown;
use crate::input_file::MOST_BYTES;

/// The report on a replay as `--json` prints it.
#[derive(Serialize)]
struct ReplayReport {
    ticks: u64,
    of: u64,
    complete: bool,
    build: String,
    compared: usize,
    difference: Option<WrittenDifference>,
    state_hash: String,
}

/// A difference as `--json` prints it.
#[derive(Serialize)]
struct WrittenDifference {
    second: f64,
    tick: u64,
    recorded: String,
    found: String,
}

impl From<Difference> for WrittenDifference {
    fn from(Difference { tick, recorded, found }: Difference) -> WrittenDifference {
        let hash = |hash: u64| format!("{hash:016x}");
        WrittenDifference { second: tick as f64 / TICKS_A_SECOND, tick, recorded: hash(recorded), found: hash(found) }
    }
}

/// Gives exit code 0; 1 if the replay does not hold together or, where that is asked for, is not the run that was recorded.
pub fn replay(flags: &ReplayFlags, output: &mut dyn Write) -> Result<u8, Failure> {
    let name = shown(&flags.file).to_string();
    let bytes = bytes_of(&flags.file, MOST_BYTES)?;
    let replay = match Replay::read(&name, &bytes) {
        Ok(replay) => replay,
        Err(message) => return fails(&message),
    };
    drop(bytes);
    if !flags.headless && !flags.verify {
        // Said here, where the window would show the first level in its place.
        Level::parse(&replay.name, &replay.level)?;
        return play::replay(replay, flags);
    }
    let (mut player, mut simulation) = Player::begin(replay).map_err(|error| Failure::Level(*error))?;
    while !player.is_over() && flags.until.is_none_or(|until| player.tick() < until) {
        let tick = player.tick();
        match player.step(&mut simulation) {
            Ok(mut events) => {
                events.retain(|event| matches!(event, Event::Refused { .. }));
                simulate::tell(tick, &events);
            }
            Err(message) => return fails(&format!("{name}: {message}")),
        }
    }
    let hash = format!("{:016x}", simulation.state_hash());
    if flags.json {
        let replay = player.replay();
        let report = ReplayReport {
            ticks: player.tick(),
            of: replay.ticks,
            complete: replay.is_complete,
            build: replay.build.clone(),
            compared: player.compared(),
            difference: player.difference().map(WrittenDifference::from),
            state_hash: hash,
        };
        serde_json::to_writer(&mut *output, &report).map_err(std::io::Error::from)?;
        writeln!(output)?;
    } else {
        print(&player, &hash, output)?;
    }
    verdict(flags, &player, &name)
}

fn print(player: &Player, hash: &str, output: &mut dyn Write) -> Result<(), Failure> {
    let replay = player.replay();
    let seconds = player.tick() as f64 / TICKS_A_SECOND;
    writeln!(output, "level       {}", replay.name)?;
    writeln!(output, "recorded    by version {}", replay.build)?;
    if !replay.is_complete {
        writeln!(output, "            it was cut off; this is what it holds up to its last whole line")?;
    }
    writeln!(output, "ticks       {} of {} ({seconds} seconds)", player.tick(), replay.ticks)?;
    match player.difference() {
        Some(difference) => writeln!(output, "states      {difference}")?,
        None => writeln!(output, "states      {} compared, all as they were recorded", player.compared())?,
    }
    writeln!(output, "state hash  {hash}")?;
    Ok(())
}

/// The exit code, with what is wrong on stderr.
fn verdict(flags: &ReplayFlags, player: &Player, name: &str) -> Result<u8, Failure> {
    if !flags.verify {
        return Ok(0);
    }
    let Some(difference) = player.difference() else {
        return match player.compared() {
            0 => fails(&format!("{name}: there is no state in it to compare with")),
            _ => Ok(0),
        };
    };
    let of_other = player.other_build().map_or(String::new(), |build| {
        format!("; it was recorded by version {build}, in which agents may have walked otherwise")
    });
    fails(&format!("{name}: {difference}{of_other}"))
}

fn fails(message: &str) -> Result<u8, Failure> {
    note(format_args!("error: {message}"));
    Ok(1)
}
