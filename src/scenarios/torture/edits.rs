//! Random edits of a level's text; many of them are impossible.

use super::world;
use crate::grid::Cell;
use crate::level::Target;
use crate::level::edit::{Brush, Document, Edit, FieldPath, Ron};
use crate::scenarios::Dice;

/// The largest map that edits make still larger, in tiles along a side: a run of many edits stays as quick as it began.
const LARGEST: u32 = 40;

/// An edit of any kind; where it cannot be done the document refuses it.
///
/// ```
/// use footpath::level::edit::Document;
/// use footpath::scenarios::{Dice, torture};
/// let mut dice = Dice::of(7);
/// let mut document = Document::open("random.ron", torture::level(&mut dice).to_ron())?;
/// let done = (0..50).filter(|_| document.apply(&torture::edit(&mut dice, &document)).is_ok()).count();
/// assert!(done > 10);
/// # Ok::<(), footpath::level::LevelError>(())
/// ```
pub fn edit(dice: &mut Dice, document: &Document) -> Edit {
    match dice.below(70) {
        0..22 => paint(dice, document),
        22..29 => Edit::Put { path: thing(dice, document), position: Target::Tile(tile(dice, document)) },
        29..32 => Edit::Remove { path: thing(dice, document) },
        32 => Edit::Remove { path: entry(dice, document) },
        33..38 => add_agents(dice, document),
        38..40 => Edit::Rename { path: entry(dice, document), name: format!("name {}", dice.below(9)) },
        40..46 => set_property(dice, document),
        46..48 => Edit::set(thing(dice, document).then("heading"), dice.between(-360.0, 360.0)),
        48..52 => resize(dice, document),
        52 => Edit::Rotate,
        53 => Edit::Draw,
        54..56 => Edit::set(FieldPath::field("bake").then("cells_per_tile"), dice.whole(1, 4)),
        56..58 => {
            let path = FieldPath::field("agents").item(dice.below(document.level().agents.len()));
            Edit::Reorder { path, to: dice.below(9) }
        }
        58..60 => Edit::Several(vec![paint(dice, document), set_property(dice, document)]),
        60..62 => add_obstacle(dice, document),
        62..64 => Edit::Flip { down: dice.percent(50) },
        64..66 => Edit::Paint { brush: Brush::Place(place(dice, document)), cells: vec![tile(dice, document)] },
        66..68 => stamp(dice, document),
        // Another level altogether, as when somebody else has written the file.
        _ => Edit::Text(world::level(dice).to_ron()),
    }
}

fn tile(dice: &mut Dice, document: &Document) -> Cell {
    world::tile(dice, document.level())
}

/// Something in one of the lists of the level.
fn thing(dice: &mut Dice, document: &Document) -> FieldPath {
    let list = FieldPath::field(["agents", "agents", "links", "obstacles", "switches"][dice.below(5)]);
    dice.one(&document.paths_in(&list)).cloned().unwrap_or(list)
}

/// Something in one of the maps of the level.
fn entry(dice: &mut Dice, document: &Document) -> FieldPath {
    let map = FieldPath::field(["profiles", "terrains", "zones", "paths", "places", "areas"][dice.below(6)]);
    dice.one(&document.paths_in(&map)).cloned().unwrap_or(map)
}

fn paint(dice: &mut Dice, document: &Document) -> Edit {
    let terrains = &document.level().map.terrains;
    let brush = match dice.below(8) {
        0 => Brush::Height([0.0, 0.5, 1.25][dice.below(3)]),
        1 => Brush::Ceiling([None, Some(1.0)][dice.below(2)]),
        2..4 => Brush::Terrain("grass".to_owned()),
        4..6 => Brush::Terrain("wall".to_owned()),
        _ => Brush::Terrain(terrains[dice.below(terrains.len())].name.clone()),
    };
    Edit::Paint { brush, cells: (0..dice.whole(1, 12)).map(|_| tile(dice, document)).collect() }
}

