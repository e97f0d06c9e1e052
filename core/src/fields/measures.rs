//! Features of candidates: do the authors of the posts stand in this path, or the dates? The compiled form of
//! `honbun.threads.field_features`.
#![forbid(unsafe_code)]

use super::candidates::Candidate;
use super::texts::{is_in, label_number, PageTexts, Pool};
use super::{Placed, Value};
use crate::chars::letters;
use crate::dates::ordinal_of;
use crate::expressions::{FIELD_AUTHOR_LINK, FIELD_AUTHOR_WORD, FIELD_DATE_WORD, FIELD_HOST};
use crate::lines::Lines;
use crate::order::{ascending, by_key};
use crate::page::Page;
use crate::patterns::code_points;
use crate::scan::contains;
use crate::tables::*;
use std::collections::{HashMap, HashSet};

/// In the order of `FIELD_FEATURES` of the readable form.
pub const FIELD_FEATURES: &str = "members share once varied length words digit_share letters is_link is_bold \
    is_heading called place line before_body in_body beside_date line_marks is_piece said_in_bodies ordered has_clock \
    relative in_attribute is_time day_varied own_line spread link_called link_named link_pairs stated labelled \
    after_body has_later has_earlier days_spread same_of_author far_of_author in_date rising coded";
pub const FIELDS: usize = 42;
/// So many values are looked for in bodies and links.
const MAX_SOUGHT: usize = 40;
/// Of an element, its parent and its grandparent the attributes are read.
const LEVELS: usize = 3;
/// Numbers of three bytes by which it is told that a text is in no body.
const TRIPLES: usize = 1 << 16;

type Row = [f64; FIELDS];

pub struct Measures<'a> {
    lines: &'a Lines<'a>,
    page: &'a PageTexts,
    placed: &'a Placed<'a>,
    candidates: &'a [Candidate],
    pool: &'a Pool<'a>,
}

/// The lines of a member: its first and its last, and the first and the last of its body.
#[derive(Clone, Copy)]
struct Range {
    first: usize,
    last: usize,
    body_first: usize,
    body_last: usize,
}

