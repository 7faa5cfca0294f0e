//! The window on the desktop: its options, the level file that is watched, pictures and reports.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use footpath::grid::Cell;
use footpath::level::built_in::LEVELS;
use footpath::level::edit::Document;
use footpath::level::{Obstacle, Order};
use footpath::nav::trace::NodeSet;
use footpath::nav::{PathStatus, TraceStep};
use footpath::profile::Property;
use footpath::replay::Replay;
use footpath::script::Script;
use footpath::sentences;
use macroquad::prelude::{get_screen_data, is_quit_requested, next_frame, prevent_quit};
use macroquad::telemetry;
use serde_json::{Value, json};

use crate::app::modes::changed_keys::Room;
use crate::app::modes::import::Choice;
use crate::app::modes::lab::{Lab, Lane};
use crate::app::modes::library::{self, Source};
use crate::app::modes::play::Game;
use crate::app::modes::play::game::{bake_presses, inspect};
use crate::app::modes::play::workbench::Quantity;
use crate::app::modes::timing::Slow;
use crate::app::platform::drafts::Drafts;
use crate::app::platform::level_files;
use crate::app::platform::replay_keeper::{self, ReplayKeeper};
use crate::app::platform::session::{LabGround, Session, Start, TourOffer};
use crate::app::platform::settings_keeper::Place;
use crate::app::platform::window_conf;
use crate::app::ui::pixels;
use crate::app::view::examined::Examined;
use crate::app::view::words::agent_words;
use crate::app::view::words::answers::{Answer, Tone};
use crate::app::view::words::search_words;
use crate::file_name::shown;
use crate::output_file::{demand_replaceable, replace};
use crate::png_file;
use crate::recording_file::Destination;

/// The most cells of a set, and steps of a trace, that are reported of a search in the lab.
const MOST_CELLS: usize = 2_000;

/// How long a frame takes at least in which nothing is drawn: where the screen does not wait, the same picture would be shown
/// as often as the machine can. What is done is seen that much later at most, once.
const STILL_FRAME: Duration = Duration::from_millis(30);

/// Seconds from one report to the next, as long as nothing is done with keys or mouse.
const REPORT_INTERVAL: f32 = 0.1;

/// How to play.
#[derive(Clone, Debug)]
pub struct PlayOptions {
    /// A level file, or the name of a built-in level; the first built-in level without one.
    pub level: Option<PathBuf>,
    /// The text of the level that was made of that file, which is a map of another program; it has no file of its own yet.
    pub imported: Option<String>,
    /// Whether to open the lab: on the level, or on an empty sheet where none is named.
    pub lab: bool,
    /// What to do without a player.
    pub script: Option<Script>,
    /// The file in which the settings are kept; without it nothing is remembered.
    pub settings: Option<PathBuf>,
    /// A replay to be played, and at which tick it is to halt, if at any.
    pub replay: Option<(Replay, Option<u64>)>,
    /// The file in which the run is recorded.
    pub record: Option<Destination>,
    /// The folder in which the last runs are recorded; without it they are in memory only.
    pub recordings: Option<PathBuf>,
    /// Where to save a picture of the window, as PNG.
    pub screenshot: Option<PathBuf>,
    /// When to take that picture, in seconds from the first frame. Slow frames count as 1/12 s, so
    /// that as much of the walk has happened as on a fast machine.
    pub after: f32,
    /// When to close the window, counted in the same way; without it, a window that takes a picture
    /// closes once it is taken, and any other stays until the player closes it.
    pub exit_after: Option<f32>,
    /// The size of the window in logical pixels.
    pub size: (u32, u32),
    /// Where to write how things stand, as JSON: ten times a second, in the frames that answer to keys or mouse, and when
    /// the window closes.
    pub report: Option<PathBuf>,
}

/// Opens the window and plays until it is closed.
///
/// # Errors
/// In words, naming the file or the value: the run cannot be recorded, the level file cannot be read at all (a broken one is
/// shown with its messages instead), a picture or a report cannot be written, or the graphics driver
/// is not as it must be.
pub fn play(options: PlayOptions) -> Result<(), String> {
    check_picture(&options)?;
    options.report.as_deref().map_or(Ok(()), demand_replaceable)?;
    let start = first_level(&options)?;
    let conf = window_conf(options.size.0, options.size.1);
    let outcome = Rc::new(RefCell::new(Ok(())));
    let told = Rc::clone(&outcome);
    macroquad::Window::from_config(conf, async move {
        *told.borrow_mut() = run(options, start).await;
    });
    outcome.replace(Ok(()))
}

