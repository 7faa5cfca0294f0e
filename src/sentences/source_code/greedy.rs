//! Greedy best-first search.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

use super::ground::{Cell, Ground, path};

pub fn greedy(ground: &Ground, start: Cell, goal: Cell) -> Option<Vec<Cell>> {
    //= Begin
    let mut open = BinaryHeap::from([(Reverse(ground.h(start, goal)), start)]);
    let mut parent = HashMap::from([(start, start)]);
    //= Take
    while let Some((_, n)) = open.pop() {
        //= End
        if n == goal {
            return Some(path(&parent, n));
        }
        //= Loop Illegal
        for m in ground.neighbours(n) {
            //= Known Needless
            if parent.contains_key(&m) {
                continue;
            }
            //= Record
            parent.insert(m, n);
            //= Put
            open.push((Reverse(ground.h(m, goal)), m));
            //=
        }
    }
    //= RunOut
    None
    //=
}
