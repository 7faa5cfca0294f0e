//! Texts that are kept in the browser's storage for the page.

use super::TextStore;
use crate::app::platform::page;

/// The part of the storage whose names begin with this.
#[derive(Clone, Debug, Default)]
pub struct BrowserStorage(pub &'static str);

impl BrowserStorage {
    fn name(&self, key: &str) -> String {
        format!("{}{key}", self.0)
    }
}

impl TextStore for BrowserStorage {
    type Hold = page::HeldKey;

    fn read(&self, key: &str) -> Result<Option<String>, String> {
        Ok(Some(page::kept(&self.name(key))).filter(|text| !text.is_empty()))
    }

    fn write(&self, key: &str, text: &str) -> Result<(), String> {
        match page::keep(&self.name(key), text) {
            true => Ok(()),
            false => Err("the browser does not let this page keep anything".to_owned()),
        }
    }

    fn remove(&self, key: &str) {
        page::keep(&self.name(key), "");
    }

    fn has(&self, key: &str) -> bool {
        !page::kept(&self.name(key)).is_empty()
    }

    fn keys(&self) -> Vec<String> {
        page::kept_keys().lines().filter_map(|name| name.strip_prefix(self.0)).map(str::to_owned).collect()
    }

    fn set_aside(&self, key: &str, mark: &str) -> Option<String> {
        let names = (1..).map(|number| match number {
            1 => format!("{key}.{mark}"),
            _ => format!("{key}.{mark}-{number}"),
        });
        let aside = names.into_iter().find(|name| !self.has(name))?;
        self.write(&aside, &page::kept(&self.name(key))).ok()?;
        self.remove(key);
        Some(self.name_of(&aside))
    }

    fn name_of(&self, key: &str) -> String {
        format!("`{}` in the browser's storage", self.name(key))
    }

    fn hold(&self, key: &str) -> Option<Option<page::HeldKey>> {
        page::hold(key).map(Some)
    }
}
