//! The edit mode: the level that is played is drawn and edited, while it goes on.
//!
//! Every change is an edit of the level's text through [`Game::edit`], so that all of it can be undone, and the file keeps its
//! author's comments and layout.

pub mod actions;
mod copies;
mod fields;
mod fresh;
pub mod ground;
mod held;
mod hud;
mod input;
mod layout;
mod live_warnings;
mod marks;
mod panel;
pub mod rows;
mod shift;
#[cfg(test)]
mod tests;
pub mod thing;
mod things;
mod toolbar;

use footpath::level::edit::{Document, Edit, EditError, FieldPath};
use glam::Vec2;
use macroquad::input::MouseButton;

use crate::app::modes::actions::{Action, SessionAction};
use crate::app::modes::edit::actions::{EditPage, New};
use crate::app::modes::hand::CanvasInput;
use crate::app::modes::key_help::KeyHelp;
use crate::app::modes::library::LevelSource;
use crate::app::modes::play::game::motion;
use crate::app::modes::play::hud::minimap::Minimap;
use crate::app::modes::play::{Game, PlayedLevel};
use crate::app::modes::screen::COMMANDED;
use crate::app::modes::settings::Settings;
use crate::app::modes::timing::Timings;
use crate::app::modes::{Mode, ModeName};
use crate::app::ui::event::InputEvent;
use crate::app::ui::icons::Icons;
use crate::app::ui::text_painter::TextPainter;
use crate::app::ui::{Ui, pixels};
use crate::app::view::render::Renderer;
use crate::app::view::scene;
use copies::Copied;
use fields::{PanelFields, Typing};
use ground::{GroundTool, Paint, Stamp};
use held::Held;
use layout::Layout;
use live_warnings::LiveWarnings;
use panel::EditPanel;
use thing::Thing;
use things::Things;

/// What the next press on the map is for, where it is for one thing only.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum NextClick {
    /// To place something new.
    Add(New),
    /// To send the selected agents there.
    Send,
    /// To add points to the selected path.
    Extend,
    /// To choose what the property in this row of the page names.
    Point(usize),
}

/// What is drawn, and with what.
struct DrawingTools {
    /// The tool that draws; `None` for the arrow, which selects and moves.
    tool: Option<GroundTool>,
    paint: Paint,
    stamp: Option<Stamp>,
    /// Whether things snap to the middles of tiles.
    snaps: bool,
    /// The level, by how many were begun before it, of which the player knows that drawing replaces what generates it.
    draws_generated: Option<u64>,
}

impl DrawingTools {
    /// Fails if the map may not be drawn yet: one that is generated is replaced by rows then, which the first press only tells.
    ///
    /// # Errors
    /// What drawing would do, in words.
    fn confirm(&mut self, level: &PlayedLevel) -> Result<(), String> {
        let document = level.history().document();
        let begun = Some(level.begun());
        let mut others = ["generate", "stamps"].into_iter();
        let other = others.find(|field| document.span(&FieldPath::field(field)).is_some());
        let Some(field) = other.filter(|_| self.draws_generated != begun) else { return Ok(()) };
        self.draws_generated = begun;
        let rows = document.level().map.lattice.height;
        let why = if field == "generate" { "This map is generated" } else { "Pieces are stamped on this map" };
        Err(format!("{why}: that puts its {rows} rows in the place of `{field}`. Press again to do that"))
    }
}

/// What the pointer does on the map.
#[derive(Default)]
struct Hand {
    aim: Option<NextClick>,
    held: Option<Held>,
    /// Whether the last edit by a handle took too long to be done in every frame.
    is_slow: bool,
}

/// The state of the edit mode, beside the level itself.
pub struct Editor {
    panel: EditPanel,
    fields: PanelFields,
    drawing: DrawingTools,
    hand: Hand,
    things: Things,
    warnings: LiveWarnings,
    minimap: Minimap,
    copied: Option<Copied>,
    help: KeyHelp,
    ui: Ui<Action>,
    layout: Layout,
    input: CanvasInput,
    effect: Option<SessionAction>,
    /// What was said last, when, in seconds of the game's clock, and whether it is a refusal.
    said: Option<(String, f32, bool)>,
}

