//! Depth-first search.

use std::collections::HashMap;

use super::ground::{Cell, Ground, path};

pub fn depth_first(ground: &Ground, start: Cell, goal: Cell) -> Option<Vec<Cell>> {
    //= Begin
    let mut stack = vec![(start, start)];
    let mut parent = HashMap::new();
    //= Take Back
    while let Some((n, before)) = stack.pop() {
        if parent.contains_key(&n) {
            continue;
        }
        parent.insert(n, before);
        //= End
        if n == goal {
            return Some(path(&parent, n));
        }
        //= Loop Illegal
        for m in ground.neighbours(n) {
            //= Known
            if !parent.contains_key(&m) {
                //= Put
                stack.push((m, n));
                //=
            }
        }
    }
    //= RunOut
    None
    //=
}
