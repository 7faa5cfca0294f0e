//! What `--report` writes: how things stand, as JSON.

use std::collections::BTreeMap;

use footpath::grid::Cell;
use footpath::level::{Obstacle, Order};
use footpath::nav::trace::NodeSet;
use footpath::nav::{PathStatus, TraceStep};
use footpath::profile::Property;
use footpath::sentences;
use serde_json::{Value, json};

use crate::app::modes::ModeName;
use crate::app::modes::import::Choice;
use crate::app::modes::lab::{Lab, Lane};
use crate::app::modes::play::game::{baking, inspect};
use crate::app::modes::play::workbench::Quantity;
use crate::app::modes::play::{Game, Panel};
use crate::app::modes::timing::Slow;
use crate::app::platform::session::Session;
use crate::app::ui::pixels;
use crate::app::view::examined::Examined;
use crate::app::view::words::agent_words;
use crate::app::view::words::search_words;

/// The most cells of a set, and steps of a trace, that are reported of a search in the lab.
const MOST_CELLS: usize = 2_000;

/// How things stand in a session.
pub fn of(session: &Session) -> Value {
    let game = &session.play.game;
    let report = game.run.sim().report();
    let mut state = json!(report);
    for (index, (reported, agent)) in report.agents.iter().zip(game.run.sim().agents()).enumerate() {
        let words = |reason| sentences::stuck(reason, game.run.sim().map(), game.run.sim().profile_of(agent));
        state["agents"][index]["reason"] = reported.reason.as_ref().map(words).into();
    }
    state["replay"] = replay_state(game);
    state["level"] = game.level.source().name().into();
    state["messages"] = game.notices.messages().iter().map(|message| message.heading.as_str()).collect();
    state["selected"] = game.orders.selected().iter().map(|id| id.0).collect();
    let camera = &game.camera;
    let (x, y) = (camera.centre.x, camera.centre.y);
    state["camera"] = json!({ "x": x, "y": y, "scale": camera.scale, "dpi": pixels::per_logical() });
    let window = pixels::viewport();
    state["window"] = json!([window.x, window.y]);
    let sim = game.run.sim();
    state["goals"] = sim.goals().iter().map(|goal| json!([goal.text, goal.count])).collect();
    state["outcome"] = sim.outcome().map(|outcome| json!([outcome.won, outcome.text])).into();
    state["shows_result"] = (game.panels.open() == Some(Panel::Result)).into();
    state["card_is_open"] = game.panels.card().is_open.into();
    state["speed"] = game.clock.speed_in_words().into();
    state["brush"] = game.handling.has_brush().into();
    state["pins"] = game.look.pins().iter().map(|at| json!({ "x": at.x, "y": at.y })).collect();
    state["camera_follows"] = game.look.follow_camera().is_on.into();
    state["search"] = search_state(game);
    state["bake"] = bake_state(game);
    let map = game.run.sim().map();
    let obstacle = |obstacle: &Obstacle| json!({ "name": obstacle.name, "x": obstacle.at.x, "y": obstacle.at.y });
    state["obstacles"] =
        map.obstacles.iter().chain(game.run.sim().moving().map(|(moving, _)| moving)).map(obstacle).collect();
    state["links"] = map.links.iter().map(|link| json!({ "name": link.name, "active": link.active })).collect();
    state["zones"] = game.run.sim().zones().iter().map(|zone| zone.name.as_str()).collect();
    state["orders"] = orders_state(game);
    state["inspector"] = inspector_state(game);
    let timings = session.frames().timings();
    state["frame_cpu_ms"] = timings.frame_cpu.mean().into();
    state["frames"] = session.frames().count().into();
    state["frames_drawn"] = session.frames().drawn().into();
    let taken = session.taken();
    let pointer = taken.pointer.map(|at| json!({ "x": at.x, "y": at.y }));
    state["input"] = json!({ "events": taken.events, "pointer": pointer });
    let ground = session.ground_counts();
    state["ground"] = json!({ "targets": ground.targets, "paintings": ground.paintings });
    state["drawing_ms"] = timings.drawing.mean().into();
    let slow = |slow: Slow| json!({ "ms": slow.took, "part": slow.part, "part_ms": slow.part_took });
    state["slowest_frame"] = timings.slowest_frame.get().map_or(Value::Null, slow);
    state["slowest_tick"] = timings.slowest_tick.get().map_or(Value::Null, slow);
    state["lab"] = if session.mode == ModeName::Lab { lab_state(&session.lab) } else { Value::Null };
    state["edit"] = if session.mode == ModeName::Edit { edit_state(session) } else { Value::Null };
    let menu = &session.menu;
    state["is_saved"] = game.level.history().is_saved().into();
    state["faults"] =
        game.notices.messages().iter().filter_map(|message| message.tile).map(|tile| json!([tile.x, tile.y])).collect();
    state["said"] = game.notices.answer().map(|(answer, _)| answer.text.as_str()).into();
    state["menu"] = menu.page().map(|page| json!({ "page": format!("{page:?}"), "marked": menu.marked() })).into();
    state["import"] = session.import.choice().map_or(Value::Null, import_state);
    state["work"] = game.long_work.as_ref().map(|work| json!({ "title": work.title, "part": work.part() })).into();
    state["theme"] = format!("{:?}", session.settings.theme).into();
    state["lesson"] = lesson_state(session);
    state["answer"] = game.notices.answer().map(|(answer, _)| answer.text.as_str()).into();
    state
}