/// Looks before the window opens whether the picture can be saved.
fn check_picture(options: &PlayOptions) -> Result<(), String> {
    let Some(path) = &options.screenshot else { return Ok(()) };
    if !path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("png")) {
        return Err(format!("`{}`: a screenshot is saved as PNG, under a name that ends in .png", shown(path)));
    }
    demand_replaceable(path)
}

/// Saves what the window shows as PNG. macroquad's own way panics where the disk is full.
fn save_picture(path: &Path) -> Result<(), String> {
    let screen = get_screen_data();
    // The graphics have the lowest row first.
    let rows: Vec<u8> = screen.bytes.chunks_exact(4 * usize::from(screen.width)).rev().flatten().copied().collect();
    let size = (screen.width.into(), screen.height.into());
    replace(path, |file| png_file::write(file, size, png::ColorType::Rgba, &rows))
}

/// The level to begin with; a broken file is answered with its messages over the first built-in one.
fn first_level(options: &PlayOptions) -> Result<Start, String> {
    let ground = if options.level.is_some() { LabGround::Level } else { LabGround::Sheet };
    let lab = options.lab.then_some(ground);
    let settings = options.settings.clone().map_or(Place::Nowhere, Place::File);
    // With nowhere to remember that it was shown, it would be shown every time.
    let can_be_shown = options.settings.is_some() && lab.is_none() && options.replay.is_none();
    let recordings = recordings(options)?;
    let first = |messages| Ok::<_, String>((first_built_in()?, Source::BuiltIn(0), messages));
    let (document, source, messages) = match &options.level {
        // A replay brings its level.
        None => first(Vec::new())?,
        Some(path) if options.imported.is_some() => {
            let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            let text = options.imported.clone().unwrap_or_default();
            let document = Document::open(&name, text).map_err(|error| error.to_string())?;
            (document, Source::Imported { name, from: path.clone() }, Vec::new())
        }
        Some(path) => match built_in_named(path) {
            Some(index) => {
                let document = library::open_built_in(index).map_err(|error| error.to_string())?;
                (document, Source::BuiltIn(index), Vec::new())
            }
            None => match library::open(&shown(path).to_string(), &level_files::read(path)?) {
                Ok(document) => (document, Source::File(path.clone()), Vec::new()),
                Err(messages) => first(messages)?,
            },
        },
    };
    let drafts = Drafts { folder: options.settings.as_ref().and_then(|path| Some(path.parent()?.join("drafts"))) };
    let broken = options.level.clone().filter(|_| !messages.is_empty());
    let tour = match &source {
        _ if !can_be_shown => TourOffer::Nobody,
        _ if options.level.is_none() => TourOffer::Everybody,
        Source::BuiltIn(_) if broken.is_none() => TourOffer::Begun,
        _ => TourOffer::Nobody,
    };
    let (script, replay) = (options.script.clone(), options.replay.clone());
    Ok(Start { document, source, messages, script, lab, settings, drafts, recordings, replay, broken, tour })
}

/// Where runs are recorded.
fn recordings(options: &PlayOptions) -> Result<replay_keeper::Place, String> {
    options.record.as_ref().map_or(Ok(()), Destination::demand)?;
    Ok(replay_keeper::Place { folder: options.recordings.clone(), first: options.record.clone() })
}

/// Has a panic write what is recorded of the run, and say where that is.
fn keep_replay_after_panic(keeper: Arc<Mutex<ReplayKeeper>>) {
    let tells = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        tells(panic);
        if let Some(words) = replay_keeper::keep_after_panic(&keeper) {
            // Where nobody reads them, nothing can be done.
            let _ = writeln!(std::io::stderr(), "{words}");
        }
    }));
}

/// The built-in level that a path means: its name, where no such file exists.
fn built_in_named(path: &Path) -> Option<usize> {
    let name = path.to_str().filter(|_| !path.is_file())?;
    LEVELS.iter().position(|level| level.name == name)
}

fn first_built_in() -> Result<Document, String> {
    library::open_built_in(0).map_err(|error| format!("the built-in level {} is broken:\n{error}", LEVELS[0].name))
}

async fn run(options: PlayOptions, start: Start) -> Result<(), String> {
    prevent_quit();
    let mut session = Session::begin(start).await?;
    keep_replay_after_panic(session.shared_replay_keeper());
    let frames = show(&mut session, &options).await;
    // Also where a picture or a report could not be written.
    let is_kept = session.keep_settings();
    let frames = frames?;
    is_kept?;
    let Some(path) = &options.report else { return Ok(()) };
    let draw_calls = count_draw_calls(&mut session).await;
    let mut report = state(&session);
    report["draw_calls"] = draw_calls.into();
    let frames = frames.get(WARM_UP..).unwrap_or(&frames);
    report["frame_cpu_ms_mean"] = mean(frames).into();
    report["frame_cpu_ms_max"] = frames.iter().copied().fold(0.0, f32::max).into();
    write_report(&report, path)
}

