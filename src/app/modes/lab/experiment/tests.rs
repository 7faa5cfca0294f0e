use std::collections::BTreeMap;

use footpath::level::{built_in, share};
use footpath::method::Heuristic;
use footpath::nav::trace::{NodeSet, StepKind};
use footpath::nav::{Mistake, PathStatus};
use glam::vec2;

use super::lanes::MOST_LANES;
use super::*;
use crate::app::modes::actions::LessonAction;
use crate::app::modes::lab::shared::SharedSearches;
use crate::app::modes::lesson::Lesson;
use crate::app::modes::library;
use crate::app::view::examined::Examined;

fn experiment() -> Experiment {
    let mut experiment = Experiment::new();
    experiment.update(0.0);
    experiment
}

fn path(experiment: &Experiment) -> &footpath::nav::Path {
    experiment.lanes.all()[0].played_leg().expect("it is searched").found.as_ref().expect("there is a path")
}

fn middle(x: i32, y: i32) -> Vec2 {
    vec2(x as f32 + 0.5, y as f32 + 0.5)
}

/// Drags from one cell to another, through every cell between them; `look` sees the experiment after each.
fn drag(experiment: &mut Experiment, from: (i32, i32), to: (i32, i32), mut look: impl FnMut(&Experiment)) {
    experiment.press(middle(from.0, from.1), 0.5);
    for step in 1..=20 {
        experiment.drag(middle(from.0, from.1).lerp(middle(to.0, to.1), step as f32 / 20.0));
        experiment.update(0.01);
        look(experiment);
    }
    experiment.release();
}

#[test]
fn the_path_bends_around_a_wall_while_a_marker_is_dragged_behind_it() {
    let mut experiment = experiment();
    let (start, goal) = (experiment.start, experiment.goal);
    let straight = path(&experiment).cost;
    assert_eq!(straight, f64::from(goal.x - start.x));
    drag(&mut experiment, (16, 2), (16, 18), |_| {});
    assert!(experiment.walls() == 17 && path(&experiment).cost > straight + 4.0);
    let mut seen = Vec::new();
    drag(&mut experiment, (goal.x, goal.y), (14, 10), |experiment| {
        let path = path(experiment);
        let ends_there = path.cells.last() == Some(&experiment.goal);
        assert_eq!(ends_there, path.status == PathStatus::Complete, "only the wall itself cannot be reached");
        assert!(path.cells.iter().all(|cell| experiment.grid().is_passable(*cell)));
        seen.push(path.cost);
    });
    assert_eq!(experiment.goal, Cell::new(14, 10));
    assert!(seen.windows(2).filter(|pair| pair[0] != pair[1]).count() > 8, "it follows: {seen:?}");
    drag(&mut experiment, (start.x, start.y), (20, 10), |_| {});
    assert!(path(&experiment).cells.iter().any(|cell| cell.y <= 1 || cell.y >= 19), "around the wall again");
}

#[test]
fn a_stroke_that_begins_on_a_wall_erases() {
    let mut experiment = experiment();
    drag(&mut experiment, (10, 3), (15, 3), |_| {});
    assert_eq!(experiment.walls(), 6);
    assert_eq!(
        (experiment.would_erase(Cell::new(12, 3)), experiment.would_erase(Cell::new(12, 4))),
        (Some(true), Some(false))
    );
    drag(&mut experiment, (12, 3), (20, 3), |_| {});
    assert_eq!(experiment.walls(), 2);
}

#[test]
fn costs_are_drawn_with_the_same_brush() {
    let mut experiment = experiment();
    let before = path(&experiment).cost;
    experiment.paint = "swamp".to_owned();
    drag(&mut experiment, (16, 0), (16, 19), |_| {});
    assert_eq!((experiment.walls(), path(&experiment).cost), (0, before + 4.0), "one tile of cost 5 is crossed");
    drag(&mut experiment, (16, 0), (16, 19), |_| {});
    assert_eq!(path(&experiment).cost, before, "begun on swamp, it erases");
}

