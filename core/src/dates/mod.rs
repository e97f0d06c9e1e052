//! Dates as pages write them: whether a line shows one (`hint`), and which dates it states, the compiled form of
//! `honbun.dates`.
#![forbid(unsafe_code)]

mod back;
mod clock;
mod find;
mod hint;
mod order;
mod words;

pub use find::{find_dates, from_timestamp, listed};
pub use hint::{is_dated, is_timed, written};
pub use order::{date_order, has_year_first};

use crate::chars::digit_value;

/// Other years are numbers of something else.
const MIN_YEAR: i64 = 1900;
const MAX_YEAR: i64 = 2100;
/// Two digits from here on mean the last century.
const MIN_LAST_CENTURY: i64 = 70;
const DAY_SECONDS: i64 = 86_400;

/// A date in a text, and where the text states it, in characters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Date {
    /// ISO 8601.
    pub iso: String,
    pub start: usize,
    pub end: usize,
    /// Counted from now.
    pub is_relative: bool,
}

impl Date {
    /// The day alone.
    pub fn day(&self) -> &str {
        self.iso.get(..10).unwrap_or(&self.iso)
    }
}

/// When the page was read: seconds since the day before the year 1, as clocks on the wall show them, and the offset
/// from UTC as it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Now {
    pub seconds: i64,
    pub offset: String,
}

impl Now {
    /// Now, where it is not known: `SOME_DAY`.
    pub fn some_day() -> Now {
        Now { seconds: ordinal(2030, 1, 31) * DAY_SECONDS + DAY_SECONDS / 2, offset: String::new() }
    }

    fn day(&self) -> (i64, i64, i64) {
        civil(self.seconds.div_euclid(DAY_SECONDS))
    }
}

/// What comes first in dates of numbers, as far as it is told.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DateOrder {
    pub day_first: Option<bool>,
    pub year_first: bool,
}

/// How a text is to be read.
#[derive(Clone, Copy)]
pub struct Reading<'a> {
    pub now: Option<&'a Now>,
    pub order: DateOrder,
}

fn is_leap(year: i64) -> bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
}

fn days_in_month(year: i64, month: i64) -> i64 {
    match month {
        2 => 28 + is_leap(year) as i64,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// The number of a day, as Python's `date.toordinal` counts: 1 January of the year 1 is 1.
pub fn ordinal(year: i64, month: i64, day: i64) -> i64 {
    let before = year - 1;
    let months: i64 = (1..month).map(|month| days_in_month(year, month)).sum();
    before * 365 + before / 4 - before / 100 + before / 400 + months + day
}

/// Year, month and day of such a number.
fn civil(ordinal: i64) -> (i64, i64, i64) {
    let mut year = (ordinal - 1).div_euclid(366) + 1;
    while self::ordinal(year + 1, 1, 1) <= ordinal {
        year += 1;
    }
    let (mut month, mut day) = (1, ordinal - self::ordinal(year, 1, 1) + 1);
    while day > days_in_month(year, month) {
        day -= days_in_month(year, month);
        month += 1;
    }
    (year, month, day)
}

fn iso_day((year, month, day): (i64, i64, i64)) -> String {
    format!("{year:04}-{month:02}-{day:02}")
}

/// The day in ISO 8601, if there is such a one and the year is plausible.
fn day_of(year: i64, month: i64, day: i64) -> Option<String> {
    let is_day = (MIN_YEAR..=MAX_YEAR).contains(&year)
        && (1..=12).contains(&month)
        && day >= 1
        && day <= days_in_month(year, month);
    is_day.then(|| iso_day((year, month, day)))
}

/// The number of a day that is written in ISO 8601.
pub fn ordinal_of(day: &str) -> Option<i64> {
    let part = |range: std::ops::Range<usize>| day.get(range)?.parse::<i64>().ok();
    Some(ordinal(part(0..4)?, part(5..7)?, part(8..10)?))
}

/// A year of two or four digits.
fn full_year(digits: &[u32]) -> i64 {
    let year = number(digits);
    match (digits.len() > 2, year >= MIN_LAST_CENTURY) {
        (true, _) => year,
        (false, true) => year + 1900,
        (false, false) => year + 2000,
    }
}

/// The number that digits of any script write.
pub fn number(digits: &[u32]) -> i64 {
    digits.iter().fold(0i64, |number, &point| number.saturating_mul(10).saturating_add(digit_value(point) as i64))
}

fn lowered(text: &[u32]) -> String {
    text.iter().filter_map(|&point| char::from_u32(point)).collect::<String>().to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_have_the_numbers_of_python() {
        assert_eq!(ordinal(1, 1, 1), 1);
        assert_eq!(ordinal(2021, 3, 21), 737_870);
        for day in [1, 365, 366, 730_119, 730_120, 737_870, 767_009] {
            let (year, month, of_month) = civil(day);
            assert_eq!(ordinal(year, month, of_month), day);
        }
    }
}
