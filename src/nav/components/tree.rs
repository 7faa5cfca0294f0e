//! Parts of chunks, joined into parts of blocks of chunks, joined into parts of larger ones, up to the whole map.

use super::chunk_layout::ChunkLayout;
use super::union_find::UnionFind;
use crate::sorting;

/// The trees of parts: the root of each is a component.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ComponentTree {
    layout: ChunkLayout,
    /// For each chunk, which of its parts a label stands for.
    part_of: Vec<Vec<u16>>,
    /// For each chunk, where its parts touch those of the next chunk to the right and of the three below. By labels.
    contacts: Vec<Vec<ChunkContact>>,
    /// The chunks first, the whole map last.
    levels: Vec<TreeLevel>,
}

/// Two parts of neighbouring chunks that touch, by their labels (counted from 0).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ChunkContact {
    /// Columns and rows to the other chunk.
    pub toward: (i8, i8),
    pub here: u16,
    pub there: u16,
}

/// Blocks of the same size that cover the map, row by row.
#[derive(Clone, Debug, PartialEq, Eq)]
struct TreeLevel {
    /// The side of a block is 1 << `shift` chunks.
    shift: u32,
    across: u32,
    blocks: Vec<Block>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Block {
    /// In the order of their first members.
    parts: Vec<BlockPart>,
    /// The parts of blocks one level below that they consist of, part by part.
    members: Vec<BlockMember>,
}

/// Cells of a block between which ways lead inside the block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct BlockPart {
    /// The least number of any of its cells.
    pub first: u32,
    /// How many cells it has.
    pub size: u32,
    /// Which part of the block above it belongs to; `COMPLETE` where it is a component.
    above: u32,
    /// Where its own begin among the members of the block.
    members: u32,
    /// Which [sides] of the block it touches, other than sides of the map.
    pub sides: u8,
}

const COMPLETE: u32 = u32::MAX;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct BlockMember {
    block: u32,
    part: u32,
}

/// A part, by its level, the block there and its place in that.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Root {
    pub level: u32,
    pub block: u32,
    pub part: u32,
}

/// The sides of a block, a bit for each.
pub(super) mod sides {
    pub const LEFT: u8 = 1;
    pub const RIGHT: u8 = 2;
    pub const UPPER: u8 = 4;
    pub const LOWER: u8 = 8;
}

impl BlockPart {
    /// A part without cells yet; its first cell will have this number.
    pub fn from(first: u32) -> BlockPart {
        BlockPart { first, size: 0, above: COMPLETE, members: 0, sides: 0 }
    }

    pub fn add(&mut self, size: u32, sides: u8) {
        self.size += size;
        self.sides |= sides;
    }
}

impl TreeLevel {
    fn block_of(&self, (x, y): (u32, u32)) -> usize {
        ((y >> self.shift) * self.across + (x >> self.shift)) as usize
    }
}

impl ComponentTree {
    /// A tree without parts. A block is four times as long and wide as one of the level below; the last, which holds
    /// the whole map, up to eight times.
    pub fn new(layout: ChunkLayout) -> ComponentTree {
        let (mut shift, mut across, mut down) = (0, layout.across, layout.down);
        let mut levels = Vec::new();
        loop {
            levels.push(TreeLevel { shift, across, blocks: vec![Block::default(); (across * down) as usize] });
            if across.max(down) == 1 {
                break;
            }
            shift = if across.max(down) <= 8 { 16 } else { shift + 2 };
            let blocks = |chunks: u32| ((chunks - 1) >> shift) + 1;
            (across, down) = (blocks(layout.across), blocks(layout.down));
        }
        let chunks = layout.chunks();
        ComponentTree { layout, part_of: vec![Vec::new(); chunks], contacts: vec![Vec::new(); chunks], levels }
    }

    /// Replaces the parts of a chunk, and which of them each label stands for.
    pub fn set_chunk(&mut self, chunk: usize, mut parts: Vec<BlockPart>, part_of: Vec<u16>) {
        parts.shrink_to_fit();
        self.levels[0].blocks[chunk].parts = parts;
        self.part_of[chunk] = part_of;
    }

    /// Replaces the contacts of a chunk with those after it.
    pub fn set_contacts(&mut self, chunk: usize, mut contacts: Vec<ChunkContact>) {
        contacts.shrink_to_fit();
        self.contacts[chunk] = contacts;
    }

