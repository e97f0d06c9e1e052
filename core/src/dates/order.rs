//! In which order a page writes day, month and year: told by all of its dates together.
#![forbid(unsafe_code)]

use super::{day_of, full_year, number, ordinal_of, DateOrder};
use crate::chars::points;
use crate::expressions::ORDER_NUMBERS;

/// The share of a text from which on it is in a language that writes the year first, and how much of it is looked at.
const MIN_SHARE: f64 = 0.05;
const SEEN_LENGTH: usize = 20_000;

/// Three numbers, and whether the last has two digits.
struct Numbers {
    values: [i64; 3],
    is_short: bool,
}

/// The order in which these dates are written, each series in one place of all posts: what is possible for all, rises
/// or falls, and spans least; nothing if nothing tells.
pub fn date_order<'a>(
    series: impl Iterator<Item = Vec<&'a [u32]>>,
    has_year_first: impl Fn() -> bool,
) -> DateOrder {
    let found: Vec<Vec<Numbers>> = series
        .map(|texts| texts.into_iter().filter_map(numbers).collect::<Vec<_>>())
        .filter(|each| !each.is_empty())
        .collect();
    let mut short = found.iter().flatten().filter(|numbers| numbers.is_short).peekable();
    if short.peek().is_some() && has_year_first() && short.all(|numbers| day(numbers, [0, 1, 2]).is_some()) {
        return DateOrder { day_first: None, year_first: true };
    }
    if found.is_empty() {
        return DateOrder::default();
    }
    let (day_first, month_first) = (cost(&found, [2, 1, 0]), cost(&found, [2, 0, 1]));
    if day_first == month_first {
        return DateOrder::default();
    }
    DateOrder { day_first: Some(day_first < month_first), year_first: false }
}

/// Whether a page is written in a language that writes the year first.
pub fn has_year_first(text: &[u8]) -> bool {
    let (mut seen, mut found) = (0, 0);
    for (_, point) in points(text).take(SEEN_LENGTH) {
        seen += 1;
        found += matches!(point, 0x3040..=0x30FF | 0x4E00..=0x9FFF | 0xAC00..=0xD7A3) as usize;
    }
    found as f64 >= (MIN_SHARE * seen as f64).max(1.0)
}

fn numbers(text: &[u32]) -> Option<Numbers> {
    let found = ORDER_NUMBERS.search(text, 0)?;
    let part = |group: usize| found.text(text, group).unwrap_or(&[]);
    Some(Numbers { values: [number(part(1)), number(part(3)), number(part(4))], is_short: part(4).len() == 2 })
}

/// The number of the day that they are, given which are year, month and day.
fn day(numbers: &Numbers, [year, month, day]: [usize; 3]) -> Option<i64> {
    let written: Vec<u32> = format!("{:02}", numbers.values[year]).chars().map(|digit| digit as u32).collect();
    day_of(full_year(&written), numbers.values[month], numbers.values[day]).and_then(|iso| ordinal_of(&iso))
}

/// How many are no days, how many steps go against the others, and how far first and last lie apart.
fn cost(series: &[Vec<Numbers>], order: [usize; 3]) -> (usize, usize, f64) {
    let (mut impossible, mut against, mut span) = (0, 0, 0.0);
    for numbers in series {
        let days: Vec<i64> = numbers.iter().filter_map(|each| day(each, order)).collect();
        impossible += numbers.len() - days.len();
        let steps = |is_step: fn(i64, i64) -> bool| days.windows(2).filter(|two| is_step(two[0], two[1])).count();
        against += steps(|a, b| b > a).min(steps(|a, b| b < a));
        if let (Some(first), Some(last)) = (days.iter().min(), days.iter().max()) {
            span += ((last - first) as f64).ln_1p();
        }
    }
    (impossible, against, (span * 1e6).round() / 1e6)
}
