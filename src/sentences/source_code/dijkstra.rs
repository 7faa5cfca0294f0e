//! Dijkstra's search.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

use super::ground::{Cell, Ground, path};

pub fn dijkstra(ground: &Ground, start: Cell, goal: Cell) -> Option<Vec<Cell>> {
    //= Begin
    let mut open = BinaryHeap::from([(Reverse(0), start)]);
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
                open.push((Reverse(cost), m));
                //=
            }
        }
    }
    //= RunOut
    None
    //=
}