    /// Joins everything again that some chunks, whose parts were replaced, affect.
    pub fn join(&mut self, changed: &[u32]) {
        let mut sets = UnionFind::default();
        let ChunkLayout { across, .. } = self.layout;
        for level in 1..self.levels.len() {
            let block = |&chunk: &u32| self.levels[level].block_of((chunk % across, chunk / across)) as u32;
            let mut blocks: Vec<u32> = changed.iter().map(block).collect();
            sorting::sort(&mut blocks);
            blocks.dedup();
            for block in blocks {
                self.join_block(level, block, &mut sets);
            }
        }
    }

    /// Makes the parts of a block from those of the blocks below, and records in these where they belong.
    fn join_block(&mut self, level: usize, block: u32, sets: &mut UnionFind) {
        let items = self.items(level, block);
        sets.reset(items.len());
        self.each_contact(level, block, |a, b| sets.join(a, b));
        let numbers = sets.numbered();
        let mut parts: Vec<BlockPart> = Vec::new();
        for (item, &number) in items.iter().zip(&numbers) {
            let outer_sides = self.outer_sides(level, item.block);
            let below = &mut self.levels[level - 1].blocks[item.block as usize].parts[item.part as usize];
            below.above = number;
            let (first, size, sides) = (below.first, below.size, below.sides & outer_sides);
            if number as usize == parts.len() {
                parts.push(BlockPart::from(first));
            }
            let part = &mut parts[number as usize];
            part.first = part.first.min(first);
            part.add(size, sides);
            // Counted here, turned into an index below.
            part.members += 1;
        }
        self.levels[level].blocks[block as usize] = Block { members: by_part(&items, &numbers, &mut parts), parts };
    }

    /// The parts of the blocks below that touch a side there: all that may belong to something larger. Each stores its
    /// index in this list as what is above it.
    fn items(&mut self, level: usize, block: u32) -> Vec<BlockMember> {
        let (upper, lower) = (self.levels[level].shift, self.levels[level - 1].shift);
        let (x, y) = (block % self.levels[level].across, block / self.levels[level].across);
        let below = &mut self.levels[level - 1];
        let down = below.blocks.len() as u32 / below.across;
        let children = |block: u32, limit: u32| (block << (upper - lower))..((block + 1) << (upper - lower)).min(limit);
        let mut items = Vec::new();
        for row in children(y, down) {
            for column in children(x, below.across) {
                let child = row * below.across + column;
                for (number, part) in below.blocks[child as usize].parts.iter_mut().enumerate() {
                    if part.sides != 0 {
                        part.above = items.len() as u32;
                        items.push(BlockMember { block: child, part: number as u32 });
                    }
                }
            }
        }
        items
    }

    /// Calls `each` with the two [items](ComponentTree::items) that touch, for each contact between blocks below this
    /// one.
    fn each_contact(&self, level: usize, block: u32, mut each: impl FnMut(u32, u32)) {
        let ChunkLayout { across, down, .. } = self.layout;
        let (upper, lower) = (self.levels[level].shift, self.levels[level - 1].shift);
        let (x, y) = (block % self.levels[level].across, block / self.levels[level].across);
        let seam = (1 << lower) - 1;
        for row in (y << upper)..((y + 1) << upper).min(down) {
            for column in (x << upper)..((x + 1) << upper).min(across) {
                let at_seam = (column & seam) == 0 || (column & seam) == seam || (row & seam) == seam;
                if !at_seam {
                    continue;
                }
                for contact in &self.contacts[(row * across + column) as usize] {
                    let other = (column.wrapping_add_signed(contact.toward.0.into()), row + contact.toward.1 as u32);
                    let is_between = (other.0 >> lower, other.1 >> lower) != (column >> lower, row >> lower);
                    if is_between && (other.0 >> upper, other.1 >> upper) == (x, y) {
                        let here = self.climb((column, row), contact.here, level);
                        each(here, self.climb(other, contact.there, level));
                    }
                }
            }
        }
    }

    /// Which sides of the block that holds it a block of the level below shares.
    fn outer_sides(&self, level: usize, child: u32) -> u8 {
        let below = &self.levels[level - 1];
        let last = (1 << (self.levels[level].shift - below.shift)) - 1;
        let (x, y) = ((child % below.across) & last, (child / below.across) & last);
        let at = |is_there: bool, side: u8| if is_there { side } else { 0 };
        at(x == 0, sides::LEFT) | at(x == last, sides::RIGHT) | at(y == 0, sides::UPPER) | at(y == last, sides::LOWER)
    }