/// What is chosen of a file that is to become a level.
fn import_state(choice: &Choice) -> Value {
    let Some(about) = choice.about() else { return Value::Null };
    let grounds: BTreeMap<&str, bool> =
        about.grounds.iter().map(|ground| (ground.name.as_str(), ground.is_solid)).collect();
    json!({ "name": about.name, "solid": grounds, "level": about.levels.get(about.chosen), "is_settled": choice.is_settled() })
}

/// How the replay stands that is played, if one is.
fn replay_state(game: &Game) -> Value {
    let Some(watch) = &game.watch else { return Value::Null };
    json!({
        "tick": watch.player.tick(),
        "of": watch.player.replay().ticks,
        "compared": watch.player.compared(),
        "differs": watch.player.difference().map(|difference| difference.tick),
        "winding": watch.is_winding(),
        "playing": !game.clock.paused,
    })
}

/// Which step of the lesson is on, and where its card is.
fn lesson_state(session: &Session) -> Value {
    let Some((lesson, area)) = session.lesson() else { return Value::Null };
    let card = area.map(|area| [area.x, area.y, area.w, area.h]);
    json!({ "name": lesson.name, "done": lesson.done(), "of": lesson.steps(), "task": lesson.task(), "card": card })
}

/// What every agent is told, first what it does now, and what the player is about to tell them.
fn orders_state(game: &Game) -> Value {
    let words = |order: &Order| agent_words::order_in_words(game.run.sim(), order);
    let orders =
        game.run.sim().agents().iter().map(|agent| agent.order().into_iter().chain(agent.queue()).map(words).collect());
    json!({
        "of_agents": orders.collect::<Vec<Vec<String>>>(),
        "formation": game.orders.is_in_formation(),
        "aim": game.orders.aim().map(|aim| format!("{aim:?}")),
        "drawn_patrol": game.orders.drawn_patrol().map(|drawn| drawn.points()),
    })
}

/// What the inspector shows while it is open.
fn inspector_state(game: &Game) -> Value {
    let (Some(page), Some(agent)) = (game.panels.inspector(), game.orders.first_agent(game.run.sim())) else {
        return Value::Null;
    };
    let value = |property: &'static Property| {
        let profile = inspect::inspected_profile(&game.run, agent);
        (property.label.to_owned(), json!(property.value(profile)))
    };
    json!({
        "page": page.name(),
        "agent": agent.id().0,
        "lines": agent_words::state_of(game.run.sim(), agent).into_iter().collect::<BTreeMap<&str, String>>(),
        "values": page.properties().map(value).collect::<serde_json::Map<_, _>>(),
    })
}

