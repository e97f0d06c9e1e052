//! Candidates: all the values of one path of the template, short texts that may be the author, or dates.
#![forbid(unsafe_code)]

use super::texts::{
    label, label_number, may_be_name, without_ends, without_weekday, words, Frame, PageTexts, Pool, MAX_LINE_LENGTH,
};
use super::{Placed, Value};
use crate::chars::{is_counted_digit, is_space, points};
use crate::dates::{
    date_order, find_dates, from_timestamp, has_year_first, number, Date, DateOrder, Now, Reading,
};
use crate::expressions::FIELDS_COUNTED;
use crate::lines::Lines;
use crate::patterns::code_points;
use crate::scan::contains;
use crate::tables::*;
use std::collections::{HashMap, HashSet};
use std::hash::Hash;

/// This share of the members must have a label, each once; of different lines, the words of a frame.
const MIN_LABELLED_SHARE: f64 = 0.8;
const MIN_FRAMED_SHARE: f64 = 0.8;
/// This share of the values must have a number, and go up or down by one.
const MIN_COUNTED_SHARE: f64 = 0.7;
/// Attributes that state dates.
const DATE_ATTRIBUTES: [u32; 3] = [A_DATETIME, A_TITLE, A_CONTENT];

/// The values of one path.
pub struct Candidate {
    pub key: i128,
    pub values: Vec<Value>,
}

/// Keys in the order in which they came, with what belongs to each.
struct Ordered<K, V> {
    place: HashMap<K, usize>,
    all: Vec<(K, Vec<V>)>,
}

impl<K: Copy + Eq + Hash, V> Ordered<K, V> {
    fn of(pairs: impl Iterator<Item = (K, V)>) -> Ordered<K, V> {
        let mut found = Ordered { place: HashMap::new(), all: Vec::new() };
        for (key, value) in pairs {
            let place = *found.place.entry(key).or_insert(found.all.len());
            if place == found.all.len() {
                found.all.push((key, Vec::new()));
            }
            found.all[place].1.push(value);
        }
        found
    }
}

/// For each line its label, if its member begins with labelled lines, one of them dated; else 0.
pub fn head_labels(lines: &Lines, page: &PageTexts, member: &[i32]) -> Vec<u32> {
    let mut found = vec![0; lines.len()];
    let is_inside = |line: &usize| member[*line] >= 0 && lines.length[*line] > 0.0;
    let labelled = (0..lines.len()).filter(is_inside).filter(|&line| page.labels[line] > 0);
    let pairs = Ordered::of(labelled.map(|line| ((page.labels[line], member[line]), ())));
    let once =
        Ordered::of(pairs.all.iter().filter(|(_, times)| times.len() == 1).map(|((name, _), _)| (*name, ())));
    if once.all.iter().map(|(_, times)| times.len()).max().unwrap_or(0) < 2 {
        return found;
    }
    let mut inside: Vec<(i32, usize)> =
        (0..lines.len()).filter(is_inside).map(|line| (member[line], line)).collect();
    inside.sort_unstable();
    let members = inside.chunk_by(|one, other| one.0 == other.0).count();
    let least = (MIN_LABELLED_SHARE * members as f64).max(2.0);
    let common: HashSet<u32> =
        once.all.iter().filter(|(_, times)| times.len() as f64 >= least).map(|(name, _)| *name).collect();
    for own in inside.chunk_by(|one, other| one.0 == other.0) {
        let size = own.iter().take_while(|(_, line)| common.contains(&page.labels[*line])).count();
        // A head without anything below it is all of the body.
        if size < own.len() && own[..size].iter().any(|&(_, line)| lines.is_dated[line]) {
            own[..size].iter().for_each(|&(_, line)| found[line] = page.labels[line]);
        }
    }
    found
}

/// The key of a value: the path key of its element, the piece of its text and the label before it as one number.
fn key_of(lines: &Lines, value: &Value, labels: &[u32]) -> i128 {
    let path = lines.path_key[value.row as usize] as i128;
    (path * 31 + value.part as i128) * 2
        + value.in_attribute as i128
        + ((labels[value.line as usize] as i128) << 70)
}