#[test]
fn a_click_places_the_start_and_the_next_one_the_goal() {
    let mut experiment = experiment();
    experiment.tool = LabTool::Markers;
    for cell in [(3, 3), (9, 4)] {
        experiment.press(middle(cell.0, cell.1), 0.5);
        experiment.release();
    }
    experiment.update(0.0);
    assert_eq!((experiment.start, experiment.goal), (Cell::new(3, 3), Cell::new(9, 4)));
    assert_eq!(path(&experiment).cells.len(), 7);
}

#[test]
fn what_is_random_keeps_the_ends_free_and_clears_what_was() {
    let mut experiment = experiment();
    experiment.sheet.density = 40;
    for _ in 0..5 {
        experiment.random_start();
        experiment.random_goal();
        experiment.random_obstacles();
        assert!(experiment.start != experiment.goal);
        assert!(
            experiment.sim.map().is_walkable(experiment.start) && experiment.sim.map().is_walkable(experiment.goal)
        );
        let share = experiment.walls() as f64 / 640.0;
        assert!((share - 0.4).abs() < 0.07, "{share}");
    }
    experiment.clear_walls();
    assert_eq!(experiment.walls(), 0);
    experiment.clear_path();
    experiment.update(0.0);
    assert!(experiment.lanes.all()[0].legs.is_empty());
    experiment.random_goal();
    experiment.update(0.0);
    assert!(experiment.lanes.all()[0].played_leg().is_some(), "a change searches again");
    experiment.random_obstacles();
    assert_eq!(experiment.kind_in_words(), "Drawn sheet");
    experiment.clear_all();
    assert_eq!(experiment.kind_in_words(), "Empty sheet");
    experiment.update(0.0);
    let fresh = Experiment::new();
    assert_eq!((experiment.walls(), experiment.start, experiment.goal), (0, fresh.start, fresh.goal));
    assert!(experiment.lanes.all()[0].legs.is_empty());
}

/// Who has cleared the lab of a tutorial is still on the tutorial's picture.
#[test]
fn a_cleared_sheet_keeps_the_colours_of_the_level() {
    let level = Level::parse("lab", built_in::named("tutorial/lab-9x9").unwrap().text).unwrap();
    let palette = level.opening.palette;
    let mut experiment = experiment();
    assert_ne!(experiment.sim.level().opening.palette, palette);
    experiment.take_level(&Simulation::new(level, None));
    experiment.clear_all();
    assert_eq!((experiment.kind_in_words(), experiment.sim.level().opening.palette), ("Empty sheet", palette));
}

#[test]
fn a_seed_makes_the_same_sheet_again() {
    for kind in SheetKind::ALL {
        let sheet = Sheet { kind, size: (41, 37), seed: 77, ..Sheet::default() };
        let tiles = |sheet: Sheet| sheet.level().map.tiles;
        assert_eq!(tiles(sheet), tiles(sheet), "{kind:?}");
        let is_drawn = !matches!(kind, SheetKind::Level | SheetKind::Empty);
        assert_eq!(tiles(sheet) != tiles(Sheet { seed: 78, ..sheet }), is_drawn, "{kind:?}");
    }
}

#[test]
fn sheets_of_every_kind_and_size_are_searched() {
    for kind in SheetKind::ALL {
        for size in [(2, 2), (9, 9), (256, 256)] {
            let mut experiment = Experiment::new();
            experiment.sheet = Sheet { kind, size, ..experiment.sheet };
            experiment.make_sheet();
            experiment.update(0.0);
            let examined = experiment.lanes.all()[0].played_leg().expect("it is searched");
            let is_joined = !matches!(kind, SheetKind::Caves | SheetKind::Obstacles) && size.0 > 2;
            if is_joined {
                let path = examined.found.as_ref().expect("all of it is joined");
                assert_eq!(path.status, PathStatus::Complete, "{kind:?} {size:?}");
            }
        }
    }
}

