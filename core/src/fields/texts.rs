//! Short texts of a page that may be names, and what is measured of each: the compiled form of
//! `honbun.threads.fields` as far as it looks at texts alone.
#![forbid(unsafe_code)]

use crate::chars::{count, is_counted_digit, is_digit, is_space, is_word, letters, points, push};
use crate::dates::{find_dates, number, Date, DateOrder, Now, Reading};
use crate::expressions::*;
use crate::lines::Lines;
use crate::patterns::{code_points, Pattern};
use crate::tables::*;
use std::collections::HashMap;
use std::ops::Range;
use std::sync::OnceLock;

/// An author's name is no longer, in characters, and neither is the line around a date.
pub const MAX_NAME_LENGTH: usize = 40;
pub const MAX_LINE_LENGTH: usize = 160;
/// The parts of a text node that are all that precedes or follows its dates.
const BEFORE: i32 = -1;
const AFTER: i32 = -2;
/// Texts that are not shown and may name the author.
const HIDDEN_TEXTS: [u32; 4] = [A_ALT, A_TITLE, A_CONTENT, A_ARIA_LABEL];
const MAX_HIDDEN_LENGTH: usize = 60;
/// What may stand between a name and a date, and is of neither.
const MARKS: [char; 8] = [',', ';', ':', '|', '·', '：', '、', ' '];
/// A number is no longer.
const MAX_DIGITS: usize = 15;

/// A text, and what is measured of it.
pub struct Text {
    pub points: Vec<u32>,
    pub utf8: Vec<u8>,
    pub letters: Vec<u8>,
    /// Length, words, share of digits, letters, date, code: in the order of `_OF_TEXT` of the readable form.
    pub measures: [f64; 6],
    /// The number that it holds, -1 if none.
    pub number: f64,
}

impl Text {
    /// Whether more than half of it is dates.
    pub fn is_date(&self) -> bool {
        self.measures[4] > 0.0
    }

    fn of(points: &[u32]) -> Text {
        let utf8 = utf8(points);
        let mut own = Vec::with_capacity(utf8.len());
        letters(&utf8, &mut own);
        let digits = points.iter().filter(|&&point| is_counted_digit(point)).count();
        let dates = if digits > 0 { plain_dates(points) } else { Vec::new() };
        let dated: usize = dates.iter().map(|date| date.end - date.start).sum();
        let from = points.iter().position(|&point| is_digit(point));
        let first = from.map(|from| points[from..].iter().take_while(|&&point| is_digit(point)).count());
        let first = from.zip(first).map(|(from, count)| &points[from..from + count.min(MAX_DIGITS)]);
        let length = points.len() as f64;
        let truth = |is: bool| is as u8 as f64;
        Text {
            measures: [
                length,
                points.iter().filter(|&&point| point == ' ' as u32).count() as f64 + 1.0,
                digits as f64 / length,
                truth(points.windows(2).any(|two| two.iter().all(|&point| is_letter(point)))),
                truth(dated as f64 > 0.5 * length),
                truth(FIELD_CODE.matches(points, 0).is_some()),
            ],
            number: first.map_or(-1.0, |digits| number(digits) as f64),
            points: points.to_vec(),
            letters: own,
            utf8,
        }
    }
}

pub fn utf8(points: &[u32]) -> Vec<u8> {
    let mut out = Vec::with_capacity(points.len());
    points.iter().for_each(|&point| push(point, &mut out));
    out
}

/// The dates of a text, "3 hours ago" among them, as it is read where nothing is known.
pub fn plain_dates(text: &[u32]) -> Vec<Date> {
    find_dates(text, Reading { now: Some(&Now::some_day()), order: DateOrder::default() })
}

/// Texts by number, each once.
#[derive(Default)]
pub struct Texts {
    known: HashMap<Vec<u32>, u32>,
    all: Vec<Text>,
}

impl Texts {
    fn add(&mut self, points: &[u32], first: usize) -> u32 {
        if let Some(&number) = self.known.get(points) {
            return number;
        }
        let number = (first + self.all.len()) as u32;
        self.known.insert(points.to_vec(), number);
        self.all.push(Text::of(points));
        number
    }
}

/// The texts of a page, and those that a group adds.
pub struct Pool<'a> {
    page: &'a Texts,
    own: Texts,
}

