//! The game in a browser: what it asks of the page and tells it. The page's side is
//! `assets/web/footpath.js`.

use std::sync::{Arc, Mutex};

use footpath::format::values::{self, Layout};
use footpath::grid::Cell;
use footpath::level::built_in;
use footpath::level::edit::Document;
use footpath::level::share::{self, ShareError};
use footpath::preview::{Preview, Request};
use macroquad::math::Rect;
use macroquad::prelude::next_frame;

use crate::app::modes::changed_keys::ModeName;
use crate::app::modes::fetch::Fetch;
use crate::app::modes::import::Choice;
use crate::app::modes::lab::{Lab, Lane};
use crate::app::modes::library::{self, Source};
use crate::app::modes::messages::Message;
use crate::app::modes::play::Game;
use crate::app::modes::play::game::inspect;
use crate::app::platform::drafts::Drafts;
use crate::app::platform::replay_store::{self, ReplayStore};
use crate::app::platform::session::{LabGround, Session, Start, TourOffer};
use crate::app::platform::settings_store::Place;
use crate::app::platform::window_conf;
use crate::app::ui::hit_areas::Keyboard;
use crate::app::ui::pixels;
use crate::app::view::words::agent_words;

/// What messages call a level that stands in the page's address.
const SHARED: &str = "the level in the address";

/// Seconds between two states told to the page, as long as nothing is done with keys, mouse or fingers.
const TELL_EVERY: f32 = 0.1;

/// The most agents whose orders are reported: the first ones.
const MOST_TOLD: usize = 32;

mod page {
    unsafe extern "C" {
        pub fn footpath_wants_lab() -> u32;
        pub fn footpath_is_embedded() -> u32;
        pub fn footpath_level(buffer: *mut u8, capacity: usize) -> usize;
        pub fn footpath_fragment(buffer: *mut u8, capacity: usize) -> usize;
        pub fn footpath_started();
        pub fn footpath_wants_hash() -> u32;
        pub fn footpath_pixel_ratio() -> f32;
        pub fn footpath_stops(before: u32, after: u32);
        pub fn footpath_text_fields(areas: *const [f32; 4], count: usize, is_typing: u32);
        pub fn footpath_graphics_are_new() -> u32;
        pub fn footpath_open_file();
        pub fn footpath_full_screen() -> u32;
        pub fn footpath_fail(text: *const u8, length: usize);
        pub fn footpath_cannot_start(text: *const u8, length: usize);
        pub fn footpath_settings(buffer: *mut u8, capacity: usize) -> usize;
        pub fn footpath_keep_settings(text: *const u8, length: usize) -> u32;
        pub fn footpath_draft(key: *const u8, length: usize, buffer: *mut u8, capacity: usize) -> usize;
        pub fn footpath_keep_draft(key: *const u8, key_length: usize, text: *const u8, length: usize) -> u32;
        pub fn footpath_draft_keys(buffer: *mut u8, capacity: usize) -> usize;
        pub fn footpath_hold_draft(key: *const u8, length: usize) -> u32;
        pub fn footpath_let_go_of_draft(key: *const u8, length: usize);
        pub fn footpath_download(name: *const u8, name_length: usize, text: *const u8, length: usize);
        pub fn footpath_record(begins: u32, text: *const u8, length: usize);
        pub fn footpath_download_recording(name: *const u8, name_length: usize, ending: *const u8, length: usize);
        pub fn footpath_copy_link(text: *const u8, length: usize);
        pub fn footpath_link_copied() -> u32;
        pub fn footpath_address(buffer: *mut u8, capacity: usize) -> usize;
        pub fn footpath_show_level(name: *const u8, length: usize);
        pub fn footpath_ask_for_preview(request: *const u8, length: usize);
        pub fn footpath_preview(buffer: *mut u8, capacity: usize) -> usize;
        pub fn footpath_state(text: *const u8, length: usize);
    }
}

