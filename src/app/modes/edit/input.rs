//! What is done with the pointer on the map, and with the widgets of the panel.

use footpath::format::limits::MAP_TILES;
use footpath::format::table::LEGEND_ENTRY;
use footpath::grid::Cell;
use footpath::level::edit::{Edit, FieldPath};
use glam::Vec2;
use macroquad::input::KeyCode;
use macroquad::miniquad::date;

use super::ground::{GroundTool, line, rectangle};
use super::held::Held;
use super::rows::RowEntry;
use super::thing::{HandlePart, Thing, ThingKind};
use super::{EditPage, Editing, Editor, NextClick, Typing, copies, ground, in_words, next, shift};
use crate::app::modes::actions::Action;
use crate::app::modes::edit::actions::{EditAction, MapSide, New, Typed};
use crate::app::modes::play::Game;
use crate::app::ui::event::InputEvent;
use crate::app::ui::hit_areas::WidgetRequest;
use crate::app::ui::text_edit::TextEdit;

/// How far a press must wander to be a drag, in pixels.
const SLACK: f32 = 4.0;

/// Where an edit takes longer than this, in seconds, a thing that is dragged is moved only when it is let go.
const SLOW: f64 = 0.02;

/// A step of height or ceiling, in world units.
const RISE: f32 = 0.25;

/// The most that the edges of the map are moved by one press.
const EDGE: i32 = 1;

