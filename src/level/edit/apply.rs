//! Edits as they are done to a document.

use super::document::{Change, Document};
use super::{Affected, Edit, EditError, names, paint, reshape};
use crate::level::limits;

impl Document {
    /// Changes the text as little as the edit needs. The level as it then is, is read; where it cannot be, nothing is
    /// changed.
    ///
    /// # Errors
    /// Where the edit means something that is not there, or would leave a level that cannot be read.
    pub fn apply(&mut self, edit: &Edit) -> Result<(Change, Affected), EditError> {
        let mut change = Change::default();
        // Only between several edits is the level read before all is done.
        let before = matches!(edit, Edit::Several(_)).then(|| self.level.clone());
        let done = self.perform(edit, &mut change).and_then(|()| {
            if self.text.len() > limits::TEXT_BYTES {
                let (bytes, most) = (self.text.len(), limits::TEXT_BYTES);
                let message = format!("the text would have {bytes} bytes; a level has at most {most}");
                return Err(EditError::Impossible(message));
            }
            let affected = change.affected(false);
            self.read(&affected, true).map_err(EditError::Unreadable)?;
            Ok(affected)
        });
        match done {
            Ok(affected) => Ok((change, affected)),
            Err(error) => {
                for step in change.steps.iter().rev() {
                    self.put(&step.patch.inverse());
                }
                if let Some(level) = before {
                    self.level = level;
                }
                Err(error)
            }
        }
    }

    fn perform(&mut self, edit: &Edit, change: &mut Change) -> Result<(), EditError> {
        match edit {
            Edit::Set { path, value } => self.set(path, value, change),
            Edit::Put { path, position } => self.put_thing(path, position, change),
            Edit::Insert { path, value } => self.insert(path, value, change),
            Edit::Remove { path } => self.remove(path, change).map(|_| ()),
            Edit::Reorder { path, to } => self.reorder(path, *to, change),
            Edit::Rename { path, name } => names::rename(self, path, name, change),
            Edit::Paint { brush, cells } => paint::paint(self, brush, cells, change),
            Edit::Draw => paint::draw(self, change),
            Edit::Resize { left, top, right, bottom, fill } => {
                reshape::resize(self, [*left, *top, *right, *bottom], fill, change)
            }
            Edit::Rotate => reshape::rotate(self, change),
            Edit::Flip { down } => reshape::flip(self, *down, change),
            Edit::Text(text) => {
                self.replace_text(text, change);
                Ok(())
            }
            Edit::Several(edits) => {
                for (index, edit) in edits.iter().enumerate() {
                    let looks_at_level = matches!(
                        edit,
                        Edit::Paint { .. }
                            | Edit::Draw
                            | Edit::Resize { .. }
                            | Edit::Rotate
                            | Edit::Flip { .. }
                            | Edit::Rename { .. }
                    );
                    // A stroke changes nothing that those after it look at.
                    let is_changed = index > 0 && !matches!(edits[index - 1], Edit::Paint { .. });
                    if looks_at_level && is_changed {
                        self.read(&Affected::Everything, true).map_err(EditError::Unreadable)?;
                    }
                    self.perform(edit, change)?;
                }
                Ok(())
            }
        }
    }
}
