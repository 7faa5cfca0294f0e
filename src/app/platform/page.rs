//! What the page is asked for, and what it tells: every call through its foreign interface, but for what draws letters
//! (`window/page_fonts.rs`).

use footpath::level::built_in;
use footpath::level::share;
use footpath::preview::{Preview, PreviewRequest};

use crate::app::modes::library::LevelSource;

mod imports {
    unsafe extern "C" {
        pub fn footpath_wants_lab() -> u32;
        pub fn footpath_is_embedded() -> u32;
        pub fn footpath_language(buffer: *mut u8, capacity: usize) -> usize;
        pub fn footpath_speaks(code: *const u8, length: usize);
        pub fn footpath_wants_less_motion() -> u32;
        pub fn footpath_level(buffer: *mut u8, capacity: usize) -> usize;
        pub fn footpath_query(buffer: *mut u8, capacity: usize) -> usize;
        pub fn footpath_fragment(buffer: *mut u8, capacity: usize) -> usize;
        pub fn footpath_started();
        pub fn footpath_wants_hash() -> u32;
        pub fn footpath_pixel_ratio() -> f32;
        pub fn footpath_stops(before: u32, after: u32);
        pub fn footpath_text_fields(areas: *const [f32; 4], count: usize, typed_into: i32);
        pub fn footpath_graphics_are_new() -> u32;
        pub fn footpath_open_file();
        pub fn footpath_full_screen() -> u32;
        pub fn footpath_fail(text: *const u8, length: usize);
        pub fn footpath_cannot_start(text: *const u8, length: usize);
        pub fn footpath_kept(key: *const u8, length: usize, buffer: *mut u8, capacity: usize) -> usize;
        pub fn footpath_keep(key: *const u8, key_length: usize, text: *const u8, length: usize) -> u32;
        pub fn footpath_kept_keys(buffer: *mut u8, capacity: usize) -> usize;
        pub fn footpath_hold(key: *const u8, length: usize) -> u32;
        pub fn footpath_let_go(key: *const u8, length: usize);
        pub fn footpath_download(name: *const u8, name_length: usize, text: *const u8, length: usize);
        pub fn footpath_save_picture(name: *const u8, length: usize, left: u32, top: u32, width: u32, height: u32);
        pub fn footpath_film(left: u32, top: u32, width: u32, height: u32, delay: u32);
        pub fn footpath_film_waits() -> u32;
        pub fn footpath_save_film(name: *const u8, length: usize);
        pub fn footpath_record(begins: u32, text: *const u8, length: usize);
        pub fn footpath_download_recording(name: *const u8, name_length: usize, ending: *const u8, length: usize);
        pub fn footpath_copy_link(text: *const u8, length: usize);
        pub fn footpath_link_copied() -> u32;
        pub fn footpath_address(buffer: *mut u8, capacity: usize) -> usize;
        pub fn footpath_show_lab(part: *const u8, length: usize);
        pub fn footpath_show_level(part: *const u8, length: usize, name: *const u8, name_length: usize);
        pub fn footpath_ask_for_preview(request: *const u8, length: usize);
        pub fn footpath_preview(buffer: *mut u8, capacity: usize) -> usize;
        pub fn footpath_state(text: *const u8, length: usize);
    }
}

/// Whether the page has the lab opened.
pub fn wants_lab() -> bool {
    // SAFETY: the page's function takes nothing and keeps nothing.
    unsafe { imports::footpath_wants_lab() != 0 }
}

/// Whether the page stands inside another one.
pub fn is_embedded() -> bool {
    // SAFETY: the page's function takes nothing and keeps nothing.
    unsafe { imports::footpath_is_embedded() != 0 }
}

/// Whether the system asks for less motion.
pub fn wants_less_motion() -> bool {
    // SAFETY: the page's function takes nothing and keeps nothing.
    unsafe { imports::footpath_wants_less_motion() != 0 }
}

/// Whether the page wants to know the state's hash, which takes time.
pub fn wants_hash() -> bool {
    // SAFETY: the page's function takes nothing and keeps nothing.
    unsafe { imports::footpath_wants_hash() != 0 }
}

/// Whether everything in the memory of the graphics card has been lost since the last call.
pub fn graphics_are_new() -> bool {
    // SAFETY: the page's function takes nothing and keeps nothing.
    unsafe { imports::footpath_graphics_are_new() != 0 }
}

/// How many pixels of the picture a logical one is wide.
pub fn pixel_ratio() -> f32 {
    // SAFETY: the page's function takes nothing and keeps nothing.
    unsafe { imports::footpath_pixel_ratio() }
}

/// The value of `?level=` in the page's address, or an empty text.
pub fn level() -> String {
    text_of(imports::footpath_level)
}

/// What stands behind the `?` of the page's address, with that sign.
pub fn query() -> String {
    text_of(imports::footpath_query)
}

