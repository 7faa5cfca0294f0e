//! What makes levels of files of other programs in a browser, and moving pictures: a wasm of its own, so that only who wants one of
//! these has to load it. It runs in a worker, `assets/web/importer.js`.

use std::sync::{Mutex, MutexGuard, PoisonError};

use footpath::preview::{self, File, PreviewRequest};

use crate::moving_picture::MovingPicture;

/// The files of which levels are made.
static FILES: Mutex<Vec<File>> = Mutex::new(Vec::new());

/// The moving picture that is being made.
static MOVING: Mutex<Option<MovingPicture>> = Mutex::new(None);

/// What came of the last request: 1 and a preview, or 0 and why there is none.
static ANSWER: Mutex<Vec<u8>> = Mutex::new(Vec::new());

fn lock<T>(of: &Mutex<T>) -> MutexGuard<'_, T> {
    of.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Room for so many bytes, which one of the functions below takes over.
#[unsafe(no_mangle)]
pub extern "C" fn allocate(length: usize) -> *mut u8 {
    Box::into_raw(vec![0u8; length].into_boxed_slice()).cast()
}

/// The bytes that were written into room from [`allocate`].
///
/// # Safety
/// The room is what `allocate` gave for this length, and is not used again.
unsafe fn taken(room: *mut u8, length: usize) -> Vec<u8> {
    // SAFETY: it was made from a boxed slice of that length, as the caller promises.
    unsafe { Box::from_raw(std::ptr::slice_from_raw_parts_mut(room, length)) }.into_vec()
}

/// Forgets all files.
#[unsafe(no_mangle)]
pub extern "C" fn forget_files() {
    lock(&FILES).clear();
}

/// Adds a file.
///
/// # Safety
/// Its name and its content are in room from [`allocate`] of these lengths, and not used again.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn add_file(name: *mut u8, name_length: usize, content: *mut u8, length: usize) {
    // SAFETY: the caller promises it.
    let (name, bytes) = unsafe { (taken(name, name_length), taken(content, length)) };
    lock(&FILES).push(File { name: String::from_utf8_lossy(&name).into_owned(), bytes });
}

/// Makes a preview as a request says; gives the length of the answer.
///
/// # Safety
/// The request is in room from [`allocate`] of this length, and not used again.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn make_preview(request: *mut u8, length: usize) -> usize {
    // SAFETY: the caller promises it.
    let request = unsafe { taken(request, length) };
    let mut missing = |_, source: &str| {
        let name = source.rsplit(['/', '\\']).next().unwrap_or(source);
        Err(format!("{name} is not here: drop it together with the map"))
    };
    let made = postcard::from_bytes::<PreviewRequest>(&request)
        .map_err(|fault| fault.to_string())
        .and_then(|request| preview::make(&lock(&FILES), &request, &mut missing));
    let answer = match made {
        Ok(preview) => [&[1], &*preview.to_bytes()].concat(),
        Err(words) => [&[0], words.as_bytes()].concat(),
    };
    *lock(&ANSWER) = answer;
    lock(&ANSWER).len()
}

/// Adds a picture to the moving one, which begins with it where there is none: red, green, blue and alpha of each pixel, to be
/// shown for so many hundredths of a second. Gives whether it has the size of those before, 1 or 0.
///
/// # Safety
/// The pixels are in room from [`allocate`] of this length, and not used again.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn add_picture(width: u16, height: u16, pixels: *mut u8, length: usize, delay: u16) -> u32 {
    // SAFETY: the caller promises it.
    let rows = unsafe { taken(pixels, length) };
    let mut moving = lock(&MOVING);
    if moving.is_none() {
        *moving = MovingPicture::begin((width, height)).ok();
    }
    moving.as_mut().is_some_and(|moving| moving.add((width, height), rows, delay).is_ok()).into()
}

/// Ends the moving picture; gives the length of the file, which is the answer, or 0 where there is none.
#[unsafe(no_mangle)]
pub extern "C" fn end_picture() -> usize {
    let made = lock(&MOVING).take().and_then(|moving| moving.into_bytes().ok());
    *lock(&ANSWER) = made.unwrap_or_default();
    lock(&ANSWER).len()
}

/// Where the answer is, until the next request.
#[unsafe(no_mangle)]
pub extern "C" fn answer() -> *const u8 {
    lock(&ANSWER).as_ptr()
}
