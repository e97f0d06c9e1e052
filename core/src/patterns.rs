//! Patterns as Python's `re` compiles them, matched by trying one way after the other. The programs are those of the
//! readable form, written into `expressions` by `tools/write_core_tables.py`, so that both forms read alike.
#![forbid(unsafe_code)]

use crate::chars::{is_digit, is_space, is_word};

/// A step of a program; numbers of steps count from its beginning.
#[derive(Clone, Copy, Debug)]
pub enum Op {
    /// A character of a set.
    One(u16),
    /// As many characters of a set as there are: at least, and at most, so many.
    Many(u16, u16, u16),
    /// Go on here, and there if that fails.
    Split(u16),
    Jump(u16),
    /// Here a group begins, if the number is even, or ends.
    Save(u8),
    /// What a group matched once more.
    Again(u8),
    /// The start of the text, and its end; `End` is before a line break at the end, too.
    Start,
    End,
    Finish,
    /// The edge of a word.
    Edge,
    /// What follows, or what these many characters before are, is as the steps up to the number say, or is not.
    Ahead(bool, u16),
    Behind(bool, u16, u16),
    Done,
}

/// Characters: kinds of them, and ranges with both ends in them.
#[derive(Debug)]
pub struct Set {
    /// Which characters of ASCII are in it, a bit each.
    pub ascii: u128,
    pub is_negated: bool,
    /// `\w`, `\d`, `\s`, and those that are none of these, a bit each.
    pub kinds: u8,
    pub ranges: &'static [(u32, u32)],
}

impl Set {
    #[inline]
    pub fn has(&self, point: u32) -> bool {
        if point < 0x80 {
            return self.ascii >> point & 1 == 1;
        }
        self.has_beyond_ascii(point)
    }

    fn has_beyond_ascii(&self, point: u32) -> bool {
        let kinds = self.kinds;
        let is_of_kind = kinds != 0
            && ((kinds & 1 != 0 && is_word(point))
                || (kinds & 2 != 0 && is_digit(point))
                || (kinds & 4 != 0 && is_space(point))
                || (kinds & 8 != 0 && !is_word(point))
                || (kinds & 16 != 0 && !is_digit(point))
                || (kinds & 32 != 0 && !is_space(point)));
        (is_of_kind || self.ranges.iter().any(|&(first, last)| first <= point && point <= last)) != self.is_negated
    }
}

/// A compiled pattern.
pub struct Pattern {
    pub ops: &'static [Op],
    pub sets: &'static [Set],
    /// What a match begins with, one of these sets; nothing is known if there are none.
    pub first: &'static [u16],
    /// Which characters of ASCII are in these.
    pub first_ascii: u128,
}

const UNSET: usize = usize::MAX;
/// More groups than any pattern has, with the match itself.
const MAX_SLOTS: usize = 80;
/// What is tried before a pattern is given up on a text: no text that is meant to be read needs it.
const MAX_STEPS: usize = 1_000_000;

/// Where a pattern and its groups matched.
#[derive(Clone)]
pub struct Match {
    slots: [usize; MAX_SLOTS],
}

impl Match {
    pub fn start(&self) -> usize {
        self.slots[0]
    }

    pub fn end(&self) -> usize {
        self.slots[1]
    }

    /// Where a group matched.
    pub fn group(&self, number: usize) -> Option<(usize, usize)> {
        let (start, end) = (self.slots[2 * number], self.slots[2 * number + 1]);
        (start != UNSET && end != UNSET).then_some((start, end))
    }

    /// What a group matched.
    pub fn text<'a>(&self, text: &'a [u32], number: usize) -> Option<&'a [u32]> {
        self.group(number).map(|(start, end)| &text[start..end])
    }
}

/// The ways that are left, and how many steps.
struct Tried {
    ways: Vec<Way>,
    steps: usize,
}

/// What is to be done when a way fails.
enum Way {
    Go(u16, usize),
    /// One character less, down to the first number.
    Fewer(u16, usize, usize),
    Restore(u8, usize),
}

impl Pattern {
    /// The match that begins at a place.
    pub fn matches(&self, text: &[u32], at: usize) -> Option<Match> {
        let mut slots = [UNSET; MAX_SLOTS];
        let end = self.run(text, at, 0, &mut slots, &mut Tried { ways: Vec::new(), steps: MAX_STEPS })?;
        (slots[0], slots[1]) = (at, end);
        Some(Match { slots })
    }

    /// The first match from a place on.
    pub fn search(&self, text: &[u32], from: usize) -> Option<Match> {
        let begins = |at: usize| match text.get(at) {
            _ if self.first.is_empty() => true,
            Some(&point) if point < 0x80 => self.first_ascii >> point & 1 == 1,
            Some(&point) => self.first.iter().any(|&set| self.sets[set as usize].has(point)),
            None => false,
        };
        let mut slots = [UNSET; MAX_SLOTS];
        let mut tried = Tried { ways: Vec::new(), steps: MAX_STEPS };
        for at in (from..=text.len()).filter(|&at| begins(at)) {
            // What a failed attempt has set is restored.
            if let Some(end) = self.run(text, at, 0, &mut slots, &mut tried) {
                (slots[0], slots[1]) = (at, end);
                return Some(Match { slots });
            }
        }
        None
    }