#[test]
fn in_the_middle_the_sets_are_those_of_the_trace() {
    let mut experiment = experiment();
    experiment.random_obstacles();
    experiment.update(0.0);
    for part in [0.0, 0.25, 0.5, 0.75, 1.0] {
        experiment.lanes.seek(part);
        experiment.update(0.0);
        let examined = experiment.lanes.all()[0].played_leg().unwrap();
        let played = examined.replay.played();
        assert_eq!(played, (f64::from(part) * examined.replay.trace().steps.len() as f64).round() as usize);
        let mut expected = BTreeMap::new();
        for step in &examined.replay.trace().steps[..played] {
            match step.kind {
                StepKind::Expanded => _ = expected.insert((step.cell.y, step.cell.x), NodeSet::Closed),
                StepKind::Generated | StepKind::Improved | StepKind::Reopened => {
                    _ = expected.insert((step.cell.y, step.cell.x), NodeSet::Open);
                }
                _ => {}
            }
        }
        let shown: BTreeMap<_, _> = examined.replay.nodes().map(|(cell, node)| ((cell.y, cell.x), node.set)).collect();
        assert_eq!(shown.len(), expected.len());
        assert!(shown.iter().all(|(cell, set)| expected[cell] == *set), "after {played} steps");
    }
}

#[test]
fn playing_goes_to_the_end_and_a_change_shows_everything() {
    let mut experiment = experiment();
    let steps = experiment.lanes.steps();
    experiment.lanes.toggle_playback();
    experiment.update(0.5);
    let played = experiment.lanes.all()[0].played_leg().unwrap().replay.played();
    assert!(0 < played && played < steps);
    experiment.lanes.move_playback(-1);
    experiment.update(1.0);
    assert_eq!(experiment.lanes.all()[0].played_leg().unwrap().replay.played(), played - 1, "halted");
    experiment.random_goal();
    experiment.update(0.0);
    assert!(experiment.lanes.playback().is_none());
    let examined = experiment.lanes.all()[0].played_leg().unwrap();
    assert!(examined.is_at_end());
}

#[test]
fn searches_side_by_side_are_of_the_same_sheet_and_played_together() {
    let mut experiment = experiment();
    (0..9).for_each(|_| experiment.lanes.add());
    assert_eq!((experiment.lanes.all().len(), experiment.lanes.chosen()), (MOST_LANES, MOST_LANES - 1));
    experiment.random_obstacles();
    experiment.update(0.0);
    let mut algorithms: Vec<&str> = experiment.lanes.all().iter().map(|lane| lane.method.algorithm.name()).collect();
    algorithms.sort_unstable();
    algorithms.dedup();
    assert_eq!(algorithms.len(), MOST_LANES);
    let of_first = &experiment.lanes.all()[0].played_leg().unwrap().question;
    for lane in &experiment.lanes.all()[1..] {
        let question = &lane.played_leg().unwrap().question;
        assert_eq!((&question.query.start, &question.query.goals), (&of_first.query.start, &of_first.query.goals));
        assert_eq!(question.stamp, of_first.stamp);
    }
    let longest = experiment.lanes.steps();
    experiment.lanes.seek(0.5);
    experiment.update(0.0);
    for lane in experiment.lanes.all() {
        let played = lane.played_leg().unwrap().replay.played();
        assert_eq!(played, lane.steps().min(longest.div_ceil(2)), "by steps each is as far, or done");
    }
    experiment.lanes.measured_as([100.0, 200.0, 50.0, 400.0]);
    experiment.lanes.toggle_by_time();
    experiment.update(0.0);
    let shares = experiment
        .lanes
        .all()
        .iter()
        .map(|lane| lane.played_leg().unwrap().replay.played() as f64 / lane.steps() as f64);
    for (share, expected) in shares.zip([1.0, 1.0, 1.0, 0.5]) {
        assert!((share - expected).abs() < 0.02, "after 200 of 400 microseconds: {share}");
    }
    experiment.lanes.remove();
    assert_eq!((experiment.lanes.all().len(), experiment.lanes.chosen()), (3, 2));
}

