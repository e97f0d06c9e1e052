//! Whether a short text shows a date or a time: the compiled form of `honbun.dates.DATE_HINT`, and of the times of
//! day that comments are known by. The one place that knows how dates are written.
#![forbid(unsafe_code)]

use crate::chars::{is_digit, is_space, is_word, points, push};

/// The most white space between a number and its unit, and the longest unit.
const MAX_GAP: usize = 20;
const MAX_UNIT: usize = 20;
const MAX_NUMBER: usize = 6;
const BEFORE: u32 = '前' as u32;
const UNITS_BEFORE: [&str; 19] = [
    "秒", "分", "時間", "日", "週間", "か月", "ヶ月", "年", "秒钟", "秒鐘", "分钟", "分鐘", "小时", "小時", "天",
    "周", "週", "个月", "個月",
];
const KOREAN_UNITS: [&str; 7] = ["초", "분", "시간", "일", "주", "개월", "년"];
const KOREAN_BEFORE: &str = "전";
/// What stands after a unit that is counted from now, and before a number that is.
const AGO: [&str; 13] =
    ["ago", "назад", "тому", "temu", "geleden", "sedan", "siden", "sitten", "önce", "trước", "lalu", "پیش", "fa"];
const SINCE: [&str; 4] = ["vor", "y a", "hace", "před"];
const SINCE_ANYWHERE: [&str; 3] = ["منذ", "قبل", "לפני"];
const MAX_SINCE: usize = 3;

/// The characters of a text, asked for by their places.
struct Line(Vec<u32>);

impl Line {
    fn of(text: &[u8]) -> Line {
        Line(points(text).map(|(_, point)| point).collect())
    }

    fn is_digit(&self, at: usize) -> bool {
        self.0.get(at).is_some_and(|&point| is_digit(point))
    }

    fn is_word(&self, at: usize) -> bool {
        self.0.get(at).is_some_and(|&point| is_word(point))
    }

    fn is_one_of(&self, at: usize, set: &str) -> bool {
        self.0.get(at).is_some_and(|&point| set.chars().any(|character| character as u32 == point))
    }

    /// How many digits begin here, as far as it matters.
    fn digits(&self, at: usize, max: usize) -> usize {
        (0..max).take_while(|&i| self.is_digit(at + i)).count()
    }

    /// The end of the white space here; None if there is too much of it.
    fn after_gap(&self, at: usize) -> Option<usize> {
        let gap = self.0[at.min(self.0.len())..].iter().take_while(|&&point| is_space(point)).count();
        (gap <= MAX_GAP).then_some(at + gap)
    }

    fn after_one_space(&self, at: usize) -> usize {
        at + self.0.get(at).is_some_and(|&point| is_space(point)) as usize
    }

    /// The end of "hours ago", after a number.
    fn end_of_ago(&self, at: usize) -> Option<usize> {
        let word = (0..=MAX_UNIT).take_while(|&i| self.is_word(at + i)).count();
        if !(1..=MAX_UNIT).contains(&word) {
            return None;
        }
        let start = self.after_gap(at + word).filter(|&start| start > at + word)?;
        let ends = AGO.iter().map(|name| (name, start + name.chars().count()));
        ends.filter(|&(name, end)| self.starts_with(start, name) && !self.is_word(end)).map(|(_, end)| end).next()
    }

    /// The end of "2 Ta" in "vor 2 Tagen", where the number begins.
    fn end_of_since(&self, at: usize) -> Option<usize> {
        let says = |name: &str| {
            let length = name.chars().count() + 1;
            at >= length && self.starts_with(at - length, name) && self.0[at - 1] == ' ' as u32
        };
        let begins_word = |name: &&&str| {
            let start = at - name.chars().count() - 1;
            start == 0 || !self.is_word(start - 1)
        };
        let is_counted = || {
            SINCE_ANYWHERE.iter().any(|name| says(name))
                || SINCE.iter().filter(|name| says(name)).any(|name| begins_word(&name))
        };
        let is_letter = |at: usize| self.is_word(at) && !self.is_digit(at);
        let space = at + self.digits(at, MAX_SINCE);
        let follows = || {
            self.0.get(space).is_some_and(|&point| is_space(point)) && is_letter(space + 1) && is_letter(space + 2)
        };
        (follows() && is_counted()).then_some(space + 3)
    }

