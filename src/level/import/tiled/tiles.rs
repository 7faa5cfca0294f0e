//! The numbers of the tiles of a layer, however they are packed.

use std::io::Read;

use miniz_oxide::inflate::{decompress_to_vec_with_limit, decompress_to_vec_zlib_with_limit};
use ruzstd::decoding::StreamingDecoder;
use serde_json::Value;

use super::value::{list, number, text};
use crate::format::limits;

/// The letters in which Tiled writes bytes: RFC 4648's `base64`.
const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
/// The most bytes of a layer that is unpacked: those of the greatest map.
const MOST_BYTES: usize = limits::MAP_TILES * limits::MAP_TILES * 4;

/// The numbers of the tiles in `part`, a layer or a chunk of it, packed as the layer says.
///
/// # Errors
/// What is wrong with them, in words.
pub(super) fn numbers(layer: &Value, part: &Value) -> Result<Vec<u32>, String> {
    let data = &part["data"];
    let Some(packed) = data.as_str() else {
        return Ok(list(data).iter().map(|gid| number(gid) as u32).collect());
    };
    if text(layer, "encoding") == "csv" {
        let numbers = packed.split(',').map(str::trim).filter(|number| !number.is_empty());
        return numbers.map(|number| number.parse().map_err(|_| format!("{number:?} is no tile"))).collect();
    }
    let letters: String = packed.chars().filter(|letter| !letter.is_whitespace() && *letter != '=').collect();
    let bytes = crate::level::share::decode(&letters, LETTERS).ok_or("they are no base64")?;
    let unpacked = match text(layer, "compression") {
        "" => Some(bytes),
        "zlib" => decompress_to_vec_zlib_with_limit(&bytes, MOST_BYTES).ok(),
        "gzip" => gzip_body(&bytes).and_then(|body| decompress_to_vec_with_limit(body, MOST_BYTES).ok()),
        "zstd" => unpack_zstd(&bytes),
        other => {
            return Err(format!("they are packed by {other:?}: choose zlib or CSV in Tiled and save the map again"));
        }
    };
    let bytes = unpacked.ok_or("what is packed there is damaged, or too much")?;
    Ok(bytes.as_chunks().0.iter().map(|&number| u32::from_le_bytes(number)).collect())
}

fn unpack_zstd(bytes: &[u8]) -> Option<Vec<u8>> {
    let mut unpacked = Vec::new();
    let decoder = StreamingDecoder::new(bytes).ok()?;
    decoder.take(MOST_BYTES as u64).read_to_end(&mut unpacked).ok()?;
    Some(unpacked)
}

/// What is compressed in a gzip file (RFC 1952), behind its header.
fn gzip_body(bytes: &[u8]) -> Option<&[u8]> {
    let flags = *bytes.get(3)?;
    let mut at = 10;
    if flags & 4 != 0 {
        at += 2 + usize::from(*bytes.get(at)?) + 256 * usize::from(*bytes.get(at + 1)?);
    }
    for _ in 0..u32::from(flags >> 3 & 1) + u32::from(flags >> 4 & 1) {
        at += bytes.get(at..)?.iter().position(|&byte| byte == 0)? + 1;
    }
    bytes.get(at + 2 * usize::from(flags >> 1 & 1)..)
}