    pub fn is_in(&self, text: &[u32]) -> bool {
        self.search(text, 0).is_some()
    }

    fn run(
        &self,
        text: &[u32],
        at: usize,
        op: u16,
        slots: &mut [usize; MAX_SLOTS],
        tried: &mut Tried,
    ) -> Option<usize> {
        let below = tried.ways.len();
        let found = self.run_above(text, at, op, slots, tried, below);
        tried.ways.truncate(below);
        found
    }

    /// The end of a match, with the ways above so many that were there before.
    fn run_above(
        &self,
        text: &[u32],
        at: usize,
        op: u16,
        slots: &mut [usize; MAX_SLOTS],
        tried: &mut Tried,
        below: usize,
    ) -> Option<usize> {
        let (mut op, mut at) = (op, at);
        let has = |set: u16, at: usize| text.get(at).is_some_and(|&point| self.sets[set as usize].has(point));
        loop {
            tried.steps = tried.steps.checked_sub(1)?;
            let mut next = op + 1;
            let is_good = match self.ops[op as usize] {
                Op::One(set) => {
                    let is_good = has(set, at);
                    at += is_good as usize;
                    is_good
                }
                Op::Many(set, least, most) => {
                    let most = if most == u16::MAX { usize::MAX } else { most as usize };
                    let mut count = 0;
                    while count < most && has(set, at + count) {
                        count += 1;
                    }
                    let is_good = count >= least as usize;
                    if count > least as usize {
                        tried.ways.push(Way::Fewer(next, at + least as usize, at + count - 1));
                    }
                    at += if is_good { count } else { 0 };
                    is_good
                }
                Op::Split(other) => {
                    tried.ways.push(Way::Go(other, at));
                    true
                }
                Op::Jump(other) => {
                    next = other;
                    true
                }
                Op::Save(slot) => {
                    tried.ways.push(Way::Restore(slot, slots[slot as usize]));
                    slots[slot as usize] = at;
                    true
                }
                Op::Again(group) => {
                    let (start, end) = (slots[2 * group as usize], slots[2 * group as usize + 1]);
                    let is_good = start != UNSET
                        && end != UNSET
                        && text.get(at..at + (end - start)).is_some_and(|part| part == &text[start..end]);
                    at += if is_good { end - start } else { 0 };
                    is_good
                }
                Op::Start => at == 0,
                Op::End => at == text.len() || (at + 1 == text.len() && text[at] == '\n' as u32),
                Op::Finish => at == text.len(),
                Op::Edge => {
                    let is_word_at =
                        |at: Option<usize>| at.and_then(|at| text.get(at)).is_some_and(|&p| is_word(p));
                    is_word_at(at.checked_sub(1)) != is_word_at(Some(at))
                }
                Op::Ahead(is_wanted, end) => {
                    next = end;
                    self.run(text, at, op + 1, slots, tried).is_some() == is_wanted
                }
                Op::Behind(is_wanted, length, end) => {
                    next = end;
                    let start = at.checked_sub(length as usize);
                    start.is_some_and(|start| self.run(text, start, op + 1, slots, tried).is_some()) == is_wanted
                }
                Op::Done => return Some(at),
            };
            if is_good {
                op = next;
                continue;
            }
            loop {
                if tried.ways.len() == below {
                    return None;
                }
                match tried.ways.pop()? {
                    Way::Go(other, place) => {
                        (op, at) = (other, place);
                        break;
                    }
                    Way::Fewer(after, least, place) => {
                        if place > least {
                            tried.ways.push(Way::Fewer(after, least, place - 1));
                        }
                        (op, at) = (after, place);
                        break;
                    }
                    Way::Restore(slot, value) => slots[slot as usize] = value,
                }
            }
        }
    }
}

/// The characters of a text.
pub fn code_points(text: &[u8]) -> Vec<u32> {
    crate::chars::points(text).map(|(_, point)| point).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::expressions::*;

    fn found(pattern: &Pattern, text: &str) -> Option<String> {
        let text = code_points(text.as_bytes());
        let found = pattern.search(&text, 0)?;
        Some(text[found.start()..found.end()].iter().filter_map(|&point| char::from_u32(point)).collect())
    }

    #[test]
    fn patterns_match_as_in_python() {
        assert_eq!(found(&LABEL, "Name: Anna").as_deref(), Some("Name:"));
        assert_eq!(found(&LABEL, "12: Anna"), None);
        assert_eq!(found(&DATES_ANCHOR, "on 2011/11/22").as_deref(), Some("2011/11/22"));
        assert_eq!(found(&DATES_ANCHOR, "2011-11/22").as_deref(), Some("2011"));
        assert_eq!(found(&WEEKDAY, "Anna, Montag, ").as_deref(), Some(", Montag, "));
        assert_eq!(found(&DAY_WORD, "c'est hier").as_deref(), Some("hier"));
    }
}
