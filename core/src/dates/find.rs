//! Texts into dates: the numbers that a date can start with, and what stands around them.
#![forbid(unsafe_code)]

use super::back::{counted_back, day_word};
use super::clock::{clock_after, clock_before};
use super::words::{after_year, around_day, is_persian, persian_day, Parts};
use super::{civil, day_of, full_year, iso_day, number, ordinal, Date, DateOrder, Now, Reading, DAY_SECONDS};
use crate::chars::{is_alphanumeric, is_digit, is_space};
use crate::expressions::*;
use crate::patterns::{code_points, Match};

const MIN_TIMESTAMP: i64 = 315_532_800;
const MAX_TIMESTAMP: i64 = 4_102_444_800;
/// 29 February comes at least every eight years.
const MAX_YEARS_BACK: i64 = 9;

/// The kinds of numbers that a date can start with: see `honbun.dates.find`.
const KINDS: [usize; 10] = [
    DATES_ANCHOR_YEAR_FIRST,
    DATES_ANCHOR_CJK,
    DATES_ANCHOR_ERA,
    DATES_ANCHOR_MONTH_DAY,
    DATES_ANCHOR_VIETNAMESE,
    DATES_ANCHOR_YEAR_LAST,
    DATES_ANCHOR_COMPACT,
    DATES_ANCHOR_NO_YEAR,
    DATES_ANCHOR_YEAR,
    DATES_ANCHOR_NUMBER,
];

/// All dates that a text states, in its order.
pub fn find_dates(text: &[u32], reading: Reading) -> Vec<Date> {
    let mut found = Vec::new();
    let (mut at, mut low) = (0, 0);
    let starts = |point: u32| DATES_START.sets[0].has(point);
    while let Some(start) = (at..text.len()).find(|&at| starts(text[at])) {
        let date = at_number(text, start, low, reading);
        let digits = text[start..].iter().take_while(|&&point| is_digit(point)).count();
        at = (start + digits.max(1)).max(date.as_ref().map_or(0, |date| date.end));
        low = date.as_ref().map_or(low, |date| date.end);
        found.extend(date);
    }
    if low == 0 {
        found.extend(reading.now.and_then(|now| day_word(text, now)));
    }
    found
}

/// The dates of texts that have zeros between them: a line for each, its text, place, end, whether it is counted from
/// now, and what it is.
pub fn listed(texts: &[u8], now: Option<&Now>, order: DateOrder) -> Vec<u8> {
    let mut found = String::new();
    for (number, text) in texts.split(|&byte| byte == 0).enumerate() {
        for date in find_dates(&code_points(text), Reading { now, order }) {
            let Date { iso, start, end, is_relative } = date;
            found.push_str(&format!("{number} {start} {end} {} {iso}\n", is_relative as u8));
        }
    }
    found.into_bytes()
}

/// The moment of a Unix timestamp, in seconds or thousandths, as attributes hold them.
pub fn from_timestamp(text: &[u32]) -> Option<Date> {
    let is_white = |point: &&u32| is_space(**point);
    let start = text.iter().take_while(is_white).count();
    let end = text.len() - text.iter().rev().take_while(is_white).count();
    let digits = text.get(start..end)?;
    let is_ascii_digit = |&point: &u32| ('0' as u32..='9' as u32).contains(&point);
    if !digits.iter().all(is_ascii_digit) || !matches!(digits.len(), 9 | 10 | 13) {
        return None;
    }
    let seconds = number(digits) / if digits.len() == 13 { 1000 } else { 1 };
    if !(MIN_TIMESTAMP..MAX_TIMESTAMP).contains(&seconds) {
        return None;
    }
    let day = iso_day(civil(ordinal(1970, 1, 1) + seconds.div_euclid(DAY_SECONDS)));
    let of_day = seconds.rem_euclid(DAY_SECONDS);
    let iso = format!("{day}T{:02}:{:02}:{:02}+00:00", of_day / 3600, of_day / 60 % 60, of_day % 60);
    Some(Date { iso, start: 0, end: text.len(), is_relative: false })
}

