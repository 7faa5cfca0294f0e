//! Sets that are joined (R. Tarjan, "Efficiency of a Good But Not Linear Set Union Algorithm", Journal of the ACM, 1975).

/// Things numbered from 0, each in one set; the least number of a set stands for it.
#[derive(Clone, Debug, Default)]
pub(in crate::nav) struct UnionFind {
    parents: Vec<u32>,
}

impl UnionFind {
    /// Forgets everything: so many things, each by itself.
    pub fn reset(&mut self, count: usize) {
        self.parents.clear();
        self.parents.extend(0..count as u32);
    }

    /// One thing more, by itself.
    pub fn push(&mut self) {
        self.parents.push(self.parents.len() as u32);
    }

    /// What stands for the set of a thing.
    pub fn find(&mut self, mut thing: u32) -> u32 {
        loop {
            let parent = self.parents[thing as usize];
            if parent == thing {
                return thing;
            }
            let above = self.parents[parent as usize];
            self.parents[thing as usize] = above;
            thing = above;
        }
    }

    /// Makes the sets of two things one.
    pub fn join(&mut self, a: u32, b: u32) {
        let (a, b) = (self.find(a), self.find(b));
        self.parents[a.max(b) as usize] = a.min(b);
    }

    /// For each thing the number of its set, the sets counted from 0 in the order of what stands for them.
    pub fn numbered(&self) -> Vec<u32> {
        let mut numbers: Vec<u32> = Vec::with_capacity(self.parents.len());
        let mut sets = 0;
        for (thing, &parent) in self.parents.iter().enumerate() {
            if parent as usize == thing {
                numbers.push(sets);
                sets += 1;
            } else {
                numbers.push(numbers[parent as usize]);
            }
        }
        numbers
    }
}
