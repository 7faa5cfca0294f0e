//! Words that authors use for what a level calls otherwise.

/// What a level calls something, the likeliest first, and what other formats, engines and languages call it: in small
/// letters, without marks between words.
const OTHER_WORDS: [(&[&str], &[&str]); 73] = [
    (
        &["agents"],
        &[
            "enemies",
            "units",
            "actors",
            "npcs",
            "characters",
            "mobs",
            "entities",
            "monsters",
            "people",
            "players",
            "objects",
            "spawns",
            "creatures",
            "robots",
            "bots",
        ],
    ),
    (&["rows"], &["map", "tiles", "tilemap", "grid", "layout", "board", "cells", "ground", "data", "lines"]),
    (&["legend"], &["key", "keys", "symbols", "chars", "tileset", "palette", "mapping"]),
    (&["name"], &["title", "id", "label", "called"]),
    (&["about"], &["description", "desc", "summary", "info", "text", "comment", "help"]),
    (
        &["tile", "at"],
        &[
            "pos",
            "position",
            "location",
            "loc",
            "coords",
            "coord",
            "coordinates",
            "xy",
            "cell",
            "start",
            "spawn",
            "spot",
            "point",
            "where",
            "x",
            "y",
            "col",
            "column",
        ],
    ),
    (
        &["order"],
        &[
            "goal",
            "target",
            "destination",
            "dest",
            "behavior",
            "behaviour",
            "action",
            "actions",
            "command",
            "commands",
            "task",
            "tasks",
            "ai",
            "goto",
            "moveto",
            "to",
            "path",
            "patrol",
            "do",
            "schedule",
            "routine",
            "script",
        ],
    ),
    (&["profile"], &["type", "kind", "class", "archetype", "species", "template", "prefab"]),
    (&["heading"], &["direction", "dir", "rotation", "facing", "angle", "orientation", "faces", "rot", "yaw"]),
    (&["count"], &["number", "amount", "quantity", "num", "n", "size"]),
    (&["speed"], &["velocity", "vel", "movespeed", "walkspeed", "pace"]),
    (&["max_speed"], &["maxvelocity", "topspeed", "speedlimit", "runspeed"]),
    (&["mass"], &["weight", "kg", "heaviness", "inertia"]),
    (
        &["radius", "size"],
        &["width", "diameter", "r", "rad", "scale", "body", "bounds", "collider", "extent", "extents", "dimensions"],
    ),
    (&["acceleration"], &["accel", "acc"]),
    (&["angular_speed"], &["turnspeed", "turnrate", "rotationspeed", "turning"]),
    (
        &["sight_range", "sight_angle"],
        &["vision", "viewdistance", "viewrange", "fov", "range", "viewangle", "see", "sees"],
    ),
    (&["color"], &["tint", "rgb", "paint", "fill", "couleur", "farbe", "hue"]),
    (
        &["walkable"],
        &[
            "solid",
            "blocked",
            "blocking",
            "passable",
            "collides",
            "collision",
            "iswall",
            "impassable",
            "obstacle",
            "traversable",
            "block",
        ],
    ),
    (&["cost"], &["price", "difficulty", "penalty", "movecost", "movementcost", "slowness", "expense", "weight"]),
    (&["strength"], &["power", "danger", "intensity", "penalty", "cost", "weight", "amount", "value"]),
    (&["points"], &["waypoints", "nodes", "route", "stops", "positions", "tiles", "path", "corners"]),
    (&["paths"], &["routes", "patrols", "waypoints", "patrolpaths"]),
    (&["course"], &["loop", "loops", "mode", "repeat", "repeats", "cycle", "pingpong", "looping"]),
    (
        &["places"],
        &["locations", "markers", "regions", "landmarks", "goals", "targets", "positions", "waypoints", "points"],
    ),
    (&["profiles"], &["classes", "types", "kinds", "archetypes", "species", "templates", "agenttypes", "unittypes"]),
    (&["terrains"], &["materials", "grounds", "tiletypes", "biomes", "surfaces", "tiles"]),
    (&["obstacles"], &["props", "crates", "doors", "walls", "blocks", "boxes", "objects"]),
    (&["links"], &["bridges", "teleports", "portals", "jumps", "connections", "edges", "ladders", "offmeshlinks"]),
    (&["switches"], &["buttons", "levers", "triggers", "plates"]),
    (
        &["turns"],
        &["target", "targets", "toggles", "opens", "link", "links", "door", "controls", "activates", "switches"],
    ),
    (&["version"], &["v", "format", "formatversion", "ver"]),
    (&["when"], &["trigger", "condition", "if", "on"]),
    (&["then"], &["do", "effect", "effects", "action", "actions", "result", "consequence"]),
    (&["team"], &["faction", "side", "group", "party", "tribe", "owner"]),
    (&["leaves"], &["despawn", "despawns", "removed", "disappears", "vanishes", "die", "dies"]),
    (&["every"], &["interval", "period", "delay", "cooldown", "frequency"]),
    (&["times"], &["repeat", "repeats", "waves", "rounds", "loops"]),
    (&["Enters", "Entered"], &["reaches", "reached", "touches", "stepson", "onenter", "collides", "visits"]),
    (&["Every"], &["each", "repeat", "timer", "interval", "loop", "always"]),
    (&["After"], &["time", "delay", "start", "started", "begin", "timeout"]),
    (&["All"], &["and", "both", "allof"]),
    (&["Arrived", "Arrives"], &["finished", "done", "ends", "complete", "athome"]),
    (&["Gone"], &["dead", "killed", "die", "dies", "empty", "removed", "destroyed"]),
    (&["Sees"], &["spots", "detects", "seen", "insight", "near", "close"]),
    (&["Switch"], &["open", "close", "toggle", "turn", "activate", "unlock", "lock", "shut"]),
    (&["Remove"], &["kill", "destroy", "delete", "despawn", "die", "damage"]),
    (&["Say"], &["show", "text", "message", "print", "talk", "speak", "display", "label"]),
    (&["Win", "Lose"], &["end", "finish", "victory", "gameover", "defeat", "fail"]),
    (&["east"], &["right"]),
    (&["south"], &["down"]),
    (&["west"], &["left"]),
    (&["north"], &["up"]),
    (&["walk"], &["bridge", "road", "tunnel", "plank", "normal"]),
    (&["to"], &["target", "points", "path", "end", "destination", "waypoints"]),
    (&["from"], &["start", "begin", "source", "a", "entry"]),
    (&["one_way"], &["oneway", "directed", "bidirectional", "twoway"]),
    (&["active"], &["enabled", "on", "open"]),
    (&["abilities", "needs"], &["skills", "tags", "capabilities", "powers", "ability", "requires", "keys"]),
    (
        &["MoveTo"],
        &[
            "goto", "go", "move", "walk", "walkto", "run", "runto", "travel", "seek", "path", "pathto", "navigate",
            "target", "visit",
        ],
    ),
    (&["Follow", "Guard"], &["chase", "pursue", "hunt", "attack", "track", "escort", "accompany", "stalk"]),
    (&["Flee"], &["runaway", "avoid", "escape", "evade", "fear", "retreat", "run"]),
    (&["Stop"], &["idle", "halt", "stay", "stand", "none", "hold", "freeze"]),
    (&["Wait"], &["sleep", "pause", "delay", "rest", "linger"]),
    (&["Wander"], &["roam", "explore", "random", "stroll", "randomwalk"]),
    (&["Patrol"], &["loop", "route", "followpath", "cycle", "path", "repeat", "walkpath"]),
    (&["rock", "wall"], &["stone", "stones", "mountain", "cliff", "boulder", "brick", "bricks", "solid", "block"]),
    (&["forest"], &["tree", "trees", "woods", "wood", "jungle", "bush", "bushes"]),
    (&["water"], &["sea", "river", "lake", "ocean", "pond", "deepwater"]),
    (
        &["floor", "road", "mud"],
        &["ground", "dirt", "earth", "path", "street", "pavement", "tile", "empty", "soil", "gravel"],
    ),
    (&["back-and-forth"], &["pingpong", "pendulum", "reverse", "bounce", "backandforth", "alternate"]),
    (&["loop"], &["cycle", "circular", "repeat", "closed", "circle", "round", "forever"]),
    (&["once"], &["single", "oneshot", "open", "oneway", "stop", "none"]),
];