/// What the panel of baking holds while it is open, and what is baked.
fn bake_state(game: &Game) -> Value {
    let bench = game.panels.workbench();
    let panel = bench.map(|bench| {
        let value = |quantity: &Quantity| (quantity.name().to_owned(), json!(bench.value(*quantity)));
        json!({
            "profile": bench.profile.name,
            "values": Quantity::all().iter().map(value).collect::<serde_json::Map<_, _>>(),
            "differs": bench.differs(game.run.sim()),
            "took_ms": bench.took,
            "why_closed": baking::why_closed(game),
        })
    });
    json!({ "panel": panel, "is_baked": game.run.sim().is_baked(), "cells_per_tile": game.run.sim().map().bake.cells_per_tile })
}

/// How agents are to search, and what is known of the last search as far as it is shown.
fn search_state(game: &Game) -> Value {
    let method = &game.orders.method(&game.run);
    let comparison = game.look.comparison().map(|comparison| {
        comparison
            .rows
            .iter()
            .map(|row| {
                json!({
                    "algorithm": row.algorithm.name(),
                    "micros": row.measured.micros,
                    "bytes": row.measured.bytes,
                    "found": row.found.as_ref().and_then(|found| found.as_ref().ok()).map(path_state),
                })
            })
            .collect::<Vec<_>>()
    });
    let playback = game.look.examiner().playback.as_ref();
    json!({
        "panel": game.panels.shows_search(),
        "blooms": game.look.bloom().is_some(),
        "algorithm": method.algorithm.name(),
        "heuristic": method.heuristic.name(),
        "weight": method.weight.to_string(),
        "neighbours": method.connectivity.name(),
        "corners": method.corners.name(),
        "diagonal": method.diagonal.name(),
        "smooth": method.smooth,
        "textbook": method.textbook.name(),
        "mistake": method.mistake.name(),
        "last": game.look.examiner().examined.as_ref().map(last_search_state),
        "replay": playback.map(|playback| json!({
            "step": playback.step(),
            "of": game.look.examiner().steps(),
            "playing": playback.playing,
            "pace": playback.pace(),
        })),
        "comparison": comparison,
    })
}

fn last_search_state(examined: &Examined) -> Value {
    let question = &examined.question;
    let start = question.query.start;
    json!({
        "agent": question.agent.map(|agent| agent.0),
        "asked": question.query.method.algorithm.name(),
        "start": [start.x, start.y],
        "goals": question.query.goals.iter().map(|goal| [goal.x, goal.y]).collect::<Vec<_>>(),
        "found": examined.found.as_ref().ok().map(path_state),
        "error": examined.found.as_ref().err().map(ToString::to_string),
        "generated": examined.statistics().generated,
        "micros": examined.measured.map(|measured| measured.micros),
        "steps": examined.replay.trace().steps.len(),
        "played": examined.replay.played(),
        "cut_short": examined.replay.trace().is_cut_short,
    })
}

fn path_state(path: &footpath::nav::Path) -> Value {
    json!({
        "algorithm": path.algorithm.name(),
        "complete": path.status == PathStatus::Complete,
        "expanded": path.statistics.expanded,
        "length": path.length,
        "cost": path.cost,
        "guarantee": search_words::promise(path.guarantee),
        "walkable": path.is_walkable,
    })
}

