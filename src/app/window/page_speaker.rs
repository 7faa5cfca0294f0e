//! The sound of the browser that the page is in.

#![expect(unsafe_code, reason = "the page is called through a foreign interface")]

mod imports {
    unsafe extern "C" {
        pub fn footpath_play(samples: *const f32, count: usize, rate: u32);
    }
}

/// The browser. Until its user has done something on the page, it plays nothing.
#[derive(Default)]
pub struct Speaker {}

impl Speaker {
    /// Plays samples from -1 to 1, `rate` a second.
    pub fn play(&mut self, samples: &[f32], rate: u32) {
        // SAFETY: the page only reads the samples, and only during the call.
        unsafe { imports::footpath_play(samples.as_ptr(), samples.len(), rate) };
    }
}