impl<'a> Measures<'a> {
    pub fn of(
        lines: &'a Lines<'a>,
        page: &'a PageTexts,
        placed: &'a Placed<'a>,
        candidates: &'a [Candidate],
        pool: &'a Pool<'a>,
    ) -> Measures<'a> {
        Measures { lines, page, placed, candidates, pool }
    }

    /// A row of features for each candidate, all for names or all for dates.
    pub fn table(&self, author_of: &HashMap<u32, u32>) -> Vec<f32> {
        let mut rows: Vec<Row> = vec![[0.0; FIELDS]; self.candidates.len()];
        let ranges = self.ranges();
        let is_of_dates = self.candidates.iter().any(|each| each.values[0].date.is_some());
        for (row, candidate) in rows.iter_mut().zip(self.candidates) {
            self.of_texts(&candidate.values, row);
            self.of_positions(&candidate.values, &ranges, row);
            self.of_markup(&candidate.values[0], is_of_dates, row);
        }
        if is_of_dates {
            self.of_dates(&ranges, author_of, &mut rows);
        } else {
            self.of_links(&mut rows);
        }
        rows.iter().flatten().map(|&value| value as f32).collect()
    }

    fn ranges(&self) -> Vec<Range> {
        let n = self.lines.len();
        let mut ranges = vec![Range { first: n, last: 0, body_first: n, body_last: 0 }; self.placed.members];
        for line in (0..n).filter(|&line| self.placed.member[line] >= 0) {
            let range = &mut ranges[self.placed.member[line] as usize];
            range.first = range.first.min(line);
            range.last = range.last.max(line);
            if self.placed.body[line] {
                range.body_first = range.body_first.min(line);
                range.body_last = range.body_last.max(line);
            }
        }
        ranges
    }

    fn of_texts(&self, values: &[Value], row: &mut Row) {
        let (n, members) = (values.len() as f64, self.placed.members as f64);
        let mut sums = [0.0; 7];
        for value in values {
            let of_text = &self.pool.get(value.text).measures;
            sums.iter_mut().zip(of_text).for_each(|(sum, value)| *sum += value);
            sums[6] += of_text[0] / (self.page.characters[value.line as usize] as f64).max(1.0);
        }
        let means = sums.map(|sum| sum / n);
        let mut of: Vec<u32> = values.iter().map(|value| value.member).collect();
        of.sort_unstable();
        let own: Vec<usize> = of.chunk_by(|one, other| one == other).map(<[u32]>::len).collect();
        let mut texts: Vec<u32> = values.iter().map(|value| value.text).collect();
        texts.sort_unstable();
        texts.dedup();
        row[0] = members.ln_1p();
        row[1] = own.len() as f64 / members;
        row[2] = own.iter().filter(|&&times| times == 1).count() as f64 / members;
        row[3] = texts.len() as f64 / n;
        row[4] = means[0].ln_1p();
        row[5..8].copy_from_slice(&means[1..4]);
        row[17] = (self.candidates.len() as f64).ln_1p();
        row[26] = means[6];
        row[39] = means[4];
        row[40] = self.rising_share(values);
        row[41] = means[5];
    }

    /// How far the numbers that the values hold rise or fall, as those of posts do; 0 without them.
    fn rising_share(&self, values: &[Value]) -> f64 {
        let sought = values.iter().take(MAX_SOUGHT).map(|value| self.pool.get(value.text).number);
        let numbers: Vec<f64> = sought.filter(|&number| number >= 0.0).collect();
        let step = |two: &[f64]| (two[1] > two[0]) as i64 - (two[1] < two[0]) as i64;
        (numbers.windows(2).map(step).sum::<i64>().abs()) as f64 / values.len() as f64
    }

    fn of_positions(&self, values: &[Value], ranges: &[Range], row: &mut Row) {
        let mut sums = [0.0; 5];
        for value in values {
            let (range, line) = (&ranges[value.member as usize], value.line as usize);
            let after = line as f64 - range.first as f64;
            sums[0] += after / (range.last as f64 - range.first as f64).max(1.0);
            sums[1] += after;
            sums[2] += (line < range.body_first) as u8 as f64;
            sums[3] += self.placed.body[line] as u8 as f64;
            sums[4] += self.lines.is_dated[line] as u8 as f64;
        }
        let means = sums.map(|sum| sum / values.len() as f64);
        row[12..17].copy_from_slice(&means);
        row[13] = means[1].ln_1p();
    }

    /// What an element and the two around it are, and whether they are called as such fields are.
    fn of_markup(&self, value: &Value, is_of_date: bool, row: &mut Row) {
        let page = self.lines.page();
        let around = || lineage(page, value.row as usize);
        let any = |codes: &[u32]| around().any(|row| codes.contains(&(page.tag[row] as u32))) as u8 as f64;
        let mut words = Vec::new();
        for of in around() {
            for name in [A_CLASS, A_ITEMPROP, A_REL, A_ID] {
                match attribute(page, of, name) {
                    Some(value) if !value.is_empty() => {
                        words.extend_from_slice(value);
                        words.push(b' ');
                    }
                    _ => (),
                }
            }
        }
        words.pop();
        row[8] = any(&[T_A]);
        row[9] = any(&[T_B, T_STRONG, T_CITE, T_ADDRESS]);
        row[10] = any(&[T_H1, T_H2, T_H3, T_H4, T_H5, T_H6]);
        row[11] = is_in(if is_of_date { &FIELD_DATE_WORD } else { &FIELD_AUTHOR_WORD }, &words) as u8 as f64;
        row[18] = value.part as f64;
    }

    /// Where names lead, and whether the page states them elsewhere, by the first values.
    fn of_links(&self, rows: &mut [Row]) {
        let spread = self.spread();
        let bodies = Bodies::of(self.lines, self.placed.body);
        let hidden = self.hidden();
        let mut is_said: HashMap<u32, bool> = HashMap::new();
        let mut links: HashMap<u32, Link> = HashMap::new();
        for (row, candidate) in rows.iter_mut().zip(self.candidates) {
            let sought = &candidate.values[..candidate.values.len().min(MAX_SOUGHT)];
            let (mut sums, mut pairs) = ([0.0; 5], HashSet::new());
            for value in sought {
                let text = self.pool.get(value.text);
                let is_said = *is_said.entry(value.text).or_insert_with(|| bodies.say(&text.utf8));
                let link =
                    links.entry(value.row).or_insert_with(|| Link::of(self.lines.page(), value.row as usize));
                let is_stated = |other: &&[u8]| contains(other, &text.letters);
                let has_letters = !text.letters.is_empty();
                let hidden = hidden.get(&value.member).map_or(&[][..], |texts| &texts[..]);
                let found = [
                    is_said,
                    link.is_of_author,
                    has_letters && contains(&link.letters, &text.letters),
                    has_letters && hidden.iter().any(is_stated),
                ];
                sums.iter_mut().zip(found).for_each(|(sum, is)| *sum += is as u8 as f64);
                sums[4] += spread[&value.text] as f64 / self.placed.members as f64;
                if !link.address.is_empty() {
                    pairs.insert((&text.letters[..], value.row));
                }
            }
            let means = sums.map(|sum| sum / sought.len() as f64);
            row[19] = means[0];
            row[27..30].copy_from_slice(&[means[4], means[1], means[2]]);
            row[30] = share_of_pairs(&pairs, &links);
            row[31] = means[3];
        }
    }

    /// For each text how many members have it.
    fn spread(&self) -> HashMap<u32, u32> {
        let values = self.candidates.iter().flat_map(|candidate| &candidate.values);
        let mut pairs: Vec<(u32, u32)> = values.map(|value| (value.text, value.member)).collect();
        pairs.sort_unstable();
        pairs.dedup();
        pairs.chunk_by(|one, other| one.0 == other.0).map(|same| (same[0].0, same.len() as u32)).collect()
    }

    /// For each member the letters of its short texts that are not shown.
    fn hidden(&self) -> HashMap<u32, Vec<&'a [u8]>> {
        let mut found: HashMap<u32, Vec<&[u8]>> = HashMap::new();
        for (line, letters) in &self.page.hidden {
            let of = self.placed.member.get(*line as usize).copied().unwrap_or(-1);
            if of >= 0 && !letters.is_empty() {
                found.entry(of as u32).or_default().push(letters);
            }
        }
        found
    }

    /// Whether dates rise or fall, are exact and differ, belong to authors, and what tells them from others.
    fn of_dates(&self, ranges: &[Range], author_of: &HashMap<u32, u32>, rows: &mut [Row]) {
        let rivals = self.rivals();
        for (row, candidate) in rows.iter_mut().zip(self.candidates) {
            let values = &candidate.values;
            let n = values.len() as f64;
            let mut first_of: Vec<(u32, &str)> = by_member(values.iter().map(|value| (value.member, iso(value))));
            first_of.dedup_by_key(|&mut (member, _)| member);
            let mut days: Vec<&str> =
                values.iter().map(|value| value.date.as_ref().map_or("", |date| date.day())).collect();
            days.sort_unstable();
            days.dedup();
            let share = |is: &dyn Fn(&Value) -> bool| values.iter().filter(|value| is(value)).count() as f64 / n;
            row[20] = order_share(&first_of);
            row[21] = share(&|value| iso(value).len() > 10);
            row[22] = share(&|value| value.date.as_ref().is_some_and(|date| date.is_relative));
            row[23] = values[0].in_attribute as u8 as f64;
            row[24] = 1.0;
            row[25] = days.len() as f64 / n;
            row[32] = share(&|value| label_number(self.lines, value.line as usize) != 0);
            row[33] = share(&|value| value.line as usize > ranges[value.member as usize].body_last);
            row[34] = share(&|value| {
                !day(value).is_empty() && rivals.get(&value.member).is_some_and(|(_, most)| day(value) < *most)
            });
            row[35] = share(&|value| rivals.get(&value.member).is_some_and(|(least, _)| day(value) > *least));
            row[36..39].copy_from_slice(&of_authors(values, author_of));
        }
    }

    /// For each member the first and the last day that it states outside of its body.
    fn rivals(&self) -> HashMap<u32, (&str, &str)> {
        let mut known: HashMap<u32, (&str, &str)> = HashMap::new();
        for value in self.candidates.iter().flat_map(|candidate| &candidate.values) {
            let day = day(value);
            if !day.is_empty() && !self.placed.body[value.line as usize] {
                let (least, most) = known.entry(value.member).or_insert((day, day));
                (*least, *most) = ((*least).min(day), (*most).max(day));
            }
        }
        known
    }
}

