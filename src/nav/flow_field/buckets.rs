//! What waits while a flow field spreads.

/// A queue of cell numbers by their cost, rounded down to a bucket's width.
#[derive(Clone, Debug, Default)]
pub struct Buckets {
    /// The bucket whose turn it is, and how much of it has been taken.
    due: Vec<u32>,
    taken: usize,
    /// Those that follow: bucket `n` lies at `n % later.len()`, a power of two.
    later: Vec<Vec<u32>>,
    /// How many entries `later` holds.
    waiting: usize,
    /// The number of the bucket whose turn it is: a cost without its lowest `shift` bits.
    present: u32,
    shift: u32,
    dearest: u32,
}

impl Buckets {
    /// Clears it. Costs will be pushed that lie at most `most expensive` above those taken last; if by less than
    /// `cheapest`, an entry may be taken before one of a lower cost.
    pub fn begin(&mut self, cheapest: u32, dearest: u32) {
        self.due.clear();
        self.later.iter_mut().for_each(Vec::clear);
        self.shift = cheapest.max(1).ilog2();
        let buckets = ((dearest >> self.shift) as usize + 2).next_power_of_two();
        self.later.resize(buckets, Vec::new());
        (self.taken, self.waiting, self.present, self.dearest) = (0, 0, 0, dearest);
    }

    /// Puts in a cell.
    #[inline]
    pub fn push(&mut self, number: u32, cost: u32) {
        let ring = self.later.len() - 1;
        self.later[(cost >> self.shift) as usize & ring].push(number);
        self.waiting += 1;
    }

    /// The next entry of the present bucket.
    #[inline]
    pub fn next(&mut self) -> Option<u32> {
        let number = self.due.get(self.taken).copied();
        self.taken += usize::from(number.is_some());
        number
    }

    /// Makes the next bucket that holds anything the present one; whether there is any.
    pub fn turn(&mut self) -> bool {
        self.due.clear();
        self.taken = 0;
        if self.waiting == 0 {
            return false;
        }
        let ring = self.later.len() - 1;
        while self.later[self.present as usize & ring].is_empty() {
            self.present += 1;
        }
        // Not swapped: each keeps the memory that it will need again.
        self.due.append(&mut self.later[self.present as usize & ring]);
        self.waiting -= self.due.len();
        true
    }

    /// Whether a cost may be pushed now: as far ahead as the ring reaches.
    pub fn holds(&self, cost: u64) -> bool {
        cost <= (u64::from(self.present) << self.shift) + u64::from(self.dearest)
    }

    /// Whether nothing is left of all that was put in.
    pub fn is_empty(&self) -> bool {
        self.waiting == 0 && self.taken == self.due.len()
    }

    /// Where it is empty: makes the bucket of a cost the present one, from which costs run over only behind the next
    /// turn; false where they might before.
    pub fn skip_to(&mut self, cost: u64) -> bool {
        let bucket = cost >> self.shift;
        let is_near = bucket + 1 < u64::from(self.limit());
        self.present = if is_near { bucket as u32 } else { 0 };
        is_near
    }

    /// From this bucket on costs may run over.
    fn limit(&self) -> u32 {
        (u32::MAX - self.dearest) >> self.shift
    }

    /// Where the costs to come might run over: begins to count again from a whole turn of the ring at most, and says
    /// by how much costs are to be lowered.
    pub fn fall_back(&mut self) -> Option<u32> {
        if self.present + 1 < self.limit() {
            return None;
        }
        let ring = self.later.len() as u32 - 1;
        let rise = self.present & !ring;
        self.present -= rise;
        Some(rise << self.shift)
    }

    /// Its size in memory, in bytes.
    pub fn bytes(&self) -> usize {
        let entries = self.due.capacity() + self.later.iter().map(Vec::capacity).sum::<usize>();
        entries * size_of::<u32>() + self.later.capacity() * size_of::<Vec<u32>>()
    }
}