/// Shows frames until the window is to be closed; gives how long each took, in milliseconds.
async fn show(session: &mut Session, options: &PlayOptions) -> Result<Vec<f32>, String> {
    let mut screenshot = options.screenshot.clone();
    let mut frames = Vec::new();
    let exit_after = options.exit_after.or(screenshot.is_some().then_some(options.after));
    let mut next_report = 0.0;
    loop {
        let begun = Instant::now();
        match session.frame() {
            Some(took) => frames.push(took),
            None => std::thread::sleep(STILL_FRAME.saturating_sub(begun.elapsed())),
        }
        if session.play.game.take_file_wish() {
            let text =
                "Drop a level, or a map of another program, on this window; or name it when you start: footpath FILE";
            session.play.game.say(Answer::new(Tone::Plain, text));
        }
        let now = session.elapsed;
        if now >= options.after
            && let Some(path) = screenshot.take()
        {
            save_picture(&path)?;
        }
        if (now >= next_report || session.is_answering())
            && let Some(path) = &options.report
        {
            write_report(&state(session), path)?;
            next_report = now + REPORT_INTERVAL;
        }
        let over = exit_after.is_some_and(|end| now >= end) && screenshot.is_none();
        if over || is_quit_requested() {
            return Ok(frames);
        }
        next_frame().await;
    }
}

/// How things stand.
fn state(session: &Session) -> Value {
    let game = &session.play.game;
    let report = game.sim.report();
    let mut state = json!(report);
    for (index, (reported, agent)) in report.agents.iter().zip(game.sim.agents()).enumerate() {
        let words = |reason| sentences::stuck(reason, game.sim.map(), game.sim.profile_of(agent));
        state["agents"][index]["reason"] = reported.reason.as_ref().map(words).into();
    }
    state["replay"] = replay_state(game);
    state["level"] = game.source.name().into();
    state["messages"] = game.messages.iter().map(|message| message.heading.as_str()).collect();
    state["selected"] = game.selected.iter().map(|id| id.0).collect();
    let camera = &game.camera;
    let (x, y) = (camera.centre.x, camera.centre.y);
    state["camera"] = json!({ "x": x, "y": y, "scale": camera.scale, "dpi": pixels::per_logical() });
    state["card_is_open"] = game.card.is_open.into();
    state["speed"] = game.clock.speed_in_words().into();
    state["brush"] = game.brush.into();
    state["pins"] = game.pins.iter().map(|at| json!({ "x": at.x, "y": at.y })).collect();
    state["camera_follows"] = game.follow_camera.is_on.into();
    state["search"] = search_state(game);
    state["bake"] = bake_state(game);
    let map = game.sim.map();
    let obstacle = |obstacle: &Obstacle| json!({ "name": obstacle.name, "x": obstacle.at.x, "y": obstacle.at.y });
    state["obstacles"] =
        map.obstacles.iter().chain(game.sim.moving().map(|(moving, _)| moving)).map(obstacle).collect();
    state["links"] = map.links.iter().map(|link| json!({ "name": link.name, "active": link.active })).collect();
    state["zones"] = game.sim.zones().iter().map(|zone| zone.name.as_str()).collect();
    state["orders"] = orders_state(game);
    state["inspector"] = inspector_state(game);
    let timings = &session.timings;
    state["frame_cpu_ms"] = timings.frame_cpu.mean().into();
    state["frames"] = session.frames().into();
    state["frames_drawn"] = session.drawn().into();
    let taken = session.taken();
    let pointer = taken.pointer.map(|at| json!({ "x": at.x, "y": at.y }));
    state["input"] = json!({ "events": taken.events, "pointer": pointer });
    let ground = session.ground_counts();
    state["ground"] = json!({ "targets": ground.targets, "paintings": ground.paintings });
    state["drawing_ms"] = timings.drawing.mean().into();
    let slow = |slow: Slow| json!({ "ms": slow.took, "part": slow.part, "part_ms": slow.part_took });
    state["slowest_frame"] = timings.slowest_frame.get().map_or(Value::Null, slow);
    state["slowest_tick"] = timings.slowest_tick.get().map_or(Value::Null, slow);
    state["lab"] = if session.room == Room::Lab { lab_state(&session.lab) } else { Value::Null };
    state["edit"] = if session.room == Room::Edit { edit_state(session) } else { Value::Null };
    let menu = &session.menu;
    state["is_saved"] = game.history.is_saved().into();
    state["faults"] =
        game.messages.iter().filter_map(|message| message.tile).map(|tile| json!([tile.x, tile.y])).collect();
    state["said"] = game.answer.as_ref().map(|(answer, _)| answer.text.as_str()).into();
    state["menu"] = menu.page().map(|page| json!({ "page": format!("{page:?}"), "marked": menu.marked() })).into();
    state["import"] = session.import.choice().map_or(Value::Null, import_state);
    state["work"] = game.long_work.as_ref().map(|work| json!({ "title": work.title, "part": work.part() })).into();
    state["theme"] = format!("{:?}", session.settings.theme).into();
    state["lesson"] = lesson_state(session);
    state["answer"] = game.answer.as_ref().map(|(answer, _)| answer.text.as_str()).into();
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
    let words = |order: &Order| agent_words::order_in_words(&game.sim, order);
    let orders =
        game.sim.agents().iter().map(|agent| agent.order().into_iter().chain(agent.queue()).map(words).collect());
    json!({
        "of_agents": orders.collect::<Vec<Vec<String>>>(),
        "formation": game.formation,
        "aim": game.aim.map(|aim| format!("{aim:?}")),
    })
}