fn iso(value: &Value) -> &str {
    value.date.as_ref().map_or("", |date| &date.iso)
}

/// The day of a date; nothing if that is counted from now.
fn day(value: &Value) -> &str {
    value.date.as_ref().filter(|date| !date.is_relative).map_or("", |date| date.day())
}

/// How far dates rise or fall, from 0 to 1; one half if there is but one.
fn order_share(dates: &[(u32, &str)]) -> f64 {
    let step = |two: &[(u32, &str)]| if two[0].1 <= two[1].1 { 1i64 } else { -1 };
    match dates.len() {
        0 | 1 => 0.5,
        n => (dates.windows(2).map(step).sum::<i64>().abs()) as f64 / (n - 1) as f64,
    }
}

fn by_member<T>(values: impl Iterator<Item = (u32, T)>) -> Vec<(u32, T)> {
    by_key(values.map(|value| (value.0 as u64, value)).collect()).collect()
}

/// How many days dates are spread over, and how often two posts of one author in a row have the same day, or days far
/// apart.
fn of_authors(values: &[Value], author_of: &HashMap<u32, u32>) -> [f64; 3] {
    let mut days: Vec<(u32, i64)> =
        by_member(values.iter().filter_map(|value| Some((value.member, ordinal_of(day(value))?))));
    days.dedup_by_key(|&mut (member, _)| member);
    if days.is_empty() {
        return [0.0; 3];
    }
    let steps = |days: &[i64]| days.windows(2).map(|two| (two[0] - two[1]).abs() as f64).collect::<Vec<f64>>();
    let mut all = steps(&days.iter().map(|&(_, day)| day).collect::<Vec<_>>());
    let mut by_author: HashMap<u32, Vec<i64>> = HashMap::new();
    for (member, day) in &days {
        if let Some(author) = author_of.get(member) {
            by_author.entry(*author).or_default().push(*day);
        }
    }
    let own: Vec<f64> = by_author.values().flat_map(|days| steps(days)).collect();
    let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
    let far = if own.is_empty() { 0.0 } else { mean(&all).ln_1p() - mean(&own).ln_1p() };
    let same = own.iter().filter(|&&step| step == 0.0).count() as f64 / own.len() as f64;
    ascending(&mut all);
    let spread = if all.is_empty() { -1.0 } else { median(&all).ln_1p() };
    [spread, if own.is_empty() { -1.0 } else { same }, far]
}