/// Plays in the page's canvas.
pub fn play_in_browser() {
    macroquad::Window::from_config(window_conf(1280, 720), async {
        // A panic would stop the frames without a word.
        std::panic::set_hook(Box::new(|panic| {
            macroquad::logging::error!("{}", panic);
            fail(&panic.to_string());
        }));
        if let Err(message) = run().await {
            macroquad::logging::error!("{}", message);
            // SAFETY: the page only reads the text, and only during the call.
            unsafe { page::footpath_cannot_start(message.as_ptr(), message.len()) };
        }
    });
}

async fn run() -> Result<(), String> {
    // Asked for before the level is waited for.
    let index = Fetch::begin(library::INDEX);
    let start = first_level().await?;
    library::take_index(&String::from_utf8_lossy(&index.arrived().await?));
    let mut session = Session::begin(start).await?;
    record_after_panic(session.shared_replay_keeper());
    let mut next_told = 0.0;
    let mut started = false;
    loop {
        // SAFETY: the page's function takes nothing and keeps nothing.
        if unsafe { page::footpath_graphics_are_new() } != 0 {
            session.draw_anew();
        }
        // SAFETY: the page's function takes nothing and keeps nothing.
        pixels::set_per_logical(unsafe { page::footpath_pixel_ratio() });
        session.frame();
        tell_keyboard(&session);
        let now = session.elapsed;
        if now >= next_told || session.is_answering() {
            next_told = now + TELL_EVERY;
            tell_state(&session);
        }
        next_frame().await;
        if !started {
            started = true;
            // SAFETY: the page's function takes nothing and keeps nothing.
            unsafe { page::footpath_started() };
        }
    }
}

/// Has a panic show its words and hand over the rest of the recording, which the page then offers.
fn record_after_panic(store: Arc<Mutex<ReplayStore>>) {
    let tells = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        tells(panic);
        // Where it cannot be had, it was keeping the recording that panicked.
        let Ok(mut store) = store.try_lock() else { return };
        // What is too long is not kept; nobody is left to be told.
        let _ = store.write();
    }));
}

/// The level that the page's address holds, or the one that it names, from beside the page; else the first built-in one, with
/// a message when something was wrong.
async fn first_level() -> Result<Start, String> {
    let (name, shared) = (level_name(), shared_level());
    // SAFETY: the page's function takes nothing and keeps nothing.
    let wants_lab = unsafe { page::footpath_wants_lab() } != 0;
    let ground = if name.is_some() || shared.is_some() { LabGround::Level } else { LabGround::Sheet };
    let lab = wants_lab.then_some(ground);
    let start = |document: Document, source: Source| Start {
        document,
        source,
        messages: Vec::new(),
        script: None,
        lab,
        settings: Place::Page,
        drafts: Drafts {},
        recordings: replay_store::Place::default(),
        replay: None,
        tour: TourOffer::Nobody,
    };
    // SAFETY: the page's function takes nothing and keeps nothing.
    let is_embedded = unsafe { page::footpath_is_embedded() } != 0;
    let fallback = async |messages: Vec<Message>| {
        let document = library::bring_built_in(0).await?;
        let source = Source::BuiltIn(0);
        let tour =
            if lab.is_none() && messages.is_empty() && !is_embedded { TourOffer::Everybody } else { TourOffer::Nobody };
        Ok(Start { messages, tour, ..start(document, source) })
    };
    // The address names the level that is played: after a reload the tour goes on there.
    let play = |document: Document, source: Source| {
        let goes_on = lab.is_none() && !is_embedded && matches!(source, Source::BuiltIn(_));
        Ok(Start { tour: if goes_on { TourOffer::Begun } else { TourOffer::Nobody }, ..start(document, source) })
    };
    if let Some(shared) = shared {
        return match shared.map(|text| library::open(SHARED, text.as_bytes())) {
            Ok(Ok(document)) => {
                let name = document.level().name.clone();
                play(document, Source::Text(name))
            }
            Ok(Err(messages)) => fallback(messages).await,
            Err(error) => fallback(vec![Message::plain(error.to_string())]).await,
        };
    }
    let Some(name) = name else { return fallback(Vec::new()).await };
    if name.contains(char::is_control) {
        return fallback(vec![Message::plain(format!("No level can be called {name:?}"))]).await;
    }
    let path = format!("levels/{name}.ron");
    let source = match built_in::NAMES.iter().position(|known| *known == name) {
        Some(index) => Source::BuiltIn(index),
        None => Source::Text(name.clone()),
    };
    match Fetch::begin(&path).arrived().await {
        Ok(bytes) => match library::open(&path, &bytes) {
            Ok(document) => play(document, source),
            Err(messages) => fallback(messages).await,
        },
        Err(words) if matches!(source, Source::BuiltIn(_)) => fallback(vec![Message::plain(words)]).await,
        Err(_) => {
            let known = built_in::NAMES.join(", ");
            let text = format!("There is no level called {name:?} here ({path}). There are: {known}");
            fallback(vec![Message::plain(text)]).await
        }
    }
}