    /// What is recorded above a part of a chunk, `level` levels up. It reaches that far.
    fn climb(&self, chunk: (u32, u32), label: u16, level: usize) -> u32 {
        let part_of = &self.part_of[(chunk.1 * self.layout.across + chunk.0) as usize];
        let mut part = u32::from(part_of[label as usize]);
        for level in &self.levels[..level] {
            part = level.blocks[level.block_of(chunk)].parts[part as usize].above;
        }
        part
    }

    /// The whole component of which a label (counted from 0) of a chunk is a part.
    pub fn root(&self, chunk: usize, label: u16) -> Root {
        let place = (chunk as u32 % self.layout.across, chunk as u32 / self.layout.across);
        let mut root = Root { level: 0, block: chunk as u32, part: u32::from(self.part_of[chunk][label as usize]) };
        loop {
            let above = self.part(root).above;
            if above == COMPLETE {
                return root;
            }
            let level = root.level + 1;
            root = Root { level, block: self.levels[level as usize].block_of(place) as u32, part: above };
        }
    }

    pub fn part(&self, root: Root) -> &BlockPart {
        &self.levels[root.level as usize].blocks[root.block as usize].parts[root.part as usize]
    }

    /// The parts one level below of which a part consists; none for a part of a chunk.
    pub fn members(&self, root: Root) -> impl Iterator<Item = Root> + '_ {
        let block = &self.levels[root.level as usize].blocks[root.block as usize];
        let from = block.parts[root.part as usize].members as usize;
        let next = block.parts.get(root.part as usize + 1);
        let to = next.map_or(block.members.len(), |next| next.members as usize);
        let level = root.level.wrapping_sub(1);
        block.members[from..to].iter().map(move |member| Root { level, block: member.block, part: member.part })
    }

    /// The chunk and its part that hold the cell number `n` of a part, and its number there.
    pub fn nth(&self, root: Root, mut n: u32) -> Option<(usize, u32, u32)> {
        if n >= self.part(root).size {
            return None;
        }
        if root.level == 0 {
            return Some((root.block as usize, root.part, n));
        }
        for member in self.members(root) {
            let size = self.part(member).size;
            if n < size {
                return self.nth(member, n);
            }
            n -= size;
        }
        None
    }

    /// Which of the parts of a chunk each label (counted from 0) stands for.
    pub fn part_of(&self, chunk: usize) -> &[u16] {
        &self.part_of[chunk]
    }

    /// The chunks of a part's block: the first column and row, and those just outside.
    pub fn chunks_of(&self, root: Root) -> ((u32, u32), (u32, u32)) {
        let TreeLevel { shift, across, .. } = self.levels[root.level as usize];
        let (x, y) = (root.block % across, root.block / across);
        let end = |block: u32, limit: u32| ((block + 1) << shift).min(limit);
        ((x << shift, y << shift), (end(x, self.layout.across), end(y, self.layout.down)))
    }

    /// Its size in memory, in bytes.
    pub fn bytes(&self) -> usize {
        let blocks = self.levels.iter().flat_map(|level| &level.blocks);
        let of_block = |block: &Block| {
            size_of::<Block>()
                + block.parts.capacity() * size_of::<BlockPart>()
                + block.members.capacity() * size_of::<BlockMember>()
        };
        let labels = self.part_of.iter().map(|part_of| size_of::<Vec<u16>>() + part_of.capacity() * size_of::<u16>());
        let contacts = self.contacts.iter().map(Vec::capacity);
        let contacts = contacts.map(|contacts| size_of::<Vec<ChunkContact>>() + contacts * size_of::<ChunkContact>());
        blocks.map(of_block).chain(labels).chain(contacts).sum()
    }
}

/// The items part by part, given which part each belongs to; makes the count of members that each part has the place
/// where they begin.
fn by_part(items: &[BlockMember], numbers: &[u32], parts: &mut [BlockPart]) -> Vec<BlockMember> {
    let mut begin = 0;
    let mut next: Vec<u32> = Vec::with_capacity(parts.len());
    for part in parts {
        next.push(begin);
        begin += std::mem::replace(&mut part.members, begin);
    }
    let mut members = vec![BlockMember { block: 0, part: 0 }; items.len()];
    for (&item, &number) in items.iter().zip(numbers) {
        members[next[number as usize] as usize] = item;
        next[number as usize] += 1;
    }
    members
}
