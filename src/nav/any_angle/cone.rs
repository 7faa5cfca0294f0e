//! What lies between two rays.

use super::point::Vector;

/// What lies between two rays from a point, at most a right angle apart.
#[derive(Clone, Copy)]
pub(super) struct Cone {
    pub right: Vector,
    pub left: Vector,
    /// Whether what lies opposite, behind the root, counts as left of it, not right of it.
    pub behind_is_left: bool,
}

impl Cone {
    /// -1 on the right ray and right of it, 1 on the left one and left of it, 0 between.
    pub fn side_of(self, vector: Vector) -> i32 {
        let (right, left) = (self.right.cross(vector), self.left.cross(vector));
        match (right > 0, left >= 0) {
            (true, true) => 1,
            (true, false) => 0,
            (false, true) if left > 0 && self.behind_is_left => 1,
            (false, _) => -1,
        }
    }

    /// Whether a path leads between them, or along one.
    pub fn holds(self, vector: Vector) -> bool {
        self.right.cross(vector) >= 0 && self.left.cross(vector) <= 0
    }
}