/// The text of the level that stands behind the `#` of the page's address, or why there is none; `None` where nothing stands
/// there, or something else.
fn shared_level() -> Option<Result<String, ShareError>> {
    let text = share::text(&text_of(page::footpath_fragment));
    (text != Err(ShareError::NotALevel)).then_some(text)
}

/// The value of `?level=` in the page's address.
fn level_name() -> Option<String> {
    Some(text_of(page::footpath_level)).filter(|name| !name.is_empty())
}

/// The text that the page last kept, or an empty one.
pub fn kept_settings() -> String {
    text_of(page::footpath_settings)
}

/// A text that one of the page's functions copies into a buffer as far as that has room; it returns the whole length.
fn text_of(copy: unsafe extern "C" fn(*mut u8, usize) -> usize) -> String {
    // SAFETY: the page writes no more bytes into the buffer than it has room for.
    text_from(|buffer, capacity| unsafe { copy(buffer, capacity) })
}

/// The same, by any function that writes no more than the capacity.
fn text_from(copy: impl Fn(*mut u8, usize) -> usize) -> String {
    let mut buffer = vec![0; copy(std::ptr::null_mut(), 0)];
    copy(buffer.as_mut_ptr(), buffer.len());
    String::from_utf8_lossy(&buffer).into_owned()
}

/// Lets the page keep a text; `false` where the browser does not let it.
pub fn keep_settings(text: &str) -> bool {
    // SAFETY: the page only reads the text, and only during the call.
    unsafe { page::footpath_keep_settings(text.as_ptr(), text.len()) != 0 }
}

/// Has the page keep lines of a recording, which begins with them or goes on: there it is safe from what stops the game.
pub fn record(begins: bool, lines: &str) {
    // SAFETY: the page only reads the text, and only during the call.
    unsafe { page::footpath_record(begins.into(), lines.as_ptr(), lines.len()) };
}

/// Saves the recording that the page keeps, and an ending, as a file among the downloads.
pub fn download_recording(name: &str, ending: &str) {
    // SAFETY: the page only reads the texts, and only during the call.
    unsafe { page::footpath_download_recording(name.as_ptr(), name.len(), ending.as_ptr(), ending.len()) };
}

/// The draft that the page keeps under a key, or an empty text.
pub fn kept_draft(key: &str) -> String {
    // SAFETY: the page only reads the key, and only during the call.
    let copy = |buffer, capacity| unsafe { page::footpath_draft(key.as_ptr(), key.len(), buffer, capacity) };
    text_from(copy)
}

/// Lets the page keep a draft under a key, or none any more where the text is empty; `false` where the browser does not let
/// it.
pub fn keep_draft(key: &str, text: &str) -> bool {
    // SAFETY: the page only reads the texts, and only during the call.
    unsafe { page::footpath_keep_draft(key.as_ptr(), key.len(), text.as_ptr(), text.len()) != 0 }
}