/// What is tried in the lab: where the markers are, how each search did, and how far it is played.
fn lab_state(lab: &Lab) -> Value {
    let experiment = &lab.experiment;
    let cell = |cell: Cell| json!([cell.x, cell.y]);
    let pane = |pane: usize| {
        let (camera, area) = (lab.camera_of(pane), lab.pane(pane));
        json!({ "x": camera.centre.x, "y": camera.centre.y, "scale": camera.scale,
            "area": [area.x, area.y, area.w, area.h] })
    };
    json!({
        "sheet": experiment.title(),
        "size": [experiment.lattice().width, experiment.lattice().height],
        "seed": experiment.sheet.seed,
        "density": experiment.sheet.density,
        "walls": experiment.walls(),
        "start": cell(experiment.start),
        "goal": cell(experiment.goal),
        "via": experiment.via.map(cell),
        "tool": format!("{:?}", experiment.tool),
        "paint": experiment.paint,
        "page": lab.panel.page().map(|page| format!("{page:?}")),
        "chosen": experiment.lanes.chosen(),
        "by_time": experiment.lanes.are_by_time(),
        "steps": experiment.lanes.steps(),
        "played": experiment.lanes.playback().map(|playback| playback.step()),
        "playing": experiment.lanes.playback().is_some_and(|playback| playback.playing),
        "prediction": lab.prediction.as_ref().map(|prediction| [prediction.right, prediction.asked]),
        "walkers": experiment.sim.agents().iter().map(|agent| agent.state().name()).collect::<Vec<_>>(),
        "lanes": experiment.lanes.all().iter().map(lane_state).collect::<Vec<_>>(),
        "panes": (0..experiment.lanes.all().len()).map(pane).collect::<Vec<_>>(),
    })
}

/// What is drawn with, what is selected, and what has been done, while the edit mode is on.
fn edit_state(session: &Session) -> Value {
    let (editor, history) = (&session.editor, session.play.game.level.history());
    let (page, tool, paint) = editor.in_words();
    json!({
        "page": page,
        "tool": tool,
        "paint": paint,
        "selected": editor.selected().collect::<Vec<_>>(),
        "said": editor.said(),
        "history": history.entries().iter().map(|entry| entry.name.as_str()).collect::<Vec<_>>(),
        "done": history.done(),
        "is_saved": history.is_saved(),
    })
}

/// How a search did on all of its legs, one after the other.
fn lane_state(lane: &Lane) -> Value {
    let Some(first) = lane.legs.first() else { return Value::Null };
    let (legs, figures) = (lane.legs.as_slice(), lane.figures());
    let cells = |set: NodeSet| {
        let of_leg = |leg: &Examined| leg.replay.nodes().filter(|(_, node)| node.set == set).collect::<Vec<_>>();
        let of_set = legs.iter().flat_map(of_leg).take(MOST_CELLS);
        of_set.map(|(cell, _)| [cell.x, cell.y]).collect::<Vec<_>>()
    };
    let paths = || legs.iter().filter_map(|leg| leg.found.as_ref().ok());
    let step = |step: &TraceStep| json!([format!("{:?}", step.kind), step.cell.x, step.cell.y]);
    json!({
        "algorithm": lane.method.algorithm.name(),
        "found": figures.map(|figures| json!({
            "cost": figures.cost,
            "length": figures.length,
            "expanded": figures.expanded,
            "guarantee": first.found.as_ref().map_or_else(|_| String::new(), |path| search_words::promise(path.guarantee)),
        })),
        "path": paths().flat_map(|path| &path.cells).map(|cell| [cell.x, cell.y]).collect::<Vec<_>>(),
        "peak_open": figures.and_then(|figures| figures.peak_open),
        "measured": lane.measured().map(|measured| json!({ "micros": measured.micros, "bytes": measured.bytes })),
        "played": legs.iter().map(|leg| leg.replay.played()).sum::<usize>(),
        "legs": legs.len(),
        "trace": legs.iter().flat_map(|leg| &leg.replay.trace().steps).take(MOST_CELLS).map(step).collect::<Vec<_>>(),
        "open": cells(NodeSet::Open),
        "closed": cells(NodeSet::Closed),
    })
}
