//! Which part of its chunk each cell belongs to.

use super::chunk_layout::SIDE;

/// The labels of the cells of a chunk, by the runs of its rows: cells next to each other that have the same label. That
/// takes less memory and less time than a label for every cell.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct ChunkLabels {
    /// For each row, the bits of the places behind the first where a run begins. Empty where no cell is passable.
    begins: Box<[u64]>,
    /// For each row, where its labels begin among all.
    rows: Box<[u16]>,
    /// Run by run, row by row: parts from 1; 0 where no cell is passable.
    labels: Box<[u16]>,
}

impl ChunkLabels {
    /// Given the row, the first place, the end and the label of each run of passable cells, in order.
    pub fn of(runs: impl Iterator<Item = (usize, usize, usize, u16)>) -> ChunkLabels {
        let (mut begins, mut rows, mut labels) = (Vec::with_capacity(SIDE), Vec::with_capacity(SIDE), Vec::new());
        let mut runs = runs.peekable();
        if runs.peek().is_none() {
            return ChunkLabels::default();
        }
        for row in 0..SIDE {
            rows.push(labels.len() as u16);
            let (mut word, mut at) = (0, 0);
            let mut begin = |place: usize, label: u16| {
                word |= 1 << place;
                labels.push(label);
            };
            while let Some((_, start, end, label)) = runs.next_if(|run| run.0 == row) {
                if start > at {
                    begin(at, 0);
                }
                begin(start, label);
                at = end;
            }
            if at < SIDE {
                begin(at, 0);
            }
            begins.push(word & !1);
        }
        ChunkLabels { begins: begins.into(), rows: rows.into(), labels: labels.into() }
    }

    /// The label of the cell at a place of the chunk: 0 where it is not passable.
    pub fn label(&self, place: usize) -> u16 {
        let (row, column) = (place / SIDE, place % SIDE);
        let Some(begins) = self.begins.get(row) else { return 0 };
        let before = (begins & span(0, column + 1)).count_ones();
        self.labels[self.rows[row] as usize + before as usize]
    }

    /// The first place in the row, the end and the label of each run of passable cells in a row.
    pub fn runs(&self, row: usize) -> impl Iterator<Item = (usize, usize, u16)> + '_ {
        let mut rest = self.begins.get(row).copied().unwrap_or(0);
        let first = self.rows.get(row).map_or(self.labels.len(), |&first| first as usize);
        let count = self.begins.get(row).map_or(0, |word| 1 + word.count_ones() as usize);
        let mut start = 0;
        let runs = self.labels[first..first + count].iter().map(move |&label| {
            let end = if rest == 0 { SIDE } else { rest.trailing_zeros() as usize };
            rest &= rest.wrapping_sub(1);
            (std::mem::replace(&mut start, end), end, label)
        });
        runs.filter(|&(_, _, label)| label > 0)
    }

    /// Its size in memory, in bytes.
    pub fn bytes(&self) -> usize {
        size_of::<ChunkLabels>()
            + size_of_val(&self.begins[..])
            + size_of_val(&self.rows[..])
            + size_of_val(&self.labels[..])
    }
}

/// The bits of the places from one up to another (exclusive), of which there is at least one.
pub(super) fn span(from: usize, to: usize) -> u64 {
    !0 >> (64 - (to - from)) << from
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn each_cell_has_the_label_of_its_run(
            cells in prop::collection::vec(0..4u16, SIDE * SIDE),
            share in 1..40usize,
        ) {
            let cells: Vec<u16> = (0..SIDE * SIDE).map(|at| cells[at / share]).collect();
            let runs = cells.chunks(SIDE).enumerate().flat_map(|(row, cells)| {
                let mut at = 0;
                let runs = cells.chunk_by(|a, b| a == b).map(move |run| {
                    at += run.len();
                    (row, at - run.len(), at, run[0])
                });
                runs.filter(|run| run.3 > 0)
            });
            let labels = ChunkLabels::of(runs);
            for (place, &label) in cells.iter().enumerate() {
                prop_assert_eq!(labels.label(place), label);
            }
            for (row, cells) in cells.chunks(SIDE).enumerate() {
                let word = cells.iter().rev().fold(0, |word, &label| word << 1 | u64::from(label > 0));
                let of_runs = labels.runs(row).fold(0, |word, (start, end, _)| word | span(start, end));
                prop_assert_eq!(of_runs, word);
                let mut found = vec![0; SIDE];
                labels.runs(row).for_each(|(start, end, label)| found[start..end].fill(label));
                prop_assert_eq!(&found, cells);
            }
        }
    }
}
