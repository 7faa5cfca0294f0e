//! Components as bytes, and back.

use super::Components;
use super::chunk_layout::{ChunkLayout, SIDE};
use super::labels::ChunkLabels;
use super::tree::{ComponentTree, Part};
use crate::nav::bit_grid::BitGrid;
use crate::nav::cache::{CacheError, Reader, put_list};

impl Components {
    /// Appends them to `bytes`.
    pub fn write(&self, bytes: &mut Vec<u8>) {
        for labels in &self.labels {
            let (begins, labels) = labels.parts();
            put_list(bytes, begins);
            put_list(bytes, labels);
        }
        self.tight.write(bytes);
        self.loose.write(bytes);
    }

    /// Reads the components of a map of this size.
    pub fn read(width: u32, height: u32, reader: &mut Reader) -> Result<Components, CacheError> {
        let layout = ChunkLayout::of(width, height);
        let mut labels = Vec::with_capacity(layout.chunks());
        for _ in 0..layout.chunks() {
            let read = ChunkLabels::from_parts(reader.list()?, reader.list()?);
            labels.push(read.ok_or(CacheError::Corrupt)?);
        }
        let (tight, loose) = (ComponentTree::read(layout, reader)?, ComponentTree::read(layout, reader)?);
        let is_known = |(chunk, labels): (usize, &ChunkLabels)| {
            [&tight, &loose].iter().all(|tree| labels.last() as usize <= tree.part_of(chunk).len())
        };
        if !labels.iter().enumerate().all(is_known) {
            return Err(CacheError::Corrupt);
        }
        let components = Components { layout, labels, tight, loose };
        let begin_where_told =
            [&components.tight, &components.loose].into_iter().all(|tree| components.begin_where_told(tree));
        if begin_where_told { Ok(components) } else { Err(CacheError::Corrupt) }
    }

    /// Whether the first cell of each part of a chunk belongs to it: it is what a component is named by.
    fn begin_where_told(&self, tree: &ComponentTree) -> bool {
        (0..self.labels.len()).all(|chunk| {
            (0..).zip(tree.parts_of_chunk(chunk)).all(|(part, &Part { first, .. })| {
                let cell = self.layout.cell_of_number(first);
                if !self.layout.contains(cell) || self.layout.chunk_of(cell) != chunk as u32 {
                    return false;
                }
                let label = self.labels[chunk].label(self.layout.place(cell).1);
                label > 0 && tree.part_of(chunk)[label as usize - 1] == part
            })
        })
    }

    /// Whether the cells that belong to a part are just those that are passable.
    pub fn are_of(&self, bits: &BitGrid) -> bool {
        let across = self.layout.across as usize;
        self.labels.iter().enumerate().all(|(chunk, labels)| {
            let words = bits.rows.block(chunk % across, chunk / across * SIDE).iter().copied();
            (0..SIDE).zip(words.chain(std::iter::repeat(0))).all(|(row, word)| labels.word(row) == word)
        })
    }
}
