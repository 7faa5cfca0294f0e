//! Reading the text of a replay, line by line.

use ron::error::SpannedError;

use super::line::{BEGIN, FirstLine, Line};
use super::{Done, Entry, FORMAT, MOST_TICKS, Replay};

/// What the lines after the first two can be, for messages.
const LINES: &str = "a line is `Do(tick, command)`, `Edit(tick, reach, pieces)`, `Hash(tick, \"hash\")` or `End(tick)`";

/// Reads a replay; `file` names it in messages.
pub(super) fn read(file: &str, bytes: &[u8]) -> Result<Replay, String> {
    let text = match std::str::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => {
            let (good, _) = bytes.split_at(error.valid_up_to());
            let good = String::from_utf8_lossy(good);
            match error.error_len() {
                None => return read_text(file, &good),
                Some(_) => {
                    let line = good.matches('\n').count() + 1;
                    let column = good.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
                    return Err(format!("{file}:{line}:{column}: a byte here is not UTF-8; a replay is UTF-8 text"));
                }
            }
        }
    };
    read_text(file, text)
}

fn read_text(file: &str, text: &str) -> Result<Replay, String> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut lines = text.split_inclusive('\n').enumerate();
    let mut replay = first_line(file, lines.next().map_or("", |(_, line)| line))?;
    let missing = || format!("{file}:2:1: the replay is cut off before its level: the second line is `Level(\"...\")`");
    let (_, level) = lines.next().ok_or_else(missing)?;
    match ron::from_str(level.trim_end()) {
        Ok(Line::Level(level)) => replay.level = level.into_owned(),
        Err(_) if !level.ends_with('\n') => return Err(missing()),
        Err(fault) => return Err(at(file, 2, &fault)),
        Ok(_) => return Err(format!("{file}:2:1: the second line of a replay is its level, `Level(\"...\")`")),
    }
    let mut reader = ReplayReader { file, replay, last: 0 };
    for (index, line) in lines {
        let is_whole = line.ends_with('\n');
        if reader.replay.is_complete {
            return Err(format!("{file}:{}:1: nothing comes after the line `End(...)`", index + 1));
        }
        match ron::from_str(line.trim_end()) {
            Ok(read) => reader.take(index + 1, read)?,
            // The last one, which was being written.
            Err(_) if !is_whole => break,
            Err(_) if line.trim().is_empty() => {}
            Err(fault) => return Err(format!("{}; {LINES}", at(file, index + 1, &fault))),
        }
    }
    Ok(reader.replay)
}

/// Reads the first line.
fn first_line(file: &str, line: &str) -> Result<Replay, String> {
    let head = BEGIN;
    if !line.starts_with(head) {
        let begun = !line.is_empty() && head.starts_with(line.trim_end());
        return Err(match begun || line.is_empty() {
            true => {
                format!("{file}:1:{}: the replay is cut off in its first line", line.trim_end().chars().count() + 1)
            }
            false => format!("{file}:1:1: this is no replay: one begins with `{head}format:{FORMAT},`"),
        });
    }
    let cut_off = |fault: SpannedError| match line.ends_with('\n') {
        true => at(file, 1, &fault),
        false => format!("{file}:1:{}: the replay is cut off in its first line", line.chars().count() + 1),
    };
    let FirstLine::FootpathReplay { format, build } = ron::from_str(line.trim_end()).map_err(cut_off)?;
    if format != FORMAT {
        let column = line.find("format").map_or(1, |at| line[..at].chars().count() + 1);
        return Err(format!(
            "{file}:1:{column}: this replay has format {format}, and this program reads format {FORMAT}; it was recorded by \
             version {build} of Footpath, which can play it"
        ));
    }
    match ron::from_str(line.trim_end()).map_err(cut_off)? {
        Line::FootpathReplay { build, level, seed, .. } => Ok(Replay {
            name: level.into_owned(),
            build: build.into_owned(),
            is_complete: false,
            ..Replay::new(String::new(), seed)
        }),
        _ => Err(format!("{file}:1:1: this is no replay: one begins with `{head}format:{FORMAT},`")),
    }
}

struct ReplayReader<'f> {
    file: &'f str,
    replay: Replay,
    /// The tick of the line before.
    last: u64,
}

impl ReplayReader<'_> {
    /// Takes in a line after the first two; lines count from 1.
    fn take(&mut self, number: usize, line: Line) -> Result<(), String> {
        let wrong = |message: String| Err(format!("{}:{number}:1: {message}", self.file));
        let tick = match &line {
            Line::Do(tick, _) | Line::Edit(tick, ..) | Line::Hash(tick, _) | Line::End(tick) => *tick,
            Line::FootpathReplay { .. } | Line::Level(_) => {
                return wrong(format!("this line stands only once; {LINES}"));
            }
        };
        if tick < self.last || tick > MOST_TICKS {
            let (last, most) = (self.last, MOST_TICKS);
            return wrong(format!("tick {tick} cannot come after tick {last}: ticks grow, up to {most}"));
        }
        self.last = tick;
        let replay = &mut self.replay;
        let done = match line {
            Line::Do(_, command) => Some(Done::Command(command.into_owned())),
            Line::Edit(_, reach, replaced) => match reach.affected() {
                Ok(affected) => Some(Done::Edit { replaced: replaced.into_owned(), affected }),
                Err(message) => return wrong(message),
            },
            Line::Hash(_, hash) if replay.hashes.last().is_some_and(|(last, _)| *last == tick) => {
                return wrong(format!("there is a hash of tick {tick} already: {}", String::from(hash)));
            }
            Line::Hash(_, hash) => {
                replay.hashes.push((tick, hash.0));
                None
            }
            Line::End(_) => {
                replay.is_complete = true;
                None
            }
            Line::FootpathReplay { .. } | Line::Level(_) => None,
        };
        // What was done last, while time stood still or before the program stopped, shows in the tick after it.
        replay.ticks = replay.ticks.max(tick + u64::from(done.is_some()));
        replay.entries.extend(done.map(|done| Entry { tick, done }));
        Ok(())
    }
}

/// What is wrong with a line, and where; a line is one of the text.
fn at(file: &str, line: usize, fault: &SpannedError) -> String {
    format!("{file}:{line}:{}: {}", fault.span.end.col, fault.code)
}