impl Editor {
    /// The edit mode as it is at first; its panels write with `painter` and show `icons`.
    pub fn new(painter: TextPainter, icons: Icons) -> Editor {
        let drawing =
            DrawingTools { tool: None, paint: Paint::default(), stamp: None, snaps: true, draws_generated: None };
        Editor {
            panel: EditPanel::open_at(EditPage::Draw),
            fields: PanelFields::default(),
            drawing,
            hand: Hand::default(),
            things: Things::default(),
            warnings: LiveWarnings::default(),
            minimap: Minimap::default(),
            copied: None,
            help: KeyHelp::default(),
            ui: Ui::new(painter, icons),
            layout: Layout::default(),
            input: CanvasInput::default(),
            effect: None,
            said: None,
        }
    }

    /// What the page needs to know of its widgets.
    #[cfg(target_arch = "wasm32")]
    pub fn keyboard(&self) -> crate::app::ui::hit_areas::Keyboard {
        self.ui.hit_areas.keyboard()
    }

    /// The paths of what is selected, as the level's text has them.
    pub fn selected(&self) -> impl Iterator<Item = String> {
        self.things.selected().iter().map(FieldPath::to_string)
    }

    /// The open page, the tool and what it draws, in words, as reports tell them.
    pub fn in_words(&self) -> (&'static str, &'static str, String) {
        let page = self.panel.page().map_or("", EditPage::name);
        (page, self.drawing.tool.map_or("Select", GroundTool::name), self.drawing.paint.in_words())
    }

    /// What was said last.
    pub fn said(&self) -> &str {
        self.said.as_ref().map_or("", |(words, ..)| words)
    }

    /// Whether what is pasted is for a text field, or things that were copied here.
    pub fn takes_paste(&self) -> bool {
        self.ui.hit_areas.is_typing() || self.copied.is_some()
    }

    /// Turns to a page, or closes the panel if it is open there.
    fn turn_to(&mut self, page: EditPage) {
        self.panel.turn_to(page);
        self.fields.typing = None;
    }

    /// Opens a page if the panel is open at all.
    fn show(&mut self, page: EditPage) {
        if self.panel.show(page) {
            self.fields.typing = None;
        }
    }

    /// Takes a tool, which ends what was begun with another.
    fn take_tool(&mut self, tool: Option<GroundTool>) {
        self.drawing.tool = tool;
        (self.hand.aim, self.hand.held) = (None, None);
        match tool {
            Some(_) => self.show(EditPage::Draw),
            None => self.show(EditPage::Thing),
        }
    }

    /// Takes the brush where no tool is taken that draws: what was chosen is meant to be drawn with.
    fn draw_with_something(&mut self) {
        if matches!(self.drawing.tool, None | Some(GroundTool::Pick | GroundTool::Stamp)) {
            self.take_tool(Some(GroundTool::Brush));
        }
    }
}

/// The edit mode at work on a level.
pub struct Editing<'a> {
    pub editor: &'a mut Editor,
    pub game: &'a mut Game,
}

