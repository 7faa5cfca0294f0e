//! The game in a browser: what it asks of the page and tells it. The page's side is
//! `assets/web/footpath.js`.

use std::borrow::Cow;
use std::sync::{Arc, Mutex};

use footpath::grid::Cell;
use footpath::level::built_in;
use footpath::level::edit::Document;
use footpath::level::share::{self, ShareError};
use macroquad::math::Rect;
use macroquad::prelude::next_frame;

use crate::app::modes::ModeName;
use crate::app::modes::appearance::MotionPreference;
use crate::app::modes::fetch::Fetch;
use crate::app::modes::import::Choice;
use crate::app::modes::lab::embed::Embed;
use crate::app::modes::lab::{Lab, Lane};
use crate::app::modes::library::{self, LevelSource};
use crate::app::modes::messages::Message;
use crate::app::modes::play::game::inspect;
use crate::app::modes::play::{Game, Panel};
use crate::app::platform::drafts::Drafts;
use crate::app::platform::page;
use crate::app::platform::replay_store::{self, ReplayStore};
use crate::app::platform::session::{LabGround, Session, Start, TourOffer};
use crate::app::platform::store::Kept;
use crate::app::platform::window_conf;
use crate::app::ui::hit_areas::Keyboard;
use crate::app::ui::language::translated;
use crate::app::ui::pixels;
use crate::app::view::words::agent_words;

/// What messages call a level that stands in the page's address.
const SHARED: &str = "the level in the address";

/// Seconds between two states told to the page, as long as nothing is done with keys, mouse or fingers.
const TELL_EVERY: f32 = 0.1;

/// The most agents whose orders are reported: the first ones.
const MOST_TOLD: usize = 32;

/// Plays in the page's canvas.
pub fn play_in_browser() {
    macroquad::Window::from_config(window_conf(1280, 720), async {
        // A panic would stop the frames without a word.
        std::panic::set_hook(Box::new(|panic| {
            macroquad::logging::error!("{}", panic);
            page::fail(&panic.to_string());
        }));
        if let Err(message) = run().await {
            macroquad::logging::error!("{}", message);
            page::cannot_start(&message);
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
        if page::graphics_are_new() {
            session.draw_anew();
        }
        pixels::set_per_logical(page::pixel_ratio());
        session.frame();
        tell_keyboard(&session);
        let now = session.frames().elapsed();
        if now >= next_told || session.frames().is_answering() {
            next_told = now + TELL_EVERY;
            tell_state(&session);
        }
        // The page shows this frame until the rest of the game is there.
        if !started {
            started = true;
            page::started();
        }
        next_frame().await;
    }
}

/// Has a panic show its words and hand over the rest of the recording, which the page then offers.
fn record_after_panic(store: Arc<Mutex<ReplayStore>>) {
    let tells = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        tells(panic);
        replay_store::keep_after_panic(&store);
    }));
}

