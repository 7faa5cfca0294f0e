//! The lab: a start and a goal on a sheet of ground, walls that are drawn, and searches that are watched at work.

pub mod actions;
pub mod embed;
mod experiment;
mod export;
pub mod hud;
mod lane;
mod layout;
mod markers;
mod predict;
pub mod shared;
mod sheet;
mod toolbar;

use footpath::sentences::source_code::CodeLanguage;
use footpath::sim::Simulation;
use glam::Vec2;
use macroquad::input::MouseButton;

use crate::app::modes::actions::{Action, LessonAction, SessionAction};
use crate::app::modes::figures;
use crate::app::modes::hand::CanvasInput;
use crate::app::modes::key_help::KeyHelp;
use crate::app::modes::lab::actions::{LabAction, SheetNumber};
use crate::app::modes::lesson::Lesson;
use crate::app::modes::screen::{COMMANDED, is_for_fingers};
use crate::app::modes::search_setting;
use crate::app::modes::settings::Settings;
use crate::app::modes::timing::{Clock, Timings};
use crate::app::modes::{Mode, ModeName};
use crate::app::modes::{lesson_card, lights};
use crate::app::ui::event::InputEvent;
use crate::app::ui::hit_areas::WidgetRequest;
use crate::app::ui::icons::Icons;
use crate::app::ui::pixels;
use crate::app::ui::text_field::TextField;
use crate::app::ui::text_painter::TextPainter;
use crate::app::ui::{Ui, clipboard};
use crate::app::view::camera::{Bounds, Camera, Insets};
use crate::app::view::examined::SETTLED;
use crate::app::view::overlays::Overlays;
use crate::app::view::render::Renderer;
use crate::app::view::scene;
use crate::app::view::traces::Traces;
use crate::app::view::{GroundLook, MapPointer, OrderMarks, WorldView};
#[cfg(target_arch = "wasm32")]
pub use experiment::LabState;
pub use experiment::{Experiment, LabTool};
use hud::pages::{LabPanel, SEARCH};
pub use lane::Lane;
use layout::Layout;
use predict::Prediction;
use sheet::{Sheet, SheetKind};

/// How near to a marker a press must be to take hold of it, in pixels, where cells are smaller.
const REACH: f32 = 20.0;

/// The mode in which searches are watched.
pub struct Lab {
    /// The searches that are tried, and their ground.
    pub experiment: Experiment,
    /// Where the player looks, in the first of the panes.
    pub camera: Camera,
    /// The panel at the side.
    pub panel: LabPanel,
    /// The lesson of the sheet's level, while there is one.
    pub lesson: Option<Lesson>,
    /// Whether sheets and the bar of their searches are shown alone.
    is_alone: bool,
    help: KeyHelp,
    /// What is being typed: the text of each of [`SheetNumber::ALL`].
    fields: [TextField; SheetNumber::ALL.len()],
    ui: Ui<Action>,
    layout: Layout,
    input: CanvasInput,
    clock: Clock,
    effect: Option<SessionAction>,
    /// In what the code of a search is shown.
    language: CodeLanguage,
    /// What the player is asked, and has answered, while that is.
    pub prediction: Option<Prediction>,
    /// What was said last, and when, in seconds of the clock.
    said: Option<(String, f32)>,
}

impl Lab {
    /// A lab with an empty sheet; its panels write with `painter` and show `icons`.
    pub fn new(painter: TextPainter, icons: Icons) -> Lab {
        let experiment = Experiment::new();
        let bounds = Bounds::of(&experiment.lattice());
        let mut lab = Lab {
            experiment,
            camera: Camera::framing(bounds, Vec2::ONE, Insets::default()),
            panel: LabPanel::default(),
            lesson: None,
            is_alone: false,
            help: KeyHelp::default(),
            fields: Default::default(),
            ui: Ui::new(painter, icons),
            layout: Layout::default(),
            input: CanvasInput::default(),
            clock: Clock::default(),
            effect: None,
            language: CodeLanguage::default(),
            prediction: None,
            said: None,
        };
        lab.fill_fields();
        lab
    }

    /// Takes the level of a simulation as the sheet.
    pub fn take_level(&mut self, sim: &Simulation) {
        self.experiment.take_level(sim);
        if let Some(lesson) = &mut self.lesson {
            self.experiment.resume(lesson.level(), lesson.steps_done());
            lesson.forget_situation();
        }
        self.look_at_sheet();
    }