/// What all drafts are kept under, one on a line; of a page inside another one nothing, which asks nobody of other levels.
pub fn draft_keys() -> String {
    text_of(page::footpath_draft_keys)
}

/// Holds the draft that is kept under a key, so that no other tab takes it while this one runs; `None` where it is held.
pub fn hold_draft(key: &str) -> Option<HeldDraft> {
    // SAFETY: the page only reads the key, and only during the call.
    let is_held = unsafe { page::footpath_hold_draft(key.as_ptr(), key.len()) != 0 };
    is_held.then(|| HeldDraft { key: key.to_owned() })
}

/// A draft that this tab holds, until this is dropped.
#[derive(Debug)]
pub struct HeldDraft {
    key: String,
}

impl Drop for HeldDraft {
    fn drop(&mut self) {
        // SAFETY: the page only reads the key, and only during the call.
        unsafe { page::footpath_let_go_of_draft(self.key.as_ptr(), self.key.len()) };
    }
}

/// Has the browser save a text as a file of this name among the downloads.
pub fn download(name: &str, text: &str) {
    // SAFETY: the page only reads the texts, and only during the call.
    unsafe { page::footpath_download(name.as_ptr(), name.len(), text.as_ptr(), text.len()) }
}

/// Has the page put a link on the clipboard, and show it, to be copied by hand, where that does not take it.
pub fn copy_link(link: &str) {
    // SAFETY: the page only reads the text, and only during the call.
    unsafe { page::footpath_copy_link(link.as_ptr(), link.len()) }
}

/// Whether the clipboard has taken the link; each answer once, `None` while there is none.
pub fn is_link_copied() -> Option<bool> {
    // SAFETY: the page's function takes nothing and keeps nothing.
    match unsafe { page::footpath_link_copied() } {
        0 => None,
        answer => Some(answer == 1),
    }
}

/// The page's address without what stands behind `?` and `#`.
pub fn address() -> String {
    text_of(page::footpath_address)
}

/// Has the page's address name the level that is played, which has this text, so that a reload plays it again: by its name,
/// or with the level itself where that is short enough.
pub fn show_level(source: &Source, text: &str) {
    let part = match source {
        Source::BuiltIn(index) => format!("?level={}", built_in::NAMES[*index]),
        Source::Imported { .. } | Source::Text(_) => {
            share::fragment(text).map(|fragment| format!("#{fragment}")).unwrap_or_default()
        }
    };
    // SAFETY: the page only reads the text, and only during the call.
    unsafe { page::footpath_show_level(part.as_ptr(), part.len()) }
}

/// Has the page make a preview of the files that it gave last; [`preview`] gives it.
pub fn ask_for_preview(request: &Request) {
    let text = values::write(request, Layout::OneLine);
    // SAFETY: the page only reads the text, and only during the call.
    unsafe { page::footpath_ask_for_preview(text.as_ptr(), text.len()) }
}

/// The preview that was asked for last, or why it could not be made, once it is there; it is given only once.
pub fn preview() -> Option<Result<Preview, String>> {
    // SAFETY: the page writes no more bytes into the buffer than it has room for.
    let length = unsafe { page::footpath_preview(std::ptr::null_mut(), 0) };
    if length == 0 {
        return None;
    }
    let mut bytes = vec![0; length];
    // SAFETY: the same.
    unsafe { page::footpath_preview(bytes.as_mut_ptr(), length) };
    // The first byte says whether it could be made.
    Some(match bytes.split_first() {
        Some((1, made)) => Preview::from_bytes(made).ok_or_else(|| "this page and its importer do not fit".to_owned()),
        _ => Err(String::from_utf8_lossy(bytes.get(1..).unwrap_or_default()).into_owned()),
    })
}

/// The widgets that the keyboard reaches now.
fn keyboard(session: &Session) -> Keyboard {
    match session.mode {
        _ if session.menu.page().is_some() => session.menu.keyboard(),
        _ if session.import.choice().is_some() => session.import.keyboard(),
        ModeName::Lab => session.lab.keyboard(),
        ModeName::Game => session.play.keyboard(),
        ModeName::Edit => session.editor.keyboard(),
    }
}

