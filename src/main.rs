//! The `footpath` program. It plays a level in a window or in the browser; everything that works
//! without a window is in `commands`.

#![deny(unsafe_code)]

#[cfg(feature = "window")]
mod app;
#[cfg(not(target_arch = "wasm32"))]
mod commands;
#[cfg(not(target_arch = "wasm32"))]
mod file_name;
#[cfg(not(target_arch = "wasm32"))]
mod input_file;
// In a window the game makes them, for a page its importer does.
#[cfg(any(all(feature = "window", not(target_arch = "wasm32")), all(not(feature = "window"), target_arch = "wasm32")))]
mod moving_picture;
#[cfg(not(target_arch = "wasm32"))]
mod output_file;
#[cfg(not(target_arch = "wasm32"))]
mod png_file;
#[cfg(not(target_arch = "wasm32"))]
mod recording_file;

/// Without the window, the program for a page is its importer.
#[cfg(all(target_arch = "wasm32", not(feature = "window")))]
#[expect(unsafe_code, reason = "the page calls through a foreign interface")]
mod importer;

#[cfg(target_arch = "wasm32")]
fn main() {
    #[cfg(feature = "window")]
    app::play_in_browser();
}

#[cfg(not(target_arch = "wasm32"))]
fn main() -> std::process::ExitCode {
    commands::main()
}