    /// Begins a lesson, on the sheet of its level in a window of `viewport` logical pixels.
    pub fn teach(&mut self, lesson: Lesson, viewport: Vec2) {
        self.lesson = Some(lesson);
        // On a phone the panel would cover what the lesson is about.
        self.panel.show((!is_for_fingers(viewport)).then_some(SEARCH));
        self.help.is_open = false;
        self.experiment.prepare();
    }

    /// The lesson while the sheet is that of its level.
    fn shown_lesson(&self) -> Option<&Lesson> {
        self.lesson.as_ref().filter(|_| self.experiment.sheet.kind == SheetKind::Level && !self.is_alone)
    }

    /// The lesson if its card is folded, so that only a line of it is seen: as the player wants it, or beside a panel on a
    /// phone.
    fn folded_lesson(&self, viewport: Vec2) -> Option<&Lesson> {
        let is_taken = self.panel.page().is_some() && is_for_fingers(viewport);
        self.shown_lesson().filter(|lesson| lesson.is_folded || is_taken)
    }

    /// Where the lesson's card is, or its line.
    pub fn lesson_area(&self) -> Option<macroquad::math::Rect> {
        self.layout.lesson
    }

    /// Frames another sheet.
    fn look_at_sheet(&mut self) {
        self.camera.look_at(Bounds::of(&self.experiment.lattice()));
        self.camera.frame();
        self.camera.arrive();
        self.fill_fields();
    }

    /// Makes the ticks that are due while an agent walks, looks into the searches, and measures them once nothing has
    /// changed for a moment.
    pub fn update(&mut self, seconds: f32) {
        let due = self.clock.advance(seconds);
        if self.experiment.has_walker() {
            (0..due).for_each(|_| self.experiment.tick());
        }
        self.experiment.update(seconds);
        self.experiment.lanes.end_growth();
        self.prediction.take_if(|prediction| !prediction.is_asked_of(&self.experiment));
        if self.experiment.lanes.stood() > SETTLED {
            self.experiment.measure_next();
        }
        self.teach_on(seconds);
    }

    /// Lets the lesson see how everything is, `seconds` after the last time.
    fn teach_on(&mut self, seconds: f32) {
        let Some(lesson) = self.lesson.as_mut().filter(|_| self.experiment.sheet.kind == SheetKind::Level) else {
            return;
        };
        if let Some(situation) = self.experiment.situation(lesson.until()) {
            lesson.look(situation, seconds);
        }
        if lesson.is_fresh() {
            self.experiment.begin_step();
        }
    }

    /// Whether what is typed goes into a text field.
    pub fn is_typing(&self) -> bool {
        self.ui.hit_areas.is_typing()
    }

    /// What the page needs to know of its widgets.
    #[cfg(any(test, target_arch = "wasm32"))]
    pub fn keyboard(&self) -> crate::app::ui::hit_areas::Keyboard {
        self.ui.hit_areas.keyboard()
    }

    /// Where in the window the sheets are, and their table where it stands below them.
    pub fn stage(&self) -> macroquad::math::Rect {
        self.layout.stage
    }

