//! What lies beside each file of the site: the same packed with gzip and with brotli, for hosts that send files as they are.

use std::io::Read;
use std::num::NonZeroU64;
use std::path::{Path, PathBuf};
use std::{fs, io};

use brotli::enc::BrotliEncoderParams;
use flate2::read::GzDecoder;

/// The largest window of brotli that every browser takes, as a power of two of bytes: the wasm lies in it whole.
const WINDOW: i32 = 24;

/// How often the search for the shortest gzip form goes over a file; each round takes seconds of the wasm, and from the fifth on
/// they gain nothing that shows.
const GZIP_ROUNDS: NonZeroU64 = NonZeroU64::new(5).expect("it is not zero");

/// How a file is packed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Coding {
    /// Smaller by a sixth than gzip. Browsers take it over HTTPS, and from their own computer.
    Brotli,
    /// Every browser takes it.
    Gzip,
}

impl Coding {
    /// The smaller one first.
    pub const ALL: [Coding; 2] = [Coding::Brotli, Coding::Gzip];

    /// Its name in the headers of HTTP.
    pub fn name(self) -> &'static str {
        match self {
            Coding::Brotli => "br",
            Coding::Gzip => "gzip",
        }
    }

    /// What is put after the name of a file that is packed so.
    pub fn ending(self) -> &'static str {
        match self {
            Coding::Brotli => ".br",
            Coding::Gzip => ".gz",
        }
    }

    /// The name of a file when it is packed so.
    pub fn beside(self, file: &Path) -> PathBuf {
        let mut name = file.as_os_str().to_owned();
        name.push(self.ending());
        name.into()
    }

    /// Packs as well as it can.
    pub fn pack(self, content: &[u8]) -> Vec<u8> {
        match self {
            Coding::Gzip => {
                let settings = zopfli::Options { iteration_count: GZIP_ROUNDS, ..zopfli::Options::default() };
                let mut packed = Vec::new();
                let written = zopfli::compress(settings, zopfli::Format::Gzip, content, &mut packed);
                written.expect("writing to memory does not fail");
                packed
            }
            Coding::Brotli => {
                let settings = BrotliEncoderParams {
                    quality: 11,
                    lgwin: WINDOW,
                    size_hint: content.len(),
                    ..BrotliEncoderParams::default()
                };
                let mut packed = Vec::new();
                let written = brotli::BrotliCompress(&mut &content[..], &mut packed, &settings);
                written.expect("writing to memory does not fail");
                packed
            }
        }
    }

    /// Unpacks what was packed so.
    ///
    /// # Errors
    /// It is not what was packed so, or only a part of it.
    pub fn unpack(self, packed: &[u8]) -> io::Result<Vec<u8>> {
        let mut content = Vec::new();
        match self {
            Coding::Gzip => GzDecoder::new(packed).read_to_end(&mut content)?,
            Coding::Brotli => brotli::Decompressor::new(packed, 1 << 16).read_to_end(&mut content)?,
        };
        Ok(content)
    }

    /// The content of a file, packed: as it lies beside the file of an earlier build where that is whole and of the same
    /// content, for packing takes seconds.
    pub fn pack_unless_known(self, content: &[u8], earlier: &Path) -> Vec<u8> {
        let known = fs::read(self.beside(earlier)).ok();
        let is_whole = |packed: &Vec<u8>| self.unpack(packed).is_ok_and(|unpacked| unpacked == content);
        known.filter(is_whole).unwrap_or_else(|| self.pack(content))
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use flate2::Compression;
    use flate2::write::GzEncoder;

    use super::*;

    #[test]
    fn what_is_packed_is_unpacked_as_it_was() {
        let content = b"paths ".repeat(100);
        for coding in Coding::ALL {
            let packed = coding.pack(&content);
            assert!(packed.len() < content.len() / 4, "{coding:?}");
            assert_eq!(coding.unpack(&packed).unwrap(), content, "{coding:?}");
            assert!(coding.unpack(&packed[..packed.len() / 2]).is_err(), "{coding:?}");
        }
    }

    #[test]
    fn only_what_is_whole_and_of_the_same_content_is_taken_again() {
        let file = std::env::temp_dir().join(format!("footpath-packed-{}", std::process::id()));
        let content = b"paths ".repeat(100);
        // Packed with another setting, so that it can be told apart.
        let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
        encoder.write_all(&content).unwrap();
        let known = encoder.finish().unwrap();
        let beside = Coding::Gzip.beside(&file);

        fs::write(&beside, &known).unwrap();
        assert_eq!(Coding::Gzip.pack_unless_known(&content, &file), known);
        assert_eq!(Coding::Gzip.pack_unless_known(b"other", &file), Coding::Gzip.pack(b"other"));
        fs::write(&beside, &known[..known.len() - 1]).unwrap();
        assert_eq!(Coding::Gzip.pack_unless_known(&content, &file), Coding::Gzip.pack(&content));
        fs::remove_file(&beside).unwrap();
        assert_eq!(Coding::Gzip.pack_unless_known(&content, &file), Coding::Gzip.pack(&content));
    }
}
