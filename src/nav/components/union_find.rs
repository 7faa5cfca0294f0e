//! Union-find: disjoint sets that can be joined (R. Tarjan, "Efficiency of a Good But Not Linear Set Union Algorithm",
//! Journal of the ACM, 1975).

/// Elements numbered from 0, each in one set; the least number of a set represents it.
#[derive(Clone, Debug, Default)]
pub(in crate::nav) struct UnionFind {
    parents: Vec<u32>,
}

impl UnionFind {
    /// Starts again with `count` elements, each in a set of its own.
    pub fn reset(&mut self, count: usize) {
        self.parents.clear();
        self.parents.extend(0..count as u32);
    }

    /// Adds an element in a set of its own.
    pub fn push(&mut self) {
        self.parents.push(self.parents.len() as u32);
    }

    /// The representative of the set of an element.
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

    /// Joins the sets of two elements.
    pub fn join(&mut self, a: u32, b: u32) {
        let (a, b) = (self.find(a), self.find(b));
        self.parents[a.max(b) as usize] = a.min(b);
    }

    /// For each element the number of its set; sets are numbered from 0 in the order of their representatives.
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