    /// Where in the window one of the searches is.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn pane(&self, pane: usize) -> macroquad::math::Rect {
        self.layout.panes.get(pane).copied().unwrap_or_default()
    }

    /// The camera of one of the searches.
    pub fn camera_of(&self, pane: usize) -> Camera {
        self.in_pane(self.camera, pane)
    }

    /// A camera of the first of the searches, in the place of another one.
    fn in_pane(&self, mut camera: Camera, pane: usize) -> Camera {
        let panes = &self.layout.panes;
        let by = panes.get(pane).map_or(Vec2::ZERO, |area| area.center() - panes[0].center());
        camera.centre -= by / camera.scale;
        camera
    }

    /// Which of the searches lies at a place of the window: the first one where none does.
    fn pane_at(&self, at: Vec2) -> usize {
        self.layout.panes.iter().position(|pane| pane.contains(at)).unwrap_or(0)
    }

    /// Which point of the world lies at a place of the window.
    fn world_at(&self, at: Vec2) -> Vec2 {
        self.camera_of(self.pane_at(at)).to_world(at)
    }

    /// Does what the player asks for, or hands it up to the session.
    fn act(&mut self, action: Action) {
        if self.help.act(action) {
            return;
        }
        let lanes = &mut self.experiment.lanes;
        match action {
            Action::Lab(action) => self.act_in_lab(action),
            Action::Session(action) => self.effect = Some(action),
            Action::NextLevel | Action::PreviousLevel => {
                self.effect = Some(SessionAction::LevelInLab { next: action == Action::NextLevel });
            }
            Action::Turn(setting, forward) => lanes.search_by(setting.turn(lanes.method(), forward)),
            Action::Faster | Action::Slower => lanes.change_pace(action == Action::Faster),
            Action::EndReplay => _ = lanes.end_playback(),
            Action::Lesson(action) => self.act_in_lesson(action),
            Action::Close => self.close(),
            Action::Frame => self.camera.frame(),
            // Alone, the sheet is to be seen, not to be changed.
            Action::Press(_) | Action::Drag(_) | Action::Release | Action::PanBy(_) | Action::Zoom { .. }
                if self.is_alone => {}
            Action::Press(at) if self.prediction.is_some() => self.answer(at),
            Action::Press(at) => {
                let cell = self.experiment.cells().tile_size;
                let (at, reach) = (self.world_at(at), (REACH / self.camera.scale).max(0.5 * cell));
                self.experiment.press(at, reach);
            }
            Action::Drag(to) => self.experiment.drag(self.world_at(to)),
            Action::Release => self.experiment.release(),
            Action::PanBy(by) => self.camera.pan(by),
            Action::Zoom { at, factor } => {
                let by = self.layout.panes[self.pane_at(at)].center() - self.layout.panes[0].center();
                self.camera.zoom_at(at - by, factor);
            }
            // Keys move the sheet while they are held, and a slider asks with its place.
            _ => {}
        }
    }

    /// Does what only the lab does.
    fn act_in_lab(&mut self, action: LabAction) {
        let experiment = &mut self.experiment;
        match action {
            LabAction::Predict => {
                let begins = self.prediction.is_none();
                self.prediction = if begins { Prediction::begin(experiment) } else { None };
            }
            LabAction::RandomStart => experiment.random_start(),
            LabAction::RandomGoal => experiment.random_goal(),
            LabAction::Via => experiment.toggle_via(),
            LabAction::RandomObstacles => experiment.random_obstacles(),
            LabAction::ClearPath => experiment.clear_path(),
            LabAction::ClearWalls => experiment.clear_walls(),
            LabAction::ClearAll => {
                experiment.clear_all();
                self.look_at_sheet();
            }
            LabAction::NextSheet => {
                experiment.next_sheet();
                self.look_at_sheet();
            }
            LabAction::Walk => experiment.walk(),
            LabAction::Play => experiment.lanes.toggle_playback(),
            LabAction::Forward => experiment.lanes.move_playback(1),
            LabAction::Back => experiment.lanes.move_playback(-1),
            LabAction::First => experiment.lanes.seek(0.0),
            LabAction::Last => experiment.lanes.seek(1.0),
            LabAction::AddLane => experiment.lanes.add(),
            LabAction::RemoveLane => experiment.lanes.remove(),
            LabAction::ByTime => experiment.lanes.toggle_by_time(),
            LabAction::CopyTable => self.copy_table(),
            LabAction::CopyPath => match export::path_as_list(experiment.lanes.chosen_lane()) {
                Some(list) => self.copy(&list, "The cells of the path are copied"),
                None => self.say("There is no path to copy"),
            },
            LabAction::CopyMap => {
                let map = export::map_as_text(experiment);
                self.copy(&map, "The map is copied as text");
            }
            LabAction::Language => self.language = self.language.next(),
            LabAction::Cells => experiment.lanes.show_cells(!experiment.lanes.shows_cells()),
            LabAction::Brush if experiment.tool == LabTool::Brush => experiment.turn_paint(true),
            LabAction::Brush => experiment.tool = LabTool::Brush,
            LabAction::Markers if experiment.tool == LabTool::Markers => experiment.tool = LabTool::Brush,
            LabAction::Markers => experiment.tool = LabTool::Markers,
            LabAction::Page(page) => self.panel.toggle(page),
            LabAction::Choose(lane) => experiment.lanes.choose(lane),
            LabAction::Kind(forward) => {
                experiment.turn_kind(forward);
                self.look_at_sheet();
            }
            LabAction::Paint(forward) => experiment.turn_paint(forward),
            LabAction::Step(number, more) => {
                if experiment.sheet.step(number, more) {
                    self.make_sheet(number);
                }
            }
            // A field asks with what is typed.
            LabAction::Type(_) => {}
        }
    }

    /// Moves the sheet as keys do that are held for some seconds.
    fn pan(&mut self, direction: Vec2, seconds: f32) {
        if !self.help.is_open {
            self.camera.pan_for(direction, seconds);
        }
    }

    /// Closes what is open, the nearest first.
    fn close(&mut self) {
        if std::mem::take(&mut self.help.is_open)
            || self.prediction.take().is_some()
            || self.experiment.lanes.end_playback()
        {
            return;
        }
        self.panel.show(None);
    }

    fn act_in_lesson(&mut self, action: LessonAction) {
        if action == LessonAction::Unfold && is_for_fingers(self.layout.viewport) {
            self.panel.show(None);
        }
        self.effect = self.lesson.as_mut().and_then(|lesson| lesson.act(action));
        if self.lesson.as_ref().is_some_and(Lesson::is_fresh) {
            self.experiment.begin_step();
        }
    }

    /// Shows the searches of a lesson as they grow.
    pub fn let_lesson_grow(&mut self) {
        self.experiment.update(0.0);
        if self.lesson.is_some() {
            self.experiment.lanes.begin_growth();
        }
    }

    /// Plays a search on a sheet with something in its way: what a lab opens with where nothing was asked for.
    pub fn show_a_search(&mut self) {
        self.experiment.sheet = Sheet { kind: SheetKind::Rooms, ..Sheet::default() };
        self.experiment.make_sheet();
        self.experiment.update(0.0);
        self.experiment.lanes.toggle_playback();
        self.look_at_sheet();
    }

    /// Makes the sheet with the number that has changed.
    fn make_sheet(&mut self, changed: SheetNumber) {
        match changed {
            SheetNumber::Density if self.experiment.sheet.kind != SheetKind::Obstacles => {
                self.experiment.random_obstacles()
            }
            SheetNumber::Columns | SheetNumber::Rows if self.experiment.sheet.kind == SheetKind::Level => {
                self.experiment.sheet.kind = SheetKind::Empty;
                self.experiment.make_sheet();
            }
            SheetNumber::Seed => self.experiment.sow(),
            _ => self.experiment.make_sheet(),
        }
        self.look_at_sheet();
    }

    /// Writes the numbers of the sheet into the fields that say something else.
    fn fill_fields(&mut self) {
        for (number, field) in SheetNumber::ALL.into_iter().zip(&mut self.fields) {
            let value = self.experiment.sheet.number(number);
            if field.text().trim().parse() != Ok(value) {
                field.clear();
                field.paste(&value.to_string());
            }
        }
    }

    /// Takes over what was typed into a field, as far as it is a number that the sheet can have.
    fn take_field(&mut self, number: SheetNumber) {
        let text = self.fields[number as usize].text().trim();
        if let Ok(value) = text.parse::<u64>()
            && self.experiment.sheet.set(number, value)
        {
            self.make_sheet(number);
        }
    }

    fn carry_out_request(&mut self, request: WidgetRequest<Action>) {
        match request {
            WidgetRequest::Press { press, times } => (0..times).for_each(|_| self.act(press)),
            WidgetRequest::Slide { part, .. } => self.experiment.lanes.seek(part),
            WidgetRequest::Edit { press: Action::Lab(LabAction::Type(number)), edit } => {
                self.fields[number as usize].edit(edit);
                self.take_field(number);
            }
            WidgetRequest::Edit { .. } => {}
            WidgetRequest::Scroll { by, .. } if self.help.is_open => self.help.scroll_by(by),
            WidgetRequest::Scroll { by, .. } => self.panel.scroll_by(by),
        }
    }

    /// Takes the cell at a place of the window as the answer to what is asked.
    fn answer(&mut self, at: Vec2) {
        let cell = self.experiment.cells().tile_inside(self.world_at(at));
        // The search may have changed in this very frame.
        let asked = self.prediction.as_mut().filter(|prediction| prediction.is_asked_of(&self.experiment));
        let Some((prediction, cell)) = asked.zip(cell) else { return };
        if !prediction.answer(&mut self.experiment, cell) {
            let result = prediction.result();
            self.prediction = None;
            self.say(result);
        }
    }

    /// Says something for a moment.
    pub fn say(&mut self, words: impl Into<String>) {
        self.said = Some((words.into(), self.clock.elapsed()));
    }

    /// Puts the table of the searches on the clipboard.
    fn copy_table(&mut self) {
        let lanes = self.experiment.lanes.all();
        let names: Vec<String> = lanes.iter().map(|lane| search_setting::in_short(&lane.method)).collect();
        let rows: Vec<_> = lanes.iter().map(Lane::figures).collect();
        self.copy(&figures::as_text(&names, &rows), "The table is copied");
    }

    /// Puts a text on the clipboard, and says so.
    fn copy(&mut self, text: &str, words: &str) {
        clipboard::copy(text);
        self.say(words);
    }
}

