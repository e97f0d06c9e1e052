//! The time of day beside a date.
#![forbid(unsafe_code)]

use super::{lowered, number};
use crate::chars::{is_counted_digit, is_digit, is_space};
use crate::expressions::*;
use crate::patterns::Match;

const MAX_OFFSET_HOURS: i64 = 14;
/// Characters of a time before its date, with a weekday between them.
const MAX_LENGTH_BEFORE: usize = 28;

/// A time of day as ISO 8601 writes it after the day, and where the text states it.
pub struct Clock {
    pub iso: String,
    pub start: usize,
    pub end: usize,
}

/// The numbers of the groups of a pattern of times, which both patterns have in the same order; the zone is in one.
struct Groups {
    half: usize,
    hour: usize,
    minutes: [usize; 4],
    seconds: [usize; 2],
    after: [usize; 2],
    zone: Option<usize>,
}

const AFTER: Groups = Groups {
    half: CLOCK_AFTER_HALF,
    hour: CLOCK_AFTER_HOUR,
    minutes: [CLOCK_AFTER_MINUTE, CLOCK_AFTER_MINUTE2, CLOCK_AFTER_MINUTE3, CLOCK_AFTER_MINUTE4],
    seconds: [CLOCK_AFTER_SECOND, CLOCK_AFTER_SECOND2],
    after: [CLOCK_AFTER_AFTER, CLOCK_AFTER_AFTER2],
    zone: Some(CLOCK_AFTER_ZONE),
};
const BEFORE: Groups = Groups {
    half: CLOCK_BEFORE_HALF,
    hour: CLOCK_BEFORE_HOUR,
    minutes: [CLOCK_BEFORE_MINUTE, CLOCK_BEFORE_MINUTE2, CLOCK_BEFORE_MINUTE3, CLOCK_BEFORE_MINUTE4],
    seconds: [CLOCK_BEFORE_SECOND, CLOCK_BEFORE_SECOND2],
    after: [CLOCK_BEFORE_AFTER, CLOCK_BEFORE_AFTER2],
    zone: None,
};

/// The time that follows a date which ends there.
pub fn clock_after(text: &[u32], end: usize) -> Option<Clock> {
    clock(text, &CLOCK_AFTER.matches(text, end)?, &AFTER, 0)
}

/// The time before a date which starts there, not looking further back than `low`.
pub fn clock_before(text: &[u32], start: usize, low: usize) -> Option<Clock> {
    let low = low.max(start.saturating_sub(MAX_LENGTH_BEFORE));
    let before = text.get(low..start)?;
    if !before.contains(&(':' as u32)) {
        return None;
    }
    clock(before, &CLOCK_BEFORE.search(before, 0)?, &BEFORE, low)
}

fn clock(text: &[u32], found: &Match, groups: &Groups, offset: usize) -> Option<Clock> {
    let value = |groups: &[usize]| groups.iter().find_map(|&group| found.text(text, group)).map(number);
    let (hour_start, hour_end) = found.group(groups.hour)?;
    let mut hour = number(&text[hour_start..hour_end]);
    let (minutes, seconds) = (value(&groups.minutes), value(&groups.seconds));
    let [first, second] = groups.after;
    let half = [first, second, groups.half].iter().find_map(|&group| found.text(text, group));
    let half = half.map(lowered).unwrap_or_default();
    if AFTERNOON.contains(&&half[..]) && hour < 12 {
        hour += 12;
    } else if MORNING.contains(&&half[..]) && hour == 12 {
        hour = 0;
    }
    if found.group(groups.minutes[3]).is_some() && !CLOCK_DOTTED.is_in(&text[..hour_start]) {
        return None;
    }
    if hour > 23 || minutes.unwrap_or(0) > 59 || seconds.unwrap_or(0) > 59 {
        return None;
    }
    let mut iso = format!("T{hour:02}:{:02}", minutes.unwrap_or(0));
    if let Some(seconds) = seconds {
        iso.push_str(&format!(":{seconds:02}"));
    }
    let (zone, end) = zone(text, found, groups);
    let start = found.group(groups.half).map_or(hour_start, |(start, _)| start.min(hour_start));
    Some(Clock { iso: iso + &zone, start: offset + start, end: offset + end })
}

/// The offset from UTC, nothing if none is stated, and where the time ends.
fn zone(text: &[u32], found: &Match, groups: &Groups) -> (String, usize) {
    let Some((start, end)) = groups.zone.and_then(|group| found.group(group)) else {
        return (String::new(), found.end());
    };
    let name = lowered(&text[start..end]);
    let mut offset = OFFSETS.iter().find(|(zone, _)| *zone == name).map(|(_, offset)| offset.to_string());
    if text[start..end].last().is_some_and(|&point| is_counted_digit(point)) {
        let digits: Vec<u32> = text[start..end].iter().copied().filter(|&point| is_digit(point)).collect();
        let (hours, minutes) = (number(&digits[..2.min(digits.len())]), number(&digits[2.min(digits.len())..]));
        if hours <= MAX_OFFSET_HOURS && minutes <= 59 {
            let sign = if name.contains('+') { '+' } else { '-' };
            offset = Some(format!("{sign}{hours:02}:{minutes:02}"));
        }
    }
    match offset {
        Some(offset) => (offset, found.end()),
        None => {
            let spaces = text[found.start()..start].iter().rev().take_while(|&&point| is_space(point)).count();
            (String::new(), start - spaces)
        }
    }
}
