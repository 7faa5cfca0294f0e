//! What a window needs of a Linux system. Macroquad looks for it only when it starts and then ends the
//! program, so it is looked for beforehand: the same libraries under the same names that it will open.

use std::ffi::{c_char, c_int, c_void};
use std::ptr;

use libloading::Library;

/// A library, the file names that will do, and the Debian package that has it.
struct Needed {
    files: &'static [&'static str],
    package: &'static str,
}

const X11: Needed = Needed { files: &["libX11.so", "libX11.so.6"], package: "libx11-6" };
const XI: Needed = Needed { files: &["libXi.so", "libXi.so.6"], package: "libxi6" };
const XKBCOMMON: Needed = Needed { files: &["libxkbcommon.so", "libxkbcommon.so.0"], package: "libxkbcommon0" };
const GL: Needed = Needed { files: &["libGL.so", "libGL.so.1"], package: "libgl1" };

/// Why no window can be opened.
#[derive(Debug, PartialEq)]
pub enum Lacking {
    /// There is no display, or it does not answer; in words.
    Display(String),
    /// A library or a driver is missing; in words, with what to install.
    Library(String),
}

/// Looks whether a window can be opened.
///
/// # Errors
/// The first thing that it lacks.
pub fn look() -> Result<(), Lacking> {
    if std::env::var_os("DISPLAY").is_none_or(|display| display.is_empty()) {
        return Err(Lacking::Display(match std::env::var_os("WAYLAND_DISPLAY") {
            Some(_) => "DISPLAY is not set; under Wayland the game needs XWayland".to_owned(),
            None => "DISPLAY is not set".to_owned(),
        }));
    }
    let x11 = open(&X11)?;
    let gl = [&XI, &XKBCOMMON, &GL].map(open).into_iter().collect::<Result<Vec<_>, _>>()?.pop();
    let gl = gl.expect("three libraries were opened");
    // SAFETY: the functions are declared as Xlib and GLX document them, and the libraries stay loaded.
    unsafe { try_display(x11, gl) }
}

/// Loads a library. It stays loaded: the window is about to use it, and libGL leaves hooks in libX11 that
/// must not dangle.
fn open(needed: &Needed) -> Result<&'static Library, Lacking> {
    // SAFETY: these are the libraries that the window loads in a moment; their initialisers are harmless.
    let library = needed.files.iter().find_map(|file| unsafe { Library::new(*file) }.ok());
    let library = library.ok_or_else(|| missing(needed))?;
    Ok(Box::leak(Box::new(library)))
}

fn missing(needed: &Needed) -> Lacking {
    let Needed { files, package } = needed;
    let file = files[files.len() - 1];
    Lacking::Library(format!("{file} is missing: install it with `apt install {package}` (Debian, Ubuntu)"))
}

/// Opens the display as the window will, and asks whether it can show OpenGL.
///
/// It stays open: an X server without another client resets itself when this one leaves, and would
/// turn the window away that comes a moment later.
unsafe fn try_display(x11: &Library, gl: &Library) -> Result<(), Lacking> {
    type OpenDisplay = unsafe extern "C" fn(*const c_char) -> *mut c_void;
    let Ok(open) = (unsafe { x11.get::<OpenDisplay>(b"XOpenDisplay\0") }) else { return Err(missing(&X11)) };
    let display = unsafe { open(ptr::null()) };
    if display.is_null() {
        let name = std::env::var_os("DISPLAY").unwrap_or_default();
        return Err(Lacking::Display(format!("no X server answers at DISPLAY={}", name.to_string_lossy())));
    }
    match unsafe { shows_opengl(x11, gl, display) } {
        Some(true) => Ok(()),
        Some(false) => Err(Lacking::Library(
            "the display cannot show OpenGL: install a driver, such as `apt install libgl1-mesa-dri` (Debian, Ubuntu)"
                .to_owned(),
        )),
        None => Err(missing(&GL)),
    }
}

/// Whether the display has GLX with at least one frame buffer configuration; `None` when the libraries lack
/// the functions to ask with.
unsafe fn shows_opengl(x11: &Library, gl: &Library, display: *mut c_void) -> Option<bool> {
    type DefaultScreen = unsafe extern "C" fn(*mut c_void) -> c_int;
    type QueryExtension = unsafe extern "C" fn(*mut c_void, *mut c_int, *mut c_int) -> c_int;
    type GetConfigs = unsafe extern "C" fn(*mut c_void, c_int, *mut c_int) -> *mut c_void;
    type Free = unsafe extern "C" fn(*mut c_void) -> c_int;
    unsafe {
        let screen = x11.get::<DefaultScreen>(b"XDefaultScreen\0").ok()?(display);
        let query = gl.get::<QueryExtension>(b"glXQueryExtension\0").ok()?;
        let get_configs = gl.get::<GetConfigs>(b"glXGetFBConfigs\0").ok()?;
        let free = x11.get::<Free>(b"XFree\0").ok()?;
        let (mut error_base, mut event_base, mut count) = (0, 0, 0);
        if query(display, &mut error_base, &mut event_base) == 0 {
            return Some(false);
        }
        let configs = get_configs(display, screen, &mut count);
        if !configs.is_null() {
            free(configs);
        }
        Some(!configs.is_null() && count > 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_library_is_named_with_its_package() {
        let needed = Needed { files: &["libfootpath-has-none.so", "libfootpath-has-none.so.6"], package: "nothing" };
        let Err(Lacking::Library(message)) = open(&needed) else { panic!("there is such a library") };
        assert!(message.contains("libfootpath-has-none.so.6"), "{message}");
        assert!(message.contains("apt install nothing"), "{message}");
    }
}