/// The date that starts at a number or an era, or has its first number there.
fn at_number(text: &[u32], at: usize, low: usize, reading: Reading) -> Option<Date> {
    let before = if at > low { char::from_u32(text[at - 1]) } else { None };
    if matches!(before, Some('R' | 'H' | 'S' | '.')) {
        let start = (at - 1).checked_sub((before == Some('.')) as usize);
        if let Some(found) = start.and_then(|start| DATES_LETTERED.matches(text, start)) {
            let is_word = found.start() > low && is_alphanumeric(text[found.start() - 1]);
            let iso = if is_word { None } else { lettered(text, &found) };
            return timed(text, iso, found.start(), found.end(), low);
        }
    }
    let found = DATES_ANCHOR.matches(text, at)?;
    let kind = KINDS.into_iter().find(|&kind| found.group(kind).is_some())?;
    if kind == DATES_ANCHOR_NO_YEAR && matches!(before, Some('-' | '/')) {
        return None;
    }
    let is_whole = matches!(kind, DATES_ANCHOR_YEAR_FIRST | DATES_ANCHOR_CJK | DATES_ANCHOR_COMPACT);
    if matches!(before, Some('.' | ',')) && !is_whole {
        return None;
    }
    match kind {
        DATES_ANCHOR_NUMBER | DATES_ANCHOR_YEAR => named(text, &found, kind == DATES_ANCHOR_YEAR, low, reading),
        DATES_ANCHOR_COMPACT => compact(text, &found),
        _ => timed(text, day(text, &found, kind, reading), found.start(), found.end(), low),
    }
}

fn day(text: &[u32], found: &Match, kind: usize, reading: Reading) -> Option<String> {
    let part = |at: usize| found.text(text, kind + 1 + at).unwrap_or(&[]);
    let value = |at: usize| number(part(at));
    match kind {
        DATES_ANCHOR_YEAR_FIRST => {
            let (year, month, day) = (value(0), value(2), value(3));
            match part(1) == ['/' as u32] && is_persian(year) {
                true => persian_day(year, month, day).map(iso_day),
                false => day_of(year, month, day),
            }
        }
        DATES_ANCHOR_MONTH_DAY => latest(value(0), value(1), reading),
        DATES_ANCHOR_NO_YEAR => {
            let (month, day) = (value(0), value(1));
            match reading.order.day_first.unwrap_or(false) || month > 12 {
                true => latest(day, month, reading),
                false => latest(month, day, reading),
            }
        }
        DATES_ANCHOR_CJK => day_of(value(0), value(1), value(2)),
        DATES_ANCHOR_ERA => {
            let year = if part(1) == ['元' as u32] { 1 } else { value(1) };
            let is_era = |name: &str| name.chars().map(|letter| letter as u32).eq(part(0).iter().copied());
            let before = ERAS.iter().find(|(name, _)| is_era(name))?.1;
            if year == 0 {
                return None;
            }
            day_of(before + year, value(2), value(3))
        }
        DATES_ANCHOR_VIETNAMESE => day_of(value(2), value(1), value(0)),
        _ => year_last(text, found, reading),
    }
}

/// R5.3.1, if the era has that day. The years of Showa have two digits.
fn lettered(text: &[u32], found: &Match) -> Option<String> {
    let part = |group: usize| found.text(text, group).unwrap_or(&[]);
    let (before, first, last) = match part(1).first().copied().and_then(char::from_u32)? {
        'R' => (2018, "2019-05-01", "2100-12-31"),
        'H' => (1988, "1989-01-08", "2019-04-30"),
        _ => (1925, "1926-12-25", "1989-01-07"),
    };
    let iso = day_of(before + number(part(2)), number(part(4)), number(part(5)))?;
    let is_day = first <= &iso[..] && &iso[..] <= last && (before != 1925 || part(2).len() == 2);
    is_day.then_some(iso)
}