fn by_path(lines: &Lines, values: Vec<Value>, labels: &[u32]) -> Vec<Candidate> {
    let found = Ordered::of(values.into_iter().map(|value| (key_of(lines, &value, labels), value)));
    found.all.into_iter().map(|(key, values)| Candidate { key, values }).collect()
}

/// Short texts that say something, by path.
pub fn authors(
    lines: &Lines,
    page: &PageTexts,
    placed: &Placed,
    labels: &[u32],
    pool: &mut Pool,
) -> Vec<Candidate> {
    let values = short_texts(lines, page, placed, labels, pool);
    let identifiers = &lines.outline.common.identifiers;
    let kind_of = |value: &Value| (identifiers.signature(value.row as usize), value.part);
    let alike = Ordered::of(values.iter().map(|value| (kind_of(value), value.text)));
    let mut known: HashMap<usize, (usize, usize)> = HashMap::new();
    let mut found = by_path(lines, values, labels);
    for candidate in &mut found {
        let texts: Vec<u32> = candidate.values.iter().map(|value| value.text).collect();
        let (head, tail) = match texts.iter().all(|&text| text == texts[0]) {
            false => frame_of_all(&texts, pool),
            // Where all have the same text, those of elements that are made alike tell.
            true => {
                let place = alike.place[&kind_of(&candidate.values[0])];
                *known.entry(place).or_insert_with(|| frame_of_all(&alike.all[place].1, pool))
            }
        };
        if head + tail > 0 {
            for value in &mut candidate.values {
                let text = pool.get(value.text).points.clone();
                value.text = pool.add(&without_ends(&text, head, tail));
            }
        }
        // A name may be a link in some posts, as the date is in all.
        candidate.values.retain(|value| !pool.get(value.text).is_date());
        without_numbers(candidate, pool);
    }
    // Days of the week are names, too; where they are all that there is they are days.
    let is_weekday = |value: &Value| without_weekday(&[&[' ' as u32], &pool.get(value.text).points[..]].concat()).is_empty();
    found.retain(|candidate| !candidate.values.iter().all(is_weekday));
    found
}

/// How many words all texts begin and end with, of which there are two or more; none if nothing is left of one.
fn frame_of_all(texts: &[u32], pool: &Pool) -> (usize, usize) {
    let mut distinct = texts.to_vec();
    distinct.sort_unstable();
    distinct.dedup();
    if distinct.len() < 2 {
        return (0, 0);
    }
    let split: Vec<Vec<&[u32]>> = distinct.iter().map(|&text| words(&pool.get(text).points)).collect();
    let shortest = split.iter().map(Vec::len).min().unwrap_or(0);
    let first = &split[0];
    let head = (0..shortest).take_while(|&i| split.iter().all(|words| words[i] == first[i])).count();
    let is_tail = |i: &usize| split.iter().all(|words| words[words.len() - 1 - i] == first[first.len() - 1 - i]);
    let tail = (0..shortest - head).take_while(is_tail).count();
    if head + tail >= shortest {
        return (0, 0);
    }
    (head, tail)
}

/// Without numbers before names that count the posts: 1 Anna, 2 Otto.
fn without_numbers(candidate: &mut Candidate, pool: &mut Pool) {
    if candidate.values.len() < 2 {
        return;
    }
    let counted = |value: &Value| {
        let text = &pool.get(value.text).points;
        let found = FIELDS_COUNTED.matches(text, 0)?;
        Some((number(found.text(text, 1)?), found.text(text, 2)?.to_vec()))
    };
    let found: Vec<Option<(i64, Vec<u32>)>> = candidate.values.iter().map(counted).collect();
    let numbers: Vec<i64> = found.iter().flatten().map(|(number, _)| *number).collect();
    let least = (MIN_COUNTED_SHARE * found.len() as f64).max(2.0);
    if (numbers.len() as f64) < least || counting_share(&numbers) < MIN_COUNTED_SHARE {
        return;
    }
    for (value, found) in candidate.values.iter_mut().zip(found) {
        if let Some((_, name)) = found {
            value.text = pool.add(&name);
        }
    }
}

