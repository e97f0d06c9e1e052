//! Groups of elements: of one name and class word, of one path, children of one parent.
#![forbid(unsafe_code)]

use super::{like_rows, Base, Group, Key, Kind};
use crate::chars::{is_digit, points, push, words};
use crate::lines::Lines;
use crate::page::Page;
use crate::paths::{crc32, mix, paths};
use crate::tables::*;
use std::collections::{HashMap, HashSet};

/// How far the members of a group may be replaced by their parents.
const MAX_CLIMBS: usize = 7;
/// Of a class attribute so many words are keys.
const MAX_CLASS_WORDS: usize = 8;

pub fn find(lines: &Lines, has_text: &[bool], is_single: &dyn Fn(&[u8]) -> bool) -> Vec<Group> {
    // Elements of two class words are one group, that of the first, and so are their parents.
    let mut known: HashSet<Vec<u32>> = HashSet::new();
    let mut found = Vec::new();
    for group in plain(lines, has_text, is_single) {
        for group in with_nesting(lines.page(), group) {
            if known.insert(group.rows.clone()) {
                with_parents(lines, group, &mut found);
            }
        }
    }
    found
}

fn plain<'a>(
    lines: &'a Lines,
    has_text: &[bool],
    is_single: &dyn Fn(&[u8]) -> bool,
) -> impl Iterator<Item = Group> + 'a {
    let page = lines.page();
    let by_word: Vec<(Vec<u8>, Vec<u32>)> =
        by_word(page, has_text).into_iter().filter(|(key, rows)| rows.len() > 1 || is_single(key)).collect();
    let of_words = by_word.into_iter().map(|(key, rows)| (Kind::Word, Base::Word(key.into()), rows));
    let by_name = name_paths(page);
    let below: Vec<u32> =
        (0..page.rows() as u32).filter(|&row| has_text[row as usize] && page.parent[row as usize] > 0).collect();
    let path = lines.outline.row_path();
    let mut of_paths = Vec::new();
    let mut add = |kind: Kind, name: &'static str, hash: &dyn Fn(u32) -> u64| {
        for rows in like_rows(below.iter().copied(), hash) {
            of_paths.push((kind, Base::Hash(name, hash(rows[0])), rows));
        }
    };
    add(Kind::Path, "path", &|row| by_name[row as usize]);
    add(Kind::Path, "path", &|row| path[row as usize]);
    add(Kind::Children, "children", &|row| mix(page.parent[row as usize] as u64) ^ by_name[row as usize]);
    of_words.chain(of_paths).map(|(kind, base, rows)| Group::of(lines, kind, Key::of(base), rows))
}

/// Rows by name and class word, id without numbers, or property, in the order in which these come.
fn by_word(page: &Page, has_text: &[bool]) -> Vec<(Vec<u8>, Vec<u32>)> {
    let mut found = Words::default();
    let mut known: HashMap<(i32, &[u8]), Vec<usize>> = HashMap::new();
    for (row, value) in named(page, A_CLASS, has_text) {
        let keys = known.entry((page.tag[row], value)).or_insert_with(|| {
            let mut keys = Vec::new();
            for word in words(value).take(MAX_CLASS_WORDS) {
                let number = found.number(page, row, b".", &without_digits(word), b"");
                if !keys.contains(&number) {
                    keys.push(number);
                }
            }
            keys
        });
        keys.iter().for_each(|&key| found.rows[key].1.push(row as u32));
    }
    for (row, value) in named(page, A_ID, has_text) {
        let word = without_digits(value);
        if word != value {
            found.add(page, row, b"#", &word, b"");
        }
    }
    for name in [A_ITEMPROP, A_ITEMTYPE] {
        for (row, value) in named(page, name, has_text) {
            found.add(page, row, b"[", value, b"]");
        }
    }
    found.rows
}

/// The shown rows that have an attribute, with its value.
fn named<'a>(page: &'a Page, wanted: u32, has_text: &'a [bool]) -> impl Iterator<Item = (usize, &'a [u8])> {
    page.attributes()
        .filter(move |&(row, name, _)| name == wanted && has_text[row])
        .map(|(row, _, value)| (row, value))
}

#[derive(Default)]
struct Words {
    numbers: HashMap<Vec<u8>, usize>,
    rows: Vec<(Vec<u8>, Vec<u32>)>,
}

impl Words {
    fn number(&mut self, page: &Page, row: usize, before: &[u8], word: &[u8], after: &[u8]) -> usize {
        let key = [tag_name(page, row), before, word, after].concat();
        if let Some(&number) = self.numbers.get(&key) {
            return number;
        }
        self.rows.push((key.clone(), Vec::new()));
        self.numbers.insert(key, self.rows.len() - 1);
        self.rows.len() - 1
    }

