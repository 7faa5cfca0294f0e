//! Breadth-first search.

use std::collections::{HashMap, VecDeque};

use super::ground::{Cell, Ground, path};

pub fn breadth_first(ground: &Ground, start: Cell, goal: Cell) -> Option<Vec<Cell>> {
    //= Begin
    let mut queue = VecDeque::from([start]);
    let mut parent = HashMap::from([(start, start)]);
    //= Take
    while let Some(n) = queue.pop_front() {
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
            queue.push_back(m);
            //=
        }
    }
    //= RunOut
    None
    //=
}