/// The share of steps by one, all up or all down.
fn counting_share(numbers: &[i64]) -> f64 {
    let steps = |by: i64| numbers.windows(2).filter(|two| two[1] - two[0] == by).count();
    steps(1).max(steps(-1)) as f64 / (numbers.len() - 1) as f64
}

fn short_texts(lines: &Lines, page: &PageTexts, placed: &Placed, labels: &[u32], pool: &mut Pool) -> Vec<Value> {
    let (before, after) = frames(lines, page, placed);
    let is_framed = !before.is_empty() || !after.is_empty();
    let mut values = Vec::new();
    for node in &page.nodes {
        let of = placed.member[node.line as usize];
        if of < 0 {
            continue;
        }
        let beside = node.dated.as_ref().filter(|_| is_framed).map(|dated| {
            let names = dated.parts(&before, &after).into_iter().filter(|(_, text)| may_be_name(text));
            names.map(|(part, text)| (part, pool.add(&text))).collect()
        });
        let own = if labels[node.line as usize] > 0 { label_of(lines, node.line as usize) } else { None };
        for &(part, text) in beside.as_ref().unwrap_or(&node.parts) {
            let is_label = own.as_ref().is_some_and(|own| without_colons(&pool.get(text).points) == &own[..]);
            if !is_label {
                let (line, row) = (node.line, node.row);
                values.push(Value { member: of as u32, line, row, text, part, date: None, in_attribute: false });
            }
        }
    }
    values
}

fn without_colons(text: &[u32]) -> &[u32] {
    let is_colon = |point: &&u32| matches!(char::from_u32(**point), Some(':' | '：' | ' '));
    let start = text.iter().take_while(is_colon).count();
    let end = text.len() - text[start..].iter().rev().take_while(is_colon).count();
    &text[start..end]
}

fn label_of(lines: &Lines, line: usize) -> Option<Vec<u32>> {
    label(&code_points(lines.shown.get(line))).map(|label| without_colons(label).to_vec())
}

/// What the board writes around names, before the dates of its dated lines and after them.
fn frames(lines: &Lines, page: &PageTexts, placed: &Placed) -> (Frame, Frame) {
    let (mut before, mut after) = (Vec::new(), Vec::new());
    for line in 0..lines.len() {
        let is_around = placed.member[line] >= 0 && !placed.body[line] && lines.is_dated[line];
        if let Some((one, other)) = is_around.then(|| page.around_dates(lines, line)).flatten() {
            before.push(&one[..]);
            after.push(&other[..]);
        }
    }
    (frame_of(&before), frame_of(&after))
}

/// What most of these texts begin and end with; nothing if all are the same.
fn frame_of(texts: &[&[u32]]) -> Frame {
    let mut seen = HashSet::new();
    let distinct = texts.iter().copied().filter(|text| seen.insert(*text));
    let lists: Vec<Vec<&[u32]>> = distinct.map(words).filter(|words| !words.is_empty()).collect();
    if lists.len() < 2 {
        return Frame::default();
    }
    let least = MIN_FRAMED_SHARE * lists.len() as f64;
    let head = common_start(&lists, least);
    let rest = lists.iter().map(|words| if words.starts_with(&head) { &words[head.len()..] } else { &words[..] });
    let turned: Vec<Vec<&[u32]>> = rest.map(|words| words.iter().rev().copied().collect()).collect();
    let tail = common_start(&turned, least);
    let owned = |words: Vec<&[u32]>| words.into_iter().map(<[u32]>::to_vec).collect::<Vec<_>>();
    Frame { head: owned(head), tail: owned(tail.into_iter().rev().collect()) }
}

/// The longest beginning that so many have, with something after it.
fn common_start<'a>(lists: &[Vec<&'a [u32]>], least: f64) -> Vec<&'a [u32]> {
    let mut found: Vec<&[u32]> = Vec::new();
    loop {
        let n = found.len();
        let fitting = lists.iter().filter(|words| words.len() > n + 1 && words.starts_with(&found));
        let after = Ordered::of(fitting.map(|words| (words[n], ())));
        // Of those that come as often the first one.
        let best = after.all.iter().rev().max_by_key(|(_, times)| times.len());
        match best {
            Some((word, times)) if times.len() as f64 >= least.max(2.0) => found.push(word),
            _ => return found,
        }
    }
}