/// The level that the page's address holds, or the one that it names, from beside the page; else the first built-in one, with
/// a message when something was wrong.
async fn first_level() -> Result<Start, String> {
    let (name, shared) = (level_name(), shared_level());
    let embed = Embed::of_query(&page::query());
    let wants_lab = page::wants_lab() || embed.is_some();
    let ground = if name.is_some() || shared.is_some() { LabGround::Level } else { LabGround::Sheet };
    let lab = wants_lab.then_some(ground);
    let start = |document: Document, source: LevelSource| Start {
        document,
        source,
        messages: Vec::new(),
        script: None,
        lab,
        fragment: page::fragment(),
        settings: Kept::default(),
        embed: embed.clone(),
        drafts: Drafts(Kept("draft.")),
        recordings: replay_store::RecordingPlace::default(),
        replay: None,
        tour: TourOffer::Nobody,
        language: page::language(),
        motion: if page::wants_less_motion() { MotionPreference::Reduced } else { MotionPreference::Full },
    };
    let is_embedded = page::is_embedded();
    let fallback = async |messages: Vec<Message>| {
        let document = library::bring_built_in(0).await?;
        let source = LevelSource::BuiltIn(0);
        let tour =
            if lab.is_none() && messages.is_empty() && !is_embedded { TourOffer::Everybody } else { TourOffer::Nobody };
        Ok(Start { messages, tour, ..start(document, source) })
    };
    // The address names the level that is played: after a reload the tour goes on there.
    let play = |document: Document, source: LevelSource| {
        let goes_on = lab.is_none() && !is_embedded && matches!(source, LevelSource::BuiltIn(_));
        Ok(Start { tour: if goes_on { TourOffer::Begun } else { TourOffer::Nobody }, ..start(document, source) })
    };
    if let Some(shared) = shared {
        return match shared.map(|text| library::open(SHARED, text.as_bytes())) {
            Ok(Ok(document)) => {
                let name = document.level().name.clone();
                play(document, LevelSource::Text(name))
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
        Some(index) => LevelSource::BuiltIn(index),
        None => LevelSource::Text(name.clone()),
    };
    match Fetch::begin(&path).arrived().await {
        Ok(bytes) => match library::open(&path, &bytes) {
            Ok(document) => play(document, source),
            Err(messages) => fallback(messages).await,
        },
        Err(words) if matches!(source, LevelSource::BuiltIn(_)) => fallback(vec![Message::plain(words)]).await,
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
    let text = share::text(&page::fragment());
    (text != Err(ShareError::NotALevel)).then_some(text)
}

/// The value of `?level=` in the page's address.
fn level_name() -> Option<String> {
    Some(page::level()).filter(|name| !name.is_empty())
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
/// there brings up the keyboard of a phone, while one has the focus, and an input method writes there.
fn tell_keyboard(session: &Session) {
    let Keyboard { stops: (before, after), focus, text_fields, is_typing } = keyboard(session);
    let typed_into =
        focus.filter(|_| is_typing).and_then(|(area, _)| text_fields.iter().position(|field| *field == area));
    // The page counts in its own pixels.
    let in_page = |area: Rect| [area.x, area.y, area.w, area.h].map(|side| side * pixels::scale());
    let areas: Vec<[f32; 4]> = text_fields.into_iter().map(in_page).collect();
    page::tell_keyboard((before as u32, after as u32), &areas, typed_into);
}

/// Tells the page how things stand, as JSON.
fn tell_state(session: &Session) {
    let text = state(session);
    page::tell_state(&text);
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
    let messages: Vec<String> =
        game.notices.messages().iter().map(|message| quoted(&translated(&message.heading))).collect();
    let (camera, ground) = (&game.camera, session.ground_counts());
    format!(
        "{{\"level\":{},\"tick\":{},\"state_hash\":{},\"messages\":[{}],\"agents\":[{}],\"camera\":{{\"x\":{},\"y\":{},\"scale\":{}}},\"search\":{},\"bake\":{},\"orders\":{},\"lab\":{},\"edit\":{},\"menu\":{},\"import\":{},\"marked\":{},\"saved\":{},\"said\":{},\"outcome\":{},\"theme\":{},\"focus\":{},\"lesson\":{},\"replay\":{},\"frames\":{},\"drawn\":{},\"events\":{},\"ground\":{{\"targets\":{},\"paintings\":{}}}}}",
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
        quoted(&game.notices.answer().map_or(Cow::Borrowed(""), |(answer, _)| translated(&answer.text))),
        outcome_state(game),
        quoted(&format!("{:?}", session.settings.theme)),
        focus_state(session),
        lesson_state(session),
        replay_state(game),
        session.frames().count(),
        session.frames().drawn(),
        session.taken().events,
        ground.targets,
        ground.paintings,
    )
}

/// How the level has ended, once it has: whether it is won, what the player reads, and whether the panel of that is there with its
/// buttons.
fn outcome_state(game: &Game) -> String {
    let Some(outcome) = game.run.sim().outcome() else { return "null".to_owned() };
    let panels = &game.panels;
    let is_shown = panels.open() == Some(Panel::Result) && !panels.shows_result_alone(game.clock.elapsed());
    format!("{{\"won\":{},\"text\":{},\"is_shown\":{is_shown}}}", outcome.won, quoted(&translated(&outcome.text)))
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
    let is_wanted = page::wants_hash();
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
    let lanes: Vec<String> = experiment.lanes.all().iter().map(lane_state).collect();
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
        experiment.lanes.steps(),
        experiment.lanes.chosen(),
        quoted(&format!("{:?}", experiment.tool)),
        lab.panel.page().map_or_else(|| "null".to_owned(), |page| quoted(&format!("{page:?}"))),
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
