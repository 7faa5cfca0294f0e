//! The trees of parts as bytes, and back.

use super::{Block, COMPLETE, ChunkLayout, ComponentTree, Contact, Member, Part, Root};
use crate::nav::cache::{CacheError, Reader, Stored, put_list};

impl Stored for Contact {
    const SIZE: usize = 6;

    fn put(self, bytes: &mut Vec<u8>) {
        bytes.extend([self.toward.0 as u8, self.toward.1 as u8]);
        self.here.put(bytes);
        self.there.put(bytes);
    }

    fn get(bytes: &[u8]) -> Contact {
        let toward = (bytes[0] as i8, bytes[1] as i8);
        Contact { toward, here: u16::get(&bytes[2..4]), there: u16::get(&bytes[4..6]) }
    }
}

impl Stored for Part {
    const SIZE: usize = 17;

    fn put(self, bytes: &mut Vec<u8>) {
        [self.first, self.size, self.above, self.members].into_iter().for_each(|number| number.put(bytes));
        bytes.push(self.sides);
    }

    fn get(bytes: &[u8]) -> Part {
        let number = |index: usize| u32::get(&bytes[4 * index..4 * index + 4]);
        Part { first: number(0), size: number(1), above: number(2), members: number(3), sides: bytes[16] }
    }
}

impl Stored for Member {
    const SIZE: usize = 8;

    fn put(self, bytes: &mut Vec<u8>) {
        self.block.put(bytes);
        self.part.put(bytes);
    }

    fn get(bytes: &[u8]) -> Member {
        Member { block: u32::get(&bytes[..4]), part: u32::get(&bytes[4..]) }
    }
}

impl ComponentTree {
    /// Appends it to `bytes`.
    pub fn write(&self, bytes: &mut Vec<u8>) {
        self.part_of.iter().for_each(|part_of| put_list(bytes, part_of));
        self.contacts.iter().for_each(|contacts| put_list(bytes, contacts));
        for block in self.levels.iter().flat_map(|level| &level.blocks) {
            put_list(bytes, &block.parts);
            put_list(bytes, &block.members);
        }
    }

    /// Reads what was written. Whatever the bytes, every index in the result is valid, and what leads up from a part leads
    /// down to it again.
    pub fn read(layout: ChunkLayout, reader: &mut Reader) -> Result<ComponentTree, CacheError> {
        let mut tree = ComponentTree::new(layout);
        for part_of in &mut tree.part_of {
            *part_of = reader.list()?;
        }
        for contacts in &mut tree.contacts {
            *contacts = reader.list()?;
        }
        for block in tree.levels.iter_mut().flat_map(|level| &mut level.blocks) {
            *block = Block { parts: reader.list()?, members: reader.list()? };
        }
        if tree.is_sound() { Ok(tree) } else { Err(CacheError::Corrupt) }
    }

    /// Whether all indices are valid, and each part is listed among those of which the part above it consists and begins
    /// where the first of its own does.
    fn is_sound(&self) -> bool {
        let labels = self.part_of.iter().zip(&self.levels[0].blocks);
        let mut labels = labels.map(|(part_of, block)| part_of.iter().all(|&part| (part as usize) < block.parts.len()));
        labels.all(|is_sound| is_sound)
            && (0..self.contacts.len()).all(|chunk| self.are_contacts_sound(chunk))
            && (0..self.levels.len()).all(|level| self.is_level_sound(level))
            && (1..self.levels.len()).all(|level| self.lists_all_below(level))
    }

    fn are_contacts_sound(&self, chunk: usize) -> bool {
        let ChunkLayout { across, down, .. } = self.layout;
        let (x, y) = (chunk as u32 % across, chunk as u32 / across);
        self.contacts[chunk].iter().all(|contact| {
            let other =
                (x.wrapping_add_signed(contact.toward.0.into()), y.wrapping_add_signed(contact.toward.1.into()));
            other.0 < across
                && other.1 < down
                && (contact.here as usize) < self.part_of[chunk].len()
                && (contact.there as usize) < self.part_of[(other.1 * across + other.0) as usize].len()
        })
    }

    fn is_level_sound(&self, number: usize) -> bool {
        let level = &self.levels[number];
        let above = |block: usize| {
            let (x, y) = (block as u32 % level.across, block as u32 / level.across);
            let upper = self.levels.get(number + 1)?;
            upper.blocks.get(upper.block_of((x << level.shift, y << level.shift)))
        };
        let below = |member: &Member| {
            let blocks = number.checked_sub(1).map(|below| &self.levels[below].blocks);
            let block = blocks.and_then(|blocks| blocks.get(member.block as usize));
            block.is_some_and(|block| (member.part as usize) < block.parts.len())
        };
        level.blocks.iter().enumerate().all(|(index, block)| {
            let parts = above(index).map_or(0, |above| above.parts.len());
            let rises = |part: &Part| part.above == COMPLETE || (part.above as usize) < parts;
            block.parts.iter().all(rises)
                && block.parts.is_sorted_by_key(|part| part.members)
                && block.parts.last().is_none_or(|last| last.members as usize <= block.members.len())
                && block.members.iter().all(below)
        })
    }

    /// Whether each part of the level below that belongs to one of this level is among its members, and the first cell of
    /// each part of this level is that of its members.
    fn lists_all_below(&self, number: usize) -> bool {
        let (level, below) = (&self.levels[number], &self.levels[number - 1]);
        let is_complete = |part: &Part| part.above == COMPLETE;
        let mut listed: Vec<Vec<bool>> =
            below.blocks.iter().map(|block| block.parts.iter().map(is_complete).collect()).collect();
        for (block, upper) in (0..).zip(&level.blocks) {
            for part in 0..upper.parts.len() as u32 {
                let here = Root { level: number as u32, block, part };
                for member in self.members(here) {
                    let (x, y) = (member.block % below.across, member.block / below.across);
                    let is_above = level.block_of((x << below.shift, y << below.shift)) == block as usize;
                    listed[member.block as usize][member.part as usize] |= is_above && self.part(member).above == part;
                }
            }
        }
        listed.iter().flatten().all(|&is_listed| is_listed)
    }
}