    fn starts_with(&self, at: usize, text: &str) -> bool {
        text.chars()
            .enumerate()
            .all(|(i, character)| self.0.get(at + i).is_some_and(|&point| is_same(point, character)))
    }

    /// Where the date or the time ends that begins with the digit here; the alternatives in the order of the pattern.
    fn end_of_date(&self, at: usize) -> Option<usize> {
        self.end_of_year_first(at)
            .or_else(|| self.end_of_short(at))
            .or_else(|| (self.is_year(at) || self.is_persian_year(at)).then_some(at + 4))
            .or_else(|| self.end_of_relative(at))
            .or_else(|| self.end_of_since(at))
    }

    /// 2011-11-22, 2011/11/22, 2011年11月22日
    fn end_of_year_first(&self, at: usize) -> Option<usize> {
        if self.digits(at, 4) < 4 {
            return None;
        }
        let mark = self.after_one_space(at + 4);
        if !self.is_one_of(mark, "-/.年") {
            return None;
        }
        let month = self.after_one_space(mark + 1);
        let digits = self.digits(month, 2);
        let mark = self.after_one_space(month + digits);
        let day = self.after_one_space(mark + 1);
        let is_date = digits > 0 && self.is_one_of(mark, "-/.月") && self.is_digit(day);
        is_date.then(|| day + self.digits(day, 2))
    }

    /// 22.11.2011, 11/22/11; 07:34, 12時30分; 11月22日
    fn end_of_short(&self, at: usize) -> Option<usize> {
        let mark = at + self.digits(at, 2);
        if self.is_one_of(mark, "-/.") {
            let digits = self.digits(mark + 1, 2);
            let second = mark + 1 + digits;
            let year = self.digits(second + 1, 4);
            return (digits > 0 && self.is_one_of(second, "-/.") && year >= 2).then_some(second + 1 + year);
        }
        if self.is_one_of(mark, ":時") {
            return (self.digits(mark + 1, 2) == 2).then_some(mark + 3);
        }
        let day = self.digits(mark + 1, 2);
        (self.is_one_of(mark, "月") && day > 0 && self.is_one_of(mark + 1 + day, "日")).then_some(mark + 2 + day)
    }

    /// 1998, 2011
    fn is_year(&self, at: usize) -> bool {
        (self.starts_with(at, "19") || self.starts_with(at, "20"))
            && (at == 0 || !self.is_digit(at - 1))
            && self.digits(at, 5) == 4
    }

    /// ۱۳۹۰
    fn is_persian_year(&self, at: usize) -> bool {
        let is_persian = |at: usize| self.is_one_of(at, "۰۱۲۳۴۵۶۷۸۹");
        self.is_one_of(at, "۱")
            && self.is_one_of(at + 1, "۳۴")
            && is_persian(at + 2)
            && is_persian(at + 3)
            && (at == 0 || !self.is_digit(at - 1))
            && !self.is_digit(at + 4)
    }

    /// 3 hours ago, 3時間前, 3시간 전
    fn end_of_relative(&self, at: usize) -> Option<usize> {
        let digits = self.digits(at, MAX_NUMBER);
        (1..=digits).rev().find_map(|taken| {
            let unit = self.after_gap(at + taken)?;
            let before = |name: &&str| {
                let end = unit + name.chars().count();
                (self.starts_with(unit, name) && self.0.get(end) == Some(&BEFORE)).then_some(end + 1)
            };
            let korean = |name: &&str| {
                let mark = self.after_one_space(unit + name.chars().count());
                let is_before = self.starts_with(unit, name) && self.starts_with(mark, KOREAN_BEFORE);
                (is_before && !self.is_word(mark + 1)).then_some(mark + 1)
            };
            // No other unit is of ASCII.
            let is_other = self.0.get(unit).is_some_and(|&point| point >= 0x80);
            let other = || UNITS_BEFORE.iter().find_map(before).or_else(|| KOREAN_UNITS.iter().find_map(korean));
            self.end_of_ago(unit).or_else(|| if is_other { other() } else { None })
        })
    }

    /// Adds a part of the text with `0` for digits that follow each other, and `a` for letters that do.
    fn mask(&self, part: std::ops::Range<usize>, out: &mut Vec<u8>) {
        let mut last = None;
        for &point in &self.0[part] {
            let mask = match point {
                _ if is_digit(point) => Some(b'0'),
                _ if is_word(point) && point != '_' as u32 => Some(b'a'),
                _ => None,
            };
            match mask {
                None => push(point, out),
                Some(mask) if last != Some(mask) => out.push(mask),
                Some(_) => (),
            }
            last = mask;
        }
    }

