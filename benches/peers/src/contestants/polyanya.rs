//! The ground between the middles of passable cells as meshes for the crate `polyanya`: the union of the unit squares
//! between four of them. What is only a segment or a point wide is not in it.

use std::collections::HashMap;

use footpath::grid::Cell;
use footpath::nav::NavGrid;
use glam::Vec2;
use polyanya::{Layer, Mesh, Polygon, Triangulation, Vertex};

use super::Contestant;

/// On a mesh of rectangles, as wide as a run of squares and as high as it stays so.
pub fn on_rectangles(grid: &NavGrid) -> Option<Contestant<'_>> {
    let squares = Squares::of(grid);
    if squares.count == 0 {
        return None;
    }
    let mesh = squares.rectangle_mesh();
    Some(Box::new(move |start, goal| Some(f64::from(mesh.path(point(start), point(goal))?.length))))
}

/// On the crate's own triangulation, its triangles merged, of each part that hangs together.
pub fn on_triangles(grid: &NavGrid) -> Option<Contestant<'_>> {
    let squares = Squares::of(grid);
    // The crate panics on some outlines.
    let meshes = std::panic::catch_unwind(|| squares.triangulated()).ok()?;
    Some(Box::new(move |start, goal| {
        let part = squares.parts_at(start).into_iter().find(|part| squares.parts_at(goal).contains(part))?;
        Some(f64::from(meshes[part as usize].path(point(start), point(goal))?.length))
    }))
}

fn point(cell: Cell) -> Vec2 {
    Vec2::new(cell.x as f32, cell.y as f32)
}

/// The squares, each known by its upper left cell.
struct Squares {
    width: i32,
    height: i32,
    /// The part to which a square belongs, `NONE` where there is no square.
    parts: Vec<u32>,
    count: u32,
}

const NONE: u32 = u32::MAX;

type Corner = (i32, i32);

