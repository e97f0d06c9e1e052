//! Dates that are written with words: 22 November 2011, Nov 22, 2011. november 22, 12 مرداد 1392.
#![forbid(unsafe_code)]

use super::{civil, full_year, number, ordinal};
use crate::expressions::*;
use crate::names::Piece;
use crate::patterns::Match;

const BETWEEN: &str = " \t\n\u{a0}-/.,‑";
const MAX_WORD_LENGTH: usize = 24;
/// The Buddhist era that Thai dates are counted in.
const BUDDHIST_OFFSET: i64 = 543;
/// The years of the Persian calendar that the web can be dated in, and the day before its year 0.
const PERSIAN_YEARS: std::ops::RangeInclusive<i64> = 1300..=1449;

/// What numbers and words beside each other can mean.
pub struct Parts {
    pub year: Option<i64>,
    pub month: i64,
    pub day: i64,
    pub start: usize,
    pub end: usize,
}

/// In lower case, without accents and points, as far as names of months are written so.
fn fold(word: &[u32]) -> String {
    let mut folded = String::with_capacity(word.len());
    for &point in word {
        match FOLDS.binary_search_by_key(&point, |&(from, _)| from) {
            Ok(at) => folded.push_str(FOLDS[at].1.text()),
            Err(_) => folded.extend(char::from_u32(point)),
        }
    }
    folded
}

fn named(months: &[(Piece, u8)], word: &[u32]) -> Option<i64> {
    let folded = fold(word);
    let at = months.binary_search_by(|(name, _)| name.text().cmp(&folded)).ok()?;
    Some(months[at].1 as i64)
}

fn month(word: &[u32]) -> Option<i64> {
    named(&MONTHS, word)
}

pub fn is_persian(year: i64) -> bool {
    PERSIAN_YEARS.contains(&year)
}

/// A day of the Persian calendar as one of the Gregorian. Eight of 33 years are leap years.
pub fn persian_day(year: i64, month: i64, day: i64) -> Option<(i64, i64, i64)> {
    let is_day = is_persian(year)
        && (1..=12).contains(&month)
        && (1..=if month <= 6 { 31 } else { 30 }).contains(&day)
        && !(month == 12 && day == 30 && (8 * year + 21) % 33 < 25);
    let epoch = ordinal(2021, 3, 21) - 1400 * 365 - (1400 * 8 + 21) / 33;
    let before = 31 * (month - 1) - (month - 7).max(0);
    is_day.then(|| civil(epoch + 365 * year + (8 * year + 21) / 33 + before + day - 1))
}

fn year(digits: Option<&[u32]>, word: &[u32]) -> Option<i64> {
    let year = full_year(digits?);
    let is_thai = word.iter().any(|point| (0x0E00..=0x0EFF).contains(point));
    Some(if year > 2400 && is_thai { year - BUDDHIST_OFFSET } else { year })
}

/// The first of two groups that matched.
fn either<'a>(text: &'a [u32], found: &Match, groups: [usize; 2]) -> Option<&'a [u32]> {
    groups.iter().find_map(|&group| found.text(text, group))
}

/// What a day's number at `start..end` can mean with the words beside it, the likelier first.
pub fn around_day(text: &[u32], start: usize, end: usize, low: usize) -> Vec<Parts> {
    let mut found = Vec::new();
    let day = number(&text[start..end]);
    if let Some(after) = WORDS_AFTER_DAY.matches(text, end) {
        let (word, word_end) = (after.text(text, 1).unwrap_or(&[]), after.group(1).map_or(end, |(_, end)| end));
        if let Some(month) = month(word) {
            let year = year(either(text, &after, [2, 3]), word);
            let end = if year.is_some_and(|year| year != 0) { after.end() } else { word_end };
            found.push(Parts { year, month, day, start, end });
        }
        if let Some(digits) = after.text(text, 2) {
            let persian = named(&PERSIAN_MONTHS, word).and_then(|month| persian_day(number(digits), month, day));
            if let Some((year, month, day)) = persian {
                found.push(Parts { year: Some(year), month, day, start, end: after.end() });
            }
        }
    }
    let (word, at) = word_before(text, start, low);
    if let Some(month) = month(word) {
        let following = WORDS_YEAR_AFTER_DAY.matches(text, end);
        let digits = following.as_ref().and_then(|found| either(text, found, [1, 2]));
        let late = match digits {
            Some(_) => None,
            None => WORDS_YEAR_AFTER_CLOCK.matches(text, end),
        };
        let stated = digits.or(late.as_ref().and_then(|found| found.text(text, 1)));
        let end = following.filter(|_| digits.is_some()).map_or(end, |found| found.end());
        found.push(Parts { year: year(stated, word), month, day, start: at, end });
    }
    found
}

/// The word before a number, and where it starts: "November the 22nd" has the month before it, too.
fn word_before(text: &[u32], start: usize, low: usize) -> (&[u32], usize) {
    let low = low.max(start.saturating_sub(MAX_WORD_LENGTH));
    let is_between = |point: &u32| BETWEEN.chars().any(|mark| mark as u32 == *point);
    let mut before = text.get(low..start).unwrap_or(&[]);
    while before.last().is_some_and(is_between) {
        before = &before[..before.len() - 1];
    }
    let the: Vec<u32> = " the".chars().map(|letter| letter as u32).collect();
    before = before.strip_suffix(&the[..]).unwrap_or(before);
    let word = WORDS_WORD_START.search(before, 0).map_or(before.len(), |found| found.start());
    (&before[word..], low + word)
}

/// What a year's number at `start..end` can mean with a month and a day after it.
pub fn after_year(text: &[u32], start: usize, end: usize) -> Vec<Parts> {
    let year = Some(number(&text[start..end]));
    let parts = |found: Option<Match>, word: usize, day: usize| {
        let found = found?;
        let (month, day) = (month(found.text(text, word)?)?, number(found.text(text, day)?));
        Some(Parts { year, month, day, start, end: found.end() })
    };
    [parts(WORDS_AFTER_YEAR.matches(text, end), 1, 2), parts(WORDS_LATVIAN.matches(text, end), 2, 1)]
        .into_iter()
        .flatten()
        .collect()
}
