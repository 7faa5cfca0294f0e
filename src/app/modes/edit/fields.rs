//! The text fields of the panel, and what is being typed into them.

use footpath::grid::Lattice;
use footpath::level::edit::FieldPath;

use super::rows::PropertyRow;
use crate::app::modes::edit::actions::Typed;
use crate::app::ui::text_field::TextField;

/// A property that is being typed.
pub struct Typing {
    pub typed: Typed,
    pub field: TextField,
    /// What is wrong with what is typed.
    pub problem: Option<String>,
    /// Whether an edit has come of it: what is typed next becomes a part of that.
    pub has_edited: bool,
}

/// The text fields of the panel.
#[derive(Default)]
pub struct PanelFields {
    pub typing: Option<Typing>,
    /// The property of which the list of names is open.
    pub listed: Option<FieldPath>,
    pub filter: TextField,
    pub place: TextField,
}

impl PanelFields {
    /// A field of the panel as it is typed now.
    pub fn field(&mut self, typed: Typed, rows: &[PropertyRow], lattice: &Lattice) -> Option<&mut TextField> {
        match typed {
            Typed::Filter => Some(&mut self.filter),
            Typed::Place => Some(&mut self.place),
            Typed::Row(_) | Typed::Width | Typed::Height => {
                let is_begun = self.typing.as_ref().is_some_and(|typing| typing.typed == typed);
                if !is_begun {
                    let field = begun_field(typed, rows, lattice)?;
                    self.typing = Some(Typing { typed, field, problem: None, has_edited: false });
                }
                self.typing.as_mut().map(|typing| &mut typing.field)
            }
        }
    }
}

/// A field that is begun to be typed into, with what it says before.
fn begun_field(typed: Typed, rows: &[PropertyRow], lattice: &Lattice) -> Option<TextField> {
    match typed {
        Typed::Row(index) => {
            let mut field = TextField::default();
            field.paste(rows.get(index)?.value.as_deref().unwrap_or_default());
            Some(field)
        }
        Typed::Width => Some(TextField::selecting(&lattice.width.to_string())),
        Typed::Height => Some(TextField::selecting(&lattice.height.to_string())),
        Typed::Filter | Typed::Place => None,
    }
}