fn median(sorted: &[f64]) -> f64 {
    let middle = sorted.len() / 2;
    match sorted.len() % 2 {
        1 => sorted[middle],
        _ => (sorted[middle - 1] + sorted[middle]) / 2.0,
    }
}

/// Where an element, its parent or its grandparent leads.
struct Link {
    /// Without the host; nothing if nowhere.
    address: Vec<u8>,
    letters: Vec<u8>,
    is_of_author: bool,
}

impl Link {
    fn of(page: &Page, row: usize) -> Link {
        let link = lineage(page, row).find(|&row| page.is(row, T_A));
        let href = link.and_then(|row| attribute(page, row, A_HREF)).unwrap_or(b"");
        let points = code_points(href);
        let start = FIELD_HOST.matches(&points, 0).map_or(0, |found| found.end());
        let address = super::texts::utf8(&points[start..]);
        let mut own = Vec::with_capacity(address.len());
        letters(&address, &mut own);
        Link { is_of_author: FIELD_AUTHOR_LINK.is_in(&points[start..]), letters: own, address }
    }
}

/// How many texts and addresses there are to each pair of them, from one half to 1; 0 without links.
fn share_of_pairs(pairs: &HashSet<(&[u8], u32)>, links: &HashMap<u32, Link>) -> f64 {
    let pairs: HashSet<(&[u8], &[u8])> =
        pairs.iter().map(|&(text, row)| (text, &links[&row].address[..])).collect();
    if pairs.is_empty() {
        return 0.0;
    }
    let texts: HashSet<&[u8]> = pairs.iter().map(|pair| pair.0).collect();
    let addresses: HashSet<&[u8]> = pairs.iter().map(|pair| pair.1).collect();
    (texts.len() + addresses.len()) as f64 / (2 * pairs.len()) as f64
}

/// The texts of all bodies, and which three bytes in a row they have.
struct Bodies {
    text: Vec<u8>,
    has_triple: Vec<bool>,
}

impl Bodies {
    fn of(lines: &Lines, body: &[bool]) -> Bodies {
        let texts = (0..lines.len()).filter(|&line| body[line]).map(|line| lines.shown.get(line));
        let text = texts.collect::<Vec<_>>().join(&b' ');
        let mut has_triple = vec![false; TRIPLES];
        text.windows(3).for_each(|triple| has_triple[triple_number(triple)] = true);
        Bodies { text, has_triple }
    }

    /// Whether a text is in them.
    fn say(&self, text: &[u8]) -> bool {
        text.windows(3).all(|triple| self.has_triple[triple_number(triple)]) && contains(&self.text, text)
    }
}

fn triple_number(triple: &[u8]) -> usize {
    triple.iter().fold(0, |number, &byte| number * 37 + byte as usize) % TRIPLES
}

/// An element, its parent and its grandparent.
fn lineage(page: &Page, row: usize) -> impl Iterator<Item = usize> + '_ {
    let above = move |&row: &usize| usize::try_from(page.parent[row]).ok();
    std::iter::successors(Some(row), above).take(LEVELS)
}

/// The value of an attribute of an element.
fn attribute(page: &Page, row: usize, name: u32) -> Option<&[u8]> {
    let first = page.attribute_row.partition_point(|&of| (of as usize) < row);
    let own = (first..page.attribute_row.len()).take_while(|&at| page.attribute_row[at] as usize == row);
    let at = own.into_iter().find(|&at| page.attribute_name[at] as u32 == name)?;
    Some(&page.values[page.attribute_start[at] as usize..page.attribute_end[at] as usize])
}
