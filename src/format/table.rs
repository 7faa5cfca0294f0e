//! The table of the format: every struct that a level file or a script may hold, with the type, the unit, the range and the default of
//! each of its fields.
//!
//! The readers of a level take the names of its fields from here, `footpath schema` prints it, and a test makes the tables
//! of `levels/README.md` from it. The properties of profiles have a table of their own, [`PROPERTIES`](crate::profile::PROPERTIES),
//! from which their structs here are made; the orders and the steps of scripts are [`ORDERS`](crate::level::ORDERS) and
//! [`STEPS`](crate::script::STEPS), whose fields are those of a [`Struct`], too.

use std::ops::RangeInclusive;
use std::sync::LazyLock;

use super::{
    Axis, Course, DebugPart, Direction, GroundPalette, LinkKind, MAP_KINDS, OpensIn, TRIGGERS, TerrainLooks,
    WarningKind, WindowPart, ZoneKind, limits,
};
use crate::method::{Algorithm, CornerRule, DiagonalCost, Heuristic, Mistake, Textbook};
use crate::profile::{ACCEPTANCE_RADIUS, AREAS, Unit};

/// A struct of a level file or of a script.
#[derive(Debug)]
pub struct Struct {
    name: &'static str,
    what: &'static str,
    example: &'static str,
    /// Its fields, in the order in which they are best written.
    pub fields: &'static [Field],
    /// Which of them go together.
    pub rules: &'static [FieldRule],
    /// What it is, in sentences.
    pub about: &'static str,
}

impl Struct {
    /// One with these fields, and no more to say of it.
    pub(crate) const fn plain(
        (name, what, example): (&'static str, &'static str, &'static str),
        fields: &'static [Field],
        rules: &'static [FieldRule],
        about: &'static str,
    ) -> Struct {
        Struct { name, what, example, fields, rules, about }
    }

    /// The name that may stand before its bracket.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// What messages call it, with its article.
    pub fn what(&self) -> &'static str {
        self.what
    }

    /// One that is valid.
    pub fn example(&self) -> &'static str {
        self.example
    }

    /// The names of its fields.
    pub fn field_names(&self) -> impl Iterator<Item = &'static str> + Clone + use<> {
        self.fields.iter().map(|field| field.name)
    }

    /// The range of the numbers that a field may have.
    ///
    /// # Panics
    /// If there is no such field, or its values are no numbers.
    ///
    /// ```
    /// use footpath::format::table::ZONE;
    /// assert_eq!(ZONE.range("strength"), 0.0..=100.0);
    /// ```
    pub fn range(&self, name: &str) -> RangeInclusive<f32> {
        let range = self.field(name).and_then(|field| field.value.range());
        range.unwrap_or_else(|| panic!("{} has no numbers called `{name}` in the table", self.what()))
    }

    /// The field of this name.
    ///
    /// ```
    /// use footpath::format::table::{AGENT, ValueType};
    /// assert!(matches!(AGENT.field("heading").unwrap().value, ValueType::OneOf(_)));
    /// assert!(AGENT.field("haeding").is_none());
    /// ```
    pub fn field(&self, name: &str) -> Option<&'static Field> {
        self.fields.iter().find(|field| field.name == name)
    }
}

/// A field of a struct.
#[derive(Clone, Debug)]
pub struct Field {
    /// Its name.
    pub name: &'static str,
    /// What its value may be.
    pub value: ValueType,
    /// What it is where it is left out.
    pub left_out: LeftOut,
    /// What it means, in a phrase.
    pub about: &'static str,
}

