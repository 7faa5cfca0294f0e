//! Things in groups that are numbered.

/// Things by the number of their group, in one list: all are counted first, then put.
#[derive(Clone, Debug, Default)]
pub(super) struct Buckets<T> {
    /// While things are put, one place on: where the next one of each group comes. Afterwards, where each group begins.
    first: Vec<u32>,
    items: Vec<T>,
}

impl<T: Copy + Default> Buckets<T> {
    /// Of so many groups, with nothing counted.
    pub fn new(groups: usize) -> Buckets<T> {
        Buckets { first: vec![0; groups + 2], items: Vec::new() }
    }

    /// How many groups there are.
    pub fn len(&self) -> usize {
        self.first.len() - 2
    }

    /// Counts a thing of a group, before any is put.
    pub fn count(&mut self, group: usize) {
        self.first[group + 2] += 1;
    }

    /// Adds up what has been counted before a group and in it: for each in order. After the last there is room for all. Returns
    /// how much work it is.
    pub fn add_up(&mut self, group: usize) -> u64 {
        self.first[group + 2] += self.first[group + 1];
        if group + 1 == self.len() {
            self.items = vec![T::default(); self.first[group + 2] as usize];
        }
        1
    }

    /// Puts a thing into a group, behind those that are in it.
    pub fn put(&mut self, group: usize, item: T) {
        let place = &mut self.first[group + 1];
        self.items[*place as usize] = item;
        *place += 1;
    }

    /// The things of a group, once all are put.
    pub fn of(&self, group: usize) -> &[T] {
        &self.items[self.first[group] as usize..self.first[group + 1] as usize]
    }

    pub fn of_mut(&mut self, group: usize) -> &mut [T] {
        &mut self.items[self.first[group] as usize..self.first[group + 1] as usize]
    }

    /// The things of all groups, in order.
    pub fn all(&self) -> &[T] {
        &self.items
    }

    pub fn bytes(&self) -> usize {
        self.first.capacity() * size_of::<u32>() + self.items.capacity() * size_of::<T>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn things_come_in_order_of_their_groups_and_then_of_their_coming() {
        let things = [(2, 'a'), (0, 'b'), (2, 'c'), (4, 'd'), (0, 'e')];
        let mut buckets = Buckets::new(5);
        things.iter().for_each(|&(group, _)| buckets.count(group));
        (0..5).for_each(|group| _ = buckets.add_up(group));
        things.iter().for_each(|&(group, thing)| buckets.put(group, thing));
        let groups: Vec<String> = (0..5).map(|group| buckets.of(group).iter().collect()).collect();
        assert_eq!(groups, ["be", "", "ac", "", "d"]);
        assert_eq!(buckets.all(), ['b', 'e', 'a', 'c', 'd']);
    }
}