/// What the address, or else the browser, calls the language of its user.
pub fn language() -> String {
    text_of(imports::footpath_language)
}

/// Tells the page the code of the language in which the game speaks.
pub fn tell_language(code: &str) {
    // SAFETY: the page only reads the text, and only during the call.
    unsafe { imports::footpath_speaks(code.as_ptr(), code.len()) };
}

/// What stands behind the `#` of the page's address.
pub fn fragment() -> String {
    text_of(imports::footpath_fragment)
}

/// Tells the page that the first picture is shown.
pub fn started() {
    // SAFETY: the page's function takes nothing and keeps nothing.
    unsafe { imports::footpath_started() };
}

/// Has the page say why the game cannot start.
pub fn cannot_start(text: &str) {
    // SAFETY: the page only reads the text, and only during the call.
    unsafe { imports::footpath_cannot_start(text.as_ptr(), text.len()) };
}

/// Tells the page how things stand, as JSON.
pub fn tell_state(text: &str) {
    // SAFETY: the page only reads the text, and only during the call.
    unsafe { imports::footpath_state(text.as_ptr(), text.len()) };
}

/// Tells the page how many widgets lie before and after the one with the keyboard's focus, where text fields are, and
/// which of them what is typed goes into.
pub fn tell_keyboard((before, after): (u32, u32), text_fields: &[[f32; 4]], typed_into: Option<usize>) {
    let typed_into = typed_into.map_or(-1, |field| field as i32);
    // SAFETY: the page only reads the numbers, and only during the calls.
    unsafe {
        imports::footpath_stops(before, after);
        imports::footpath_text_fields(text_fields.as_ptr(), text_fields.len(), typed_into);
    }
}

/// A text that one of the page's functions copies into a buffer as far as that has room; it returns the whole length.
fn text_of(copy: unsafe extern "C" fn(*mut u8, usize) -> usize) -> String {
    // SAFETY: the page writes no more bytes into the buffer than it has room for.
    text_from(|buffer, capacity| unsafe { copy(buffer, capacity) })
}

/// A text that a function copies into a buffer. The function writes no more than the capacity and returns the whole
/// length.
fn text_from(copy: impl Fn(*mut u8, usize) -> usize) -> String {
    let mut buffer = vec![0; copy(std::ptr::null_mut(), 0)];
    copy(buffer.as_mut_ptr(), buffer.len());
    String::from_utf8_lossy(&buffer).into_owned()
}

/// Has the page keep lines of a recording, which begins with them or goes on: there it is safe from what stops the game.
pub fn record(begins: bool, lines: &str) {
    // SAFETY: the page only reads the text, and only during the call.
    unsafe { imports::footpath_record(begins.into(), lines.as_ptr(), lines.len()) };
}

/// Saves the recording that the page keeps, and an ending, as a file among the downloads.
pub fn download_recording(name: &str, ending: &str) {
    // SAFETY: the page only reads the texts, and only during the call.
    unsafe { imports::footpath_download_recording(name.as_ptr(), name.len(), ending.as_ptr(), ending.len()) };
}

/// The text that the page keeps under a key, or an empty one.
pub fn kept(key: &str) -> String {
    // SAFETY: the page only reads the key, and only during the call.
    let copy = |buffer, capacity| unsafe { imports::footpath_kept(key.as_ptr(), key.len(), buffer, capacity) };
    text_from(copy)
}

/// Lets the page keep a text under a key, or none any more where the text is empty; `false` where the browser does not let
/// it.
pub fn keep(key: &str, text: &str) -> bool {
    // SAFETY: the page only reads the texts, and only during the call.
    unsafe { imports::footpath_keep(key.as_ptr(), key.len(), text.as_ptr(), text.len()) != 0 }
}

/// Every key under which the page keeps a text, one on a line; of a page inside another one none, which asks nobody of other
/// levels.
pub fn kept_keys() -> String {
    text_of(imports::footpath_kept_keys)
}

/// Holds a key, so that no other tab takes it while this one runs; `None` where it is held.
pub fn hold(key: &str) -> Option<HeldKey> {
    // SAFETY: the page only reads the key, and only during the call.
    let is_held = unsafe { imports::footpath_hold(key.as_ptr(), key.len()) != 0 };
    is_held.then(|| HeldKey { key: key.to_owned() })
}

/// A key that this tab holds, until this is dropped.
#[derive(Debug)]
pub struct HeldKey {
    key: String,
}

impl Drop for HeldKey {
    fn drop(&mut self) {
        // SAFETY: the page only reads the key, and only during the call.
        unsafe { imports::footpath_let_go(self.key.as_ptr(), self.key.len()) };
    }
}

/// Has the browser save a text as a file of this name among the downloads.
pub fn download(name: &str, text: &str) {
    // SAFETY: the page only reads the texts, and only during the call.
    unsafe { imports::footpath_download(name.as_ptr(), name.len(), text.as_ptr(), text.len()) }
}

