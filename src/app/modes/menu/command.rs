//! Something that can be found by typing a part of its name, and how well it matches what was typed.

use footpath::level::built_in::NAMES;
use footpath::sorting;

use crate::app::modes::ModeName;
use crate::app::modes::actions::binding::Binding;
use crate::app::modes::actions::{Action, SessionAction};
use crate::app::modes::changed_keys::Keys;
use crate::app::modes::library::ListedLevel;
use crate::app::ui::language;

/// A line of the list of commands.
#[derive(Clone, Debug, PartialEq)]
pub struct MenuCommand {
    /// What it does, in words.
    pub words: String,
    /// The keys that do it, if any do.
    pub keys: String,
    /// What else it is found by: the name of a level's file, what the level shows, and the words in the language that is
    /// spoken.
    about: String,
    pub action: Action,
}

/// Every action of a mode, with the keys that hold.
pub fn actions(mode: ModeName, keys: &Keys) -> Vec<MenuCommand> {
    let command = |(keys, row): (String, &Binding)| MenuCommand {
        words: row.help.to_owned(),
        keys,
        about: language::translated(row.help).to_lowercase(),
        action: row.action,
    };
    keys.of(mode).rows().map(command).collect()
}

/// Every built-in level: to be played, and in the lab to be searched on.
pub fn levels(mode: ModeName, entries: &[ListedLevel]) -> Vec<MenuCommand> {
    let command = |(index, entry): (usize, &ListedLevel), does: &str, action: fn(usize) -> SessionAction| MenuCommand {
        words: format!("{does} {}", entry.name),
        keys: String::new(),
        about: format!("{} {} {}", NAMES[index], entry.about, language::translated(&entry.name)).to_lowercase(),
        action: Action::Session(action(index)),
    };
    let play = entries.iter().enumerate().map(|entry| command(entry, "play", SessionAction::PlayLevel));
    let look = entries.iter().enumerate().map(|entry| command(entry, "search on", SessionAction::SearchOn));
    match mode {
        ModeName::Game | ModeName::Edit => play.collect(),
        ModeName::Lab => look.chain(play).collect(),
    }
}

/// The places of the commands that match what was typed, the best first: of equally good ones the earlier ones. Every word
/// of the text has to match, in any order.
pub fn listed(commands: &[MenuCommand], typed: &str) -> Vec<usize> {
    let typed = typed.trim().to_lowercase();
    let words: Vec<&str> = typed.split_whitespace().collect();
    let score = |command: &MenuCommand| {
        let words: u32 = words.iter().map(|word| matching(command, word)).sum::<Option<u32>>()?;
        Some(4 * words + in_one_piece(command, &typed))
    };
    let mut scored: Vec<(u32, usize)> =
        commands.iter().enumerate().filter_map(|(index, command)| Some((score(command)?, index))).collect();
    sorting::sort_by_key(&mut scored, |(score, index)| (u32::MAX - score, index));
    scored.into_iter().map(|(_, index)| index).collect()
}

/// What it is worth that a name has all that was typed, in small letters, in one piece: most if it is that.
fn in_one_piece(command: &MenuCommand, typed: &str) -> u32 {
    let name = command.words.to_lowercase();
    if name == typed {
        3
    } else if name.starts_with(typed) {
        2
    } else {
        u32::from(name.contains(typed))
    }
}

/// How well a word in small letters matches a command: best the whole of one of its keys or words, then the beginning of a
/// word, then letters inside one, then what else it is found by; `None` if it does not match.
fn matching(command: &MenuCommand, word: &str) -> Option<u32> {
    let name = command.words.to_lowercase();
    let mut words = name.split(|letter: char| !letter.is_alphanumeric());
    if command.keys.to_lowercase().split(" or ").any(|key| key == word) || words.clone().any(|own| own == word) {
        Some(4)
    } else if words.any(|own| own.starts_with(word)) {
        Some(3)
    } else if name.contains(word) {
        Some(2)
    } else {
        command.about.contains(word).then_some(1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::modes::actions::table::bindings;
    use crate::app::modes::library;

    fn all(mode: ModeName) -> Vec<MenuCommand> {
        let mut commands = actions(mode, &Keys::default());
        commands.extend(levels(mode, library::entries()));
        commands
    }

    fn found(mode: ModeName, typed: &str) -> Vec<String> {
        let commands = all(mode);
        listed(&commands, typed).into_iter().map(|index| commands[index].words.clone()).collect()
    }

    #[test]
    fn every_action_and_every_level_is_found_first_by_its_name() {
        for mode in ModeName::ALL {
            let commands = all(mode);
            let done: Vec<Action> = commands.iter().map(|command| command.action).collect();
            assert!(bindings(mode).iter().all(|row| done.contains(&row.action)));
            let play = |index| Action::Session(SessionAction::PlayLevel(index));
            assert!((0..NAMES.len()).all(|index| done.contains(&play(index))));
            for command in &commands {
                let best = listed(&commands, &command.words);
                assert_eq!(commands[best[0]].words, command.words);
                assert!(best.iter().any(|index| commands[*index].action == command.action), "{}", command.words);
            }
        }
    }

    #[test]
    fn words_match_in_any_order_by_their_beginning_or_by_letters_inside() {
        assert_eq!(found(ModeName::Game, "map whole")[0], "show the whole map");
        assert_eq!(found(ModeName::Game, "wh ma")[0], "show the whole map");
        assert_eq!(found(ModeName::Game, "eselect")[0], "close what is open, then deselect");
        assert_eq!(found(ModeName::Game, "whole nonsense"), [""; 0]);
        assert_eq!(found(ModeName::Game, " ").len(), all(ModeName::Game).len(), "nothing typed lists everything");
    }

    #[test]
    fn a_key_finds_what_it_does_and_a_file_name_its_level() {
        assert_eq!(found(ModeName::Game, "f9")[0], "the lab: watch searches on this level");
        assert_eq!(found(ModeName::Lab, "f9")[0], "back to the game, which is as it was");
        let entry = &library::entries()[0];
        assert!(found(ModeName::Game, NAMES[0]).contains(&format!("play {}", entry.name)));
        assert_eq!(found(ModeName::Lab, &format!("search on {}", entry.name))[0], format!("search on {}", entry.name));
    }
}