impl Squares {
    fn of(grid: &NavGrid) -> Squares {
        let (width, height) = (grid.lattice().width as i32, grid.lattice().height as i32);
        let is_square =
            |x, y| [(0, 0), (1, 0), (0, 1), (1, 1)].iter().all(|(dx, dy)| grid.is_passable(Cell::new(x + dx, y + dy)));
        let mut squares = Squares { width, height, parts: vec![NONE; (width * height) as usize], count: 0 };
        for start in (0..height).flat_map(|y| (0..width).map(move |x| (x, y))) {
            let mut waiting = vec![start];
            let before = squares.count;
            while let Some((x, y)) = waiting.pop() {
                if x < 0 || y < 0 || x >= width || y >= height || squares.part(x, y) != NONE || !is_square(x, y) {
                    continue;
                }
                squares.parts[(y * width + x) as usize] = before;
                squares.count = before + 1;
                waiting.extend([(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]);
            }
        }
        squares
    }

    fn part(&self, x: i32, y: i32) -> u32 {
        let inside = (0..self.width).contains(&x) && (0..self.height).contains(&y);
        if inside { self.parts[(y * self.width + x) as usize] } else { NONE }
    }

    fn is_square(&self, x: i32, y: i32) -> bool {
        self.part(x, y) != NONE
    }

    /// The parts that meet at the middle of a cell.
    fn parts_at(&self, cell: Cell) -> Vec<u32> {
        let around = [(0, 0), (-1, 0), (0, -1), (-1, -1)].map(|(dx, dy)| self.part(cell.x + dx, cell.y + dy));
        around.into_iter().filter(|&part| part != NONE).collect()
    }

    /// Rectangles that cover all squares, each as its left, upper, right and lower end.
    fn rectangles(&self) -> Vec<[i32; 4]> {
        let mut used = vec![false; self.parts.len()];
        let mut found = Vec::new();
        for y in 0..self.height {
            let mut x = 0;
            while x < self.width {
                let is_free = |used: &[bool], x, y| self.is_square(x, y) && !used[(y * self.width + x) as usize];
                if !is_free(&used, x, y) {
                    x += 1;
                    continue;
                }
                let end = (x..).find(|&end| !is_free(&used, end, y)).unwrap_or(x);
                let is_run = |y| {
                    let whole = (x..end).all(|x| is_free(&used, x, y));
                    whole && !is_free(&used, x - 1, y) && !is_free(&used, end, y)
                };
                let bottom = (y + 1..).find(|&y| !is_run(y)).unwrap_or(y + 1);
                for (x, y) in (y..bottom).flat_map(|y| (x..end).map(move |x| (x, y))) {
                    used[(y * self.width + x) as usize] = true;
                }
                found.push([x, y, end, bottom]);
                x = end;
            }
        }
        found
    }

    fn rectangle_mesh(&self) -> Mesh {
        let rectangles = self.rectangles();
        let corners =
            |[left, top, right, bottom]: [i32; 4]| [(left, top), (right, top), (left, bottom), (right, bottom)];
        let mut numbers: HashMap<Corner, u32> =
            rectangles.iter().flat_map(|&one| corners(one)).map(|corner| (corner, NONE)).collect();
        let (mut vertices, mut polygons) = (Vec::new(), Vec::new());
        for &[left, top, right, bottom] in &rectangles {
            let round = (left..right)
                .map(|x| (x, top))
                .chain((top..bottom).map(|y| (right, y)))
                .chain((left + 1..=right).rev().map(|x| (x, bottom)))
                .chain((top + 1..=bottom).rev().map(|y| (left, y)));
            let mut polygon = Vec::new();
            for corner in round {
                if let Some(number) = numbers.get_mut(&corner) {
                    if *number == NONE {
                        *number = vertices.len() as u32;
                        vertices.push(corner);
                    }
                    polygon.push(*number);
                }
            }
            polygons.push(polygon);
        }
        mesh_of(&vertices, &polygons)
    }

    fn triangulated(&self) -> Vec<Mesh> {
        let (mut outer, mut holes) = (vec![Vec::new(); self.count as usize], vec![Vec::new(); self.count as usize]);
        for (part, outline) in self.outlines() {
            let area: i64 =
                pairs(&outline).map(|(a, b)| i64::from(a.0) * i64::from(b.1) - i64::from(a.1) * i64::from(b.0)).sum();
            let points: Vec<Vec2> = turns(&outline).map(|(x, y)| Vec2::new(x as f32, y as f32)).collect();
            if area > 0 { outer[part as usize] = points } else { holes[part as usize].push(points) }
        }
        let mesh = |(outer, holes): (&Vec<Vec2>, &Vec<Vec<Vec2>>)| {
            let mut triangulation = Triangulation::from_outer_edges(outer);
            for hole in holes {
                triangulation.add_obstacle(hole.iter().copied());
            }
            let mut mesh = triangulation.as_navmesh();
            while mesh.merge_polygons() {}
            mesh.remove_useless_vertices();
            mesh.bake();
            mesh
        };
        outer.iter().zip(&holes).map(mesh).collect()
    }

    /// The outlines of the parts, squares on their left (as y grows upward), outer ones and holes.
    fn outlines(&self) -> Vec<(u32, Vec<Corner>)> {
        let mut sides: HashMap<Corner, Vec<(Corner, u32)>> = HashMap::new();
        for (x, y) in (0..self.height).flat_map(|y| (0..self.width).map(move |x| (x, y))) {
            if !self.is_square(x, y) {
                continue;
            }
            let part = self.part(x, y);
            let round = [
                ((0, -1), (x, y), (x + 1, y)),
                ((1, 0), (x + 1, y), (x + 1, y + 1)),
                ((0, 1), (x + 1, y + 1), (x, y + 1)),
                ((-1, 0), (x, y + 1), (x, y)),
            ];
            for ((dx, dy), from, to) in round {
                if !self.is_square(x + dx, y + dy) {
                    sides.entry(from).or_default().push((to, part));
                }
            }
        }
        let mut starts: Vec<Corner> = sides.keys().copied().collect();
        starts.sort_unstable();
        let mut outlines = Vec::new();
        for start in starts {
            while let Some((mut here, part)) = sides.get_mut(&start).and_then(Vec::pop) {
                let mut outline = vec![start];
                while here != start {
                    let last = outline[outline.len() - 1];
                    outline.push(here);
                    let choices = sides.get_mut(&here).expect("an outline goes on");
                    // The sharpest turn to the left keeps to the same part.
                    let turn = |to: Corner| (here.0 - last.0) * (to.1 - here.1) - (here.1 - last.1) * (to.0 - here.0);
                    let best = (0..choices.len()).max_by_key(|&index| turn(choices[index].0)).unwrap_or(0);
                    here = choices.swap_remove(best).0;
                }
                outlines.push((part, outline));
            }
        }
        outlines
    }
}

/// Each corner of a round and the one after it.
fn pairs(round: &[Corner]) -> impl Iterator<Item = (Corner, Corner)> {
    (0..round.len()).map(|index| (round[index], round[(index + 1) % round.len()]))
}

/// The corners of a round where it turns.
fn turns(round: &[Corner]) -> impl Iterator<Item = Corner> {
    let number = round.len();
    (0..number).filter_map(move |index| {
        let (a, b, c) = (round[(index + number - 1) % number], round[index], round[(index + 1) % number]);
        ((b.0 - a.0) * (c.1 - b.1) != (b.1 - a.1) * (c.0 - b.0)).then_some(b)
    })
}

/// A mesh of polygons, each counter-clockwise (as y grows upward).
fn mesh_of(vertices: &[Corner], polygons: &[Vec<u32>]) -> Mesh {
    let mut sides: HashMap<(u32, u32), u32> = HashMap::new();
    for (polygon, number) in polygons.iter().zip(0..) {
        for index in 0..polygon.len() {
            sides.insert((polygon[index], polygon[(index + 1) % polygon.len()]), number);
        }
    }
    let mut neighbours = vec![0; polygons.len()];
    for (&(a, b), &number) in &sides {
        neighbours[number as usize] += usize::from(sides.contains_key(&(b, a)));
    }
    let mut incident: Vec<Vec<u32>> = vec![Vec::new(); vertices.len()];
    for (polygon, number) in polygons.iter().zip(0..) {
        polygon.iter().for_each(|&vertex| incident[vertex as usize].push(number));
    }
    let middle = |number: u32| {
        let polygon = &polygons[number as usize];
        let sum = |(x, y): (f64, f64), &vertex: &u32| {
            (x + f64::from(vertices[vertex as usize].0), y + f64::from(vertices[vertex as usize].1))
        };
        let (x, y) = polygon.iter().fold((0.0, 0.0), sum);
        (x / polygon.len() as f64, y / polygon.len() as f64)
    };
    let vertex = |number: u32| {
        let (x, y) = vertices[number as usize];
        let mut around = incident[number as usize].clone();
        let angle = |&polygon: &u32| (middle(polygon).1 - f64::from(y)).atan2(middle(polygon).0 - f64::from(x));
        around.sort_by(|a, b| angle(a).total_cmp(&angle(b)));
        let mut list = Vec::new();
        for (index, &this) in around.iter().enumerate() {
            let next = around[(index + 1) % around.len()];
            list.push(this);
            // Nothing lies between the two where the side that comes in here is the one that goes out there.
            let polygon = &polygons[this as usize];
            let at = polygon.iter().position(|&other| other == number).unwrap_or(0);
            let before = polygon[(at + polygon.len() - 1) % polygon.len()];
            if sides.get(&(number, before)) != Some(&next) || around.len() == 1 {
                list.push(NONE);
            }
        }
        Vertex::new(Vec2::new(x as f32, y as f32), list)
    };
    let built = (0..vertices.len() as u32).map(vertex).collect();
    let polygons =
        polygons.iter().zip(neighbours).map(|(round, number)| Polygon::new(round.clone(), number <= 1)).collect();
    let layer = Layer::new(built, polygons).expect("the mesh is sound");
    let mut mesh = Mesh { layers: vec![layer], ..Default::default() };
    mesh.bake();
    mesh
}
