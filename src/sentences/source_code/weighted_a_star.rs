//! A* with a weight, a whole number.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

use super::ground::{Cell, Ground, path};

pub fn weighted_a_star(ground: &Ground, start: Cell, goal: Cell, w: u32) -> Option<Vec<Cell>> {
    //= Begin
    let mut open = BinaryHeap::from([(Reverse(w * ground.h(start, goal)), start)]);
    let mut g = HashMap::from([(start, 0)]);
    let mut parent = HashMap::new();
    //= Take
    while let Some((_, n)) = open.pop() {
        //= End
        if n == goal {
            return Some(path(&parent, n));
        }
        //= Loop Illegal
        for m in ground.neighbours(n) {
            //= Cost
            let cost = g[&n] + ground.step(n, m);
            //= Known Needless
            if g.get(&m).is_none_or(|known| cost < *known) {
                //= Record
                g.insert(m, cost);
                parent.insert(m, n);
                //= Put
                open.push((Reverse(cost + w * ground.h(m, goal)), m));
                //=
            }
        }
    }
    //= RunOut
    None
    //=
}