impl Editing<'_> {
    /// The pointer is pressed at a point of the world.
    pub(super) fn press_map(&mut self, at: Vec2) {
        match self.editor.hand.aim {
            Some(NextClick::Add(new)) => {
                self.editor.hand.held = Some(Held::New { new, from: at, to: at });
                return;
            }
            Some(NextClick::Send) => return self.send(at),
            Some(NextClick::Extend) => return self.extend_path(at),
            Some(NextClick::Point(index)) => return self.point_at(index, at),
            None => {}
        }
        let tile = self.game.level.lattice().tile_inside(at);
        let draws = match self.editor.drawing.tool {
            None | Some(GroundTool::Pick) => false,
            Some(GroundTool::Stamp) => self.editor.drawing.stamp.is_some(),
            Some(_) => true,
        };
        // Asked before a stroke begins, which would go on with the next tile otherwise.
        if draws && let Err(words) = self.editor.drawing.confirm(&self.game.level) {
            return self.refuse(words);
        }
        match (self.editor.drawing.tool, tile) {
            (None, _) => self.select_at(at),
            (Some(GroundTool::Brush), Some(tile)) => {
                self.editor.hand.held = Some(Held::Stroke { last: tile, has_drawn: false });
                self.stroke_to(tile);
            }
            (Some(GroundTool::Line | GroundTool::Rectangle), _) => {
                let cell = self.game.level.lattice().tile_at(at);
                self.editor.hand.held = Some(Held::Shape { from: cell, to: cell });
            }
            (Some(GroundTool::Fill), Some(tile)) => {
                let cells = self.editor.drawing.paint.filled(self.game.level.history().document().level(), tile);
                self.paint(cells, false);
            }
            (Some(GroundTool::Pick), Some(tile)) => {
                let level = self.game.level.history().document().level();
                self.editor.drawing.paint.pick(level, tile);
                let words = self.editor.drawing.paint.in_words();
                self.editor.take_tool(Some(GroundTool::Brush));
                self.say(format!("The brush draws {words}"));
            }
            (Some(GroundTool::Stamp), _) => match &self.editor.drawing.stamp {
                Some(stamp) => {
                    let drawn = stamp
                        .drawn(self.game.level.history().document().level(), self.game.level.lattice().tile_at(at));
                    if let Some(edit) = drawn {
                        self.edit("Stamp", &edit);
                    }
                }
                None => {
                    let cell = self.game.level.lattice().tile_at(at);
                    self.editor.hand.held = Some(Held::Region { from: cell, to: cell });
                }
            },
            (Some(_), None) => {}
        }
    }

    /// Selects what is at a point of the world and takes hold of it, or begins a box.
    fn select_at(&mut self, at: Vec2) {
        let adds = self.editor.input.is_fast();
        let Some((thing, part)) =
            self.editor.things.handle_at(at, self.game.camera.scale, self.editor.things.to_pick())
        else {
            self.editor.hand.held = Some(Held::Box { from: at, to: at, adds });
            return;
        };
        let (path, place) = (thing.path.clone(), thing.handle(part));
        let is_selected = self.editor.things.is_selected(&path);
        if adds {
            self.editor.things.toggle(path);
            return self.editor.show(EditPage::Thing);
        }
        if is_selected && self.editor.things.selected().len() > 1 && part == HandlePart::Whole {
            self.editor.hand.held = Some(Held::Selection { from: at, by: Vec2::ZERO });
            return;
        }
        if !is_selected || self.editor.things.selected().len() > 1 {
            self.editor.fields.typing = None;
            self.editor.things.select(vec![path.clone()]);
        }
        self.editor.show(EditPage::Thing);
        if let Some(place) = place {
            let aside = place - at;
            self.editor.hand.held =
                Some(Held::Handle { thing: path, part, aside, from: at, to: None, has_moved: false });
        }
        self.refresh();
    }

    /// The pressed pointer goes on to a point of the world.
    pub(super) fn drag(&mut self, to: Vec2) {
        let slack = SLACK / self.game.camera.scale;
        match self.editor.hand.held.clone() {
            Some(Held::Handle { thing, part, aside, from, to: None, .. }) if from.distance(to) <= slack => {
                self.editor.hand.held = Some(Held::Handle { thing, part, aside, from, to: None, has_moved: false });
            }
            Some(Held::Handle { thing, part, aside, from, has_moved, .. }) => {
                let to = to + aside;
                // Where an edit takes long, the level follows only when the handle is let go.
                let has_moved = has_moved && self.editor.hand.is_slow || self.move_handle(&thing, part, to, has_moved);
                self.editor.hand.held = Some(Held::Handle { thing, part, aside, from, to: Some(to), has_moved });
            }
            Some(Held::Selection { from, .. }) => {
                self.editor.hand.held = Some(Held::Selection { from, by: to - from });
            }
            Some(Held::Stroke { .. }) => {
                let tile = self.game.level.lattice().tile_at(to);
                self.stroke_to(tile);
            }
            Some(Held::Shape { from, .. }) => {
                self.editor.hand.held = Some(Held::Shape { from, to: self.game.level.lattice().tile_at(to) });
            }
            Some(Held::Region { from, .. }) => {
                self.editor.hand.held = Some(Held::Region { from, to: self.game.level.lattice().tile_at(to) });
            }
            Some(Held::Box { from, adds, .. }) => self.editor.hand.held = Some(Held::Box { from, to, adds }),
            Some(Held::New { new, from, .. }) => self.editor.hand.held = Some(Held::New { new, from, to }),
            Some(Held::Minimap) | None => {}
        }
    }

    /// Brings a handle to a point of the world; gives whether it has been moved, now or before.
    fn move_handle(&mut self, path: &FieldPath, part: HandlePart, to: Vec2, has_moved: bool) -> bool {
        let Some(thing) = self.editor.things.find(path) else { return has_moved };
        let document = self.game.level.history().document();
        let Some(edit) = shift::moved(document, thing, part, to, self.editor.drawing.snaps) else { return has_moved };
        let name = format!("Move {}", in_words(&[thing]).unwrap_or_default());
        let (before, begun) = (self.game.level.history().done(), date::now());
        let is_done = if has_moved { self.extend(&name, &edit) } else { self.edit(&name, &edit) };
        self.editor.hand.is_slow = date::now() - begun > SLOW;
        // An edit that changes nothing is no entry that the next one could be a part of.
        has_moved || is_done && self.game.level.history().done() > before
    }

    /// Draws on with the brush to a tile.
    fn stroke_to(&mut self, tile: Cell) {
        let Some(Held::Stroke { last, has_drawn }) = self.editor.hand.held else { return };
        let lattice = *self.game.level.lattice();
        let cells = self.editor.drawing.paint.touched(&lattice, line(last, tile));
        let edits = self.game.level.history().entries().len();
        let has_drawn = self.paint(cells, has_drawn) || has_drawn && edits > 0;
        self.editor.hand.held = Some(Held::Stroke { last: tile, has_drawn });
    }

    /// Draws on tiles, as a part of the stroke before if it `extends` that; gives whether there is a stroke now.
    fn paint(&mut self, cells: Vec<Cell>, extends: bool) -> bool {
        if cells.is_empty() {
            return extends;
        }
        let name = format!("Draw {}", self.editor.drawing.paint.in_words());
        let edit = self.editor.drawing.paint.on(&cells);
        let before = self.game.level.history().done();
        if extends {
            self.extend(&name, &edit)
        } else {
            self.edit(&name, &edit) && self.game.level.history().done() > before
        }
    }

    /// The pointer is let go.
    pub(super) fn release(&mut self) {
        match self.editor.hand.held.take() {
            Some(Held::Selection { by, .. }) => self.move_selection(by),
            Some(Held::Shape { from, to }) => {
                let lattice = *self.game.level.lattice();
                let cells = match self.editor.drawing.tool {
                    Some(GroundTool::Line) => self.editor.drawing.paint.touched(&lattice, line(from, to)),
                    _ => self.editor.drawing.paint.mirrored(&lattice, rectangle(from, to).cells()),
                };
                self.paint(cells, false);
            }
            Some(Held::Region { from, to }) => {
                self.editor.drawing.stamp =
                    ground::Stamp::of(self.game.level.history().document().level(), rectangle(from, to));
                if let Some((columns, rows)) = self.editor.drawing.stamp.as_ref().map(|stamp| stamp.size) {
                    self.say(format!("{columns} x {rows} tiles: press where to draw them"));
                }
            }
            Some(Held::Box { from, to, adds }) => {
                let is_press = (to - from).abs().max_element() * self.game.camera.scale <= SLACK;
                self.editor.things.select_in((!is_press).then_some((from.min(to), from.max(to))), adds);
                if !is_press && !self.editor.things.selected().is_empty() {
                    self.editor.show(EditPage::Thing);
                }
            }
            Some(Held::New { new, from, to }) => self.add(new, from, to),
            Some(Held::Handle { thing, part, to: Some(to), has_moved, .. }) if self.editor.hand.is_slow => {
                self.move_handle(&thing, part, to, has_moved);
            }
            Some(Held::Handle { .. } | Held::Stroke { .. } | Held::Minimap) | None => {}
        }
        self.refresh();
    }

    /// Moves everything that is selected.
    fn move_selection(&mut self, by: Vec2) {
        let document = self.game.level.history().document();
        let lattice = &document.level().map.lattice;
        let by = if self.editor.drawing.snaps { (by / lattice.tile_size).round() * lattice.tile_size } else { by };
        if by == Vec2::ZERO {
            return;
        }
        let selection = self.editor.things.selection();
        let edits: Vec<Edit> = selection
            .iter()
            .filter_map(|thing| shift::moved_by(document, thing, by, self.editor.drawing.snaps))
            .collect();
        let name = format!("Move {}", in_words(&selection).unwrap_or_default());
        self.edit(&name, &Edit::Several(edits));
    }

    /// Adds something new between two points of the world.
    fn add(&mut self, new: New, from: Vec2, to: Vec2) {
        let document = self.game.level.history().document();
        let is_profile = |thing: &&Thing| thing.kind == ThingKind::Profile;
        let selection = self.editor.things.selection();
        let profile = selection.into_iter().find(is_profile).map_or("walker", |profile| &profile.name).to_owned();
        match copies::new(document, new, (from, to), (&profile, self.editor.drawing.snaps)) {
            Ok((path, edit)) => {
                let name = match new {
                    New::One(kind) => kind.name(),
                    New::Row | New::Ring | New::Block => "group of agents",
                };
                if self.edit(&format!("Add {name}"), &edit) {
                    self.editor.said = None;
                    self.editor.things.select(vec![path]);
                    self.editor.hand.aim = (new == New::One(ThingKind::Path)).then_some(NextClick::Extend);
                    if self.editor.hand.aim.is_some() {
                        self.say("Press where it goes on; Esc ends it");
                    }
                    self.editor.show(EditPage::Thing);
                }
            }
            Err(problem) => self.refuse(problem),
        }
        self.refresh();
    }

    /// Sends the selected agents to a point of the world.
    fn send(&mut self, at: Vec2) {
        self.editor.hand.aim = None;
        let document = self.game.level.history().document();
        let selection = self.editor.things.selection();
        let edits: Vec<Edit> =
            selection.iter().filter_map(|thing| shift::sent(document, thing, at, self.editor.drawing.snaps)).collect();
        let name = format!("Send {}", in_words(&selection).unwrap_or_default());
        self.edit(&name, &Edit::Several(edits));
    }

    /// Adds a point to the selected path or link.
    fn extend_path(&mut self, at: Vec2) {
        let document = self.game.level.history().document();
        let Some(path) = self.editor.things.selection().into_iter().find(|thing| thing.kind.leads_through()) else {
            self.editor.hand.aim = None;
            return;
        };
        let edit = copies::extended(document, path, at, self.editor.drawing.snaps);
        let whose = if path.name.is_empty() { path.kind.name() } else { &path.name };
        let name = format!("Add a point to {whose}");
        self.edit(&name, &edit);
    }

    pub(super) fn carry_out_request(&mut self, request: WidgetRequest<Action>) {
        match request {
            WidgetRequest::Press { press, times } => (0..times).for_each(|_| self.act(press)),
            WidgetRequest::Edit { press: Action::Edit(EditAction::Type(typed)), edit } => self.type_into(typed, edit),
            WidgetRequest::Scroll { by, .. } if self.editor.help.is_open => self.editor.help.scroll_by(by),
            WidgetRequest::Scroll { by, .. } => self.editor.panel.scroll_mut().by(by),
            WidgetRequest::Slide { .. } | WidgetRequest::Edit { .. } => {}
        }
    }

    /// Ends typing when the field has been left or Enter was pressed; a field that is committed counts then, unless Escape
    /// has ended it.
    pub(super) fn end_typing(&mut self, event: InputEvent) {
        let Editor { ui, fields, .. } = &mut *self.editor;
        let has_focus = |typing: &mut Typing| ui.hit_areas.has_focus(&Action::Edit(EditAction::Type(typing.typed)));
        let is_committed = |typing: &mut Typing| typing.typed.is_committed();
        let is_entered = matches!(event, InputEvent::KeyDown(KeyCode::Enter | KeyCode::KpEnter));
        let ended = fields.typing.take_if(|typing| is_committed(typing) && (is_entered || !has_focus(typing)));
        if let Some(typing) = ended.filter(|_| event != InputEvent::KeyDown(KeyCode::Escape)) {
            self.resize_to(typing.typed, typing.field.text().trim());
        }
    }

    /// Gives the map another width or height, as it was typed, at the right or the bottom.
    fn resize_to(&mut self, typed: Typed, text: &str) {
        let lattice = *self.game.level.lattice();
        let (side, now, what) = match typed {
            Typed::Width => (MapSide::Right, lattice.width, "columns"),
            _ => (MapSide::Bottom, lattice.height, "rows"),
        };
        match text.parse::<u32>() {
            Ok(wanted) if wanted == now => {}
            Ok(wanted) if (1..=MAP_TILES as u32).contains(&wanted) => {
                self.resize_map(side, wanted as i32 - now as i32);
            }
            _ => self.refuse(format!("The map cannot have `{text}` {what}: type a whole number, 1 to {MAP_TILES}")),
        }
    }

    /// Changes what is typed into a field; a property follows as soon as that is a value that it can have.
    fn type_into(&mut self, typed: Typed, edit: TextEdit) {
        let lattice = self.game.level.lattice();
        let Some(field) = self.editor.fields.field(typed, self.editor.panel.rows(), lattice) else { return };
        let before = field.text().to_owned();
        field.edit(edit);
        let text = field.text().to_owned();
        if text == before {
            return;
        }
        match typed {
            Typed::Filter => self.editor.panel.scroll_mut().reset(),
            Typed::Place => self.editor.drawing.paint.place = Some(text).filter(|name| !name.trim().is_empty()),
            Typed::Width | Typed::Height => {}
            Typed::Row(index) => {
                let extends = self.editor.fields.typing.as_ref().is_some_and(|typing| typing.has_edited);
                let outcome = self.set_row(index, &text, extends);
                if let Some(typing) = &mut self.editor.fields.typing {
                    typing.has_edited |= outcome.is_ok();
                    typing.problem = outcome.err();
                }
            }
        }
    }

    /// Gives the property in a row another value.
    fn set_row(&mut self, index: usize, typed: &str, extends: bool) -> Result<(), String> {
        let Some(row) = self.editor.panel.rows().get(index).cloned() else { return Ok(()) };
        let document = self.game.level.history().document();
        let selection = self.editor.things.selection();
        let level = Thing {
            kind: ThingKind::Area,
            path: FieldPath::default(),
            name: String::new(),
            about: String::new(),
            handles: Vec::new(),
            members: Vec::new(),
        };
        let things = if self.editor.panel.page() == Some(EditPage::Map) { vec![&level] } else { selection };
        let edit = row.change(document, &things, typed)?;
        let whose = match self.editor.panel.page() {
            Some(EditPage::Map) => "level".to_owned(),
            _ if row.is_name() && !typed.trim().is_empty() => typed.trim().to_owned(),
            _ => in_words(&things).unwrap_or_default(),
        };
        // The buttons of a list have no name: they stand below the one that they are for.
        let above = self.editor.panel.rows()[..=index].iter().rev();
        let named = above.filter(|above| above.depth <= row.depth).find(|above| !above.name.is_empty());
        let what = &named.unwrap_or(&row).name;
        let name = format!("{whose}: {what}");
        let change = if extends { Game::extend } else { Game::edit };
        change(self.game, &name, &edit).map_err(|error| error.to_string())?;
        // What has another name now is still selected.
        if row.entry == RowEntry::Key
            && let [path] = self.editor.things.selected()
            && let Some(thing) = self.editor.things.find(path)
        {
            let own = |name: &str| FieldPath::field(thing.kind.field()).key(name);
            if *path == own(&thing.name) {
                self.editor.things.select(vec![own(typed)]);
            }
        }
        self.refresh();
        Ok(())
    }

    /// Does what only the edit mode does.
    pub(super) fn act_in_editor(&mut self, action: EditAction) {
        let editor = &mut *self.editor;
        match action {
            EditAction::Select => editor.take_tool(None),
            EditAction::Take(GroundTool::Stamp) => {
                editor.take_tool(Some(GroundTool::Stamp));
                editor.drawing.stamp = None;
                self.say("Drag over the part of the map to copy");
            }
            EditAction::Take(tool) => editor.take_tool(Some(tool)),
            EditAction::NextLayer => {
                editor.drawing.paint.layer = next(&ground::PaintLayer::ALL, editor.drawing.paint.layer, true)
            }
            EditAction::Snap => {
                editor.drawing.snaps = !editor.drawing.snaps;
                let snaps = editor.drawing.snaps;
                self.say(if snaps { "Things snap to the middles of tiles" } else { "Things stand where you put them" });
            }
            EditAction::Duplicate => {
                self.copy();
                self.paste_beside(Vec2::splat(self.game.level.lattice().tile_size));
            }
            EditAction::Turn => self.turn(),
            EditAction::Remove => self.remove(),
            EditAction::New => self.begin_new_level(),
            EditAction::Open(page) => editor.turn_to(page),
            EditAction::Layer(layer) => editor.drawing.paint.layer = layer,
            EditAction::Mix => {
                editor.drawing.paint.toggle_mix();
                if !editor.drawing.paint.mix.is_empty() {
                    self.say("Choose the terrains: each tile gets one of them by chance");
                }
            }
            EditAction::Lock(kind) => {
                editor.things.toggle_lock(kind);
                let is_locked = editor.things.is_locked(kind);
                let how = if is_locked { "are locked: a press or a box picks none" } else { "can be picked again" };
                self.say(format!("{} {how}", kind.field()));
            }
            EditAction::Terrain(index) => {
                let terrains = &self.game.level.history().document().level().map.terrains;
                if let Some(terrain) = terrains.get(index) {
                    editor.drawing.paint.choose_terrain(&terrain.name);
                }
                editor.draw_with_something();
            }
            EditAction::Place(index) => {
                let level = self.game.level.history().document().level();
                editor.drawing.paint.place = index.and_then(|index| level.places.keys().nth(index)).cloned();
                editor.fields.place.clear();
                editor.fields.place.paste(editor.drawing.paint.place.as_deref().unwrap_or_default());
                editor.draw_with_something();
            }
            EditAction::Value(more) => {
                let by = if more { RISE } else { -RISE };
                let within = |field: &str, value: f32| {
                    let range = LEGEND_ENTRY.range(field);
                    value.clamp(*range.start(), *range.end())
                };
                match editor.drawing.paint.layer {
                    ground::PaintLayer::Ceiling => {
                        let ceiling = editor.drawing.paint.ceiling.unwrap_or(2.0) + by;
                        editor.drawing.paint.ceiling = Some(within("ceiling", ceiling));
                    }
                    _ => editor.drawing.paint.height = within("height", editor.drawing.paint.height + by),
                }
                editor.draw_with_something();
            }
            EditAction::Sky => editor.drawing.paint.ceiling = None,
            EditAction::Size(more) => {
                let size =
                    if more { editor.drawing.paint.size + 1 } else { editor.drawing.paint.size.saturating_sub(1) };
                editor.drawing.paint.size = size.clamp(1, ground::WIDEST);
            }
            EditAction::Mirror(forward) => {
                editor.drawing.paint.mirror = next(&ground::Mirror::ALL, editor.drawing.paint.mirror, forward);
            }
            EditAction::Add(new) => self.begin_to_add(new),
            EditAction::Send => {
                let has_other = |thing: &&Thing| shift::has_other_order(self.game.level.history().document(), thing);
                let words = match editor.things.selection().iter().any(has_other) {
                    true => "Press where they are to go first, before what they do now",
                    false => "Press where they are to go",
                };
                editor.hand.aim = Some(NextClick::Send);
                self.say(words);
            }
            EditAction::Extend => {
                editor.hand.aim =
                    if editor.hand.aim == Some(NextClick::Extend) { None } else { Some(NextClick::Extend) };
                if editor.hand.aim.is_some() {
                    self.say("Press where the path goes on; Esc ends it");
                }
            }
            EditAction::Shorten => {
                let document = self.game.level.history().document();
                let path = editor.things.selection().into_iter().find(|thing| thing.kind.leads_through());
                if let Some(edit) = path.and_then(|path| copies::shortened(document, path)) {
                    self.edit("Remove a point", &edit);
                }
            }
            EditAction::Choose(index) => self.choose(index),
            EditAction::Warning(index) => self.show_warning(index),
            EditAction::FrameSelection => match editor.things.bounds_of_selection() {
                Some((low, high)) => self.game.camera.frame_between(low, high),
                None => self.game.camera.frame(),
            },
            EditAction::Minimap => editor.minimap.toggle(),
            EditAction::Step(index, forward) => {
                editor.fields.typing = None;
                let Some(value) = editor.panel.rows().get(index).and_then(|row| row.stepped(forward)) else { return };
                if let Err(problem) = self.set_row(index, &value, false) {
                    self.refuse(problem);
                }
            }
            EditAction::Names(index) => {
                let place = editor.panel.rows().get(index).map(|row| row.place.clone());
                editor.fields.listed = place.filter(|place| editor.fields.listed.as_ref() != Some(place));
            }
            EditAction::Name(index, chosen) => {
                (editor.fields.typing, editor.fields.listed) = (None, None);
                let Some(row) = editor.panel.rows().get(index) else { return };
                let name = chosen.map_or(Some(String::new()), |chosen| row.names_to_choose().get(chosen).cloned());
                if let Some(Err(problem)) = name.map(|name| self.set_row(index, &name, false)) {
                    self.refuse(problem);
                }
            }
            EditAction::Point(index) => {
                let aim = Some(NextClick::Point(index));
                editor.hand.aim = if editor.hand.aim == aim { None } else { aim };
                if editor.hand.aim.is_some() {
                    self.say("Press what is meant on the map; Esc ends it");
                }
            }
            EditAction::Grow(index) => {
                if let Err(problem) = self.set_row(index, "", false) {
                    self.refuse(problem);
                }
            }
            EditAction::MoveItem(index, down) => self.move_item(index, down),
            EditAction::RemoveItem(index) => {
                if let Some((path, _, name)) = self.editor.panel.item_of(index, &self.editor.things) {
                    self.edit(&format!("Remove {name}"), &Edit::Remove { path });
                }
            }
            EditAction::Reorder(down) => self.reorder_selected(down),
            // A field asks with what is typed.
            EditAction::Type(_) => {}
            EditAction::Resize(side, more) => self.resize_map(side, if more { EDGE } else { -EDGE }),
            EditAction::Shift(side) => {
                let (columns, rows) = match side {
                    MapSide::Left => (-1, 0),
                    MapSide::Right => (1, 0),
                    MapSide::Top => (0, -1),
                    MapSide::Bottom => (0, 1),
                };
                let edit = Edit::shift(columns, rows, &editor.drawing.paint.terrain);
                self.edit(&format!("Shift {}", side.name()), &edit);
            }
            EditAction::Rotate => _ = self.edit("Turn the map", &Edit::Rotate),
            EditAction::Flip(down) => _ = self.edit("Flip the map", &Edit::Flip { down }),
            EditAction::Draw => _ = self.edit("Draw the generated map", &Edit::Draw),
            EditAction::Jump(done) => self.jump(done),
            EditAction::Deselect => {
                editor.things.deselect();
                editor.hand.aim = None;
            }
        }
    }

    /// Moves the item in a row up or down in its list.
    fn move_item(&mut self, index: usize, down: bool) {
        let Some((path, (place, count), name)) = self.editor.panel.item_of(index, &self.editor.things) else { return };
        let to = if down { place + 1 } else { place.wrapping_sub(1) };
        if to < count {
            self.edit(&format!("Reorder {name}"), &Edit::Reorder { path, to });
        }
    }

    /// Moves the selected rule or wave up or down among the others.
    fn reorder_selected(&mut self, down: bool) {
        let selection = self.editor.things.selection();
        let [thing] = selection[..] else { return };
        let list = FieldPath::field(thing.kind.field());
        let all = self.game.level.history().document().paths_in(&list);
        let Some(place) = all.iter().position(|path| *path == thing.path) else { return };
        let to = if down { place + 1 } else { place.wrapping_sub(1) };
        if to < all.len() {
            let edit = Edit::Reorder { path: thing.path.clone(), to };
            if self.edit(&format!("Reorder {}", list), &edit) {
                self.editor.things.select(vec![list.item(to)]);
            }
        }
    }

    /// Chooses what a row names by what is at a point of the world: the nearest thing with a name, a place, or a tile.
    fn point_at(&mut self, index: usize, at: Vec2) {
        self.editor.hand.aim = None;
        let Some(row) = self.editor.panel.rows().get(index).cloned() else { return };
        self.editor.said = None;
        let level = self.game.level.history().document().level();
        match self.editor.things.named_at(&row, at, self.game.camera.scale, level) {
            Some(value) => {
                if let Err(problem) = self.set_row(index, &value, false) {
                    self.refuse(problem);
                }
            }
            None => self.refuse(format!("There is no {} with a name here", row.names.join(" and no "))),
        }
    }

    /// Adds what needs no place at once; the rest where the map is pressed next.
    fn begin_to_add(&mut self, new: New) {
        (self.editor.drawing.tool, self.editor.hand.held) = (None, None);
        if let New::One(kind) = new
            && !kind.is_on_map()
        {
            return self.add(new, Vec2::ZERO, Vec2::ZERO);
        }
        if self.editor.hand.aim == Some(NextClick::Add(new)) {
            self.editor.hand.aim = None;
            return;
        }
        self.editor.hand.aim = Some(NextClick::Add(new));
        self.say(match new {
            New::One(ThingKind::Path) => "Drag from the first point of the path to the second",
            New::One(ThingKind::Link) => "Drag from where the link begins to where it leads",
            New::One(ThingKind::Zone) => "Drag from the middle of the zone to its edge",
            New::One(_) => "Press where it is to be",
            New::Row => "Drag from the first of the row to the last",
            New::Ring => "Drag from the middle of the ring to its edge",
            New::Block => "Drag over the tiles where they are to stand",
        });
    }

    /// Selects the thing at a place of the list and shows where it is.
    fn choose(&mut self, index: usize) {
        let adds = self.editor.input.is_fast();
        let Some(thing) = self.editor.things.all().get(index).cloned() else { return };
        if !adds {
            self.editor.things.deselect();
        }
        self.editor.things.add(thing.path.clone());
        if let Some(at) = thing.at() {
            self.game.camera.bring_into(self.editor.layout.stage, at);
        } else if !adds {
            self.editor.show(EditPage::Thing);
        }
    }

    /// Takes the small map where it is pressed, and looks there; gives whether that is there.
    pub(super) fn press_minimap(&mut self, at: Vec2) -> bool {
        let point = self.editor.minimap.world_at(at, &self.game.run.sim().map().lattice);
        if let Some(point) = point {
            self.editor.hand.held = Some(Held::Minimap);
            self.game.camera.centre_on(point);
        }
        point.is_some()
    }

    /// Looks where the small map is dragged to, if that is held; gives whether it is.
    pub(super) fn drag_minimap(&mut self, to: Vec2) -> bool {
        let is_held = self.editor.hand.held == Some(Held::Minimap);
        let point = self.editor.minimap.nearest(to, &self.game.run.sim().map().lattice).filter(|_| is_held);
        point.into_iter().for_each(|point| self.game.camera.centre_on(point));
        is_held
    }

    /// Selects what a warning is about, and says the warning with what would be right.
    fn show_warning(&mut self, index: usize) {
        let Some(warning) = self.editor.warnings.all().get(index).cloned() else { return };
        self.editor.things.select(warning.thing.into_iter().collect());
        if let Some(at) = warning.at {
            self.game.camera.bring_into(self.editor.layout.stage, at);
        }
        let help = if warning.help.is_empty() { String::new() } else { format!(": {}", warning.help) };
        self.refuse(format!("{}{help}", warning.message));
    }

    fn resize_map(&mut self, side: MapSide, by: i32) {
        let at = |wanted: MapSide| if side == wanted { by } else { 0 };
        let edit = Edit::Resize {
            left: at(MapSide::Left),
            top: at(MapSide::Top),
            right: at(MapSide::Right),
            bottom: at(MapSide::Bottom),
            fill: self.editor.drawing.paint.terrain.clone(),
        };
        let what = if by > 0 { "Add" } else { "Remove" };
        self.edit(&format!("{what} tiles at the {}", side.name()), &edit);
    }
}
