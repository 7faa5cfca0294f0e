//! What keys are called: in the help, in scripts and in the settings.

use macroquad::input::KeyCode;

/// Every key that can ask for something, with its name. Tab is not among them, which moves the focus, nor are the keys
/// that change what others do.
pub const KEYS: &[(KeyCode, &str)] = &[
    (KeyCode::Space, "Space"),
    (KeyCode::Apostrophe, "'"),
    (KeyCode::Comma, ","),
    (KeyCode::Minus, "-"),
    (KeyCode::Period, "."),
    (KeyCode::Slash, "/"),
    (KeyCode::Semicolon, ";"),
    (KeyCode::Equal, "="),
    (KeyCode::LeftBracket, "["),
    (KeyCode::Backslash, "\\"),
    (KeyCode::RightBracket, "]"),
    (KeyCode::GraveAccent, "`"),
    (KeyCode::Key0, "0"),
    (KeyCode::Key1, "1"),
    (KeyCode::Key2, "2"),
    (KeyCode::Key3, "3"),
    (KeyCode::Key4, "4"),
    (KeyCode::Key5, "5"),
    (KeyCode::Key6, "6"),
    (KeyCode::Key7, "7"),
    (KeyCode::Key8, "8"),
    (KeyCode::Key9, "9"),
    (KeyCode::A, "A"),
    (KeyCode::B, "B"),
    (KeyCode::C, "C"),
    (KeyCode::D, "D"),
    (KeyCode::E, "E"),
    (KeyCode::F, "F"),
    (KeyCode::G, "G"),
    (KeyCode::H, "H"),
    (KeyCode::I, "I"),
    (KeyCode::J, "J"),
    (KeyCode::K, "K"),
    (KeyCode::L, "L"),
    (KeyCode::M, "M"),
    (KeyCode::N, "N"),
    (KeyCode::O, "O"),
    (KeyCode::P, "P"),
    (KeyCode::Q, "Q"),
    (KeyCode::R, "R"),
    (KeyCode::S, "S"),
    (KeyCode::T, "T"),
    (KeyCode::U, "U"),
    (KeyCode::V, "V"),
    (KeyCode::W, "W"),
    (KeyCode::X, "X"),
    (KeyCode::Y, "Y"),
    (KeyCode::Z, "Z"),
    (KeyCode::Escape, "Esc"),
    (KeyCode::Enter, "Enter"),
    (KeyCode::Backspace, "Backspace"),
    (KeyCode::Insert, "Insert"),
    (KeyCode::Delete, "Delete"),
    (KeyCode::Up, "Up"),
    (KeyCode::Down, "Down"),
    (KeyCode::Left, "Left"),
    (KeyCode::Right, "Right"),
    (KeyCode::PageUp, "PageUp"),
    (KeyCode::PageDown, "PageDown"),
    (KeyCode::Home, "Home"),
    (KeyCode::End, "End"),
    (KeyCode::F1, "F1"),
    (KeyCode::F2, "F2"),
    (KeyCode::F3, "F3"),
    (KeyCode::F4, "F4"),
    (KeyCode::F5, "F5"),
    (KeyCode::F6, "F6"),
    (KeyCode::F7, "F7"),
    (KeyCode::F8, "F8"),
    (KeyCode::F9, "F9"),
    (KeyCode::F10, "F10"),
    (KeyCode::F11, "F11"),
    (KeyCode::F12, "F12"),
    (KeyCode::Kp0, "Keypad 0"),
    (KeyCode::Kp1, "Keypad 1"),
    (KeyCode::Kp2, "Keypad 2"),
    (KeyCode::Kp3, "Keypad 3"),
    (KeyCode::Kp4, "Keypad 4"),
    (KeyCode::Kp5, "Keypad 5"),
    (KeyCode::Kp6, "Keypad 6"),
    (KeyCode::Kp7, "Keypad 7"),
    (KeyCode::Kp8, "Keypad 8"),
    (KeyCode::Kp9, "Keypad 9"),
    (KeyCode::KpDecimal, "Keypad ."),
    (KeyCode::KpDivide, "Keypad /"),
    (KeyCode::KpMultiply, "Keypad *"),
    (KeyCode::KpSubtract, "Keypad -"),
    (KeyCode::KpAdd, "Keypad +"),
    (KeyCode::KpEnter, "Keypad Enter"),
];

/// What a key is called, if it can ask for something.
pub fn name_of(key: KeyCode) -> Option<&'static str> {
    KEYS.iter().find(|(code, _)| *code == key).map(|(_, name)| *name)
}

/// The key of a name, whatever the case of its letters.
pub fn named(name: &str) -> Option<KeyCode> {
    KEYS.iter().find(|(_, listed)| listed.eq_ignore_ascii_case(name)).map(|(code, _)| *code)
}

/// Whether a key with a letter or a sign on it is the one that types this, on a keyboard as the names have it.
pub fn types(key: KeyCode, letter: char) -> bool {
    match name_of(key) {
        Some("Space") => letter == ' ',
        Some(name) => name.chars().eq(letter.to_uppercase()),
        None => false,
    }
}

#[test]
fn a_key_types_what_is_on_it() {
    assert!(types(KeyCode::F, 'f') && types(KeyCode::Slash, '/') && types(KeyCode::Space, ' '));
    assert!(!types(KeyCode::F1, 'f') && !types(KeyCode::Enter, 'e') && !types(KeyCode::G, 'f'));
}

#[test]
fn every_key_has_a_name_of_its_own() {
    for (code, name) in KEYS {
        assert_eq!((named(name), name_of(*code)), (Some(*code), Some(*name)));
    }
}