#[test]
fn a_level_is_taken_with_its_first_searcher_and_its_place() {
    let level = Level::parse("ten", built_in::named("tutorial/ten-by-ten").unwrap().text).unwrap();
    let mut game = Simulation::new(level, None);
    game.apply(&[Command::Paint { terrain: "wall".to_owned(), tiles: vec![Cell::new(3, 3)] }]);
    let mut experiment = Experiment::new();
    experiment.take_level(&game);
    experiment.update(0.0);
    assert_eq!((experiment.start, experiment.goal), (Cell::new(0, 0), Cell::new(7, 7)));
    assert_eq!((experiment.walls(), experiment.sim.agents().len()), (1, 0), "as it is now, without agents");
    assert_eq!(path(&experiment).status, PathStatus::Complete);
    experiment.turn_kind(true);
    assert_eq!((experiment.sheet.kind, experiment.walls()), (SheetKind::Empty, 0));
    experiment.turn_kind(false);
    assert_eq!((experiment.sheet.kind, experiment.walls()), (SheetKind::Level, 1), "the level comes back");
}

#[test]
fn a_sheet_is_a_level_with_the_same_ground_start_and_goal() {
    let text = r##"(version: 1, name: "Fine", tile_size: 2.0, legend: {'.': "grass", 'G': (terrain: "road", place: "gate")},
        rows: ["......", "..G...", "......"], bake: (cells_per_tile: 2), agents: [(profile: "runner", tile: (5, 2))],
        lesson: [(text: "a", goal_in: "gate")])"##;
    let fine = Level::parse("fine", text).expect("it is a level");
    for (kind, via) in SheetKind::ALL.into_iter().zip([true, false].into_iter().cycle()) {
        let mut experiment = Experiment::new();
        experiment.take_level(&Simulation::new(fine.clone(), None));
        while experiment.sheet.kind != kind {
            experiment.turn_kind(true);
        }
        drag(&mut experiment, (1, 1), (1, 2), |_| {});
        experiment.random_start();
        experiment.random_goal();
        if via {
            experiment.toggle_via();
        }
        experiment.lanes.search_by(Method { algorithm: Algorithm::Dijkstra, ..Method::default() });
        let saved =
            Level::parse("sheet", &experiment.level().to_ron()).unwrap_or_else(|error| panic!("{kind:?}: {error}"));
        let sim = Simulation::new(saved, None);
        let mut opened = Experiment::new();
        opened.take_level(&sim);
        let of = |experiment: &Experiment| {
            let map = experiment.sim.map();
            let ground: Vec<String> =
                map.lattice.rect().cells().map(|tile| map.terrains[map.tiles[tile].0 as usize].name.clone()).collect();
            (ground, experiment.start, experiment.goal, experiment.via, experiment.lanes.method().algorithm)
        };
        assert_eq!(of(&opened), of(&experiment), "{kind:?}");
    }
}