/// Dates, in attributes or in what is shown, by path, all read in the order that fits them best.
pub fn dates(
    lines: &Lines,
    page: &PageTexts,
    placed: &Placed,
    labels: &[u32],
    now: Option<&Now>,
    pool: &mut Pool,
) -> Vec<Candidate> {
    let mut order = DateOrder::default();
    loop {
        let values = dated_values(lines, page, placed, now, order, pool);
        let found: Vec<Candidate> =
            by_path(lines, values, labels).into_iter().flat_map(|each| by_label(lines, each)).collect();
        let series = found
            .iter()
            .map(|each| each.values.iter().map(|value| &pool.get(value.text).points[..]).collect::<Vec<_>>());
        let fitting = date_order(series, || has_year_first(&lines.page().text));
        if order == fitting || order != DateOrder::default() {
            return found;
        }
        order = fitting;
    }
}

/// The dates of one path apart by what their lines begin with, Joined: or Posted:, if posts have both.
fn by_label(lines: &Lines, candidate: Candidate) -> Vec<Candidate> {
    let count = |pairs: HashSet<(u32, u32)>| pairs.len();
    let places = count(candidate.values.iter().map(|value| (value.member, value.line)).collect());
    if places == count(candidate.values.iter().map(|value| (value.member, 0)).collect()) {
        return vec![candidate];
    }
    let label = |value: &Value| if value.in_attribute { 0 } else { label_number(lines, value.line as usize) };
    let found = Ordered::of(candidate.values.into_iter().map(|value| (label(&value), value)));
    let parts = found.all.into_iter();
    parts.map(|(label, values)| Candidate { key: candidate.key + ((label as i128) << 70), values }).collect()
}

/// The dates of members: those in attributes, then those that are shown.
fn dated_values(
    lines: &Lines,
    page: &PageTexts,
    placed: &Placed,
    now: Option<&Now>,
    order: DateOrder,
    pool: &mut Pool,
) -> Vec<Value> {
    let mut values = Vec::new();
    for wanted in DATE_ATTRIBUTES {
        for (row, name, value) in lines.page().attributes() {
            let line = lines.line_of_row[row] as usize;
            let of = placed.member.get(line).copied().unwrap_or(-1);
            if name != wanted || of < 0 || !points(value).any(|(_, point)| is_counted_digit(point)) {
                continue;
            }
            let text = code_points(value);
            if let Some(date) = date_of_attribute(&text, order) {
                let (text, row) = (pool.add(&text), row as u32);
                let (member, line) = (of as u32, line as u32);
                values.push(Value { member, line, row, text, part: 0, date: Some(date), in_attribute: true });
            }
        }
    }
    for line in (0..lines.len()).filter(|&line| placed.member[line] >= 0 && lines.length[line] > 0.0) {
        let dates = page.dates_of(lines, line, now, order);
        if dates.is_empty() {
            continue;
        }
        let text = code_points(lines.shown.get(line));
        for (part, date) in dates.into_iter().enumerate() {
            let written = &text[date.start..date.end];
            let (row, member) = (row_of(lines, line, written), placed.member[line] as u32);
            let (text, part, line) = (pool.add(written), part as i32, line as u32);
            values.push(Value { member, line, row, text, part, date: Some(date), in_attribute: false });
        }
    }
    values
}

fn date_of_attribute(text: &[u32], order: DateOrder) -> Option<Date> {
    if text.len() > MAX_LINE_LENGTH {
        return None;
    }
    from_timestamp(text).or_else(|| find_dates(text, Reading { now: None, order }).into_iter().next())
}

/// The element whose text node, of a line, a text begins in.
fn row_of(lines: &Lines, line: usize, text: &[u32]) -> u32 {
    let (page, nodes) = (lines.page(), lines.blocks.nodes(line));
    let mut parts = text.split(|&point| is_space(point)).filter(|part| !part.is_empty());
    let head = super::texts::utf8(parts.next().unwrap_or(text));
    let node = nodes.clone().find(|&node| contains(page.node_text(node), &head)).unwrap_or(nodes.start);
    page.node_owner[node] as u32
}
