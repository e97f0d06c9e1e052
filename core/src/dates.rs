//! Whether a short text shows a date or a time: the compiled form of `honbun.dates.DATE_HINT`, and of the times of
//! day that comments are known by. The one place that knows how dates are written.
#![forbid(unsafe_code)]

use crate::chars::{is_digit, is_space, is_word, points};

/// The most white space between a number and its unit, and the longest unit.
const MAX_GAP: usize = 20;
const MAX_UNIT: usize = 20;
const MAX_NUMBER: usize = 6;
const BEFORE: u32 = '前' as u32;
const UNITS_BEFORE: [&str; 19] = [
    "秒", "分", "時間", "日", "週間", "か月", "ヶ月", "年", "秒钟", "秒鐘", "分钟", "分鐘", "小时", "小時", "天", "周",
    "週", "个月", "個月",
];
const KOREAN_UNITS: [&str; 7] = ["초", "분", "시간", "일", "주", "개월", "년"];
const KOREAN_BEFORE: &str = "전";
/// What stands after a unit that is counted from now, and before a number that is.
const AGO: [&str; 13] = [
    "ago", "назад", "тому", "temu", "geleden", "sedan", "siden", "sitten", "önce", "trước", "lalu", "پیش", "fa",
];
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

    /// "hours ago", after a number.
    fn is_ago(&self, at: usize) -> bool {
        let word = (0..=MAX_UNIT).take_while(|&i| self.is_word(at + i)).count();
        if !(1..=MAX_UNIT).contains(&word) {
            return false;
        }
        let Some(end) = self.after_gap(at + word) else { return false };
        let says = |name: &&str| self.starts_with(end, name) && !self.is_word(end + name.chars().count());
        end > at + word && AGO.iter().any(|name| says(&name))
    }

    /// "Tagen" after "vor 2", where the number begins.
    fn is_since(&self, at: usize) -> bool {
        let says = |name: &str| {
            let length = name.chars().count() + 1;
            at >= length && self.starts_with(at - length, name) && self.0[at - 1] == ' ' as u32
        };
        let begins_word = |name: &&&str| {
            let start = at - name.chars().count() - 1;
            start == 0 || !self.is_word(start - 1)
        };
        let is_counted = SINCE_ANYWHERE.iter().any(|name| says(name))
            || SINCE.iter().filter(|name| says(name)).any(|name| begins_word(&name));
        let is_letter = |at: usize| self.is_word(at) && !self.is_digit(at);
        is_counted
            && (1..=self.digits(at, MAX_SINCE)).any(|taken| {
                let space = at + taken;
                self.0.get(space).is_some_and(|&point| is_space(point)) && is_letter(space + 1) && is_letter(space + 2)
            })
    }

    fn starts_with(&self, at: usize, text: &str) -> bool {
        text.chars().enumerate().all(|(i, character)| self.0.get(at + i).is_some_and(|&point| is_same(point, character)))
    }

    fn is_dated_at(&self, at: usize) -> bool {
        self.is_year_first(at)
            || self.is_short(at)
            || self.is_year(at)
            || self.is_persian_year(at)
            || self.is_relative(at)
            || self.is_since(at)
    }

    /// 2011-11-22, 2011/11/22, 2011年11月22日
    fn is_year_first(&self, at: usize) -> bool {
        if self.digits(at, 4) < 4 {
            return false;
        }
        let mark = self.after_one_space(at + 4);
        if !self.is_one_of(mark, "-/.年") {
            return false;
        }
        let month = self.after_one_space(mark + 1);
        let digits = self.digits(month, 2);
        let mark = self.after_one_space(month + digits);
        digits > 0 && self.is_one_of(mark, "-/.月") && self.is_digit(self.after_one_space(mark + 1))
    }

    /// 22.11.2011, 11/22/11; 07:34, 12時30分; 11月22日
    fn is_short(&self, at: usize) -> bool {
        let mark = at + self.digits(at, 2);
        if self.is_one_of(mark, "-/.") {
            let digits = self.digits(mark + 1, 2);
            let second = mark + 1 + digits;
            return digits > 0 && self.is_one_of(second, "-/.") && self.digits(second + 1, 2) == 2;
        }
        if self.is_one_of(mark, ":時") {
            return self.digits(mark + 1, 2) == 2;
        }
        let day = self.digits(mark + 1, 2);
        self.is_one_of(mark, "月") && day > 0 && self.is_one_of(mark + 1 + day, "日")
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
    fn is_relative(&self, at: usize) -> bool {
        let digits = self.digits(at, MAX_NUMBER);
        (1..=digits).any(|taken| {
            let Some(unit) = self.after_gap(at + taken) else { return false };
            let is_before = |name: &str| {
                self.starts_with(unit, name) && self.0.get(unit + name.chars().count()) == Some(&BEFORE)
            };
            let is_korean = |name: &str| {
                let mark = self.after_one_space(unit + name.chars().count());
                self.starts_with(unit, name) && self.starts_with(mark, KOREAN_BEFORE) && !self.is_word(mark + 1)
            };
            self.is_ago(unit)
                || UNITS_BEFORE.iter().any(|name| is_before(name))
                || KOREAN_UNITS.iter().any(|name| is_korean(name))
        })
    }

    /// A time of day, or so many hours ago.
    fn is_timed_at(&self, at: usize) -> bool {
        if self.is_one_of(at + 1, ":：時") && self.digits(at + 2, 2) == 2 {
            return true;
        }
        let Some(unit) = self.after_gap(at + 1) else { return false };
        let is_before =
            (1..=2).any(|n| (0..n).all(|i| self.is_word(unit + i)) && self.0.get(unit + n) == Some(&BEFORE));
        self.is_ago(unit) || is_before
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
    (0..line.0.len()).any(|at| line.is_digit(at) && line.is_dated_at(at))
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
    fn times_of_day() {
        for text in ["7:34", "07：34", "3 minutes ago", "5分前", "2日前"] {
            assert!(is_timed(text.as_bytes()), "{text}");
        }
        assert!(!is_timed("2011-11-22".as_bytes()));
    }
}