    /// A time of day, or so many hours ago.
    fn is_timed_at(&self, at: usize) -> bool {
        if self.is_one_of(at + 1, ":：時") && self.digits(at + 2, 2) == 2 {
            return true;
        }
        let Some(unit) = self.after_gap(at + 1) else { return false };
        let is_before =
            (1..=2).any(|n| (0..n).all(|i| self.is_word(unit + i)) && self.0.get(unit + n) == Some(&BEFORE));
        is_before || self.end_of_ago(unit).is_some()
    }
}

/// Whether a character is the one that is looked for, or its capital.
fn is_same(point: u32, wanted: char) -> bool {
    if point < 0x80 {
        return (point as u8).to_ascii_lowercase() as u32 == wanted as u32;
    }
    point == wanted as u32 || char::from_u32(point).is_some_and(|found| found.to_lowercase().eq([wanted]))
}

/// Whether a digit is in a text: most have none, and then neither a date nor a time.
fn has_digit(text: &[u8]) -> bool {
    text.iter().any(u8::is_ascii_digit) || (!text.is_ascii() && points(text).any(|(_, point)| is_digit(point)))
}

/// Whether a date or a time is in a text.
pub fn is_dated(text: &[u8]) -> bool {
    if !has_digit(text) {
        return false;
    }
    let line = Line::of(text);
    (0..line.0.len()).any(|at| line.is_digit(at) && line.end_of_date(at).is_some())
}

/// How the dates and times in a text are written, whatever they say: `2011-11-22 7:34` as `0-0-0 0:0`; None if there
/// are none.
pub fn written(text: &[u8]) -> Option<Vec<u8>> {
    if !has_digit(text) {
        return None;
    }
    let line = Line::of(text);
    let mut found: Option<Vec<u8>> = None;
    let mut at = 0;
    while at < line.0.len() {
        let end = if line.is_digit(at) { line.end_of_date(at) } else { None };
        if let Some(end) = end {
            match &mut found {
                Some(found) => found.push(b' '),
                None => found = Some(Vec::new()),
            }
            found.iter_mut().for_each(|found| line.mask(at..end, found));
        }
        at = end.unwrap_or(at + 1);
    }
    found
}

/// Whether a time of day is in a text, or how long ago something was.
pub fn is_timed(text: &[u8]) -> bool {
    if !has_digit(text) {
        return false;
    }
    let line = Line::of(text);
    (0..line.0.len()).any(|at| line.is_digit(at) && line.is_timed_at(at))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_as_pages_write_them() {
        for text in [
            "2011-11-22",
            "2011 / 11 / 2",
            "2011年11月22日",
            "２０１１年１１月２日",
            "22.11.2011",
            "11/22/11",
            "at 07:34",
            "12時30分",
            "11月22日",
            "in May 1998.",
            "3 hours ago",
            "3h  AGO",
            "12345 ago",
            "3時間前",
            "5 日前",
        ] {
            assert!(is_dated(text.as_bytes()), "{text}");
        }
        for text in ["", "1234567", "12-34", "1:2", "19988", "3 hours agog", "ago 3", "3年", "1.2.3"] {
            assert!(!is_dated(text.as_bytes()), "{text}");
        }
    }

    #[test]
    fn dates_are_written_alike() {
        let shown = |text: &str| written(text.as_bytes()).map(|found| String::from_utf8(found).unwrap());
        assert_eq!(shown("on 2011-11-22, 7:34 pm").unwrap(), "0-0-0 0:0");
        assert_eq!(shown("3 hours  ago").unwrap(), "0 a  a");
        assert_eq!(shown("12345 ago").unwrap(), "0 a");
        assert_eq!(shown("１２時３０分").unwrap(), "0a0");
        assert_eq!(shown("1.2.345678 1998").unwrap(), "0.0.0 0");
        assert_eq!(shown("no date 12345"), None);
    }

    #[test]
    fn times_of_day() {
        for text in ["7:34", "07：34", "3 minutes ago", "5分前", "2日前"] {
            assert!(is_timed(text.as_bytes()), "{text}");
        }
        assert!(!is_timed("2011-11-22".as_bytes()));
    }
}
