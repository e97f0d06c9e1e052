//! Groups: ways to divide a page, or a part of it, into members that a template may have made. The compiled form of
//! `honbun.features.groups`.
#![forbid(unsafe_code)]

mod elements;
mod measures;
mod of_lines;
mod sequences;

use crate::lines::Lines;
use std::rc::Rc;

pub use measures::{GroupMeasures, GROUP_FEATURES};
pub use of_lines::{measure_lines, MeasuredLines, LINE_FEATURES, WIDTH as LINE_WIDTH};

/// How the members of a group were found, numbered as `honbun.features.groups.find` has them.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Word,
    Path,
    Children,
    Heads,
    Dates,
}

/// What pages of one site call the same group.
#[derive(Clone)]
pub struct Key {
    base: Base,
    /// What is told of the elements that gave it: nothing, or which of those that lie in each other are left out, and
    /// how far up the members are.
    nesting: &'static str,
    climbing: &'static str,
}

#[derive(Clone)]
enum Base {
    Word(Rc<[u8]>),
    Hash(&'static str, u64),
}

impl Key {
    fn of(base: Base) -> Key {
        Key { base, nesting: "", climbing: "" }
    }

    /// Of children of one name, by the path that they have on other pages as well.
    pub fn of_children(path: u64) -> Key {
        Key::of(Base::Hash("children", path))
    }

    pub fn text(&self) -> Vec<u8> {
        let mut text = match &self.base {
            Base::Word(word) => word.to_vec(),
            Base::Hash(name, hash) => format!("{name} {hash:x}").into_bytes(),
        };
        text.extend_from_slice(self.nesting.as_bytes());
        text.extend_from_slice(self.climbing.as_bytes());
        text
    }
}

/// Members, in document order, as ranges of lines.
#[derive(Clone)]
pub struct Group {
    pub kind: Kind,
    pub key: Key,
    /// The first element of each member.
    pub rows: Vec<u32>,
    pub first: Vec<u32>,
    pub last: Vec<u32>,
    /// How many levels above the elements that gave the key.
    pub climbed: u32,
}

impl Group {
    /// A group of elements.
    fn of(lines: &Lines, kind: Kind, key: Key, rows: Vec<u32>) -> Group {
        let first = rows.iter().map(|&row| lines.first(row as usize)).collect();
        let last = rows.iter().map(|&row| lines.last(row as usize)).collect();
        Group { kind, key, rows, first, last, climbed: 0 }
    }

    /// One member, from one line to another, under a key of its own.
    pub fn of_lines(lines: &Lines, key: &[u8], first: u32, last: u32) -> Group {
        let (key, rows) = (Key::of(Base::Word(key.into())), vec![lines.owner(first as usize) as u32]);
        Group { kind: Kind::Heads, key, rows, first: vec![first], last: vec![last], climbed: 0 }
    }

    /// Members of which nothing but the lines is told.
    fn of_ranges(first: &[u32], last: &[u32]) -> Group {
        let (first, last) = (first.to_vec(), last.to_vec());
        Group {
            kind: Kind::Heads,
            key: Key::of(Base::Word(b""[..].into())),
            rows: first.clone(),
            first,
            last,
            climbed: 0,
        }
    }

    pub fn len(&self) -> usize {
        self.rows.len()
    }

    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Whether each member is an element, not a sequence of lines.
    pub fn is_of_elements(&self) -> bool {
        !matches!(self.kind, Kind::Heads | Kind::Dates)
    }

    /// Whether members lie in each other.
    pub fn is_nested(&self) -> bool {
        let mut reached = 0;
        self.first.iter().zip(&self.last).any(|(&first, &last)| {
            let is_inside = first < reached;
            reached = reached.max(last);
            is_inside
        })
    }

    /// The share of the members of which something is true.
    pub fn share(&self, is_true: impl Fn(usize) -> bool) -> f64 {
        (0..self.len()).filter(|&k| is_true(k)).count() as f64 / self.len() as f64
    }

    /// Where the first member begins, and where the last one ends.
    pub fn range(&self) -> (u32, u32) {
        let first = self.first.iter().copied().min().unwrap_or(0);
        (first, self.last.iter().copied().max().unwrap_or(0))
    }
}

/// The keys of groups, with zeros between them, and their columns one after the other: kinds, how far they climbed,
/// sizes; then, of all members, the first elements, the first lines and the first after them.
pub fn keys_and_columns(groups: &[Group]) -> (Vec<u8>, Vec<u32>) {
    let keys = groups.iter().map(|group| group.key.text()).collect::<Vec<_>>().join(&0);
    let mut columns: Vec<u32> = groups.iter().map(|group| group.kind as u32).collect();
    columns.extend(groups.iter().map(|group| group.climbed));
    columns.extend(groups.iter().map(|group| group.len() as u32));
    columns.extend(groups.iter().flat_map(|group| &group.rows));
    columns.extend(groups.iter().flat_map(|group| &group.first));
    columns.extend(groups.iter().flat_map(|group| &group.last));
    (keys, columns)
}

/// Which groups are wanted.
pub struct Wanted<'a> {
    /// The elements that may begin a member; all if there are none.
    pub rows: Option<&'a [bool]>,
    /// Sequences from one dated line to the next, and others ended where dates tell.
    pub by_date: bool,
    /// Of which keys one member is enough.
    pub is_single: &'a dyn Fn(&[u8]) -> bool,
}

/// The groups of a page, as they are found: some come several times.
pub fn find_groups(lines: &Lines, wanted: &Wanted) -> Vec<Group> {
    if lines.is_empty() {
        return Vec::new();
    }
    let has_text: Vec<bool> = (0..lines.page().rows())
        .map(|row| {
            let (first, last) = (lines.first(row) as usize, lines.last(row) as usize);
            lines.length_sum[last] > lines.length_sum[first] && wanted.rows.is_none_or(|rows| rows[row])
        })
        .collect();
    let mut found = elements::find(lines, &has_text, wanted.is_single);
    found.extend(sequences::find(lines, &has_text, wanted.by_date));
    found
}

/// Rows that agree in a value, two or more, sorted by that and then by themselves.
fn like_rows(rows: impl Iterator<Item = u32>, value: impl Fn(u32) -> u64) -> Vec<Vec<u32>> {
    let mut ordered: Vec<(u64, u32)> = rows.map(|row| (value(row), row)).collect();
    ordered.sort_unstable();
    let sets = ordered.chunk_by(|one, other| one.0 == other.0).filter(|set| set.len() > 1);
    sets.map(|set| set.iter().map(|&(_, row)| row).collect()).collect()
}