/// Tells the page how far Tab can still go inside the game, beyond which it leaves it; and where text fields are: a finger
/// there brings up the keyboard of a phone, while one has the focus.
fn tell_keyboard(session: &Session) {
    let Keyboard { stops: (before, after), text_fields, is_typing, .. } = keyboard(session);
    let areas: Vec<[f32; 4]> = text_fields.into_iter().map(|area| [area.x, area.y, area.w, area.h]).collect();
    // SAFETY: the page only reads the numbers, and only during the calls.
    unsafe {
        page::footpath_stops(before as u32, after as u32);
        page::footpath_text_fields(areas.as_ptr(), areas.len(), is_typing.into());
    }
}

/// Has the page fill the screen, or be in the browser's window again; `false` where the browser never lets it.
pub fn toggle_full_screen() -> bool {
    // SAFETY: the page's function takes nothing and keeps nothing.
    unsafe { page::footpath_full_screen() != 0 }
}

/// Has the page ask for a file to be opened.
pub fn open_file() {
    // SAFETY: the page's function takes nothing and keeps nothing.
    unsafe { page::footpath_open_file() };
}

fn fail(text: &str) {
    // SAFETY: the page only reads the text, and only during the call.
    unsafe { page::footpath_fail(text.as_ptr(), text.len()) };
}

/// Tells the page how things stand, as JSON.
fn tell_state(session: &Session) {
    let text = state(session);
    // SAFETY: the page only reads the text, and only during the call.
    unsafe { page::footpath_state(text.as_ptr(), text.len()) };
}

fn state(session: &Session) -> String {
    let game = &session.play.game;
    let agents: Vec<String> = game
        .run
        .sim()
        .agents()
        .iter()
        .map(|agent| {
            let (x, y, state) = (agent.position().x, agent.position().y, agent.state().name());
            format!("{{\"id\":{},\"x\":{x},\"y\":{y},\"state\":{}}}", agent.id().0, quoted(state))
        })
        .collect();
    let messages: Vec<String> = game.notices.messages().iter().map(|message| quoted(&message.heading)).collect();
    let (camera, ground) = (&game.camera, session.ground_counts());
    format!(
        "{{\"level\":{},\"tick\":{},\"state_hash\":{},\"messages\":[{}],\"agents\":[{}],\"camera\":{{\"x\":{},\"y\":{},\"scale\":{}}},\"search\":{},\"bake\":{},\"orders\":{},\"lab\":{},\"edit\":{},\"menu\":{},\"import\":{},\"marked\":{},\"saved\":{},\"said\":{},\"theme\":{},\"focus\":{},\"lesson\":{},\"replay\":{},\"frames\":{},\"drawn\":{},\"events\":{},\"ground\":{{\"targets\":{},\"paintings\":{}}}}}",
        quoted(&game.level.source().name()),
        game.run.sim().tick(),
        state_hash(game),
        messages.join(","),
        agents.join(","),
        camera.centre.x,
        camera.centre.y,
        camera.scale,
        search_state(game),
        bake_state(game),
        orders_state(game),
        if session.mode == ModeName::Lab { lab_state(&session.lab) } else { "null".to_owned() },
        if session.mode == ModeName::Edit { edit_state(session) } else { "null".to_owned() },
        session.menu.page().map_or_else(|| "null".to_owned(), |page| quoted(&format!("{page:?}"))),
        session.import.choice().map_or_else(|| "null".to_owned(), import_state),
        quoted(session.menu.marked()),
        game.level.history().is_saved(),
        quoted(game.notices.answer().map_or("", |(answer, _)| &answer.text)),
        quoted(&format!("{:?}", session.settings.theme)),
        focus_state(session),
        lesson_state(session),
        replay_state(game),
        session.frames(),
        session.drawn(),
        session.taken().events,
        ground.targets,
        ground.paintings,
    )
}

