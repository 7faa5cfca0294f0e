//! A tree kept true to its text while the text changes.

use std::ops::Range;

use super::{Node, TokenKind, Value, characters, parse, tokens};
use crate::format::problem::{Problems, Span};

/// A piece of a text that has been replaced.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Replaced {
    /// Where it was in the text before.
    pub span: Span,
    /// How many bytes are there now.
    pub length: u32,
}

/// Makes the tree of the text before into that of the text as it is now, which differs from it by `replaced`: pieces in
/// their order, none over another. Only the brackets in which something has changed are read again; a string whose
/// inside has changed is only looked at. Gives `false`, and leaves the tree in an unknown state, where the text cannot be
/// read so: then all of it has to be.
pub(crate) fn update(root: &mut Node, text: &str, replaced: &[Replaced]) -> bool {
    let mut after = Vec::with_capacity(replaced.len() + 1);
    let mut moved = 0;
    for piece in replaced {
        after.push(moved);
        moved += i64::from(piece.length) - i64::from(piece.span.end - piece.span.start);
    }
    after.push(moved);
    let update = Update { text, replaced, after };
    update.is_inside(root.span, 0..replaced.len()) && update.node(root, 0..replaced.len())
}

struct Update<'t> {
    text: &'t str,
    replaced: &'t [Replaced],
    /// By how much what follows the first 0, 1, 2 ... pieces has moved.
    after: Vec<i64>,
}

impl Update<'_> {
    /// The span as it is now, of something that none of the pieces reaches into from outside.
    fn moved(&self, span: Span) -> Span {
        let before_start = self.replaced.partition_point(|piece| piece.span.end <= span.start);
        let before_end = self.replaced.partition_point(|piece| piece.span.start < span.end);
        let shift = |at: u32, pieces: usize| (i64::from(at) + self.after[pieces]) as u32;
        Span { start: shift(span.start, before_start), end: shift(span.end, before_end) }
    }

    /// Whether all these pieces lie between the first and the last byte of a span, touching neither.
    fn is_inside(&self, span: Span, pieces: Range<usize>) -> bool {
        self.replaced[pieces].iter().all(|piece| piece.span.start > span.start && piece.span.end < span.end)
    }

    /// Updates a value in which these pieces lie; says whether that was possible.
    fn node(&self, node: &mut Node, pieces: Range<usize>) -> bool {
        if pieces.is_empty() {
            self.shift(node);
            return true;
        }
        if matches!(node.value, Value::Text | Value::Character(_)) {
            return self.literal(node);
        }
        if let Some(is_whole) = self.parts(node, pieces) {
            return is_whole;
        }
        // Something between the values has changed, or a value as a whole: the bracket is read again.
        let span = self.moved(node.span);
        let mut problems = Problems::default();
        let mut read = parse(&self.text[span.range()], &mut problems);
        let is_whole = problems.is_empty() && read.span.start == 0 && read.span.end == span.end - span.start;
        shift_by(&mut read, i64::from(span.start));
        *node = read;
        is_whole
    }

    /// Updates the values in a bracket if each of the pieces lies in one of them, and says whether that was possible;
    /// otherwise leaves the bracket alone.
    fn parts(&self, node: &mut Node, pieces: Range<usize>) -> Option<bool> {
        let mut parts = parts(node);
        let mut shares = Vec::with_capacity(parts.len());
        let mut next = pieces.start;
        for part in &parts {
            let inside = |piece: &&Replaced| piece.span.start > part.span.start && piece.span.end < part.span.end;
            let is_bracketed = !matches!(part.value, Value::Number | Value::Word | Value::Bool | Value::Broken);
            let count = self.replaced[next..pieces.end].iter().take_while(inside).count();
            if count > 0 && !is_bracketed {
                return None;
            }
            shares.push(next..next + count);
            next += count;
        }
        if next < pieces.end {
            return None;
        }
        let mut whole = true;
        for (part, share) in parts.iter_mut().zip(shares) {
            whole &= self.node(part, share);
        }
        drop(parts);
        node.name = node.name.map(|name| self.moved(name));
        node.span = self.moved(node.span);
        Some(whole)
    }

    /// A string or a character whose inside has changed.
    fn literal(&self, node: &mut Node) -> bool {
        let span = self.moved(node.span);
        let mut problems = Problems::default();
        let written = &self.text[span.range()];
        let kind = match tokens(written, &mut problems).as_slice() {
            [token] if problems.is_empty() => token.kind,
            _ => return false,
        };
        node.span = span;
        let mut characters = characters(self.text, span);
        match (&mut node.value, kind) {
            (Value::Text, TokenKind::Text) => characters.all(|(_, character)| character.is_some()),
            (Value::Character(character), TokenKind::Character) => match (characters.next(), characters.next()) {
                (Some((_, Some(now))), None) => {
                    *character = now;
                    true
                }
                _ => false,
            },
            _ => false,
        }
    }

    /// Moves a value in which nothing has changed.
    fn shift(&self, node: &mut Node) {
        let by = i64::from(self.moved(node.span).start) - i64::from(node.span.start);
        if by != 0 {
            shift_by(node, by);
        }
    }
}

/// The values that are directly in another, in their order.
fn parts(node: &mut Node) -> Vec<&mut Node> {
    match &mut node.value {
        Value::Tuple(nodes) | Value::List(nodes) => nodes.iter_mut().collect(),
        Value::Fields(entries) | Value::Map(entries) => {
            entries.iter_mut().flat_map(|entry| [&mut entry.key, &mut entry.value]).collect()
        }
        _ => Vec::new(),
    }
}

fn shift_by(node: &mut Node, by: i64) {
    node.span = shifted(node.span, by);
    node.name = node.name.map(|name| shifted(name, by));
    parts(node).into_iter().for_each(|part| shift_by(part, by));
}

fn shifted(Span { start, end }: Span, by: i64) -> Span {
    Span { start: (i64::from(start) + by) as u32, end: (i64::from(end) + by) as u32 }
}
