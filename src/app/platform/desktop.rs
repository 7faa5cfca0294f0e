//! The window on the desktop: its options, the level file that is watched, pictures and reports.

use std::cell::RefCell;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use footpath::level::built_in::LEVELS;
use footpath::level::edit::Document;
use footpath::replay::Replay;
use footpath::script::Script;
use macroquad::prelude::{is_quit_requested, next_frame, prevent_quit};
use macroquad::telemetry;
use serde_json::Value;

use crate::app::modes::appearance::MotionPreference;
use crate::app::modes::library::{self, LevelSource};
use crate::app::platform::drafts::Drafts;
use crate::app::platform::level_files;
use crate::app::platform::replay_store::{self, ReplayStore};
use crate::app::platform::report;
use crate::app::platform::session::{LabGround, Session, Start, TourOffer};
use crate::app::platform::store::Kept;
use crate::app::platform::window_conf;
use crate::app::window::get_screen_data;
use crate::file_name::shown;
use crate::output_file::{demand_replaceable, replace};
use crate::png_file;
use crate::recording_file::Destination;

/// How long a frame takes at least in which nothing is drawn: where the screen does not wait, the same picture would be shown
/// as often as the machine can. What is done is seen that much later at most, once.
const STILL_FRAME: Duration = Duration::from_millis(30);

/// Seconds from one report to the next, as long as nothing is done with keys or mouse.
const REPORT_INTERVAL: f32 = 0.1;

/// What the command line asks of the window: what is played, and what is written meanwhile.
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
    /// The folder in which settings and drafts are kept; without it nothing is remembered.
    pub kept: Option<PathBuf>,
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
    /// What the command line or the system calls the language of the user; empty for English.
    pub language: String,
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
pub(super) fn first_level(options: &PlayOptions) -> Result<Start, String> {
    let ground = if options.level.is_some() { LabGround::Level } else { LabGround::Sheet };
    let lab = options.lab.then_some(ground);
    let settings = Kept(options.kept.clone());
    // With nowhere to remember that it was shown, it would be shown every time.
    let can_be_shown = options.kept.is_some() && lab.is_none() && options.replay.is_none();
    let recordings = recordings(options)?;
    let first = |messages| Ok::<_, String>((first_built_in()?, LevelSource::BuiltIn(0), messages));
    let (document, source, messages) = match &options.level {
        // A replay brings its level.
        None => first(Vec::new())?,
        Some(path) if options.imported.is_some() => {
            let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            let text = options.imported.clone().unwrap_or_default();
            let document = Document::open(&name, text).map_err(|error| error.to_string())?;
            (document, LevelSource::Imported { name, from: path.clone() }, Vec::new())
        }
        Some(path) => match built_in_named(path) {
            Some(index) => {
                let document = library::open_built_in(index).map_err(|error| error.to_string())?;
                (document, LevelSource::BuiltIn(index), Vec::new())
            }
            None => match library::open(&shown(path).to_string(), &level_files::read(path)?) {
                Ok(document) => (document, LevelSource::File(path.clone()), Vec::new()),
                Err(messages) => first(messages)?,
            },
        },
    };
    let drafts = Drafts(Kept(options.kept.as_ref().map(|folder| folder.join("drafts"))));
    let broken = options.level.clone().filter(|_| !messages.is_empty());
    let tour = match &source {
        _ if !can_be_shown => TourOffer::Nobody,
        _ if options.level.is_none() => TourOffer::Everybody,
        LevelSource::BuiltIn(_) if broken.is_none() => TourOffer::Begun,
        _ => TourOffer::Nobody,
    };
    let (script, replay) = (options.script.clone(), options.replay.clone());
    let fragment = String::new();
    Ok(Start {
        document,
        source,
        messages,
        script,
        lab,
        fragment,
        embed: None,
        settings,
        drafts,
        recordings,
        replay,
        broken,
        tour,
        motion: MotionPreference::Full,
        language: options.language.clone(),
    })
}

/// Where runs are recorded.
fn recordings(options: &PlayOptions) -> Result<replay_store::RecordingPlace, String> {
    options.record.as_ref().map_or(Ok(()), Destination::demand)?;
    Ok(replay_store::RecordingPlace { folder: options.recordings.clone(), first: options.record.clone() })
}

/// Has a panic write what is recorded of the run, and say where that is.
fn keep_replay_after_panic(store: Arc<Mutex<ReplayStore>>) {
    let tells = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        tells(panic);
        if let Some(words) = replay_store::keep_after_panic(&store) {
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
    let mut report = report::of(&session);
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
        let now = session.frames().elapsed();
        if now >= options.after
            && let Some(path) = screenshot.take()
        {
            save_picture(&path)?;
        }
        if (now >= next_report || session.frames().is_answering())
            && let Some(path) = &options.report
        {
            write_report(&report::of(session), path)?;
            next_report = now + REPORT_INTERVAL;
        }
        let over = exit_after.is_some_and(|end| now >= end) && screenshot.is_none();
        if over || is_quit_requested() {
            return Ok(frames);
        }
        next_frame().await;
    }
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
