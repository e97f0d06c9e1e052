//! Dates that are counted from now: "3 hours ago", "vor einer Stunde", 昨日 12:05.
#![forbid(unsafe_code)]

use super::clock::clock_after;
use super::{civil, days_in_month, iso_day, number, Date, Now, DAY_SECONDS};
use crate::chars::is_space;
use crate::expressions::*;

/// The units in the order of `expressions`: seconds of each up to weeks, then months.
const SECONDS: [i64; 5] = [1, 60, 3600, DAY_SECONDS, 7 * DAY_SECONDS];
const MONTHS_OF: [i64; 2] = [1, 12];
const DAY: usize = 3;
const MAX_LENGTH_AFTER: usize = 32;
const MAX_LENGTH_BEFORE: usize = 16;
/// Characters after a number by which the forms of "ago" are looked up.
const KEY_LENGTH: usize = 2;
/// A longer text is not the line of a date.
const MAX_LINE_LENGTH: usize = 120;
const A_FEW: i64 = 3;
const MAX_NOW_LENGTH: usize = 24;
const MAX_WORDS_OF_ONE: usize = 4;

/// A text in lower case, character by character; İ becomes i, so that nothing is shifted.
fn lower(text: &[u32]) -> Vec<u32> {
    let plain = text.iter().filter_map(|&point| char::from_u32(if point == 0x130 { 'i' as u32 } else { point }));
    plain.collect::<String>().to_lowercase().chars().map(|letter| letter as u32).collect()
}

fn string(text: &[u32]) -> String {
    text.iter().filter_map(|&point| char::from_u32(point)).collect()
}

fn starts_with(text: &[u32], form: &str) -> bool {
    let mut at = text.iter();
    form.chars().all(|letter| at.next() == Some(&(letter as u32)))
}

/// The date of a number at `start..end` with the words around it; the number is given where it is a word.
pub fn counted_back(text: &[u32], start: usize, end: usize, now: &Now, counted: Option<i64>) -> Option<Date> {
    let after = lower(&text[end..(end + MAX_LENGTH_AFTER).min(text.len())]);
    let space = after.iter().take_while(|&&point| is_space(point)).count();
    let after = &after[space..];
    let key = string(&after[..KEY_LENGTH.min(after.len())]);
    let from = AGO.partition_point(|form| form.0.text() < &key[..]);
    for (_, form, before, unit) in AGO[from..].iter().take_while(|form| form.0.text() == key) {
        let length = form.text().chars().count();
        if starts_with(after, form.text()) && ends_word(after, length) {
            if let Some(low) = start_of(text, start, before.text()) {
                let counted = counted.unwrap_or_else(|| number(&text[start..end]));
                let iso = ago(now, counted, *unit as usize)?;
                let end = (end + space + length).min(text.len());
                return Some(Date { iso, start: low, end, is_relative: true });
            }
        }
    }
    None
}

/// The date of "yesterday", "today at 10:32", "an hour ago", in a text without other dates.
pub fn day_word(text: &[u32], now: &Now) -> Option<Date> {
    if text.len() > MAX_LINE_LENGTH {
        return None;
    }
    let lowered = lower(text);
    if let Some(date) = counted_in_words(&lowered, now) {
        return Some(date);
    }
    let mut from = 0;
    while let Some(found) = DAY_WORD.search(&lowered, from) {
        let (start, end) = (found.start(), found.end());
        from = end.max(start + 1);
        if ends_word(&lowered, end) && starts_word(&lowered, start) {
            let word = string(&lowered[start..end]);
            let back = DAYS_BACK.iter().find(|(name, _)| *name == word).map_or(0, |(_, back)| *back);
            let iso = ago(now, back as i64, DAY)?;
            let clock = clock_after(text, end);
            let end = clock.as_ref().map_or(end, |clock| clock.end);
            let iso = iso + &clock.map_or(String::new(), |clock| clock.iso);
            return Some(Date { iso, start, end, is_relative: true });
        }
    }
    None
}