/// What helps where a level has no word for something, in small letters: several words, and the advice.
const ADVICE: [(&[&str], &str); 4] = [
    (
        &["include", "import", "extends", "use", "base"],
        "copy what it needs into it; pieces of map can stand in another file: `pieces_from: \"houses.ron\"`",
    ),
    (
        &["teams", "factions"],
        "a team is named by those who belong to it: `(team: \"guards\", ...)` in `agents` and `waves`",
    ),
    (&["any", "or", "either", "anyof"], "write a rule for each condition: each of them then does it"),
    (
        &["not", "unless"],
        "say what holds then, such as `Switched(name: \"bridge\", on: false)` or `Gone(who: \"guards\")`",
    ),
];

/// What helps where a level has no word for what was written.
pub(super) fn advice(written: &str) -> Option<&'static str> {
    let written = written.to_ascii_lowercase();
    ADVICE.iter().find(|(words, _)| words.contains(&written.as_str())).map(|(_, advice)| *advice)
}

/// Those of `names` that something is called which was written with another word.
pub(super) fn meant<'n>(written: &str, names: impl Iterator<Item = &'n str> + Clone) -> Vec<&'n str> {
    let plain: String = written.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase()).collect();
    let called = OTHER_WORDS.iter().filter(|(_, others)| others.contains(&plain.as_str()));
    let ours = called.flat_map(|(ours, _)| ours.iter());
    ours.filter_map(|ours| names.clone().find(|name| name == ours)).collect()
}