/// Has the browser save a part of the picture, once this frame is drawn, as a PNG file of this name among the downloads: its
/// left, top, width and height in pixels.
pub fn save_picture(name: &str, [left, top, width, height]: [u32; 4]) {
    // SAFETY: the page only reads the name, and only during the call.
    unsafe { imports::footpath_save_picture(name.as_ptr(), name.len(), left, top, width, height) }
}

/// Takes a part of the picture, once this frame is drawn, as the next of a film, in which it is shown for so many hundredths of a
/// second: its left, top, width and height in pixels.
pub fn film([left, top, width, height]: [u32; 4], delay: u16) {
    // SAFETY: the page's function takes numbers and keeps nothing of the game.
    unsafe { imports::footpath_film(left, top, width, height, delay.into()) }
}

/// Whether the next picture of a film can be taken: 0 if so, 1 while those before are taken in, 2 where the film cannot be made.
pub fn film_waits() -> u32 {
    // SAFETY: the page's function takes nothing and keeps nothing.
    unsafe { imports::footpath_film_waits() }
}

/// Saves the film as a file of this name among the downloads.
pub fn save_film(name: &str) {
    // SAFETY: the page only reads the name, and only during the call.
    unsafe { imports::footpath_save_film(name.as_ptr(), name.len()) }
}

/// Has the page put a link on the clipboard, and show it, to be copied by hand, where that does not take it.
pub fn copy_link(link: &str) {
    // SAFETY: the page only reads the text, and only during the call.
    unsafe { imports::footpath_copy_link(link.as_ptr(), link.len()) }
}

/// Whether the clipboard has taken the link; each answer once, `None` while there is none.
pub fn is_link_copied() -> Option<bool> {
    // SAFETY: the page's function takes nothing and keeps nothing.
    match unsafe { imports::footpath_link_copied() } {
        0 => None,
        answer => Some(answer == 1),
    }
}

/// The page's address without what stands behind `?` and `#`.
pub fn address() -> String {
    text_of(imports::footpath_address)
}

/// Has the page's address name the level that is played, which has this text, so that a reload plays it again: by its name,
/// or with the level itself where that is short enough; and has its title be the name that the level gives itself.
pub fn show_level(source: &LevelSource, text: &str, name: &str) {
    let part = match source {
        LevelSource::BuiltIn(index) => format!("?level={}", built_in::NAMES[*index]),
        LevelSource::Imported { .. } | LevelSource::Text(_) => {
            share::fragment(text).map(|fragment| format!("#{fragment}")).unwrap_or_default()
        }
    };
    // SAFETY: the page only reads the texts, and only during the call.
    unsafe { imports::footpath_show_level(part.as_ptr(), part.len(), name.as_ptr(), name.len()) }
}

/// Has the page's address open the lab, with this behind its `#`.
pub fn show_lab(fragment: &str) {
    // SAFETY: the page only reads the text, and only during the call.
    unsafe { imports::footpath_show_lab(fragment.as_ptr(), fragment.len()) }
}

/// Has the page make a preview of the files that it gave last; [`preview`] gives it.
pub fn ask_for_preview(request: &PreviewRequest) {
    let bytes = postcard::to_allocvec(request).expect("memory is all that can be short");
    // SAFETY: the page only reads the bytes, and only during the call.
    unsafe { imports::footpath_ask_for_preview(bytes.as_ptr(), bytes.len()) }
}

/// The preview that was asked for last, or why it could not be made, once it is there; it is given only once.
pub fn preview() -> Option<Result<Preview, String>> {
    // SAFETY: the page writes no more bytes into the buffer than it has room for.
    let length = unsafe { imports::footpath_preview(std::ptr::null_mut(), 0) };
    if length == 0 {
        return None;
    }
    let mut bytes = vec![0; length];
    // SAFETY: the same.
    unsafe { imports::footpath_preview(bytes.as_mut_ptr(), length) };
    // The first byte says whether it could be made.
    Some(match bytes.split_first() {
        Some((1, made)) => Preview::from_bytes(made).ok_or_else(|| "this page and its importer do not fit".to_owned()),
        _ => Err(String::from_utf8_lossy(bytes.get(1..).unwrap_or_default()).into_owned()),
    })
}

/// Has the page fill the screen, or be in the browser's window again; `false` where the browser never lets it.
pub fn toggle_full_screen() -> bool {
    // SAFETY: the page's function takes nothing and keeps nothing.
    unsafe { imports::footpath_full_screen() != 0 }
}

/// Has the page ask for a file to be opened.
pub fn open_file() {
    // SAFETY: the page's function takes nothing and keeps nothing.
    unsafe { imports::footpath_open_file() };
}

/// Has the page say why the game has stopped.
pub fn fail(text: &str) {
    // SAFETY: the page only reads the text, and only during the call.
    unsafe { imports::footpath_fail(text.as_ptr(), text.len()) };
}