    fn add(&mut self, page: &Page, row: usize, before: &[u8], word: &[u8], after: &[u8]) {
        let number = self.number(page, row, before, word, after);
        self.rows[number].1.push(row as u32);
    }
}

fn tag_name(page: &Page, row: usize) -> &[u8] {
    match (page.tag[row] as u32).checked_sub(FIRST_CUSTOM) {
        Some(custom) => &page.custom_tags[custom as usize],
        None => TAG_NAMES[page.tag[row] as usize].as_bytes(),
    }
}

fn without_digits(word: &[u8]) -> Vec<u8> {
    if word.is_ascii() {
        return word.iter().copied().filter(|byte| !byte.is_ascii_digit()).collect();
    }
    let mut kept = Vec::with_capacity(word.len());
    points(word).filter(|&(_, point)| !is_digit(point)).for_each(|(_, point)| push(point, &mut kept));
    kept
}

/// For each row a hash of the names from the root down to it.
fn name_paths(page: &Page) -> Vec<u64> {
    let custom: Vec<u64> = page.custom_tags.iter().map(|name| crc32(name.iter().copied()) as u64).collect();
    let hash = |&tag: &i32| match (tag as usize).checked_sub(FIRST_CUSTOM as usize) {
        Some(i) => custom[i],
        None => tag as u64 + 1,
    };
    paths(page, page.tag.iter().map(hash).collect())
}

/// These elements; where some lie in others, also without those, and without the outer ones.
fn with_nesting(page: &Page, group: Group) -> Vec<Group> {
    if !group.is_nested() {
        return vec![group];
    }
    let mut reached = 0;
    let outer: Vec<usize> = (0..group.len())
        .filter(|&k| {
            let is_outer = group.rows[k] as i32 >= reached;
            reached = reached.max(page.end[group.rows[k] as usize]);
            is_outer
        })
        .collect();
    let is_inner =
        |&k: &usize| k + 1 == group.len() || group.rows[k + 1] as i32 >= page.end[group.rows[k] as usize];
    let inner: Vec<usize> = (0..group.len()).filter(is_inner).collect();
    let part = |nesting: &'static str, members: &[usize]| {
        let take = |values: &[u32]| members.iter().map(|&k| values[k]).collect();
        let key = Key { nesting, ..group.key.clone() };
        Group { key, rows: take(&group.rows), first: take(&group.first), last: take(&group.last), ..group }
    };
    let parts = [(" outer", outer), (" inner", inner)];
    let mut found: Vec<Group> =
        parts.iter().filter(|(_, members)| members.len() > 1).map(|(name, members)| part(name, members)).collect();
    found.insert(0, group);
    found
}

/// Adds these elements, the same one level up, and as far up as each has an ancestor of its own.
fn with_parents(lines: &Lines, group: Group, found: &mut Vec<Group>) {
    let levels = climb(lines.page(), &group.rows);
    let raised = |climbing: &'static str, rows: &[u32], climbed: usize| {
        let key = Key { climbing, ..group.key.clone() };
        Group { climbed: climbed as u32, ..Group::of(lines, group.kind, key, rows.to_vec()) }
    };
    let one = levels.first().map(|rows| raised(" ^1", rows, 1));
    // Of one member nothing tells where to stop.
    let is_high = levels.len() > 1 && group.len() > 1;
    let highest = levels.last().filter(|_| is_high).map(|rows| raised(" ^", rows, levels.len()));
    found.push(group);
    found.extend(one);
    found.extend(highest);
}

/// The parents of these elements, level by level, while each element has one of its own.
fn climb(page: &Page, rows: &[u32]) -> Vec<Vec<u32>> {
    let mut levels: Vec<Vec<u32>> = Vec::new();
    for _ in 0..MAX_CLIMBS {
        let below = levels.last().map_or(rows, |level| level);
        let above: Vec<i32> = below.iter().map(|&row| page.parent[row as usize]).collect();
        if above.iter().any(|&row| row <= 1) {
            break;
        }
        let above: Vec<u32> = above.into_iter().map(|row| row as u32).collect();
        if !above.windows(2).all(|pair| pair[0] < pair[1]) {
            let mut sorted = above.clone();
            sorted.sort_unstable();
            if sorted.windows(2).any(|pair| pair[0] == pair[1]) {
                break;
            }
        }
        levels.push(above);
    }
    levels
}
