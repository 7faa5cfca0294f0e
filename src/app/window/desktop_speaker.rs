//! The sound of the system: on Linux by ALSA, elsewhere there is none yet.

/// What plays sounds. Where there is nothing that can, they are not heard.
#[derive(Default)]
pub struct Speaker {
    /// To what plays beside the frames, once there was something to play.
    #[cfg(target_os = "linux")]
    player: Option<std::sync::mpsc::SyncSender<(Vec<f32>, u32)>>,
}

impl Speaker {
    /// Plays samples from -1 to 1, `rate` a second, unless others are waiting already.
    #[cfg(target_os = "linux")]
    pub fn play(&mut self, samples: &[f32], rate: u32) {
        let player = self.player.get_or_insert_with(|| {
            let (sender, sounds) = std::sync::mpsc::sync_channel(1);
            // Where no thread can be had, or it has ended for want of a device, nobody listens.
            let _ = std::thread::Builder::new().name("sound".to_owned()).spawn(move || alsa::play_all(&sounds));
            sender
        });
        let _ = player.try_send((samples.to_vec(), rate));
    }

    /// Plays nothing.
    #[cfg(not(target_os = "linux"))]
    pub fn play(&mut self, _: &[f32], _: u32) {}
}

/// The library is looked for when it is needed, so that neither building nor playing needs it.
#[cfg(target_os = "linux")]
#[expect(unsafe_code, reason = "ALSA is called through a foreign interface")]
mod alsa {
    use std::ffi::{c_char, c_int, c_long, c_uint, c_ulong, c_void};
    use std::ptr;
    use std::sync::mpsc::Receiver;

    use libloading::{Library, Symbol};

    // As `alsa/pcm.h` has them: to play, 32-bit floats with the lowest byte first, all channels of a sample beside each other.
    const PLAYBACK: c_int = 0;
    const FLOAT_LE: c_int = 14;
    const INTERLEAVED: c_int = 3;

    /// How much later than asked for a sound may be heard, in microseconds: it still goes with the click.
    const LATENCY: c_uint = 60_000;

    type OnError = extern "C" fn(*const c_char, c_int, *const c_char, c_int, *const c_char);
    type SetErrorHandler = unsafe extern "C" fn(OnError) -> c_int;
    type Open = unsafe extern "C" fn(*mut *mut c_void, *const c_char, c_int, c_int) -> c_int;
    type SetParameters = unsafe extern "C" fn(*mut c_void, c_int, c_int, c_uint, c_uint, c_int, c_uint) -> c_int;
    type Write = unsafe extern "C" fn(*mut c_void, *const c_void, c_ulong) -> c_long;
    type End = unsafe extern "C" fn(*mut c_void) -> c_int;

    /// Plays what comes, until nobody can send anything any more or there is no device that plays.
    pub fn play_all(sounds: &Receiver<(Vec<f32>, u32)>) {
        // SAFETY: the initialisers of this library are harmless.
        let Ok(library) = (unsafe { Library::new("libasound.so.2") }) else { return };
        // SAFETY: the functions are declared as the headers of ALSA have them.
        unsafe { silence(&library) };
        for (samples, rate) in sounds {
            // SAFETY: the same.
            if unsafe { play(&library, &samples, rate) }.is_none() {
                return;
            }
        }
    }

    /// Keeps the library from writing to the terminal what it does not find.
    unsafe fn silence(library: &Library) {
        extern "C" fn ignore(_: *const c_char, _: c_int, _: *const c_char, _: c_int, _: *const c_char) {}
        if let Ok(set) = unsafe { library.get::<SetErrorHandler>(b"snd_lib_error_set_handler\0") } {
            unsafe { set(ignore) };
        }
    }

    /// Plays samples to their end; `None` where the device does not play them.
    unsafe fn play(library: &Library, samples: &[f32], rate: u32) -> Option<()> {
        unsafe {
            let open: Symbol<Open> = library.get(b"snd_pcm_open\0").ok()?;
            let set: Symbol<SetParameters> = library.get(b"snd_pcm_set_params\0").ok()?;
            let write: Symbol<Write> = library.get(b"snd_pcm_writei\0").ok()?;
            let [drain, close]: [Symbol<End>; 2] =
                [library.get(b"snd_pcm_drain\0").ok()?, library.get(b"snd_pcm_close\0").ok()?];
            let mut device = ptr::null_mut();
            if open(&mut device, c"default".as_ptr(), PLAYBACK, 0) < 0 {
                return None;
            }
            let is_set = set(device, FLOAT_LE, INTERLEAVED, 1, rate, 1, LATENCY) >= 0;
            let is_played = is_set && write(device, samples.as_ptr().cast(), samples.len() as c_ulong) >= 0;
            drain(device);
            close(device);
            is_played.then_some(())
        }
    }
}