impl<'a> Pool<'a> {
    pub fn of(page: &'a Texts) -> Pool<'a> {
        Pool { page, own: Texts::default() }
    }

    pub fn add(&mut self, points: &[u32]) -> u32 {
        let known = self.page.known.get(points).copied();
        known.unwrap_or_else(|| self.own.add(points, self.page.all.len()))
    }

    pub fn get(&self, number: u32) -> &Text {
        let number = number as usize;
        self.page.all.get(number).unwrap_or_else(|| &self.own.all[number - self.page.all.len()])
    }
}

/// A short text node that is shown.
pub struct Node {
    pub line: u32,
    pub row: u32,
    /// What may be a name in it: which piece, and the number of its text. Of dated ones, where nothing stands around
    /// names.
    pub parts: Vec<(i32, u32)>,
    pub dated: Option<DatedNode>,
}

/// A text beside a date, with its dates and the pieces that these leave.
pub struct DatedNode {
    pub text: Vec<u32>,
    pub dates: Vec<Date>,
    pub pieces: Vec<Vec<u32>>,
}

impl DatedNode {
    /// All of the text, and its pieces.
    fn plain_parts(&self) -> Vec<(i32, Vec<u32>)> {
        let mut found = vec![(0, self.text.clone())];
        if !(self.pieces.len() == 1 && self.pieces[0] == self.text) {
            found.extend(self.pieces.iter().enumerate().map(|(part, piece)| (part as i32 + 1, piece.clone())));
        }
        found
    }

    /// The parts beside the dates, each without what the board writes around it.
    pub fn parts(&self, before: &Frame, after: &Frame) -> Vec<(i32, Vec<u32>)> {
        let inside = |(part, text): (i32, Vec<u32>)| (part, after.inside(&before.inside(&text)));
        let mut found: Vec<(i32, Vec<u32>)> = self.plain_parts().into_iter().map(inside).collect();
        if let (Some(first), Some(last)) = (self.dates.first(), self.dates.last()) {
            let rest = [
                (BEFORE, before.inside(&without_weekday(&self.text[..first.start]))),
                (AFTER, after.inside(&self.text[last.end..])),
            ];
            found.splice(1..1, rest);
        }
        found
    }
}

fn slices(words: &[Vec<u32>]) -> Vec<&[u32]> {
    words.iter().map(Vec::as_slice).collect()
}

/// Words that a board writes before and after a name, such as "Submitted by … on".
#[derive(Default)]
pub struct Frame {
    pub head: Vec<Vec<u32>>,
    pub tail: Vec<Vec<u32>>,
}

impl Frame {
    pub fn is_empty(&self) -> bool {
        self.head.is_empty() && self.tail.is_empty()
    }

    /// The text without the frame, and without marks around it; nothing if it is a part of the frame.
    fn inside(&self, text: &[u32]) -> Vec<u32> {
        let all = words(text);
        let head = if all.starts_with(&slices(&self.head)) { self.head.len() } else { 0 };
        let tail = if all[head..].ends_with(&slices(&self.tail)) { self.tail.len() } else { 0 };
        let inside = without_ends(text, head, tail);
        let is_own = |point: &u32| !MARKS.contains(&char::from_u32(*point).unwrap_or(' '));
        match (inside.iter().position(is_own), inside.iter().rposition(is_own)) {
            (Some(first), Some(last)) => inside[first..=last].to_vec(),
            _ => Vec::new(),
        }
    }
}

/// What is read of a page once, however often it is divided.
pub struct PageTexts {
    pub texts: Texts,
    pub nodes: Vec<Node>,
    /// For each line the number of its label, 0 if it has none or one that stands once.
    pub labels: Vec<u32>,
    /// How many characters each line has: many values may stand in a long one.
    pub characters: Vec<u32>,
    /// The line and the letters of each short text that is not shown.
    pub hidden: Vec<(u32, Vec<u8>)>,
    /// The dates of each line, once it was asked for, as they are read on this day.
    dates: Box<[OnceLock<Vec<Date>>]>,
    now: OnceLock<Option<Now>>,
    /// What stands before the dates of a line, without a weekday, and after them.
    around: Box<[OnceLock<Option<Around>>]>,
}

type Around = (Vec<u32>, Vec<u32>);

impl PageTexts {
    pub fn of(lines: &Lines) -> PageTexts {
        let mut texts = Texts::default();
        let nodes = short_nodes(lines, &mut texts);
        PageTexts {
            texts,
            nodes,
            labels: labels(lines),
            characters: (0..lines.len()).map(|line| lines.shown.characters(line)).collect(),
            hidden: hidden(lines),
            dates: (0..lines.len()).map(|_| OnceLock::new()).collect(),
            now: OnceLock::new(),
            around: (0..lines.len()).map(|_| OnceLock::new()).collect(),
        }
    }

