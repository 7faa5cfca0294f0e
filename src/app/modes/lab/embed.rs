//! The lab as a part of another page: the sheets and the bar that plays their searches, and nothing else.

use footpath::nav::{Algorithm, Method};

use super::{Experiment, Lab};
use crate::app::modes::actions::Action;
use crate::app::modes::appearance::Theme;
use crate::app::modes::lab::actions::LabAction;

/// What a page asks for that shows the lab so.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Embed {
    /// The search in place of the sheet's own.
    pub algorithm: Option<String>,
    /// How many steps of the searches are played at first.
    pub step: Option<usize>,
    /// Whether they are played at once.
    pub autoplay: bool,
    /// The colours of the bar.
    pub theme: Option<Theme>,
}

/// What keys do there; all others do nothing.
pub const KEYS: &[Action] = &[
    Action::Lab(LabAction::Play),
    Action::Lab(LabAction::Forward),
    Action::Lab(LabAction::Back),
    Action::Lab(LabAction::First),
    Action::Lab(LabAction::Last),
    Action::Faster,
    Action::Slower,
];

impl Embed {
    /// What stands behind the `?` of an address; what cannot be meant is left out. `None` where it does not ask for this.
    #[cfg(any(target_arch = "wasm32", test))]
    pub fn of_query(query: &str) -> Option<Embed> {
        let pairs: Vec<(&str, &str)> =
            query.trim_start_matches('?').split('&').map(|pair| pair.split_once('=').unwrap_or((pair, ""))).collect();
        let value = |name: &str| pairs.iter().find(|(known, _)| *known == name).map(|(_, value)| *value);
        value("embed")?;
        Some(Embed {
            algorithm: value("algorithm").map(str::to_owned),
            step: value("step").and_then(|step| step.parse().ok()),
            autoplay: value("autoplay").is_some_and(|value| value != "0" && value != "false"),
            theme: match value("theme") {
                Some("light") => Some(Theme::Light),
                Some("dark") => Some(Theme::Dark),
                _ => None,
            },
        })
    }

    /// Has the searches of an experiment as the page wants them.
    fn prepare(&self, experiment: &mut Experiment) -> Result<(), String> {
        if let Some(name) = &self.algorithm {
            let Some(algorithm) = Algorithm::named(name) else {
                return Err(format!("There is no search called {name}. There are: {}", Algorithm::NAMES.join(", ")));
            };
            experiment.lanes.search_by(Method { algorithm, ..experiment.lanes.method() });
        }
        experiment.update(0.0);
        if let Some(step) = self.step {
            experiment.lanes.go_to(step);
        }
        if self.autoplay {
            experiment.lanes.toggle_playback();
        }
        Ok(())
    }
}

impl Lab {
    /// Shows the sheets and the bar of their searches alone, from now on.
    pub fn show_alone(&mut self, embed: &Embed) {
        self.is_alone = true;
        self.panel.show(None);
        if let Err(words) = embed.prepare(&mut self.experiment) {
            self.say(words);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_says_what_is_shown() {
        assert_eq!(Embed::of_query("?lab&level=maze"), None);
        assert_eq!(Embed::of_query("?lab&embed"), Some(Embed::default()));
        let asked = Embed::of_query("?lab=&embed=&algorithm=dijkstra&step=12&autoplay&theme=light&other=1");
        let (algorithm, theme) = (Some("dijkstra".to_owned()), Some(Theme::Light));
        assert_eq!(asked, Some(Embed { algorithm, step: Some(12), autoplay: true, theme }));
        let odd = Embed::of_query("?embed&step=-1&autoplay=0&theme=pink");
        assert_eq!(odd, Some(Embed::default()));
    }

    #[test]
    fn the_searches_are_as_the_address_wants_them() {
        let mut experiment = Experiment::new();
        let embed = Embed::of_query("?embed&algorithm=greedy&step=7").expect("it asks for it");
        assert_eq!(embed.prepare(&mut experiment), Ok(()));
        assert_eq!(experiment.lanes.method().algorithm, Algorithm::Greedy);
        assert_eq!(experiment.lanes.playback().map(|playback| (playback.step(), playback.playing)), Some((7, false)));
        let embed = Embed::of_query("?embed&algorithm=best&autoplay").expect("it asks for it");
        assert!(embed.prepare(&mut experiment).is_err_and(|words| words.contains("no search called best")));
    }
}