impl Editing<'_> {
    /// Says something for a moment.
    pub fn say(&mut self, words: impl Into<String>) {
        self.editor.said = Some((words.into(), self.game.clock.elapsed(), false));
    }

    /// Says why something cannot be.
    pub fn refuse(&mut self, words: impl Into<String>) {
        self.editor.said = Some((words.into(), self.game.clock.elapsed(), true));
    }

    /// Changes the level; says why where that cannot be, and asks once before a map that is generated is drawn.
    fn edit(&mut self, name: &str, edit: &Edit) -> bool {
        if edit.draws_the_map()
            && let Err(words) = self.editor.drawing.confirm(&self.game.level)
        {
            self.refuse(words);
            return false;
        }
        let outcome = self.game.edit(name, edit);
        self.conclude(outcome)
    }

    /// Changes the level as a part of what was done last.
    fn extend(&mut self, name: &str, edit: &Edit) -> bool {
        let outcome = self.game.extend(name, edit);
        self.conclude(outcome)
    }

    fn conclude(&mut self, outcome: Result<(), EditError>) -> bool {
        self.refresh();
        if let Err(error) = &outcome {
            self.refuse(error.to_string());
        }
        outcome.is_ok()
    }

    /// Looks at the level again if its text has changed since the last time.
    pub fn refresh(&mut self) {
        let (editor, game) = (&mut *self.editor, &*self.game);
        let (version, document) = (game.level.version(), game.level.history().document());
        editor.things.refresh(document, version);
        editor.panel.refresh(document, version, &editor.things);
        editor.warnings.refresh((document, version), editor.things.all(), game.clock.elapsed());
    }

    /// Undoes what was done last, or does again what was undone last.
    fn travel(&mut self, back: bool) {
        let history = self.game.level.history();
        let done = history.done();
        let target = if back { done.checked_sub(1) } else { Some(done + 1) };
        match target.filter(|target| *target <= history.entries().len()) {
            Some(target) => {
                let name = history.entries()[done.min(target)].name.clone();
                self.say(format!("{}: {name}", if back { "Undone" } else { "Done again" }));
                self.jump(target);
            }
            None if back => self.say("There is nothing to undo"),
            None => self.say("There is nothing to do again"),
        }
    }

    fn jump(&mut self, done: usize) {
        (self.editor.hand.held, self.editor.fields.typing) = (None, None);
        self.game.jump(done);
        self.refresh();
    }

    /// Removes everything that is selected.
    fn remove(&mut self) {
        let selection = self.editor.things.selection();
        let Some(name) = in_words(&selection) else { return };
        let document = self.game.level.history().document();
        if selection.iter().all(|thing| document.span(&thing.path).is_none()) {
            return self.refuse("What is built in cannot be removed");
        }
        let edit = copies::removed(document, &selection);
        if self.edit(&format!("Remove {name}"), &edit) {
            self.editor.things.deselect();
        }
    }

    /// Takes copies of everything that is selected.
    fn copy(&mut self) {
        let selection = self.editor.things.selection();
        let (copied, name) = (Copied::of(self.game.level.history().document(), &selection), in_words(&selection));
        self.editor.copied = copied.or(self.editor.copied.take());
        if let Some(name) = name {
            self.say(format!("Copied {name}"));
        }
    }

    /// Adds what was copied to the level, with its middle at the pointer; where that is not on the map, in the middle of the
    /// view.
    fn paste(&mut self) {
        let Some(middle) = self.editor.copied.as_ref().map(|copied| copied.middle().unwrap_or_default()) else {
            return;
        };
        let lattice = *self.game.level.lattice();
        let hit_areas = &self.editor.ui.hit_areas;
        let pointer = hit_areas.hover().filter(|at| !hit_areas.covers(*at)).map(|at| self.game.camera.to_world(at));
        let to = pointer.filter(|at| lattice.tile_inside(*at).is_some()).unwrap_or(self.game.camera.centre);
        self.paste_beside(to - middle);
    }

    /// Adds what was copied, `by` world units from where it was, as one step of the history; selects it, and tells what
    /// could not be added and why.
    fn paste_beside(&mut self, by: Vec2) {
        let Some(copied) = self.editor.copied.take() else { return };
        let tile = self.game.level.lattice().tile_size;
        let by = if self.editor.drawing.snaps { (by / tile).round() * tile } else { by };
        let (added, refused) = copied.paste(self.game, by, self.editor.drawing.snaps);
        let (count, all) = (added.len(), copied.things.len());
        self.editor.copied = Some(copied);
        self.refresh();
        if count > 0 {
            self.editor.things.select(added);
            self.refresh();
        }
        match (count, refused.join("; ")) {
            (_, why) if why.is_empty() => self.say("Pasted"),
            (0, why) => self.refuse(format!("Nothing was pasted. {why}")),
            (_, why) => self.refuse(format!("Pasted {count} of {all}. Left out: {why}")),
        }
    }

    /// Turns what is selected, where it has a direction.
    fn turn(&mut self) {
        let document = self.game.level.history().document();
        let selection = self.editor.things.selection();
        let edits: Vec<Edit> = selection.iter().filter_map(|thing| shift::turned_by(document, thing, 45.0)).collect();
        match in_words(&selection) {
            Some(name) if !edits.is_empty() => _ = self.edit(&format!("Turn {name}"), &Edit::Several(edits)),
            Some(_) => self.refuse("Agents and boxes can be turned, nothing else, and no group that faces a place"),
            None => self.refuse("Select what is to be turned"),
        }
    }

    /// Does what the author asks for, or hands it up to the session.
    pub(super) fn act(&mut self, action: Action) {
        if self.editor.help.act(action) {
            return;
        }
        match action {
            Action::Edit(action) => self.act_in_editor(action),
            Action::Session(action) => self.editor.effect = Some(action),
            Action::Press(at) if self.press_minimap(at) => return,
            Action::Drag(to) if self.drag_minimap(to) => return,
            Action::Press(at) => return self.press_map(self.game.camera.to_world(at)),
            Action::Drag(to) => return self.drag(self.game.camera.to_world(to)),
            Action::Release => return self.release(),
            Action::PanBy(by) => return self.game.camera.pan(by),
            Action::Zoom { at, factor } => return self.game.camera.zoom_at(at, factor),
            Action::Undo => self.travel(true),
            Action::Redo => self.travel(false),
            Action::SelectAll => self.select_all(),
            Action::Copy => self.copy(),
            Action::Cut => {
                self.copy();
                self.remove();
            }
            Action::Paste => self.paste(),
            Action::Pause => self.game.clock.paused = !self.game.clock.paused,
            Action::StepOnce => self.game.clock.step_once(),
            Action::Restart => self.game.start_over(),
            Action::Frame => self.game.camera.frame(),
            Action::Close => self.close(),
            // Keys move the map while they are held.
            _ => {}
        }
        self.refresh();
    }

    /// Begins a level from nothing: an empty map.
    fn begin_new_level(&mut self) {
        let document = Document::open("new-level.ron", empty_level()).expect("the empty level is right");
        self.game.play(document, LevelSource::Text("new-level".to_owned()));
        let editor = &mut *self.editor;
        editor.things.deselect();
        editor.take_tool(Some(GroundTool::Brush));
        editor.panel.open(EditPage::Draw);
        self.say("An empty map: draw on it, add things to it, save it under a name");
    }

    /// Ends what was begun, the nearest first.
    fn close(&mut self) {
        let editor = &mut *self.editor;
        if std::mem::take(&mut editor.help.is_open)
            || editor.hand.held.take().is_some()
            || editor.hand.aim.take().is_some()
        {
            return;
        }
        if editor.drawing.tool.is_some() {
            return editor.take_tool(None);
        }
        if !editor.things.selected().is_empty() {
            return editor.things.deselect();
        }
        editor.panel.close();
    }

    /// Selects everything that can be picked on the map.
    fn select_all(&mut self) {
        let picked = self.editor.things.to_pick().map(|thing| thing.path.clone()).collect();
        self.editor.things.select(picked);
        self.editor.show(EditPage::Thing);
    }

    /// Moves the map as keys do that are held for some seconds.
    fn pan(&mut self, direction: Vec2, seconds: f32) {
        if !self.editor.help.is_open {
            self.game.camera.pan_for(direction, seconds);
        }
    }
}