/// The name of a place of the level; `None` takes places away.
fn place(dice: &mut Dice, document: &Document) -> Option<String> {
    let places: Vec<&String> = document.level().places.keys().collect();
    dice.one(&places).filter(|_| dice.percent(70)).map(|place| (*place).clone())
}

/// A piece of the map, of characters that the legend has, stamped somewhere.
fn stamp(dice: &mut Dice, document: &Document) -> Edit {
    let letters: Vec<String> = document.level().picture().legend.keys().map(char::to_string).collect();
    let mut row = || -> String { (0..3).filter_map(|_| dice.one(&letters).cloned()).collect() };
    let rows = Ron::list([Ron::from(row().as_str()), Ron::from(row().as_str())]);
    let turn = ("turn", Ron::from([0, 90, 180, 270][dice.below(4)]));
    let mirror = ("mirror", Ron::from(dice.percent(50)));
    let value = Ron::fields([("piece", Ron::from("piece")), ("at", tile(dice, document).into()), turn, mirror]);
    let stamps = FieldPath::field("stamps");
    let last = document.paths_in(&stamps).len();
    let stamp =
        if last == 0 { Edit::set(stamps, Ron::list([value])) } else { Edit::Insert { path: stamps.item(last), value } };
    Edit::Several(vec![Edit::set(FieldPath::field("pieces").key("piece"), rows), stamp])
}

/// One more agent, or a group of them.
fn add_agents(dice: &mut Dice, document: &Document) -> Edit {
    let profiles = &document.level().profiles;
    let profile = ("profile", Ron::from(profiles[dice.below(profiles.len())].name.as_str()));
    let (one, other) = (tile(dice, document), tile(dice, document));
    let count = ("count", Ron::from(dice.whole(1, 6)));
    let size = document.level().map.lattice.tile_size;
    let value = match dice.below(4) {
        0 => Ron::fields([profile, count, ("in", Ron::list([one.into(), other.into()]))]),
        1 => Ron::fields([profile, count, ("tile", one.into()), ("row", glam::Vec2::new(size, 0.0).into())]),
        2 => Ron::fields([profile, count, ("tile", one.into()), ("ring", Ron::from(2.0 * size))]),
        _ => Ron::fields([("name", Ron::from("new")), profile, ("tile", one.into())]),
    };
    let places = [0, document.paths_in(&FieldPath::field("agents")).len()];
    Edit::Insert { path: FieldPath::field("agents").item(places[dice.below(2)]), value }
}

fn add_obstacle(dice: &mut Dice, document: &Document) -> Edit {
    let size = document.level().map.lattice.tile_size;
    let radius = ("radius", Ron::from(size * dice.between(0.1, 0.9)));
    let value = Ron::fields([("name", Ron::from("new")), ("tile", tile(dice, document).into()), radius]);
    Edit::Insert {
        path: FieldPath::field("obstacles").item(document.paths_in(&FieldPath::field("obstacles")).len()),
        value,
    }
}

fn set_property(dice: &mut Dice, document: &Document) -> Edit {
    let profiles = document.paths_in(&FieldPath::field("profiles"));
    let property = ["speed", "radius", "step_height", "mass", "max_speed", "jump_distance"][dice.below(6)];
    let built_in = FieldPath::field("profiles").key("walker");
    let profile = if dice.percent(50) { built_in } else { dice.one(&profiles).cloned().unwrap_or(built_in) };
    Edit::set(profile.then(property), dice.between(0.1, 2.0))
}

fn resize(dice: &mut Dice, document: &Document) -> Edit {
    let lattice = document.level().map.lattice;
    let grows = lattice.width.max(lattice.height) < LARGEST;
    let mut side = || if grows { [0, 0, 1, 2, -1][dice.below(5)] } else { [0, 0, -1, -2, 1][dice.below(5)] };
    let (left, top, right, bottom) = (side(), side(), side(), side());
    Edit::Resize { left, top, right, bottom, fill: "grass".to_owned() }
}