impl Mode for Lab {
    fn resize(&mut self, viewport: Vec2) {
        self.ui.painter.set_pixels(pixels::per_logical());
        if let Some(lesson) = &mut self.lesson {
            lesson_card::measure(lesson, &self.ui.painter, viewport);
        }
        self.layout = Layout::of(self, viewport);
        self.camera.resize(viewport, self.layout.insets());
    }

    fn take(&mut self, event: InputEvent, settings: &Settings) {
        if let Some(requests) = self.ui.hit_areas.take(event, self.input.is_fast()) {
            return requests.into_iter().for_each(|request| self.carry_out_request(request));
        }
        let mut keys = settings.keys.of(ModeName::Lab);
        if self.is_alone {
            keys = keys.only(embed::KEYS);
        } else if self.help.is_open {
            keys = keys.only(KeyHelp::KEYS);
        }
        self.input.take(event, &keys).into_iter().for_each(|action| self.act(action));
    }

    fn hold(&mut self, button_is_down: fn(MouseButton) -> bool, seconds: f32) {
        self.ui.hit_areas.hold(button_is_down, seconds);
        self.pan(self.input.direction(), seconds);
        self.input.mouse_is_up(button_is_down).into_iter().for_each(|action| self.act(action));
    }

    fn command(&mut self, action: Action) {
        self.pan(action.direction(), COMMANDED);
        self.act(action);
    }