/// Which fields of a struct go together.
#[derive(Debug)]
pub enum FieldRule {
    /// At most one of these.
    AtMostOne(&'static [&'static str]),
    /// At least one of these: what a struct without them lacks, and how it could be added.
    AtLeastOne(&'static [&'static str], &'static str, &'static str),
    /// With a field none of these: what messages call a struct that has it, and what helps.
    Without(&'static str, &'static [&'static str], &'static str, &'static str),
    /// These with a field only: what messages call a struct that has it, and what helps.
    OnlyWith(&'static str, &'static [&'static str], &'static str, &'static str),
    /// With any of the first one of the second: what messages say where there is none, and what helps.
    Needs(&'static [&'static str], &'static [&'static str], &'static str, &'static str),
    /// Without the first field these: their names, and values that they could have.
    Unless(&'static str, &'static [(&'static str, &'static str)]),
    /// With both of these fields the third: what messages say where it is missing, and what helps.
    BothNeed([&'static str; 2], &'static str, &'static str, &'static str),
    /// Where the first field has one of these values, or none of its own and its default is one, and nowhere else, the others
    /// may be there: what messages call a struct of which that holds, and what helps.
    OnlyWhere((&'static str, &'static [&'static str]), &'static [&'static str], &'static str, &'static str),
    /// Where a field has this value, another one: what messages say where it is missing, and what helps.
    ValueNeeds((&'static str, &'static str), &'static str, &'static str, &'static str),
}

/// What a field is where it is left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LeftOut {
    /// It must not be left out; what it could be.
    Required(&'static str),
    /// This value, as it would be written.
    Is(&'static str),
    /// No value: nothing, or what these words say.
    Words(&'static str),
}

/// What a value of a level file may be.
#[derive(Clone, Debug)]
pub enum ValueType {
    /// Any string.
    Text,
    /// A string that gives something its name, 1 to 64 characters on one line: what it names.
    Name(&'static str),
    /// `true` or `false`.
    Switch,
    /// A number.
    Number(RangeInclusive<f32>, Unit),
    /// A number that counts something, given by its plural.
    Whole(RangeInclusive<u64>, &'static str),
    /// One of these whole numbers.
    NumberOf(&'static [u16], Unit),
    /// One of these strings; what it is that they name.
    Choice(&'static str, &'static [&'static str]),
    /// Exactly this.
    Exactly(&'static str),
    /// A value in round brackets after this name: `Near(1.5)`.
    Call(&'static str, &'static ValueType),
    /// A colour: a string `"#rrggbb"`.
    Color,
    /// Two values in round brackets, with their names.
    Pair(&'static [&'static str; 2], &'static ValueType),
    /// A tile of the map: column and row, counted from 0.
    Tile,
    /// A point of the map, in world units.
    Point,
    /// A point that may lie off the map, in world units: the range of its coordinates.
    FarPoint(RangeInclusive<f32>),
    /// The name of something: what it is.
    NameOf(&'static str),
    /// A character between single quotes.
    Character,
    /// A struct.
    Struct(&'static Struct),
    /// One of these structs, with its name before its bracket; what they are.
    Variant(&'static str, &'static [&'static Struct]),
    /// A struct that is made from another table.
    Made(&'static LazyLock<Struct>),
    /// An order, which has a table of its own.
    Order,
    /// What a step of a script does, which has a table of its own.
    Action,
    /// A list, how many values it may have, and what messages call them.
    List(&'static ValueType, RangeInclusive<usize>, &'static str),
    /// A map from keys to values, and how many entries it may have at most.
    Map(&'static ValueType, &'static ValueType, usize),
    /// One of these.
    OneOf(&'static [ValueType]),
    /// Any value.
    Any,
}

impl ValueType {
    /// One that is valid in some level, as it would be written.
    ///
    /// ```
    /// use footpath::format::table::{AGENT, LEVEL};
    /// assert_eq!(LEVEL.field("paths").unwrap().value.example(), "{\"round\": (points: [\"gate\", (tile: (3, 4))])}");
    /// assert_eq!(AGENT.field("count").unwrap().value.example(), "1");
    /// ```
    pub fn example(&self) -> String {
        self.nth_example(0)
    }

    /// The same, another one for each place in a list.
    fn nth_example(&self, place: usize) -> String {
        const TILES: [&str; 2] = ["(3, 4)", "(8, 5)"];
        const POINTS: [&str; 3] = ["(2.5, 1.5)", "(4.5, 1.5)", "(4.5, 3.5)"];
        match self {
            ValueType::Text => "\"...\"".to_owned(),
            ValueType::Name("terrain") => "\"lava\"".to_owned(),
            ValueType::Name(what) | ValueType::NameOf(what) => format!("\"{}\"", example_name(what)),
            ValueType::Switch => "true".to_owned(),
            ValueType::Number(range, _) => format!("{:?}", 1.0f32.clamp(*range.start(), *range.end())),
            ValueType::Whole(range, _) => range.start().to_string(),
            ValueType::NumberOf(numbers, _) => numbers[0].to_string(),
            ValueType::Choice(_, names) => format!("\"{}\"", names[0]),
            ValueType::Exactly(text) => (*text).to_owned(),
            ValueType::Call(name, value) => format!("{name}({})", value.example()),
            ValueType::Color => "\"#d0401f\"".to_owned(),
            ValueType::Pair(_, value) => format!("({0}, {0})", value.example()),
            ValueType::Tile => TILES[place % TILES.len()].to_owned(),
            ValueType::Point | ValueType::FarPoint(_) => POINTS[place % POINTS.len()].to_owned(),
            ValueType::Character => "'.'".to_owned(),
            ValueType::Struct(of) => of.example().to_owned(),
            ValueType::Variant(_, of) => of[0].example().to_owned(),
            ValueType::Made(of) => of.example().to_owned(),
            ValueType::Order | ValueType::Action => "MoveTo(\"gate\")".to_owned(),
            ValueType::List(value, count, _) => {
                let values = (0..*count.start().max(&1)).map(|place| value.nth_example(place));
                format!("[{}]", values.collect::<Vec<String>>().join(", "))
            }
            ValueType::Map(key, value, _) => format!("{{{}: {}}}", key.example(), value.example()),
            ValueType::OneOf(values) => values[0].nth_example(place),
            ValueType::Any => "(health: 10)".to_owned(),
        }
    }

    /// The range of the numbers that it may be, or that are in it.
    fn range(&self) -> Option<RangeInclusive<f32>> {
        match self {
            ValueType::Number(range, _) => Some(range.clone()),
            ValueType::FarPoint(range) => Some(range.clone()),
            ValueType::Whole(range, _) => Some(*range.start() as f32..=*range.end() as f32),
            ValueType::Pair(_, value) | ValueType::Call(_, value) | ValueType::List(value, ..) => value.range(),
            ValueType::OneOf(values) => values.iter().find_map(ValueType::range),
            _ => None,
        }
    }

    /// The choices that it may be: strings, and names before a bracket.
    pub(crate) fn choices(&self) -> Vec<&'static str> {
        match self {
            ValueType::Choice(_, names) => names.to_vec(),
            ValueType::Call(name, _) => vec![name],
            ValueType::OneOf(values) => values.iter().flat_map(ValueType::choices).collect(),
            _ => Vec::new(),
        }
    }

    /// The list that it may be, also as the value of a map.
    pub(crate) fn list(&self) -> Option<(&'static ValueType, &RangeInclusive<usize>, &'static str)> {
        match self {
            ValueType::List(value, count, noun) => Some((value, count, noun)),
            ValueType::OneOf(values) => values.iter().find_map(ValueType::list),
            ValueType::Map(_, value, _) => value.list(),
            _ => None,
        }
    }
}

/// A name that a thing of this kind could have.
fn example_name(what: &str) -> &str {
    match what {
        "ability" => "climb",
        "agent" => "guard",
        "area" => "mud",
        "layer" => "crates",
        "level" => "First steps",
        "link" => "bridge",
        "obstacle" => "crate",
        "path" => "round",
        "piece" => "hut",
        "place" => "gate",
        "team" => "guards",
        "profile" => "cart",
        "terrain" => "grass",
        "zone" => "fire",
        other => other,
    }
}

impl Field {
    /// A value that it could have, as it would be written.
    pub fn example(&self) -> String {
        match self.left_out {
            LeftOut::Required(example) | LeftOut::Is(example) => example.to_owned(),
            LeftOut::Words(_) => self.value.example(),
        }
    }
}

/// How many values a list has that is as long as one likes.
pub const ANY_NUMBER: RangeInclusive<usize> = 0..=usize::MAX;

/// Makes a static [`Struct`] of each entry, and a list of all of them.
macro_rules! structs {
    ($(#[$doc_of_all:meta])* $all:ident = $(
        $(#[doc = $doc:literal])*
        $ident:ident = $name:literal, $what:literal, $example:literal {
            $($field:ident: $value:expr, $default:expr, $about:expr;)*
        } $([$($rule:expr),* $(,)?])?
    )*) => {
        $(
            $(#[doc = $doc])*
            pub static $ident: Struct = Struct {
                name: $name,
                what: $what,
                example: $example,
                fields: &[$(Field { name: stringify!($field), value: $value, left_out: $default, about: $about }),*],
                rules: &[$($($rule),*)?],
                about: concat!($($doc),*),
            };
        )*

        $(#[$doc_of_all])*
        pub static $all: &[&Struct] = &[$(&$ident),*];
    };
}

mod profiles;
mod rules;
mod steps;

use FieldRule::{AtLeastOne, AtMostOne, BothNeed, Needs, OnlyWhere, OnlyWith, Unless, Without};
use LeftOut::{Is, Required, Words};
use ValueType::{
    Any, Call, Character, Choice, Color, Exactly, FarPoint, List, Map, Name, NameOf, Number, NumberOf, OneOf, Pair,
    Point, Switch, Text, Tile, Whole,
};
pub use profiles::*;
pub use rules::*;
pub use steps::*;

const NONE: LeftOut = Words("none");
const LENGTH: Unit = Unit::Length;
const PLAIN: Unit = Unit::None;
const SEED: ValueType = Whole(0..=u64::MAX, "");
const PLACE: ValueType = NameOf("place");
/// The fields of which one says where a thing is.
pub(crate) const SPOTS: &[&str] = &["tile", "at", "place"];
/// How messages say that none of them is there, and what helps.
const NOT_PLACED: FieldRule =
    AtLeastOne(SPOTS, "position", "`tile: (column, row)`, `at: (x, y)` in world units, or `place: \"gate\"`");
/// What an agent does when its orders are carried out.
const AFTERWARDS: FieldRule = AtMostOne(&["repeat", "leaves"]);
const ORDERED: FieldRule = OnlyWith(
    "order",
    &["repeat", "leaves"],
    "an agent with an `order`",
    "add `order: MoveTo(\"gate\")`, or leave it out",
);
const LEAVE_ONE: &str = "leave one of them out";
/// What `user` is, wherever it stands.
const USER: &str = "anything that a program which uses the level keeps there";
const XY: &[&str; 2] = &["x", "y"];
/// The names of a pair that is a step on the map.
pub(crate) const RIGHT_DOWN: &[&str; 2] = &["right", "down"];
/// The names of a pair that is the sides of a box.
pub(crate) const SIDES: &[&str; 2] = &["length", "width"];
/// A point or the name of a place of one tile.
const SPOT: ValueType = OneOf(&[Point, PLACE]);
const END_OF_LINK: ValueType = OneOf(&[PLACE, ValueType::Struct(&END)]);
/// Somewhere to go: the name of a place, a tile or a point.
pub const TARGETS: ValueType = OneOf(&[PLACE, ValueType::Struct(&TARGET)]);
/// Whom an order is about.
pub(crate) const WHOM: ValueType = OneOf(&[NameOf("agent"), NameOf("team")]);
pub(crate) const PATHS: ValueType = OneOf(&[NameOf("path"), List(&PATH_POINT, limits::PATH_POINTS, "points")]);
const PATH_POINT: ValueType = OneOf(&[PLACE, ValueType::Struct(&POINT)]);

const fn wide(range: RangeInclusive<u32>) -> RangeInclusive<u64> {
    *range.start() as u64..=*range.end() as u64
}

structs! {
    /// Every struct of a level, but those of profiles.
    STRUCTS =
    /// A level file.
    LEVEL = "Level", "a level", "(version: 1, name: \"Meadow\", legend: {'.': \"grass\"}, rows: [\"....\"])" {
        version: Exactly("1"), Required("1"), "the version of this format; it is raised only when an old file would change its meaning";
        name: Name("level"), Required("\"What the level list calls it\""), "what the level list calls it";
        about: Text, Is("\"\""), "what there is to see, in a sentence or two; the game shows it when the level opens";
        tile_size: Number(limits::TILE_SIZE, LENGTH), Is("1.0"), "the side of a tile";
        origin: Pair(XY, &Number(limits::ORIGIN, LENGTH)), Is("(0.0, 0.0)"), "the point of the world at the upper left corner of the map";
        seed: SEED, Is("0"), "the seed of everything that is random";
        search: ValueType::Struct(&SEARCH), Words("see below"), "how paths are found, unless an agent or the player says otherwise";
        repath_interval: Number(limits::REPATH_INTERVAL, Unit::Time), NONE, "how often walking agents search for their path again; if left out, they do so only after changes";
        areas: Map(&Name("area"), &ValueType::Struct(&AREA), AREAS - 1), NONE, "areas of this level, and other costs for built-in ones; at most 32 in all with the built-in ones, of which `not walkable` has no cost";
        terrains: Map(&Name("terrain"), &ValueType::Struct(&TERRAIN), limits::TERRAINS), NONE, "terrains of this level, and changes to built-in ones; at most 256 in all with the built-in ones";
        profiles: Map(&Name("profile"), &ValueType::Made(&PROFILE), limits::PROFILES), NONE, "profiles of this level, and changes to built-in ones; at most 256 in all with the built-in ones";
        legend: Map(&Character, &OneOf(&[NameOf("terrain"), ValueType::Struct(&LEGEND_ENTRY)]), usize::MAX), Words("must be there with `rows`"), "what the characters of the rows stand for";
        rows: List(&Text, 1..=limits::MAP_TILES, "rows"), Words("this or `generate` must be there"), "the map, drawn, or what is drawn on a generated one; see below";
        pieces: Map(&Name("piece"), &List(&Text, 1..=limits::PIECE_TILES, "rows"), limits::PIECES), NONE, "parts of map that `stamps` put on it, each drawn in rows of the legend's characters; a space leaves what is there, unless the legend gives it a meaning";
        pieces_from: Text, NONE, "the file beside the level in which its pieces stand, a map as `pieces` is: `\"houses.ron\"`. Several levels can share it";
        stamps: List(&ValueType::Struct(&STAMP), 0..=limits::STAMPS, "stamps"), NONE, "which piece lies where: later ones over earlier ones, and all of them over `rows` and a generated map";
        rows_at: OneOf(&[Tile, PLACE]), Words("must be there with both `rows` and `generate`"), "the tile of the generated map on which the first character of `rows` lies";
        heights: ValueType::Struct(&PICTURE), NONE, "the height of the ground; see [heights and ramps](#heights-ramps-and-ceilings)";
        ceilings: ValueType::Struct(&PICTURE), NONE, "how much room there is above the ground";
        generate: ValueType::Struct(&GENERATE), NONE, "the map, generated from a seed; see below";
        places: Map(&Name("place"), &OneOf(&[Tile, List(&Tile, 1..=usize::MAX, "tiles"), ValueType::Struct(&MARKED_PLACE)]), usize::MAX), NONE, "named places that the rows do not mark, and what is kept of places for programs";
        labels: Map(&PLACE, &OneOf(&[Tile, Exactly("\"hidden\"")]), usize::MAX), Words("in the middle of each place"), "where the flag of a place stands with its name: on a tile, or nowhere with `\"hidden\"`";
        layers: List(&Name("layer"), 0..=limits::LAYERS - 1, "layers"), NONE, "the layers that obstacles can be on, besides `default`";
        obstacles: List(&ValueType::Struct(&OBSTACLE), 0..=limits::OBSTACLES, "obstacles"), NONE, "things on the ground that are not tiles";
        zones: Map(&Name("zone"), &ValueType::Struct(&ZONE), limits::ZONES), NONE, "danger and rewards";
        wear: ValueType::Struct(&WEAR), NONE, "how ground that agents walk on turns into paths";
        links: List(&ValueType::Struct(&LINK), 0..=limits::LINKS, "links"), NONE, "connections where there is no ground: jumps, bridges, ladders";
        switches: List(&ValueType::Struct(&SWITCH), 0..=limits::SWITCHES, "switches"), NONE, "tiles that turn links and doors on and off when an agent steps on them";
        bake: ValueType::Struct(&BAKE), Words("see below"), "how the ground is baked";
        paths: Map(&Name("path"), &ValueType::Struct(&PATH), limits::PATHS), NONE, "lists of points for agents to patrol";
        agents: List(&ValueType::Struct(&AGENT), 0..=limits::AGENTS, "agents"), NONE, "the agents at the start, alone and in groups; at most 100000 in all";
        waves: List(&ValueType::Struct(&WAVE), 0..=limits::WAVES, "waves"), NONE, "agents that come while the level runs";
        rules: List(&ValueType::Struct(&RULE), 0..=limits::RULES, "rules"), NONE, "what happens when something else does, and what wins and loses the level";
        lesson: List(&ValueType::Struct(&STEP), 0..=limits::LESSON_STEPS, "steps of its lesson"), NONE, "what the level teaches, step by step";
        show: List(&Choice("part of the debug layer", &DebugPart::NAMES), ANY_NUMBER, "parts of the debug layer"), Words("what the player has it show"), "the parts of the debug layer that the game shows when the level opens. What the player had on comes back with the next level";
        opens_in: Choice("mode", &OpensIn::NAMES), Is("\"game\""), "where the level opens: with its agents, or as a sheet of the lab. A lesson opens where it is taught";
        player: NameOf("team"), Words("everybody"), "the team that the player commands in the game: its agents are selected, and no others can be";
        walls: Whole(wide(limits::PLACED_WALLS), "walls"), Words("any number, and the ground can be changed as one likes"), "how many tiles of wall can be placed in the game, where the ground is open; only these can be taken away again, and nothing else of the ground can be changed";
        palette: Choice("palette", &GroundPalette::NAMES), Is("\"plain\""), "the colours of its ground and its searches: those of the game, or those of many tutorials, with a blue grid, red obstacles, a green path from a red start to a green goal, and grey closed cells";
        user: Any, NONE, USER;
        expected_warnings: List(&Choice("kind of warning", WarningKind::EXPECTABLE_NAMES), ANY_NUMBER, "kinds of warnings"), NONE, "kinds of [warnings](#messages) that are meant";
    } [
        Unless("generate", &[("legend", "{'.': \"grass\", '#': \"wall\"}"), ("rows", "[\"####\", \"#..#\", \"####\"]")]),
        BothNeed(["rows", "generate"], "rows_at", "rows on a generated map need `rows_at`, the tile of their first character", "add `rows_at: (12, 8),`, or leave out `rows` or `generate`"),
        BothNeed(["rows", "generate"], "legend", "the field `legend` of a level is missing", "add `legend: {'.': \"grass\", '#': \"wall\"},`"),
        BothNeed(["stamps", "generate"], "legend", "the field `legend` of a level is missing", "add `legend: {'.': \"grass\", '#': \"wall\"},`"),
        AtMostOne(&["pieces", "pieces_from"]),
        OnlyWith("generate", &["rows_at"], "a level with `generate`", "leave it out, or add `generate`: rows alone are the whole map"),
    ]

    /// An entry of the legend that is more than the name of a terrain.
    LEGEND_ENTRY = "Tile", "an entry of the legend", "(terrain: \"grass\", place: \"gate\")" {
        terrain: NameOf("terrain"), Required("\"grass\""), "its terrain";
        place: Name("place"), NONE, "the name of the place that its tiles belong to";
        height: Number(limits::GROUND_HEIGHT, LENGTH), Is("0.0"), "how high the ground is";
        slope: Pair(RIGHT_DOWN, &Number(limits::SLOPE, PLAIN)), Is("(0.0, 0.0)"), "how much the ground rises for each world unit to the right, and for each one downward: for slopes that do not join two levels as ramps do";
        ceiling: Number(limits::CEILING, LENGTH), Words("the open sky"), "how much room there is above the ground";
        ramp: Choice("ramp direction", &Axis::NAMES), NONE, "its tiles rise evenly from the ground at one end to the ground at the other";
    } [
        Without("ramp", &["height", "slope"], "a ramp", "leave it out: a ramp rises evenly from the tile at one end to the tile at the other"),
    ]

    /// A place that is more than its tiles.
    MARKED_PLACE = "Place", "a place", "(tiles: [(3, 4), (3, 5)])" {
        tiles: OneOf(&[Tile, List(&Tile, 1..=usize::MAX, "tiles")]), Words("those that the rows mark"), "the tile or the tiles of it";
        user: Any, NONE, USER;
    }

    /// Where a piece of map is put.
    STAMP = "Stamp", "a stamp", "(piece: \"hut\", at: (3, 4))" {
        piece: NameOf("piece"), Required("\"hut\""), "the piece";
        at: OneOf(&[Tile, List(&Tile, 1..=limits::STAMPED, "tiles")]), Required("(3, 4)"), "the tile on which its upper left corner lies once it is turned; several to put it on each";
        turn: NumberOf(&[0, 90, 180, 270], Unit::Angle), Is("0"), "by how many degrees it is turned, clockwise";
        mirror: Switch, Is("false"), "whether its left and its right are exchanged, before it is turned";
    }

    /// A picture of digits: heights or ceilings.
    PICTURE = "Picture", "a picture", "(unit: 0.25, rows: [\"..00\"])" {
        unit: Number(limits::UNIT, LENGTH), Is("1.0"), "what a digit counts";
        rows: List(&Text, 1..=limits::MAP_TILES, "rows"), Required("[\"..00\", \"..aa\"]"), "a character for each tile: a digit, `0` to `9` and then `a` (10) to `z` (35), or `.` for what the legend says";
    }

    /// A map that is generated.
    GENERATE = "Generate", "a generated map", "(kind: \"caves\", size: (64, 48), seed: 7)" {
        kind: Choice("kind of map", &MAP_KINDS), Required("\"caves\""), "what the map is like";
        size: Pair(&["columns", "rows"], &Whole(1..=limits::MAP_TILES as u64, "tiles")), Required("(64, 48)"), "how large it is";
        seed: SEED, Words("the level's `seed`"), "another seed gives another map of the same kind";
        floor: NameOf("terrain"), Is("\"grass\""), "its walkable ground";
        wall: NameOf("terrain"), Is("\"wall\""), "its walls";
        islands: Switch, Is("true"), "whether to keep floor that cannot be reached by straight steps from the largest connected part; `false` turns it into wall";
        density: Whole(wide(limits::DENSITY), "percent"), Words("`open` 20, `caves` 45"), "how many of the tiles are wall (in caves, before smoothing)";
        corridor: Whole(wide(limits::CORRIDOR), "tiles"), Is("1"), "the width of a corridor";
        braid: Whole(wide(limits::BRAID), "percent"), Is("100"), "how many of the dead ends are opened";
        vertical: Whole(wide(limits::VERTICAL), "percent"), Words("each wall divides the longer side"), "how many of the walls are vertical";
        room: Whole(wide(limits::ROOM), "tiles"), Is("8"), "the side of a room";
        doors: Whole(wide(limits::DOORS), "doors"), Is("1"), "how many doors lead from a room to each neighbouring one";
        rounds: Whole(wide(limits::ROUNDS), "rounds"), Is("5"), "how many times the walls are smoothed";
        patches: List(&ValueType::Struct(&PATCH), 0..=limits::PATCHES, "patches"), NONE, "blobs of other ground on the floor, later ones over earlier ones";
    } [
        OnlyWhere(("kind", &["open", "caves"]), &["density"], "a map of the kind `open` or `caves`", "leave it out"),
        OnlyWhere(("kind", &["maze", "braided", "divided", "stairs"]), &["corridor"], "a map of the kind `maze`, `braided`, `divided` or `stairs`", "leave it out"),
        OnlyWhere(("kind", &["braided"]), &["braid"], "a map of the kind `braided`", "leave it out"),
        OnlyWhere(("kind", &["divided"]), &["vertical"], "a map of the kind `divided`", "leave it out"),
        OnlyWhere(("kind", &["rooms"]), &["room", "doors"], "a map of the kind `rooms`", "leave it out"),
        OnlyWhere(("kind", &["caves"]), &["rounds"], "a map of the kind `caves`", "leave it out"),
    ]

    /// Blobs of another ground on a generated map.
    PATCH = "Patch", "a patch", "(terrain: \"mud\", share: 20, size: 12)" {
        terrain: NameOf("terrain"), Required("\"mud\""), "what they are of; it need not be walkable, and may then separate parts of the floor, even with `islands: false`";
        share: Whole(wide(limits::SHARE), "percent"), Is("20"), "how much of the floor they cover";
        size: Whole(wide(limits::PATCH), "tiles"), Is("12"), "roughly how wide a blob is";
    }

    /// How searches are done.
    SEARCH = "Search", "a search", "(algorithm: \"jump-point\")" {
        algorithm: Choice("algorithm", &Algorithm::NAMES), Is("\"auto\""), "which search; `\"auto\"` is the fastest one that is exact for the map and the query";
        heuristic: Choice("heuristic", &Heuristic::NAMES), Is("\"octile\""), "how it estimates the rest of the cost";
        weight: OneOf(&[Number(limits::WEIGHT, PLAIN), Exactly("\"greedy\"")]), Is("2.0"), "the weight of the estimate, for `\"weighted-a-star\"`: 0 is Dijkstra's search, 1 is A*, `\"greedy\"` uses the estimate alone";
        connectivity: NumberOf(&[4, 8], PLAIN), Is("8"), "how many neighbours a cell has";
        corners: Choice("corner rule", &CornerRule::NAMES), Is("\"never\""), "when a diagonal step may pass the corner of a wall: if both of the two tiles beside it are free, if at least one is, or always. Agents cannot walk a path that cuts a corner";
        diagonal: Choice("diagonal cost", &DiagonalCost::NAMES), Is("\"exact\""), "the cost of a diagonal step: the square root of 2, or 1.4";
        expansion_limit: Whole(wide(limits::EXPANSIONS), "expansions"), Is("1000000"), "how many expansions `\"ida-star\"` makes before it gives up";
        smooth: Switch, Is("false"), "whether the path is pulled straight (string pulling)";
        textbook: Choice("textbook order", &Textbook::NAMES), Is("\"off\""), "whether `\"dijkstra\"`, `\"a-star\"`, `\"weighted-a-star\"`, `\"greedy\"` and `\"breadth-first\"` run as textbooks print them, and which of the cells of equal priority comes first: the one that has waited longest, the last one, or the one with the least h. Then every move is tried, and where no goal can be reached the open list runs empty";
        mistake: Choice("mistake", &Mistake::NAMES), Is("\"none\""), "with `textbook`: a mistake that is often made where a search is written by hand, to learn from. The lab shows the search without it beside it";
    }

    /// An area.
    AREA = "Area", "an area", "(cost: 2.0)" {
        cost: Number(limits::COST, PLAIN), Words("`1.0`, or that of the built-in area"), "the cost of crossing one of its tiles; 1.0 is normal";
        user: Any, NONE, USER;
    }

    /// A terrain.
    TERRAIN = "Terrain", "a terrain", "(walkable: true, cost: 1.0, color: \"#d0401f\")" {
        walkable: Switch, Is("true"), "whether agents can be there at all";
        cost: Number(limits::COST, PLAIN), Is("1.0"), "the cost of crossing a tile; 1.0 is normal. It is the cost of the area that has the terrain's name";
        area: NameOf("area"), Words("the area of the same name"), "the area that it belongs to; its cost is then that of the area";
        color: Color, Is("\"#b0a89e\""), "its main colour; one that looks like a built-in terrain has the colour of that";
        looks: Choice("look", &TerrainLooks::NAMES), Words("by its name"), "as which built-in terrain it is drawn, in its own colour";
        jumpable: Switch, Is("false"), "if it is not walkable: whether agents can jump over it";
        opaque: Switch, Is("false"), "whether it hides what is behind it";
        no_stop: Switch, Is("false"), "whether agents keep it free: they walk over it, but neither their goals nor the places where they wait and yield are put there";
        one_way: Choice("direction", &Direction::NAMES), NONE, "the direction in which agents cross its tiles, if only in one: they step on them from behind and off them to the front, straight, and never against it; to the sides they step freely, but diagonally no step touches them. It stays where a piece of map is turned";
        user: Any, NONE, USER;
    } [
        Without("area", &["cost"], "a terrain with an `area`", "leave one of them out: its cost is that of its area, which `areas` sets"),
    ]

    /// A zone of danger or reward.
    ZONE = "Zone", "a zone", "(kind: \"danger\", at: (5.5, 3.5), radius: 2.0, strength: 8.0)" {
        kind: Choice("kind of zone", &ZoneKind::NAMES), Required("\"danger\""), "whether agents avoid it or prefer it";
        tile: Tile, NONE, "for a disc: its centre, the middle of this tile";
        at: Point, NONE, "or its centre as a point";
        place: PLACE, NONE, "or its centre as a place of one tile";
        radius: Number(limits::ZONE_RADIUS, LENGTH), Words("must be there, except with `polygon`"), "the radius of the disc";
        polygon: List(&OneOf(&[FarPoint(limits::COORDINATE), PLACE]), 3..=limits::CORNERS, "corners"), NONE, "instead of a disc: the corners of a polygon, in order";
        on: NameOf("agent"), NONE, "instead of a centre: an agent with which the disc moves";
        in_sight: Switch, Is("false"), "with `on`: the zone covers only what the agent sees, not what is behind opaque terrain or obstacles";
        strength: Number(limits::STRENGTH, PLAIN), Required("8.0"), "how much more, or less, a tile costs at full strength";
        falloff: Number(limits::FALLOFF, LENGTH), Is("0.0"), "the width of the band inside its edge over which it rises from nothing to its strength";
        user: Any, NONE, USER;
    } [
        AtMostOne(SPOTS),
        AtLeastOne(&["tile", "at", "place", "polygon", "on"], "position", "`at: (x, y), radius: 2.0`, `polygon: [(x, y), ...]`, or `on: \"an agent\", radius: 2.0`"),
        Without("polygon", &["tile", "at", "place", "radius", "on", "in_sight"], "a zone with a `polygon`", LEAVE_ONE),
        Without("on", &["tile", "at", "place"], "a zone `on` an agent", LEAVE_ONE),
        OnlyWith("on", &["in_sight"], "a zone `on` an agent", "leave it out, or add `on: \"guard\"`"),
        Needs(&["tile", "at", "place", "on"], &["radius"], "the field `radius` of a zone is missing", "add `radius: 2.0,`"),
    ]

    /// How ground wears.
    WEAR = "Wear", "`wear`", "(terrains: [\"grass\"], by_walking: 0.05)" {
        terrains: List(&NameOf("terrain"), 1..=limits::TERRAINS, "terrains"), Is("[\"grass\"]"), "which ground wears";
        by_walking: Number(limits::BY_WALKING, PLAIN), Is("0.05"), "how much one crossing wears a tile: 1 wears it fully at once";
        recovery: Number(limits::RECOVERY, PLAIN), Is("0.5"), "how much of the wear grows back in a minute";
        worn_cost: Number(limits::COST, PLAIN), Is("0.5"), "the cost of a fully worn tile";
    }

    /// An obstacle that is no tile.
    OBSTACLE = "Obstacle", "an obstacle", "(at: (3.2, 4.1), radius: 0.5)" {
        name: Name("obstacle"), NONE, "its name, for switches, paths and scripts";
        tile: Tile, NONE, "where it is: its centre is the middle of this tile";
        at: FarPoint(limits::COORDINATE), NONE, "or its centre as a point";
        place: PLACE, NONE, "or its centre as a place of one tile";
        radius: Number(limits::OBSTACLE_RADIUS, LENGTH), NONE, "for a disc: its radius";
        size: Pair(SIDES, &Number(limits::OBSTACLE_SIZE, LENGTH)), NONE, "for a box: its sides";
        angle: Number(limits::ANGLE, Unit::Direction), Is("0.0"), "for a box: by how much it is turned clockwise";
        layer: NameOf("layer"), Is("\"default\""), "its layer";
        motion: ValueType::Struct(&MOTION), NONE, "how it moves by itself";
        standing_time: Number(limits::STANDING_TIME, Unit::Time), Is("0.5"), "how long it must stand still before paths lead round it; until then, agents avoid it as a moving thing";
        user: Any, NONE, USER;
    } [
        AtMostOne(SPOTS),
        NOT_PLACED,
        AtMostOne(&["radius", "size"]),
        AtLeastOne(&["radius", "size"], "size", "`radius: 0.5`, or `size: (2.0, 1.0)`"),
        Without("radius", &["angle"], "a disc", "leave it out, or give a `size` in place of `radius`"),
    ]

    /// How an obstacle moves by itself.
    MOTION = "Motion", "a motion", "(to: [(5.0, 2.0)], speed: 1.0, wait: 2.0)" {
        to: List(&SPOT, 1..=limits::MOTION_POINTS, "points"), Required("[(5.0, 2.0)]"), "where its centre moves, in order: points, or places of one tile; each on the map";
        speed: Number(limits::MOTION_SPEED, Unit::Speed), Is("1.0"), "how fast";
        wait: Number(limits::WAIT, Unit::Time), Is("0.0"), "how long it waits at each point";
        course: Choice("course", &Course::NAMES), Is("\"loop\""), "what comes after the last point; the first point is where it starts";
        when: OneOf(&[Choice("trigger", &TRIGGERS), Call("Near", &Number(limits::NEAR, LENGTH))]), Is("\"always\""), "when it moves. `Near(1.5)`: to its last point while an agent is within 1.5 world units of where it starts, and back when none is. `\"switched-on\"` and `\"switched-off\"`: to its last point while it is switched on, and back while it is off; it starts on or off, as the name says: a door that is shut until something opens it is `\"switched-off\"`";
        team: NameOf("team"), Words("everybody"), "with `Near`: the team for which it opens. To others it is a wall where it starts, and their paths lead round it. All agents with a profile are of the team, or none is: paths are found for a profile";
        needs: NameOf("ability"), NONE, "with `Near`: the ability that an agent needs for it to open; to others it is a wall. At least one profile must have it";
    } [
        OnlyWhere(("when", &["Near"]), &["team", "needs"], "a door that opens by itself", "add `when: Near(1.5)`, or leave it out"),
    ]

    /// A link.
    LINK = "Link", "a link", "(from: (tile: (3, 4)), to: (tile: (8, 4)))" {
        name: Name("link"), NONE, "its name, for switches and scripts; several links may share one";
        from: END_OF_LINK, Required("(tile: (3, 4))"), "where it begins, on walkable ground; a place has one tile here";
        to: END_OF_LINK, Required("(tile: (8, 4))"), "where it ends, in another tile";
        through: List(&SPOT, 1..=limits::LINK_CORNERS, "corners"), NONE, "the corners through which it leads from one end to the other, in order: points, or places of one tile; each on the map. Only `\"walk\"`: such a link is a bridge of any shape, above the ground and whoever walks there";
        cost: Number(limits::LINK_COST, PLAIN), Words("that of its area"), "its cost for each tile of its length";
        one_way: Switch, Is("false"), "whether it can be crossed only from `from` to `to`";
        active: Switch, Is("true"), "whether it can be used at the start";
        area: NameOf("area"), Is("\"jump\""), "the area that it belongs to";
        kind: Choice("kind of link", &LinkKind::NAMES), Is("\"walk\""), "how it is crossed";
        speed: Number(limits::LINK_SPEED, Unit::Speed), Words("that of its kind"), "how fast it is crossed";
        capacity: Whole(wide(limits::LINK_CAPACITY), "agents"), Words("`\"ladder\"` and `\"rope\"`: 1; `\"walk\"`: one for each world unit of its length; `\"lift\"`: as many as fit on a tile; others: always 1"), "how many agents can be on it at once, all in the same direction; others queue";
        needs: NameOf("ability"), NONE, "the ability that an agent needs to cross it; at least one profile must have it";
        user: Any, NONE, USER;
    } [
        OnlyWhere(("kind", &["walk"]), &["through"], "a bridge", "leave it out, for other links lead straight from end to end, or make it one: `kind: \"walk\"`"),
    ]

    /// An end of a link.
    END = "End", "an end of a link", "(tile: (3, 4))" {
        tile: Tile, NONE, "the middle of this tile";
        at: Point, NONE, "a point";
        place: PLACE, NONE, "a place of one tile; its name alone means the same";
    } [
        AtMostOne(SPOTS),
        NOT_PLACED,
    ]

    /// A switch.
    SWITCH = "Switch", "a switch", "(tile: (2, 6), turns: \"bridge\")" {
        tile: Tile, NONE, "where it is";
        place: PLACE, NONE, "or where it is as a place of one tile";
        turns: OneOf(&[NameOf("link"), NameOf("obstacle")]), Required("\"bridge\""), "the name of links, of obstacles, or of both. Whenever an agent steps on the tile, every link of that name turns from active to inactive or back, and so does every obstacle of that name whose motion is `\"switched-on\"` or `\"switched-off\"`";
        team: NameOf("team"), Words("everybody"), "whose agents it heeds: those of others step on it and nothing happens";
        user: Any, NONE, USER;
    } [
        AtMostOne(&["tile", "place"]),
        AtLeastOne(&["tile", "place"], "position", "`tile: (2, 6)`, or `place: \"plate\"`"),
    ]

    /// How the ground is baked.
    BAKE = "Bake", "`bake`", "(cells_per_tile: 2)" {
        cells_per_tile: Whole(wide(limits::CELLS_PER_TILE), "cells"), Is("1"), "how many cells the side of a tile is divided into; the map has at most 4096 x 4096 cells";
        smallest_region: Number(limits::SMALLEST_REGION, PLAIN), Is("0.0"), "connected ground with a smaller area than this, in square world units, becomes unwalkable";
        obstacle_epsilon: Number(limits::OBSTACLE_EPSILON, LENGTH), Is("0.0"), "how much farther than its radius an agent stays from obstacles";
        probe_epsilon: Number(limits::OBSTACLE_EPSILON, LENGTH), Words("the probe is the agent's body"), "makes the probe that looks for obstacles as wide as a cell, less this on each side, but never narrower than the agent: an obstacle that reaches less than this into a cell does not close it";
        layers: List(&NameOf("layer"), ANY_NUMBER, "layers"), Words("all"), "the layers whose obstacles block the ground";
        index: Switch, Is("false"), "whether an index for `\"subgoal\"` and `\"auto\"` searches is made where all ground costs the same: exact paths in microseconds. It takes up to a second to make, a few on the largest maps; on open ground with single obstacles all over it there is none. After an edit of the ground it is made true again, a little in every tick; only what the edit touches is worked out again";
    }

    /// A patrol path.
    PATH = "Path", "a path", "(points: [\"gate\", (tile: (3, 4))])" {
        points: List(&PATH_POINT, limits::PATH_POINTS, "points"), Required("[\"gate\", (tile: (3, 4))]"), "where it leads, in order";
        acceptance_radius: Number(ACCEPTANCE_RADIUS, LENGTH), Words("that of the profile"), "how close an agent must come to a point before it turns to the next";
        wait: Number(limits::WAIT, Unit::Time), Is("0.0"), "how long it waits at each point";
        course: Choice("course", &Course::NAMES), Is("\"loop\""), "what comes after the last point: the first one again, the same points in reverse, or nothing";
        user: Any, NONE, USER;
    }

    /// A point of a patrol path.
    POINT = "Point", "a point of a path", "(tile: (3, 4))" {
        tile: Tile, NONE, "the middle of this tile";
        at: Point, NONE, "a point";
        place: PLACE, NONE, "a place; its name alone means the same";
        agent: NameOf("agent"), NONE, "where this agent is, wherever it goes";
        obstacle: NameOf("obstacle"), NONE, "where this obstacle is, wherever it is moved";
    } [
        AtMostOne(&["tile", "at", "place", "agent", "obstacle"]),
        AtLeastOne(&["tile", "at", "place", "agent", "obstacle"], "position", "`tile: (3, 4)`, `at: (3.5, 1.0)`, `place: \"gate\"`, `agent: \"cart\"` or `obstacle: \"boat\"`"),
    ]

    /// Somewhere to go.
    TARGET = "Target", "a target", "(tile: (3, 4))" {
        tile: Tile, NONE, "the middle of this tile";
        at: Point, NONE, "a point";
        place: PLACE, NONE, "a place; its name alone means the same";
    } [
        AtMostOne(SPOTS),
        NOT_PLACED,
    ]

    /// An agent, or a group of agents.
    AGENT = "Agent", "an agent", "(profile: \"walker\", tile: (2, 1))" {
        name: Name("agent"), NONE, "its name, for zones, paths and orders; the agents of a group are called after it: `guard 1`, `guard 2`, ...";
        profile: NameOf("profile"), Is("\"walker\""), "its profile";
        team: Name("team"), NONE, "the team that it belongs to, for orders and rules; agents without one belong to none";
        tile: Tile, NONE, "where it stands: in the middle of this tile";
        at: Point, NONE, "or where it stands as a point";
        place: PLACE, NONE, "or where it stands as a place of one tile";
        count: Whole(1..=limits::AGENTS as u64, "agents"), NONE, "makes a group of agents that are alike, in a `row`, in a `ring`, or anywhere `in` some tiles; those who come later are `waves`";
        row: Pair(RIGHT_DOWN, &Number(limits::GROUP_STEP, LENGTH)), NONE, "for a group: the first agent stands at `tile`, `at` or `place`, each other one so far from the one before";
        ring: Number(limits::GROUP_RADIUS, LENGTH), NONE, "for a group: the radius of a circle about `tile`, `at` or `place` on which they stand evenly, the first one to the right of the centre, the others clockwise";
        in: OneOf(&[PLACE, List(&Tile, 2..=2, "corners")]), NONE, "or where it stands as a place, or as the tiles at two corners of a rectangle: in the middle of a tile with room for it, drawn from the seed; of a group, each agent so";
        seed: SEED, Words("the level's `seed`"), "with `in`: another seed draws other tiles";
        heading: OneOf(&[Number(limits::ANGLE, Unit::Direction), PLACE]), Is("90.0"), "the direction in which it faces at the start, clockwise from the right: 0 right, 90 down, 180 left, 270 up; or a place toward which it faces";
        order: OneOf(&[ValueType::Order, List(&ValueType::Order, 0..=limits::ORDERS, "orders")]), NONE, "what it does from the start, one order after the other";
        repeat: Switch, Is("false"), "whether it begins its orders again when it has carried them out, until somebody gives it another one";
        leaves: Switch, Is("false"), "whether it leaves the level when it has carried them out";
        search: ValueType::Struct(&SEARCH), Words("the level's"), "how its paths are found; fields that you leave out are the level's";
        user: Any, NONE, USER;
    } [
        AtMostOne(SPOTS),
        AtLeastOne(&["tile", "at", "place", "in"], "position", "`tile: (column, row)`, `at: (x, y)` in world units, or `place: \"gate\"`"),
        OnlyWith("count", &["row", "ring"], "a group of agents", "add `count: 10`, or leave it out"),
        AtMostOne(&["row", "ring", "in"]),
        Needs(&["count"], &["row", "ring", "in"], "this group of agents has no arrangement", "add `row: (1.0, 0.0)`, `ring: 3.0` or `in: [(2, 1), (8, 5)]`"),
        Without("in", SPOTS, "an agent or a group with `in`", LEAVE_ONE),
        OnlyWith("in", &["seed"], "an agent or a group with `in`", "leave it out"),
        AFTERWARDS,
        ORDERED,
    ]

    /// Agents that come while the level runs.
    WAVE = "Wave", "a wave", "(in: \"gate\", count: 3, every: 10.0, times: 5)" {
        profile: NameOf("profile"), Is("\"walker\""), "their profile";
        team: Name("team"), NONE, "the team that they belong to";
        in: OneOf(&[PLACE, List(&Tile, 2..=2, "corners")]), Required("\"gate\""), "where they come: a place, or the tiles at two corners of a rectangle. Each stands in the middle of the first tile with room for it; where none has, it waits until one has";
        count: Whole(1..=limits::AGENTS as u64, "agents"), Is("1"), "how many come at a time";
        at: Number(limits::WAVE_AT, Unit::Time), Is("0.0"), "when the first ones come, since the level began";
        every: Number(limits::WAVE_EVERY, Unit::Time), Is("10.0"), "the time from one coming to the next";
        times: Whole(wide(limits::WAVE_TIMES), "times"), Is("1"), "how many times they come";
        heading: Number(limits::ANGLE, Unit::Direction), Is("90.0"), "the direction in which they face, clockwise from the right";
        order: OneOf(&[ValueType::Order, List(&ValueType::Order, 0..=limits::ORDERS, "orders")]), NONE, "what they do, one order after the other";
        repeat: Switch, Is("false"), "whether they begin their orders again when they have carried them out";
        leaves: Switch, Is("false"), "whether they leave the level when they have carried them out";
        user: Any, NONE, USER;
    } [
        AFTERWARDS,
        ORDERED,
    ]

    /// What happens when something else does.
    RULE = "Rule", "a rule", "(when: Enters(who: \"guards\", place: \"gate\"), then: [Win(text: \"They are safe.\")])" {
        when: ValueType::Variant("condition", CONDITIONS), Required("After(time: 30.0)"), "the condition, or several that hold together; see below";
        then: List(&ValueType::Variant("effect", EFFECTS), 1..=limits::EFFECTS, "effects"), Required("[Win(text: \"They are safe.\")]"), "what happens then, one after the other; see below";
        repeat: Switch, Is("false"), "whether it can fire again once its condition no longer held; otherwise it fires once";
        user: Any, NONE, USER;
    }

    /// A step of a lesson.
    STEP = "Step", "a step of a lesson", "(text: \"Drag the goal to the island.\", goal_in: \"island\")" {
        text: Text, Required("\"Drag the goal to the island.\""), "what the player reads";
        start_in: PLACE, NONE, "the step ends when the start lies in this place";
        goal_in: PLACE, NONE, "... when the goal lies in this place";
        goal_hidden: Exactly("true"), NONE, "... when the straight line from start to goal is blocked";
        algorithm: Choice("algorithm", &Algorithm::NAMES), NONE, "... when this algorithm is chosen";
        heuristic: Choice("heuristic", &Heuristic::NAMES), NONE, "... when this heuristic is chosen";
        weight: OneOf(&[Number(limits::WEIGHT, PLAIN), Exactly("\"greedy\"")]), NONE, "... when the heuristic counts at least that many times";
        cost_below: Number(limits::LESSON_COST, PLAIN), NONE, "... when there is a path that costs less, in tiles";
        arrived: Whole(wide(limits::LESSON_COUNT), "agents"), NONE, "... when that many agents have arrived since the step began";
        walls: Whole(wide(limits::LESSON_COUNT), "tiles"), NONE, "... when that many tiles have become walls since the step began";
        light: OneOf(&[Choice("part of the window", &WindowPart::NAMES), PLACE, List(&Tile, 2..=2, "corners")]), NONE, "what is lit up meanwhile: the place, the tiles of a rectangle between two corners, or a part of the window. A place wins over a part with the same name. `\"walk\"` is a part of the lab only; `\"levels\"`, `\"debug\"` and `\"lab\"` are parts of the game only";
        drawn: Map(&NameOf("terrain"), &List(&Tile, ANY_NUMBER, "tiles"), usize::MAX), NONE, "the ground as a player has drawn it by the end of the step";
        user: Any, NONE, USER;
    } [
        AtMostOne(&["start_in", "goal_in", "goal_hidden", "algorithm", "heuristic", "weight", "cost_below", "arrived", "walls"]),
    ]
}
