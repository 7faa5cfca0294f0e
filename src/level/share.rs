//! A level as a part of an address: its text, compressed, in letters that every address may hold.
//!
//! What stands behind the `#` of an address is `level=` and then the text, compressed by zlib (RFC 1950, with a checksum) and
//! written in the 64 letters of RFC 4648's `base64url`, without padding. Behind a `&` there may be other parts, made in the same
//! way: the lab adds its searches. A browser sends nothing of it to any server.

use std::fmt;

use miniz_oxide::DataFormat;
use miniz_oxide::deflate::core::{CompressorOxide, TDEFLFlush, compress_to_output};
use miniz_oxide::inflate::{TINFLStatus, decompress_to_vec_zlib_with_limit};

/// The most letters behind the `#`: more are cut off by some browsers and by many programs that pass addresses on.
pub const MOST_LETTERS: usize = 32_000;
/// The most bytes of a text that is unpacked: what is longer was not made by [`fragment`].
pub const MOST_BYTES: usize = 8 << 20;

const LEVEL: &str = "level";
const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
/// How hard it is tried to make the text short, of 10.
const EFFORT: u8 = 10;

/// Why a level is not shared as an address, or not read from one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShareError {
    /// It takes more than [`MOST_LETTERS`].
    TooLong,
    /// Its text has this number of bytes, more than [`MOST_BYTES`].
    TooManyBytes(usize),
    /// What stands behind the `#` is no level.
    NotALevel,
    /// Some of the address was lost or changed.
    Damaged,
    /// It unpacks to more than [`MOST_BYTES`].
    TooLarge,
}

impl std::error::Error for ShareError {}

impl fmt::Display for ShareError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ShareError::TooLong => write!(
                f,
                "this level is too long for an address: it takes more than {MOST_LETTERS} letters; share its file instead"
            ),
            ShareError::TooManyBytes(bytes) => write!(
                f,
                "this level is too long for an address: its text has {bytes} bytes, of at most {MOST_BYTES}; share its file instead"
            ),
            ShareError::NotALevel => write!(f, "this address holds no level: one begins with `#{LEVEL}=`"),
            ShareError::Damaged => {
                f.write_str("the level in this address is damaged: some of the address is missing or changed")
            }
            ShareError::TooLarge => {
                write!(f, "the level in this address is too large: it unpacks to more than {} MiB", MOST_BYTES >> 20)
            }
        }
    }
}

/// What to put behind the `#` of an address to share a level with this text.
///
/// ```
/// use footpath::level::{Level, share};
/// let fragment = share::fragment(Level::starter())?;
/// assert!(fragment.starts_with("level=") && fragment.len() < Level::starter().len());
/// assert_eq!(share::text(&fragment)?, Level::starter());
/// assert_eq!(share::text("debug"), Err(share::ShareError::NotALevel));
/// # Ok::<(), share::ShareError>(())
/// ```
///
/// # Errors
/// When that would be too long.
pub fn fragment(text: &str) -> Result<String, ShareError> {
    with_part("", LEVEL, text)
}

/// What to put behind the `#` of an address to share a text under `name`, in letters, after what `fragment` has
/// already.
///
/// # Errors
/// When that would be too long.
pub fn with_part(fragment: &str, name: &str, text: &str) -> Result<String, ShareError> {
    if text.len() > MOST_BYTES {
        return Err(ShareError::TooManyBytes(text.len()));
    }
    let letters = encode(&compressed(text.as_bytes()).ok_or(ShareError::TooLong)?);
    let between = if fragment.is_empty() { "" } else { "&" };
    let fragment = format!("{fragment}{between}{name}={letters}");
    if fragment.len() > MOST_LETTERS { Err(ShareError::TooLong) } else { Ok(fragment) }
}

/// Bytes in the format of zlib; `None` as soon as they are more than any address may hold, so that a long text does not take
/// long.
fn compressed(bytes: &[u8]) -> Option<Vec<u8>> {
    let mut compressor = CompressorOxide::default();
    compressor.set_format_and_level(DataFormat::Zlib, EFFORT);
    let mut all = Vec::new();
    let mut is_short = true;
    compress_to_output(&mut compressor, bytes, TDEFLFlush::Finish, |piece| {
        all.extend_from_slice(piece);
        is_short = all.len() <= MOST_LETTERS;
        is_short
    });
    is_short.then_some(all)
}

/// The text of the level in what stands behind the `#` of an address, with or without that sign.
///
/// # Errors
/// When there is no level, when it is damaged, and when it would unpack to more than [`MOST_BYTES`].
pub fn text(fragment: &str) -> Result<String, ShareError> {
    part(fragment, LEVEL)
}

/// The text of the part of this name in what stands behind the `#` of an address, with or without that sign.
///
/// ```
/// use footpath::level::share;
/// let fragment = share::with_part(&share::fragment("a level")?, "note", "and a note")?;
/// assert_eq!((share::text(&fragment)?.as_str(), share::part(&fragment, "note")?.as_str()), ("a level", "and a note"));
/// assert_eq!(share::part(&fragment, "other"), Err(share::ShareError::NotALevel));
/// # Ok::<(), share::ShareError>(())
/// ```
///
/// # Errors
/// When there is none, when it is damaged, and when it would unpack to more than [`MOST_BYTES`].
pub fn part(fragment: &str, name: &str) -> Result<String, ShareError> {
    let fragment = fragment.strip_prefix('#').unwrap_or(fragment);
    let mut parts = fragment.split('&').filter_map(|part| part.split_once('='));
    let (_, letters) = parts.find(|(known, _)| *known == name).ok_or(ShareError::NotALevel)?;
    if fragment.len() > MOST_LETTERS {
        return Err(ShareError::TooLong);
    }
    let bytes = decode(letters, LETTERS).ok_or(ShareError::Damaged)?;
    let text = decompress_to_vec_zlib_with_limit(&bytes, MOST_BYTES).map_err(|error| match error.status {
        TINFLStatus::HasMoreOutput => ShareError::TooLarge,
        _ => ShareError::Damaged,
    })?;
    String::from_utf8(text).map_err(|_| ShareError::Damaged)
}

/// Three bytes as four letters; what is left at the end as two or three.
fn encode(bytes: &[u8]) -> String {
    let mut letters = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let bits = chunk.iter().fold(0, |bits, &byte| bits << 8 | u32::from(byte)) << (8 * (3 - chunk.len()));
        for place in 0..=chunk.len() {
            letters.push(LETTERS[(bits >> (18 - 6 * place) & 63) as usize] as char);
        }
    }
    letters
}

/// The bytes that are written in some letters; `None` where a letter is none of the 64, or there is one too many.
pub(super) fn decode(letters: &str, alphabet: &[u8; 64]) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(letters.len() / 4 * 3 + 2);
    for chunk in letters.as_bytes().chunks(4) {
        let value = |&letter: &u8| alphabet.iter().position(|&known| known == letter);
        let values = chunk.iter().map(value).collect::<Option<Vec<usize>>>()?;
        if values.len() == 1 {
            return None;
        }
        let bits = values.iter().fold(0, |bits, &value| bits << 6 | value as u32) << (6 * (4 - values.len()));
        bytes.extend((0..values.len() - 1).map(|place| (bits >> (16 - 8 * place)) as u8));
    }
    Some(bytes)
}