    fn draw_world(&mut self, renderer: &mut Renderer) {
        // What was pressed in this frame may have added a search.
        self.resize(self.layout.viewport);
        let mut ground = self.experiment.take_ground_changes();
        if ground.is_another {
            renderer.forget_ground();
        }
        let is_split = self.experiment.lanes.all().len() > 1;
        // The debug layer, traffic and the marks of agents that wait belong to the game.
        let (overlays, traces) = (Overlays::default(), Traces::default());
        let hover = self.ui.hit_areas.hover().filter(|at| !self.ui.hit_areas.covers(*at));
        let brush = hover.and_then(|at| {
            let tile = self.experiment.lattice().tile_inside(self.world_at(at))?;
            Some((tile, self.experiment.would_erase(tile)?))
        });
        if is_split {
            renderer.draw_table(self.layout.viewport);
        }
        for pane in 0..self.layout.panes.len() {
            if is_split {
                self.ui.clip_to(self.layout.panes[pane]);
            }
            let camera = self.in_pane(self.camera.shown(), pane);
            let view = WorldView {
                sim: &self.experiment.sim,
                planned: &self.experiment.sim,
                camera,
                blend: self.clock.blend(),
                now: self.clock.elapsed(),
                selected: &[],
                overlays: &overlays,
                search: self.experiment.lanes.all()[pane].legs.iter().collect(),
                bloom: None,
                pane: is_split.then_some(pane),
                ground: GroundLook { shows_baked: false, shows_lines: true, profile: self.experiment.profile() },
                orders: OrderMarks::default(),
                traces: &traces,
                pointer: MapPointer { brush, ..MapPointer::default() },
                covered: self.ui.hit_areas.covered(),
            };
            scene::draw(&view, renderer, &mut self.ui.painter, ground.changed.take());
            if let Some(lesson) = self.shown_lesson() {
                lights::draw_tiles(lesson, &self.experiment.lattice(), &camera, self.clock.elapsed());
                markers::light(&self.experiment, lesson, &camera, self.clock.elapsed());
            }
            markers::draw(&self.experiment, &camera, &mut self.ui.painter);
            if is_split {
                self.ui.end_clip();
            }
        }
        self.ui.painter.flush();
    }

    fn draw_panels(&mut self, settings: &Settings, _: &Timings) {
        hud::draw(self, &settings.keys.of(ModeName::Lab));
    }

    fn moves(&self) -> bool {
        let now = self.clock.elapsed();
        self.experiment.moves()
            || self.said.as_ref().is_some_and(|(_, since)| now - since < hud::SAID_LASTS)
            || self.lesson.as_ref().is_some_and(Lesson::moves)
    }

    fn has_dialog(&self) -> bool {
        self.help.is_open
    }

    fn take_effect(&mut self) -> Option<SessionAction> {
        self.effect.take()
    }
}