#[test]
fn the_lab_of_the_tutorial_has_steps_of_ten_and_fourteen() {
    let level = Level::parse("lab", built_in::named("tutorial/lab-9x9").unwrap().text).unwrap();
    let mut experiment = Experiment::new();
    experiment.take_level(&Simulation::new(level, None));
    for _ in 0..20 {
        experiment.update(0.0);
        let examined = experiment.lanes.all()[0].played_leg().unwrap();
        let tens = |g: f64| (10.0 * g - (10.0 * g).round()).abs() < 1e-9;
        assert!(examined.replay.nodes().all(|(_, node)| tens(node.g)));
        // Where the goal cannot be reached, the search is for the nearest cells that can.
        let is_reached = examined.replay.trace().goals == [experiment.goal];
        for (cell, node) in examined.replay.nodes().filter(|_| is_reached) {
            let goal = experiment.goal;
            let straight = f64::from((cell.x - goal.x).pow(2) + (cell.y - goal.y).pow(2)).sqrt();
            assert!((node.h - straight).abs() < 0.01, "{cell:?}: {} for {straight}", node.h);
        }
        experiment.random_start();
        experiment.random_goal();
        experiment.random_obstacles();
    }
    experiment.clear_walls();
    (experiment.start, experiment.goal) = (Cell::new(0, 0), Cell::new(8, 5));
    experiment.update(0.0);
    assert!((10.0 * path(&experiment).cost - (5.0 * 14.0 + 3.0 * 10.0)).abs() < 1e-9);
}

#[test]
fn an_agent_walks_the_path() {
    let mut experiment = experiment();
    drag(&mut experiment, (16, 2), (16, 18), |_| {});
    experiment.walk();
    assert!(experiment.has_walker());
    let goal = experiment.cells().centre(experiment.goal);
    for _ in 0..60 * 30 {
        experiment.tick();
    }
    assert!(experiment.sim.agents()[0].position().distance(goal) < 0.1);
    experiment.walk();
    assert_eq!(experiment.sim.agents().len(), 1, "in the place of the last one");
}

#[test]
fn numbers_of_a_sheet_stay_in_their_ranges() {
    use crate::app::modes::lab::actions::SheetNumber;
    let mut sheet = Sheet::default();
    for (number, least, most) in
        [(SheetNumber::Columns, 2, 256), (SheetNumber::Rows, 2, 256), (SheetNumber::Density, 0, 90)]
    {
        (0..300).for_each(|_| _ = sheet.step(number, true));
        assert_eq!(sheet.number(number), most, "{number:?}");
        (0..300).for_each(|_| _ = sheet.step(number, false));
        assert_eq!(sheet.number(number), least, "{number:?}");
        assert!(!sheet.set(number, most + 1) && sheet.set(number, most));
    }
    assert!(sheet.set(SheetNumber::Seed, u64::MAX) && sheet.step(SheetNumber::Seed, true) && sheet.seed == 0);
}

/// A course from its first step to its last by what a player does on the sheet.
#[test]
fn a_course_is_done_by_markers_walls_and_a_walk() {
    let index = built_in::LEVELS.iter().position(|level| level.name == "course/grid").expect("it is there");
    let level = library::built_in(index).expect("a shipped level is right");
    let source = library::LevelSource::BuiltIn(index);
    let mut lesson = Lesson::of(&level, &source, 0).expect("it has one");
    assert!(lesson.is_for_lab());
    let mut experiment = Experiment::new();
    experiment.take_level(&Simulation::new(level, None));
    experiment.prepare();
    experiment.update(0.0);
    let look = |experiment: &Experiment, lesson: &mut Lesson| {
        let situation = experiment.situation(lesson.until()).expect("it is searched");
        lesson.look(situation, 0.1);
        lesson.done()
    };
    assert_eq!(look(&experiment, &mut lesson), 0);
    lesson.act(LessonAction::Next);
    assert_eq!(look(&experiment, &mut lesson), 1);
    lesson.act(LessonAction::Next);
    assert_eq!(lesson.done(), 1, "the goal is not there yet");
    let mut seen = vec![];
    drag(&mut experiment, (5, 3), (10, 3), |experiment| seen.push(look(experiment, &mut lesson)));
    assert!(seen.first() == Some(&1) && seen.last() == Some(&2), "{seen:?}");
    drag(&mut experiment, (4, 2), (4, 3), |experiment| _ = look(experiment, &mut lesson));
    assert_eq!((lesson.done(), lesson.task().as_deref()), (2, Some("3 tiles of wall: 2 so far")));
    drag(&mut experiment, (4, 4), (4, 4), |experiment| _ = look(experiment, &mut lesson));
    assert_eq!(lesson.done(), 3);
    look(&experiment, &mut lesson);
    experiment.walk();
    for _ in 0..60 * 60 {
        experiment.tick();
        experiment.update(0.01);
        if look(&experiment, &mut lesson) > 3 {
            break;
        }
    }
    assert_eq!(lesson.done(), 4, "somebody has arrived");
    lesson.act(LessonAction::Next);
    assert!(lesson.is_over());
    let mut lessons = BTreeMap::new();
    lesson.remember(&mut lessons);
    assert_eq!(lessons["course/grid"], 5);
}