fn year_last(text: &[u32], found: &Match, reading: Reading) -> Option<String> {
    let part = |at: usize| found.text(text, DATES_ANCHOR_YEAR_LAST + 1 + at).unwrap_or(&[]);
    let (first, mark, second, third) = (part(0), part(1), part(2), part(3));
    let is_mark = |marks: &str| marks.chars().any(|each| mark == [each as u32]);
    if third.len() == 2 {
        let starts = match first.len() == 2 {
            true => day_of(full_year(first), number(second), number(third)),
            false => None,
        };
        let is_kanji = || DATES_KANJI_WEEKDAY.matches(text, found.end()).is_some();
        if number(first) > 31 || is_kanji() || (reading.order.year_first && starts.is_some()) {
            return starts;
        }
        if is_mark(".") && !(first.len() == 2 && second.len() == 2) {
            return None; // the number of a version
        }
    }
    let (year, a, b) = (full_year(third), number(first), number(second));
    match reading.order.day_first.unwrap_or(!is_mark("/／")) {
        true => day_of(year, b, a).or_else(|| day_of(year, a, b)),
        false => day_of(year, a, b).or_else(|| day_of(year, b, a)),
    }
}

/// 20111122T073412Z; the eight digits alone are a date only if the text holds nothing else.
fn compact(text: &[u32], found: &Match) -> Option<Date> {
    let part = |at: usize| found.text(text, DATES_ANCHOR_COMPACT + 1 + at);
    let value = |at: usize| number(part(at).unwrap_or(&[]));
    let iso = day_of(value(0), value(1), value(2))?;
    let (start, end) = (found.start(), found.end());
    let Some(hour) = part(3) else {
        let rest = text[..start].iter().chain(&text[end..]);
        let is_all = rest.copied().all(is_space);
        return is_all.then_some(Date { iso, start, end, is_relative: false });
    };
    let mut written: Vec<u32> = iso.chars().map(|letter| letter as u32).collect();
    written.push('T' as u32);
    written.extend(hour);
    written.push(':' as u32);
    written.extend(part(4).unwrap_or(&[]));
    if let Some(second) = part(5) {
        written.push(':' as u32);
        written.extend(second);
    }
    written.extend(part(6).unwrap_or(&[]));
    let length = iso.len();
    let again = timed(&written, Some(iso), 0, length, 0)?;
    Some(Date { iso: again.iso, start, end, is_relative: false })
}

/// The date at a number that is not with other numbers: a day or a year beside a month, or "3 hours ago".
fn named(text: &[u32], found: &Match, is_year: bool, low: usize, reading: Reading) -> Option<Date> {
    let (start, end) = (found.start(), found.end());
    let parts = match is_year {
        true => after_year(text, start, end),
        false if end - start <= 2 => around_day(text, start, end, low),
        false => Vec::new(),
    };
    if let Some(date) = parts.iter().find_map(|parts| placed(text, parts, low, reading)) {
        return Some(date);
    }
    reading.now.filter(|_| !is_year).and_then(|now| counted_back(text, start, end, now, None))
}

fn placed(text: &[u32], parts: &Parts, low: usize, reading: Reading) -> Option<Date> {
    if let Some(year) = parts.year {
        return timed(text, day_of(year, parts.month, parts.day), parts.start, parts.end, low);
    }
    let date = timed(text, latest(parts.month, parts.day, reading), parts.start, parts.end, low)?;
    // "5 may be": without a year, a word may not follow.
    (date.iso.len() > 10 || DATES_NO_WORD.matches(text, parts.end).is_some()).then_some(date)
}

/// The last such day that is not after now.
fn latest(month: i64, day: i64, reading: Reading) -> Option<String> {
    let today = reading.now?.day();
    let years = (0..MAX_YEARS_BACK).map(|back| today.0 - back);
    years.filter_map(|year| day_of(year, month, day)).find(|iso| *iso <= iso_day(today))
}

/// The date with the time that stands after or before it.
fn timed(text: &[u32], iso: Option<String>, start: usize, end: usize, low: usize) -> Option<Date> {
    let iso = iso?;
    if let Some(clock) = clock_after(text, end) {
        return Some(Date { iso: iso + &clock.iso, start, end: clock.end, is_relative: false });
    }
    if let Some(clock) = clock_before(text, start, low) {
        return Some(Date { iso: iso + &clock.iso, start: clock.start, end, is_relative: false });
    }
    Some(Date { iso, start, end, is_relative: false })
}