/// What is chosen of a file that is to become a level.
fn import_state(choice: &Choice) -> String {
    let Some(about) = choice.about() else { return "null".to_owned() };
    let grounds: Vec<String> =
        about.grounds.iter().map(|ground| format!("{}:{}", quoted(&ground.name), ground.is_solid)).collect();
    format!(
        "{{\"name\":{},\"solid\":{{{}}},\"is_settled\":{}}}",
        quoted(&about.name),
        grounds.join(","),
        choice.is_settled()
    )
}

/// How the replay stands that is played, if one is.
fn replay_state(game: &Game) -> String {
    let Some(watch) = &game.watch else { return "null".to_owned() };
    let differs = watch.player.difference().map_or_else(|| "null".to_owned(), |difference| difference.tick.to_string());
    format!(
        "{{\"tick\":{},\"of\":{},\"compared\":{},\"differs\":{differs},\"playing\":{}}}",
        watch.player.tick(),
        watch.player.replay().ticks,
        watch.player.compared(),
        !game.clock.paused,
    )
}

/// Where the widget is that has the keyboard's focus, how many come after it, and what it is.
fn focus_state(session: &Session) -> String {
    let Keyboard { stops: (_, after), focus, .. } = keyboard(session);
    let told = |(area, name): (Rect, String)| {
        format!("[{},{},{},{},{after},{}]", area.x, area.y, area.w, area.h, quoted(&name))
    };
    focus.map_or_else(|| "null".to_owned(), told)
}

/// Which step of the lesson is on, and where its card is.
fn lesson_state(session: &Session) -> String {
    let Some((lesson, area)) = session.lesson() else { return "null".to_owned() };
    let area = area.unwrap_or_default();
    format!(
        "{{\"name\":{},\"done\":{},\"of\":{},\"card\":[{},{},{},{}]}}",
        quoted(&lesson.name),
        lesson.done(),
        lesson.steps(),
        area.x,
        area.y,
        area.w,
        area.h,
    )
}

/// The hash of the state, where the page asks for it: computing it takes longer than all the rest.
fn state_hash(game: &Game) -> String {
    // SAFETY: the page's function takes nothing and keeps nothing.
    let is_wanted = unsafe { page::footpath_wants_hash() } != 0;
    if is_wanted { quoted(&format!("{:016x}", game.run.sim().state_hash())) } else { "null".to_owned() }
}

/// What agents are told now, how many are selected, and what the inspector shows of the first one while it is open.
fn orders_state(game: &Game) -> String {
    let orders: Vec<String> = game
        .run
        .sim()
        .agents()
        .iter()
        .take(MOST_TOLD)
        .map(|agent| {
            let words = agent.order().map(|order| agent_words::order_in_words(game.run.sim(), order));
            quoted(&words.unwrap_or_default())
        })
        .collect();
    let page = game.panels.inspector().map_or("", |page| page.name());
    let speed = game.orders.first_agent(game.run.sim());
    let speed = speed.map_or(0.0, |agent| inspect::inspected_profile(&game.run, agent).speed);
    format!(
        "{{\"of_agents\":[{}],\"selected\":{},\"page\":{},\"speed\":{speed}}}",
        orders.join(","),
        game.orders.selected().len(),
        quoted(page),
    )
}

/// What the panel of baking holds while it is open, and whether anything is baked.
fn bake_state(game: &Game) -> String {
    let bench = game.panels.workbench();
    format!(
        "{{\"panel\":{},\"radius\":{},\"differs\":{},\"is_baked\":{}}}",
        bench.is_some(),
        bench.map_or(0.0, |bench| bench.profile.radius),
        bench.is_some_and(|bench| bench.differs(game.run.sim())),
        game.run.sim().is_baked(),
    )
}