/// The experiment of a course that goes on after some steps.
fn resumed(name: &str, done: usize) -> Experiment {
    let index = built_in::LEVELS.iter().position(|level| level.name == name).expect("it is there");
    let level = library::built_in(index).expect("a shipped level is right");
    let lesson = Lesson::of(&level, &library::LevelSource::BuiltIn(index), done).expect("it has one");
    let mut experiment = Experiment::new();
    experiment.take_level(&Simulation::new(level, None));
    experiment.resume(lesson.level(), lesson.steps_done());
    experiment.update(0.0);
    experiment
}

#[test]
fn a_course_that_was_left_goes_on_with_all_that_its_next_step_needs() {
    let cost = |experiment: &Experiment| experiment.situation(None).expect("it is searched").cost;
    assert_eq!(resumed("course/less-far", 3).lanes.method().algorithm, Algorithm::AStar);
    assert_eq!(resumed("course/less-far", 4).goal, Cell::new(17, 0));
    assert_eq!(resumed("course/heuristics", 4).lanes.method().heuristic, Heuristic::Octile);
    let weights = resumed("course/weights", 4).lanes.method();
    assert_eq!((weights.algorithm, weights.weight), (Algorithm::WeightedAStar, 5.0));
    assert_eq!(resumed("course/grid", 3).walls(), resumed("course/grid", 0).walls() + 3);
    assert!(cost(&resumed("course/bodies", 2)) < 11.0);
    assert!(cost(&resumed("course/costs", 2)) < 14.0);
    assert!(cost(&resumed("course/links", 3)).is_finite());
    assert!(cost(&resumed("course/links", 5)).is_finite(), "somebody has been on the plate");
    let to_the_other_side = resumed("course/links", 2);
    assert!(cost(&to_the_other_side).is_infinite());
}

#[test]
fn a_place_on_the_way_is_searched_for_in_two_legs() {
    let mut experiment = experiment();
    let straight = experiment.lanes.all()[0].figures().expect("there is a path");
    experiment.toggle_via();
    let middle = experiment.via.expect("it is there");
    experiment.update(0.0);
    assert_eq!(
        experiment.lanes.all()[0].figures().expect("there is a path").cost,
        straight.cost,
        "it lies on the path"
    );
    drag(&mut experiment, (middle.x, middle.y), (middle.x, 1), |_| {});
    experiment.update(0.0);
    assert_eq!(experiment.via, Some(Cell::new(middle.x, 1)));
    let [first, second] = &experiment.lanes.all()[0].legs[..] else { panic!("two legs") };
    let ends = |leg: &Examined| {
        let path = leg.found.as_ref().expect("there is a path");
        (path.cells[0], path.cells[path.cells.len() - 1])
    };
    assert_eq!(ends(first), (experiment.start, Cell::new(middle.x, 1)));
    assert_eq!(ends(second), (Cell::new(middle.x, 1), experiment.goal));
    let steps = [first, second].map(|leg| leg.replay.trace().steps.len());
    assert_eq!(experiment.lanes.steps(), steps[0] + steps[1]);
    experiment.lanes.seek((steps[0] as f32 + 1.0) / (steps[0] + steps[1]) as f32);
    experiment.update(0.0);
    let played = experiment.lanes.all()[0].legs.iter().map(|leg| leg.replay.played()).collect::<Vec<_>>();
    assert_eq!(played, [steps[0], 1], "the second is played once the first is over");
    let both = experiment.lanes.all()[0].figures().expect("there is a path");
    assert!(both.cost > straight.cost && experiment.situation(None).expect("it is made").cost == both.cost);
    experiment.walk();
    let mut nearest = f32::INFINITY;
    for _ in 0..60 * 60 {
        experiment.tick();
        let at = experiment.sim.agents()[0].position();
        nearest = nearest.min(at.distance(vec2(middle.x as f32 + 0.5, 1.5)));
    }
    let end = experiment.cells().centre(experiment.goal);
    assert!(nearest < 0.5 && experiment.sim.agents()[0].position().distance(end) < 0.1, "it comes by: {nearest}");
    experiment.toggle_via();
    experiment.update(0.0);
    assert_eq!(experiment.lanes.all()[0].legs.len(), 1);
}

