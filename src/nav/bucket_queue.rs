//! A queue of buckets: the open list of Dijkstra's search where the order within a small range of costs does not matter.
//!
//! If no bucket is wider than the cheapest step, entries of one bucket cannot make each other cheaper, so all that a
//! bucket holds when its turn comes is final, and nothing is ever sorted (E. Denardo and B. Fox, "Shortest-Route Methods:
//! 1. Reaching, Pruning, and Buckets", Operations Research 27, 1979).
//!
//! With the open list of the other searches, which keeps a total order, a flow field takes 1.5 times as long (the mean over
//! the 23 maps of the README).

/// A queue of entries by their cost, rounded down to a bucket's width; within a bucket first in, first out.
#[derive(Clone, Debug)]
pub(super) struct BucketQueue<T> {
    /// The bucket whose turn it is, and how much of it has been taken.
    due: Vec<T>,
    taken: usize,
    /// The buckets that follow, in a ring: bucket `n` lies at `n & mask`. There may be more from an earlier search.
    later: Vec<Vec<T>>,
    /// The number of buckets in the ring, a power of two, less 1.
    mask: u32,
    /// How many entries `later` holds.
    waiting: usize,
    /// The number of the bucket whose turn it is: a cost without its lowest `shift` bits.
    present: u32,
    shift: u32,
    most_expensive: u32,
}

impl<T> Default for BucketQueue<T> {
    fn default() -> BucketQueue<T> {
        let (due, later) = (Vec::new(), Vec::new());
        BucketQueue { due, taken: 0, later, mask: 0, waiting: 0, present: 0, shift: 0, most_expensive: 0 }
    }
}

impl<T: Copy> BucketQueue<T> {
    /// Clears it. Costs that are pushed must lie at most `most_expensive` above those taken last. With steps of at least
    /// `cheapest` all entries of a bucket are final when its turn comes.
    pub fn begin(&mut self, cheapest: u32, most_expensive: u32) {
        self.due.clear();
        self.later.iter_mut().for_each(Vec::clear);
        self.shift = cheapest.max(1).ilog2();
        let buckets = ((most_expensive >> self.shift) as usize + 2).next_power_of_two();
        self.mask = buckets as u32 - 1;
        // Never fewer than before: each keeps the memory that it will need again.
        self.later.resize_with(buckets.max(self.later.len()), Vec::new);
        (self.taken, self.waiting, self.present, self.most_expensive) = (0, 0, 0, most_expensive);
    }

    /// Puts in an entry.
    #[inline]
    pub fn push(&mut self, entry: T, cost: u32) {
        self.later[(cost >> self.shift & self.mask) as usize].push(entry);
        self.waiting += 1;
    }

    /// The next entry of the present bucket.
    #[inline]
    pub fn next(&mut self) -> Option<T> {
        let entry = self.due.get(self.taken).copied();
        self.taken += usize::from(entry.is_some());
        entry
    }

    /// Makes the next bucket that holds anything the present one; returns whether there is any.
    pub fn turn(&mut self) -> bool {
        self.due.clear();
        self.taken = 0;
        if self.waiting == 0 {
            return false;
        }
        while self.later[(self.present & self.mask) as usize].is_empty() {
            self.present += 1;
        }
        // Not swapped, so that each keeps the memory that it will need again.
        self.due.append(&mut self.later[(self.present & self.mask) as usize]);
        self.waiting -= self.due.len();
        true
    }

    /// Whether the turn of a cost has come.
    #[inline]
    pub fn is_due(&self, cost: u32) -> bool {
        cost >> self.shift <= self.present
    }

    /// Whether a cost may be pushed now: as far ahead as the ring reaches.
    pub fn holds(&self, cost: u64) -> bool {
        cost <= (u64::from(self.present) << self.shift) + u64::from(self.most_expensive)
    }

    /// Whether nothing is left of all that was put in.
    pub fn is_empty(&self) -> bool {
        self.waiting == 0 && self.taken == self.due.len()
    }

    /// For an empty queue: makes the bucket of a cost the present one. Returns false, and starts from bucket 0, if costs
    /// might overflow before the next turn.
    pub fn skip_to(&mut self, cost: u64) -> bool {
        let bucket = cost >> self.shift;
        let is_near = bucket + 1 < u64::from(self.limit());
        self.present = if is_near { bucket as u32 } else { 0 };
        is_near
    }

    /// From this bucket on costs may overflow.
    fn limit(&self) -> u32 {
        (u32::MAX - self.most_expensive) >> self.shift
    }

    /// If the costs to come might overflow: renumbers the buckets from within the first turn of the ring, and returns by
    /// how much costs must be lowered.
    pub fn fall_back(&mut self) -> Option<u32> {
        if self.present + 1 < self.limit() {
            return None;
        }
        let rise = self.present & !self.mask;
        self.present -= rise;
        Some(rise << self.shift)
    }

    /// Its size in memory, in bytes.
    pub fn bytes(&self) -> usize {
        let entries = self.due.capacity() + self.later.iter().map(Vec::capacity).sum::<usize>();
        entries * size_of::<T>() + self.later.capacity() * size_of::<Vec<T>>()
    }
}