/// How agents are to search, and what is shown of the last search.
fn search_state(game: &Game) -> String {
    let examined = game.look.examiner().examined.as_ref();
    let ran = examined.map_or("", |examined| examined.algorithm().name());
    let expanded = examined.map_or(0, |examined| examined.statistics().expanded);
    let played = examined.map_or(0, |examined| examined.replay.played());
    let compared = game.look.comparison().map_or(0, |comparison| comparison.rows.len());
    format!(
        "{{\"panel\":{},\"algorithm\":{},\"ran\":{},\"expanded\":{expanded},\"steps\":{},\"played\":{played},\"compared\":{compared}}}",
        game.panels.shows_search(),
        quoted(game.orders.method(&game.run).algorithm.name()),
        quoted(ran),
        game.look.examiner().steps(),
    )
}

/// What is tried in the lab: where the markers are, how each search did, and how far it is played.
fn lab_state(lab: &Lab) -> String {
    let experiment = &lab.experiment;
    let lanes: Vec<String> = experiment.lanes.iter().map(lane_state).collect();
    let cell = |cell: Cell| format!("[{},{}]", cell.x, cell.y);
    let camera = &lab.camera;
    format!(
        "{{\"sheet\":{},\"seed\":{},\"start\":{},\"goal\":{},\"via\":{},\"lanes\":[{}],\"steps\":{},\"chosen\":{},\"tool\":{},\"page\":{},\"camera\":{{\"x\":{},\"y\":{},\"scale\":{}}}}}",
        quoted(&experiment.title()),
        quoted(&experiment.sheet.seed.to_string()),
        cell(experiment.start),
        cell(experiment.goal),
        experiment.via.map_or_else(|| "null".to_owned(), cell),
        lanes.join(","),
        experiment.steps(),
        experiment.chosen,
        quoted(&format!("{:?}", experiment.tool)),
        lab.page.map_or_else(|| "null".to_owned(), |page| quoted(&format!("{page:?}"))),
        camera.centre.x,
        camera.centre.y,
        camera.scale,
    )
}

/// What is drawn with, what is selected, and what has been done, while the edit mode is on.
fn edit_state(session: &Session) -> String {
    let (editor, history) = (&session.editor, session.play.game.level.history());
    let (page, tool, paint) = editor.in_words();
    let selected: Vec<String> = editor.selected().map(|path| quoted(&path)).collect();
    let done: Vec<String> = history.entries().iter().map(|entry| quoted(&entry.name)).collect();
    format!(
        "{{\"page\":{},\"tool\":{},\"paint\":{},\"selected\":[{}],\"said\":{},\"history\":[{}],\"done\":{},\"is_saved\":{}}}",
        quoted(page),
        quoted(tool),
        quoted(&paint),
        selected.join(","),
        quoted(editor.said()),
        done.join(","),
        history.done(),
        history.is_saved(),
    )
}

fn lane_state(lane: &Lane) -> String {
    let Some(examined) = lane.played_leg() else { return "null".to_owned() };
    let figures = lane.figures();
    let (open, closed) = examined.sets();
    format!(
        "{{\"algorithm\":{},\"cost\":{},\"cells\":{},\"expanded\":{},\"played\":{},\"of\":{},\"open\":{open},\"closed\":{closed}}}",
        quoted(lane.method.algorithm.name()),
        figures.map_or_else(|| "null".to_owned(), |figures| figures.cost.to_string()),
        lane.legs.iter().filter_map(|leg| leg.found.as_ref().ok()).map(|path| path.cells.len()).sum::<usize>(),
        lane.legs.iter().map(|leg| leg.statistics().expanded).sum::<u32>(),
        lane.legs.iter().map(|leg| leg.replay.played()).sum::<usize>(),
        lane.steps(),
    )
}

/// A text as a JSON string.
fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for letter in text.chars() {
        match letter {
            '"' | '\\' => quoted.extend(['\\', letter]),
            letter if letter < ' ' => quoted.push_str(&format!("\\u{:04x}", u32::from(letter))),
            letter => quoted.push(letter),
        }
    }
    quoted.push('"');
    quoted
}