/// The date of "an hour ago", "vor einer Stunde", "час назад", "just now".
fn counted_in_words(lowered: &[u32], now: &Now) -> Option<Date> {
    let mut from = 0;
    while let Some(found) = BACK_ONE.search(lowered, from) {
        from = found.end().max(found.start() + 1);
        let is_one = found.group(1).is_some() || found.group(2).is_some();
        let counted = if is_one { 1 } else { A_FEW };
        let date = counted_back(lowered, found.start(), found.end(), now, Some(counted));
        // A few days are no date; a few hours are one, nearly always.
        if let Some(date) = date.filter(|date| counted == 1 || date.iso.len() > 10) {
            return Some(date);
        }
    }
    if lowered.len() <= MAX_NOW_LENGTH {
        if let Some(found) = BACK_NOW.search(lowered, 0) {
            let iso = moment(now, now.seconds)?;
            return Some(Date { iso, start: found.start(), end: found.end(), is_relative: true });
        }
    }
    let words: Vec<&[u32]> = lowered.split(|&point| is_space(point)).filter(|word| !word.is_empty()).collect();
    for n in 2..=words.len().min(MAX_WORDS_OF_ONE) {
        for said in [&words[words.len() - n..], &words[..n]] {
            let form = said.join(&(' ' as u32));
            let text = string(&form);
            let Ok(at) = OF_ONE.binary_search_by(|(name, ..)| name.text().cmp(&text)) else { continue };
            let Some(start) = lowered.windows(form.len()).position(|part| part == form) else { continue };
            let iso = ago(now, OF_ONE[at].1 as i64, OF_ONE[at].2 as usize)?;
            return Some(Date { iso, start, end: start + form.len(), is_relative: true });
        }
    }
    None
}

fn is_letter(point: u32) -> bool {
    char::from_u32(point).is_some_and(char::is_alphabetic) && crate::chars::is_alphanumeric(point)
}

fn is_spaceless(point: u32) -> bool {
    (0x0E00..=0x0EFF).contains(&point) || (0x3040..=0x9FFF).contains(&point)
}

/// What ends there is a whole word, or is written in a script without spaces.
fn ends_word(text: &[u32], end: usize) -> bool {
    end >= text.len() || !is_letter(text[end]) || is_spaceless(text[end.wrapping_sub(1).min(text.len() - 1)])
}

fn starts_word(text: &[u32], start: usize) -> bool {
    start == 0 || !is_letter(text[start - 1]) || is_spaceless(text[start])
}

/// Where the words before a number start, if they are there.
fn start_of(text: &[u32], start: usize, before: &str) -> Option<usize> {
    if before.is_empty() {
        return Some(start);
    }
    let near = lower_all(&text[start.saturating_sub(MAX_LENGTH_BEFORE)..start]);
    let words: Vec<&str> =
        near.split(|letter: char| is_space(letter as u32)).filter(|word| !word.is_empty()).collect();
    let words = words.join(" ");
    let rest = words.strip_suffix(before)?;
    if rest.chars().next_back().is_some_and(|letter| is_letter(letter as u32)) {
        return None;
    }
    Some(start.saturating_sub(before.chars().count() + 1))
}

fn lower_all(text: &[u32]) -> String {
    string(text).to_lowercase()
}

/// So long before now: a day for days and more, else a moment to the minute; None before the year 1.
fn ago(now: &Now, counted: i64, unit: usize) -> Option<String> {
    if let Some(seconds) = SECONDS.get(unit) {
        let then = now.seconds.checked_sub(counted.checked_mul(*seconds)?)?;
        if then < DAY_SECONDS {
            return None;
        }
        return match unit < DAY {
            true => moment(now, then),
            false => Some(iso_day(civil(then.div_euclid(DAY_SECONDS)))),
        };
    }
    let (year, month, day) = now.day();
    let months = year * 12 + month - 1 - counted.checked_mul(MONTHS_OF[unit - SECONDS.len()])?;
    let (year, month) = (months.div_euclid(12), months.rem_euclid(12) + 1);
    (1..=9999).contains(&year).then(|| iso_day((year, month, day.min(days_in_month(year, month)))))
}

/// A moment to the minute.
fn moment(now: &Now, seconds: i64) -> Option<String> {
    let minutes = seconds.rem_euclid(DAY_SECONDS) / 60;
    let day = iso_day(civil(seconds.div_euclid(DAY_SECONDS)));
    Some(format!("{day}T{:02}:{:02}{}", minutes / 60, minutes % 60, now.offset))
}