#[test]
fn a_search_by_subgoals_has_an_index_once_the_hand_rests() {
    let mut experiment = experiment();
    drag(&mut experiment, (16, 2), (16, 18), |_| {});
    let method = Method { algorithm: Algorithm::Subgoal, ..experiment.lanes.method() };
    experiment.lanes.search_by(method);
    experiment.update(0.01);
    let before = path(&experiment).clone();
    assert_eq!(before.algorithm, Algorithm::Subgoal);
    assert!(experiment.grid().index().is_none(), "the sheet itself has none: other searches stay as they are");
    drag(&mut experiment, (20, 2), (20, 8), |_| {});
    experiment.update(0.01);
    assert_eq!(path(&experiment).algorithm, Algorithm::Subgoal);
    assert!(path(&experiment).cost >= before.cost, "one wall more");
}

#[test]
fn a_link_opens_the_lab_as_it_was() {
    let mut experiment = Experiment::new();
    (experiment.start, experiment.goal) = (Cell::new(3, 4), Cell::new(20, 11));
    experiment.via = Some(Cell::new(9, 2));
    experiment.lanes.add();
    experiment.lanes.search_by(Method { algorithm: Algorithm::Greedy, ..experiment.lanes.method() });
    experiment.update(0.1);
    experiment.lanes.move_playback(-5);
    let link = experiment.fragment().expect("it is short");

    let level = Level::parse("link", &share::text(&link).expect("it holds a level")).expect("it is one");
    let mut opened = Experiment::new();
    opened.take_level(&Simulation::new(level, None));
    opened.lanes.take_shared(&SharedSearches::of_fragment(&link).expect("it holds them"));
    opened.update(0.1);
    assert_eq!((opened.start, opened.goal, opened.via), (experiment.start, experiment.goal, experiment.via));
    assert_eq!(opened.lanes.shared(), experiment.lanes.shared());
    assert_eq!(opened.lanes.shared().searches[1].algorithm, Algorithm::Greedy);
    assert!(opened.lanes.shared().step.is_some_and(|step| step > 0));
    assert_eq!(SharedSearches::of_fragment("level=abc"), None);
}

/// A search with a mistake has the right one beside it.
#[test]
fn the_right_search_stands_beside_one_with_a_mistake() {
    let lab = resumed("course/six-neighbours", 0);
    let methods: Vec<Mistake> = lab.lanes.all().iter().map(|lane| lane.method.mistake).collect();
    assert_eq!((methods, lab.lanes.chosen()), (vec![Mistake::SixNeighbours, Mistake::None], 0));
    let costs: Vec<f64> = lab.lanes.all().iter().filter_map(|lane| lane.cost_to_goal()).collect();
    assert!(costs[0] > costs[1] + 1.0, "{costs:?}");
}