/// The text of a level that has ground and nothing else.
fn empty_level() -> String {
    const COLUMNS: usize = 24;
    const ROWS: usize = 14;
    let row = format!("        \"{}\",\n", ".".repeat(COLUMNS));
    format!(
        "(\n    version: 1,\n    name: \"New level\",\n    legend: {{'.': \"grass\"}},\n    rows: [\n{}    ],\n)\n",
        row.repeat(ROWS)
    )
}

/// Some things in words: `guard`, `3 things`; `None` where there are none.
fn in_words(things: &[&Thing]) -> Option<String> {
    match things {
        [] => None,
        [thing] if thing.name.is_empty() => Some(thing.kind.name().to_owned()),
        [thing] => Some(thing.name.clone()),
        things => Some(format!("{} things", things.len())),
    }
}

/// What comes after a value in a list, or before it, round and round.
fn next<T: Copy + PartialEq>(all: &[T], now: T, forward: bool) -> T {
    let place = all.iter().position(|value| *value == now).unwrap_or(0);
    all[(place + if forward { 1 } else { all.len() - 1 }) % all.len()]
}

impl Mode for Editing<'_> {
    fn resize(&mut self, viewport: Vec2) {
        self.editor.ui.painter.set_pixels(pixels::per_logical());
        self.refresh();
        self.editor.layout = Layout::of(self.editor, viewport);
        self.game.camera.resize(viewport, self.editor.layout.insets());
    }

    fn take(&mut self, event: InputEvent, settings: &Settings) {
        let Editor { ui, input, help, minimap, .. } = &mut *self.editor;
        let mut keys = settings.keys.of(ModeName::Edit);
        if help.is_open {
            keys = keys.only(KeyHelp::KEYS);
        }
        let on_minimap = |at| minimap.world_at(at, &self.game.run.sim().map().lattice).is_some();
        let is_for_minimap = match event {
            InputEvent::MouseDown(MouseButton::Left, at) | InputEvent::TouchDown(_, at) => {
                !help.is_open && on_minimap(at)
            }
            _ => false,
        };
        let requests = if is_for_minimap { None } else { ui.hit_areas.take(event, input.is_fast()) };
        let actions = if requests.is_none() { input.take(event, &keys) } else { Vec::new() };
        self.end_typing(event);
        requests.into_iter().flatten().for_each(|request| self.carry_out_request(request));
        actions.into_iter().for_each(|action| self.act(action));
    }

    fn hold(&mut self, button_is_down: fn(MouseButton) -> bool, seconds: f32) {
        self.editor.ui.hit_areas.hold(button_is_down, seconds);
        self.pan(self.editor.input.direction(), seconds);
        self.editor.input.mouse_is_up(button_is_down).into_iter().for_each(|action| self.act(action));
    }

    fn command(&mut self, action: Action) {
        self.pan(action.direction(), COMMANDED);
        self.act(action);
    }

    fn draw_world(&mut self, renderer: &mut Renderer) {
        let ground = self.game.traces.take_ground_changes();
        if ground.is_another {
            renderer.forget_ground();
        }
        let hover = self.editor.ui.hit_areas.hover().filter(|at| !self.editor.ui.hit_areas.covers(*at));
        let covered = self.editor.ui.hit_areas.covered();
        let view = self.game.view(None, None, covered);
        scene::draw(&view, renderer, &mut self.editor.ui.painter, ground.changed);
        marks::draw(self.editor, self.game, hover);
        self.editor.ui.painter.flush();
    }

    fn draw_panels(&mut self, settings: &Settings, _: &Timings) {
        self.refresh();
        hud::draw(self, &settings.keys.of(ModeName::Edit));
    }

    fn moves(&self) -> bool {
        let said = self.editor.said.as_ref();
        motion::moves(self.game)
            || self.editor.warnings.is_due()
            || said
                .is_some_and(|(_, since, is_refusal)| self.game.clock.elapsed() - since < hud::said_lasts(*is_refusal))
    }

    fn has_dialog(&self) -> bool {
        self.editor.help.is_open
    }

    fn take_effect(&mut self) -> Option<SessionAction> {
        self.editor.effect.take()
    }
}
