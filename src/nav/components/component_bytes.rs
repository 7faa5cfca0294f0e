//! Components as bytes, and back.

use super::tree::ComponentTree;
use super::{AREA, Components, Layout, SIDE};
use crate::nav::bit_grid::BitGrid;
use crate::nav::cache::{CacheError, Reader, put_list};

impl Components {
    /// Appends them to `bytes`.
    pub fn write(&self, bytes: &mut Vec<u8>) {
        put_list(bytes, &self.labels);
        self.tight.write(bytes);
        self.loose.write(bytes);
    }

    /// Reads the components of a map of this size.
    pub fn read(width: u32, height: u32, reader: &mut Reader) -> Result<Components, CacheError> {
        let layout = Layout::of(width, height);
        let labels: Vec<u16> = reader.list_of(layout.chunks() * AREA)?;
        let (tight, loose) = (ComponentTree::read(layout, reader)?, ComponentTree::read(layout, reader)?);
        let is_known = |(chunk, labels): (usize, &[u16])| {
            let most = labels.iter().fold(0, |most, &label| most.max(label));
            [&tight, &loose].iter().all(|tree| most as usize <= tree.part_of(chunk).len())
        };
        if !labels.chunks(AREA).enumerate().all(is_known) {
            return Err(CacheError::Corrupt);
        }
        Ok(Components { layout, labels, tight, loose })
    }

    /// Whether the cells that belong to a part are just those that are passable.
    pub fn are_of(&self, bits: &BitGrid) -> bool {
        let across = self.layout.across as usize;
        self.labels.chunks_exact(AREA).enumerate().all(|(chunk, labels)| {
            let words = bits.rows.block(chunk % across, chunk / across * SIDE).iter().copied();
            let lines = labels.chunks_exact(SIDE).zip(words.chain(std::iter::repeat(0)));
            lines.into_iter().all(|(labels, word)| {
                word == labels.iter().rev().fold(0, |word, &label| word << 1 | u64::from(label > 0))
            })
        })
    }
}