/// What the inspector shows while it is open.
fn inspector_state(game: &Game) -> Value {
    let (Some(page), Some(agent)) = (game.inspector, inspect::inspected(game)) else { return Value::Null };
    let value = |property: &'static Property| {
        let profile = inspect::inspected_profile(game).unwrap_or(game.sim.profile_of(agent));
        (property.label.to_owned(), json!(property.value(profile)))
    };
    json!({
        "page": page.name(),
        "agent": agent.id().0,
        "lines": agent_words::state_of(&game.sim, agent).into_iter().collect::<BTreeMap<&str, String>>(),
        "values": page.properties().map(value).collect::<serde_json::Map<_, _>>(),
    })
}

/// What the panel of baking holds while it is open, and what is baked.
fn bake_state(game: &Game) -> Value {
    let bench = game.workbench.as_ref();
    let panel = bench.map(|bench| {
        let value = |quantity: &Quantity| (quantity.name().to_owned(), json!(bench.value(*quantity)));
        json!({
            "profile": bench.profile.name,
            "values": Quantity::all().iter().map(value).collect::<serde_json::Map<_, _>>(),
            "differs": bench.differs(&game.sim),
            "took_ms": bench.took,
            "why_closed": bake_presses::why_closed(game),
        })
    });
    json!({ "panel": panel, "is_baked": game.sim.is_baked(), "cells_per_tile": game.sim.map().bake.cells_per_tile })
}

/// How agents are to search, and what is known of the last search as far as it is shown.
fn search_state(game: &Game) -> Value {
    let method = &game.method();
    let comparison = game.comparison.as_ref().map(|comparison| {
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
    let playback = game.examiner.playback.as_ref();
    json!({
        "panel": game.search_panel,
        "algorithm": method.algorithm.name(),
        "heuristic": method.heuristic.name(),
        "weight": method.weight.to_string(),
        "neighbours": method.connectivity.name(),
        "corners": method.corners.name(),
        "diagonal": method.diagonal.name(),
        "smooth": method.smooth,
        "last": game.examiner.examined.as_ref().map(last_search_state),
        "replay": playback.map(|playback| json!({
            "step": playback.step(),
            "of": game.examiner.steps(),
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
        "page": lab.page.map(|page| format!("{page:?}")),
        "chosen": experiment.chosen,
        "by_time": experiment.by_time,
        "steps": experiment.steps(),
        "played": experiment.playback.map(|playback| playback.step()),
        "playing": experiment.playback.is_some_and(|playback| playback.playing),
        "walkers": experiment.sim.agents().iter().map(|agent| agent.state().name()).collect::<Vec<_>>(),
        "lanes": experiment.lanes.iter().map(lane_state).collect::<Vec<_>>(),
        "panes": (0..experiment.lanes.len()).map(pane).collect::<Vec<_>>(),
    })
}

/// What is drawn with, what is selected, and what has been done, while the edit mode is on.
fn edit_state(session: &Session) -> Value {
    let (editor, history) = (&session.editor, &session.play.game.history);
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

/// Writes a report in one piece, so that a reader never finds half of one.
fn write_report(report: &Value, path: &Path) -> Result<(), String> {
    replace(path, |file| writeln!(file, "{report:#}"))
}

/// Frames that are not counted: in them letters and shaders are made for the first time.
const WARM_UP: usize = 20;

/// The mean; 0 of nothing.
fn mean(values: &[f32]) -> f32 {
    values.iter().sum::<f32>() / values.len().max(1) as f32
}

/// How many draw calls a picture takes: one more is drawn and listened to.
async fn count_draw_calls(session: &mut Session) -> usize {
    telemetry::capture_frame();
    for _ in 0..2 {
        next_frame().await;
        session.stir();
        session.frame();
    }
    next_frame().await;
    telemetry::drawcalls().len()
}