    /// What stands before and after the dates of a line; None if it is long or has none.
    pub fn around_dates(&self, lines: &Lines, line: usize) -> Option<&Around> {
        let find = || {
            let is_short = lines.shown.characters(line) as usize <= MAX_LINE_LENGTH;
            let text = code_points(if is_short { lines.shown.get(line) } else { b"" });
            let dates = plain_dates(&text);
            Some((without_weekday(&text[..dates.first()?.start]), text[dates.last()?.end..].to_vec()))
        };
        self.around[line].get_or_init(find).as_ref()
    }

    /// The dates of a line; those that need to know when now is are relative if that is unknown.
    pub fn dates_of(&self, lines: &Lines, line: usize, now: Option<&Now>, order: DateOrder) -> Vec<Date> {
        let read = || dates_of_line(lines, line, now, order);
        if order != DateOrder::default() || self.now.get_or_init(|| now.cloned()).as_ref() != now {
            return read();
        }
        self.dates[line].get_or_init(read).clone()
    }
}

fn dates_of_line(lines: &Lines, line: usize, now: Option<&Now>, order: DateOrder) -> Vec<Date> {
    if lines.shown.characters(line) as usize > MAX_LINE_LENGTH {
        return Vec::new();
    }
    let text = code_points(lines.shown.get(line));
    let some_day = Now::some_day();
    let mut dates = find_dates(&text, Reading { now: Some(now.unwrap_or(&some_day)), order });
    if now.is_none() && !dates.is_empty() {
        let known = find_dates(&text, Reading { now: None, order });
        for date in &mut dates {
            match known.iter().rfind(|known| known.start == date.start) {
                Some(known) => *date = known.clone(),
                None => date.is_relative = true,
            }
        }
    }
    dates
}

/// Where the words of what stands around a name lie; a wide colon ends one without a space.
fn word_ranges(text: &[u32]) -> Vec<Range<usize>> {
    let (mut found, mut start) = (Vec::new(), None);
    for (at, &point) in text.iter().enumerate() {
        let (is_space, is_colon) = (is_space(point), point == '：' as u32);
        if let Some(from) = start.filter(|_| is_space) {
            found.push(from..at);
            start = None;
        } else if is_colon {
            found.push(start.take().unwrap_or(at)..at + 1);
        } else if !is_space {
            start = start.or(Some(at));
        }
    }
    found.extend(start.map(|from| from..text.len()));
    found
}

/// The words of what stands around a name.
pub fn words(text: &[u32]) -> Vec<&[u32]> {
    word_ranges(text).into_iter().map(|word| &text[word]).collect()
}

/// The text without so many of its first and last words.
pub fn without_ends(text: &[u32], head: usize, tail: usize) -> Vec<u32> {
    let words = word_ranges(text);
    match words.get(head..words.len().saturating_sub(tail)) {
        Some([first, .., last]) => spaced(&text[first.start..last.end]),
        Some([only]) => text[only.clone()].to_vec(),
        _ => Vec::new(),
    }
}

/// The text with one space between its words.
fn spaced(text: &[u32]) -> Vec<u32> {
    let words: Vec<&[u32]> = text.split(|&point| is_space(point)).filter(|word| !word.is_empty()).collect();
    words.join(&(' ' as u32))
}

/// A letter of any script: what `[^\W\d_]` is in Python.
fn is_letter(point: u32) -> bool {
    point != '_' as u32 && is_word(point) && !is_digit(point)
}

/// Whether a text may be a name: short, with a letter or a number.
pub fn may_be_name(text: &[u32]) -> bool {
    text.len() <= MAX_NAME_LENGTH && text.iter().any(|&point| is_word(point))
}

fn short_nodes(lines: &Lines, texts: &mut Texts) -> Vec<Node> {
    let (page, mut found) = (lines.page(), Vec::new());
    for line in 0..lines.len() {
        if lines.length[line] <= 0.0 {
            continue;
        }
        let is_dated = lines.is_dated[line];
        for node in lines.blocks.nodes(line) {
            let given = page.node_text(node);
            if given.len() > 2 * MAX_LINE_LENGTH && count(given) > 2 * MAX_LINE_LENGTH {
                continue;
            }
            let text = spaced(&code_points(given));
            if text.len() > if is_dated { MAX_LINE_LENGTH } else { MAX_NAME_LENGTH } {
                continue;
            }
            let dates = plain_dates(&text);
            let pieces = pieces(&text, &dates);
            let dated = DatedNode { text, dates, pieces };
            let parts =
                if is_dated { dated.parts(&Frame::default(), &Frame::default()) } else { dated.plain_parts() };
            let names = parts.into_iter().filter(|(_, text)| may_be_name(text));
            found.push(Node {
                line: line as u32,
                row: page.node_owner[node] as u32,
                parts: names.map(|(part, text)| (part, texts.add(&text, 0))).collect(),
                dated: is_dated.then_some(dated),
            });
        }
    }
    found
}

/// Without the day of the week at the end.
pub fn without_weekday(text: &[u32]) -> Vec<u32> {
    match WEEKDAY.search(text, 0) {
        Some(found) => [&text[..found.start()], &text[found.end()..]].concat(),
        None => text.to_vec(),
    }
}

/// What is left of a line without its dates, divided where one thing ends and another begins.
fn pieces(text: &[u32], dates: &[Date]) -> Vec<Vec<u32>> {
    let (mut at, mut found) = (0, Vec::new());
    for date in dates {
        divide(&without_weekday(text.get(at..date.start).unwrap_or(&[])), &mut found);
        at = date.end;
    }
    divide(text.get(at..).unwrap_or(&[]), &mut found);
    found
}

fn divide(text: &[u32], found: &mut Vec<Vec<u32>>) {
    let mut add = |piece: &[u32]| {
        let start = piece.iter().take_while(|&&point| is_space(point)).count();
        let end = piece.len() - piece.iter().rev().take_while(|&&point| is_space(point)).count();
        if start < end {
            found.push(piece[start..end].to_vec());
        }
    };
    let mut at = 0;
    while let Some(mark) = FIELDS_BETWEEN.search(text, at) {
        add(&text[at..mark.start()]);
        at = mark.end();
    }
    add(&text[at..]);
}

/// Whether a pattern is in a text.
pub fn is_in(pattern: &Pattern, text: &[u8]) -> bool {
    pattern.is_in(&code_points(text))
}

/// What a line begins with before a colon, such as Name.
pub fn label(text: &[u32]) -> Option<&[u32]> {
    LABEL.matches(text, 0).map(|found| &text[..found.end()])
}

/// The label of a line as a number, 0 if it has none.
pub fn label_number(lines: &Lines, line: usize) -> u32 {
    let text = lines.shown.get(line);
    // A colon stands among the first characters, which take four bytes each at most.
    let near = &text[..text.len().min(80)];
    if !near.contains(&b':') && !near.windows(3).any(|mark| mark == "：".as_bytes()) {
        return 0;
    }
    label(&code_points(text)).map_or(0, |label| crc32(&casefolded(label)))
}

fn labels(lines: &Lines) -> Vec<u32> {
    let found: Vec<u32> = (0..lines.len()).map(|line| label_number(lines, line)).collect();
    let mut times: HashMap<u32, u32> = HashMap::new();
    found.iter().for_each(|&label| *times.entry(label).or_default() += 1);
    found.iter().map(|label| if times[label] > 1 { *label } else { 0 }).collect()
}

fn hidden(lines: &Lines) -> Vec<(u32, Vec<u8>)> {
    let mut found = Vec::new();
    for (row, name, value) in lines.page().attributes() {
        if HIDDEN_TEXTS.contains(&name) && points(value).take(MAX_HIDDEN_LENGTH + 1).count() <= MAX_HIDDEN_LENGTH {
            let mut own = Vec::with_capacity(value.len());
            letters(value, &mut own);
            found.push((lines.line_of_row[row], own));
        }
    }
    found
}

/// `str.casefold`, in UTF-8.
fn casefolded(text: &[u32]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    for &point in text {
        match CASEFOLDS.binary_search_by_key(&point, |&(from, _)| from) {
            Ok(at) => out.extend_from_slice(CASEFOLDS[at].1.text().as_bytes()),
            Err(_) => push(point, &mut out),
        }
    }
    out
}

/// The checksum of zip files, as `zlib.crc32` computes it.
fn crc32(data: &[u8]) -> u32 {
    let mut crc = !0u32;
    for &byte in data {
        crc ^= byte as u32;
        for _ in 0..8 {
            crc = if crc & 1 == 1 { crc >> 1 ^ 0xEDB8_8320 } else { crc >> 1 };
        }
    }
    !crc
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn checksums_are_those_of_python() {
        assert_eq!(crc32(b"name:"), 0xFD33_B074);
        assert_eq!(casefolded(&code_points("Straße:".as_bytes())), b"strasse:");
    }

    #[test]
    fn texts_are_divided_at_marks_and_dates() {
        let text = code_points("by Anna | Mon, 2011-11-22 07:34 · Berlin".as_bytes());
        let found: Vec<String> = pieces(&text, &plain_dates(&text))
            .iter()
            .map(|piece| String::from_utf8(utf8(piece)).unwrap())
            .collect();
        assert_eq!(found, ["by Anna", "Berlin"]);
    }
}
