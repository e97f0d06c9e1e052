//! What several steps need to know of a page: the compiled form of `honbun.features.outline`.
#![forbid(unsafe_code)]

use crate::blocks::Blocks;
use crate::chars::{bytes_of_first, count, letters};
use crate::dates::is_dated;
use crate::page::Page;
use crate::paths::{mix, paths, Identifiers};
use crate::shown::Shown;
use crate::tables::*;
use std::collections::HashMap;
use std::hash::{BuildHasher, Hasher, RandomState};

/// A block is a link when more than this share of its characters is inside links.
const MIN_LINK_SHARE: f64 = 0.5;
/// Shorter blocks say nothing about where the prose is.
const MIN_PROSE_LENGTH: u32 = 25;
/// A date longer than this is a sentence with a date in it.
const MAX_DATED_LENGTH: u32 = 120;
/// Characters of a block by which it is recognised elsewhere.
const LETTERS_LENGTH: usize = 400;

/// A page, its blocks, and what is common knowledge of them.
#[derive(Clone, Copy)]
pub struct Outline<'a> {
    pub page: &'a Page,
    pub blocks: &'a Blocks,
    pub shown: &'a Shown,
    pub common: &'a Common,
}

/// Features of blocks and elements that several steps share.
pub struct Common {
    /// For each element the number of those around it.
    pub depth: Vec<i32>,
    pub identifiers: Identifiers,
    pub path: Vec<u64>,
    /// For each element the pictures in it.
    pub images: Vec<u32>,
    pub is_link: Vec<bool>,
    pub is_prose: Vec<bool>,
    pub is_heading: Vec<bool>,
    pub is_dated: Vec<bool>,
    pub letters: Letters,
    /// Sums over the first 0, 1, 2 … blocks.
    pub length_sum: Vec<f64>,
    pub unlinked_sum: Vec<f64>,
    pub dated_sum: Vec<f64>,
}

/// The letters and digits of the beginning of each block, in lower case.
#[derive(Default)]
pub struct Letters {
    text: Vec<u8>,
    ends: Vec<u32>,
    /// How many they are.
    pub counts: Vec<u32>,
}

impl Letters {
    fn of(shown: &Shown) -> Letters {
        let mut found = Letters { text: Vec::with_capacity(shown.text.len()), ..Letters::default() };
        for block in 0..shown.ends.len() {
            let text = shown.get(block);
            let start = found.text.len();
            letters(&text[..bytes_of_first(text, LETTERS_LENGTH)], &mut found.text);
            found.counts.push(count(&found.text[start..]) as u32);
            found.ends.push(found.text.len() as u32);
        }
        found
    }

    pub fn get(&self, block: usize) -> &[u8] {
        let start = if block > 0 { self.ends[block - 1] } else { 0 };
        &self.text[start as usize..self.ends[block] as usize]
    }
}

/// Sums of the first 0, 1, 2 … values, so that the sum of `a..b` is a difference of two.
pub fn running(count: usize, value: impl Fn(usize) -> f64) -> Vec<f64> {
    let mut sums = Vec::with_capacity(count + 1);
    let mut total = 0.0;
    sums.push(total);
    for i in 0..count {
        total += value(i);
        sums.push(total);
    }
    sums
}

impl Common {
    pub fn of(page: &Page, blocks: &Blocks, shown: &Shown) -> Common {
        let n = blocks.len();
        let identifiers = Identifiers::of(page);
        let path = paths(page, &identifiers.signature);
        let length = |i: usize| blocks.length[i] as f64;
        let is_link: Vec<bool> = (0..n).map(|i| blocks.link_share(i) > MIN_LINK_SHARE).collect();
        let is_prose =
            (0..n).map(|i| !blocks.is_hidden[i] && !is_link[i] && blocks.length[i] >= MIN_PROSE_LENGTH).collect();
        let is_date = dated(blocks, shown);
        Common {
            depth: depths(page),
            images: images(page),
            path,
            identifiers,
            is_heading: blocks.owner.iter().map(|&row| page.flags(row as usize) & IS_HEADING != 0).collect(),
            letters: Letters::of(shown),
            length_sum: running(n, length),
            unlinked_sum: running(n, |i| if is_link[i] { 0.0 } else { length(i) }),
            dated_sum: running(n, |i| is_date[i] as u8 as f64),
            is_link,
            is_prose,
            is_dated: is_date,
        }
    }
}

/// Which blocks are short and have a date or a time in them.
pub fn dated(blocks: &Blocks, shown: &Shown) -> Vec<bool> {
    let may_be_dated =
        |i: usize| blocks.has_digit[i] && !blocks.is_hidden[i] && shown.characters(i) <= MAX_DATED_LENGTH;
    (0..blocks.len()).map(|i| may_be_dated(i) && is_dated(shown.get(i))).collect()
}

impl Outline<'_> {
    pub fn len(&self) -> usize {
        self.blocks.len()
    }

    pub fn is_empty(&self) -> bool {
        self.blocks.is_empty()
    }

    pub fn owner(&self, block: usize) -> usize {
        self.blocks.owner[block] as usize
    }

    pub fn length(&self, block: usize) -> f64 {
        self.blocks.length[block] as f64
    }

    pub fn is_visible(&self, block: usize) -> bool {
        !self.blocks.is_hidden[block]
    }

    /// The code of the name of the element that a block lies in.
    pub fn tag(&self, block: usize) -> u32 {
        self.page.tag[self.owner(block)] as u32
    }

    /// The row above the element that a block lies in, or -1.
    pub fn parent(&self, block: usize) -> i32 {
        self.page.parent[self.owner(block)]
    }

    /// The blocks in an element.
    pub fn blocks_in(&self, row: usize) -> std::ops::Range<usize> {
        self.blocks.first[row] as usize..self.blocks.last[row] as usize
    }

    /// The sum over the blocks in an element, given the running sums.
    pub fn total(&self, sums: &[f64], row: usize) -> f64 {
        sums[self.blocks.last[row] as usize] - sums[self.blocks.first[row] as usize]
    }
}

fn depths(page: &Page) -> Vec<i32> {
    let mut depth: Vec<i32> = Vec::with_capacity(page.rows());
    for &above in &page.parent {
        depth.push(if above < 0 { 0 } else { depth[above as usize] + 1 });
    }
    depth
}

fn images(page: &Page) -> Vec<u32> {
    let mut before = Vec::with_capacity(page.rows() + 1);
    let mut count = 0;
    for row in 0..page.rows() {
        before.push(count);
        count += page.is(row, T_IMG) as u32;
    }
    before.push(count);
    (0..page.rows()).map(|row| before[page.end[row] as usize] - before[row]).collect()
}

/// Keys are hashes already; a number that no page can know keeps it from filling one bucket.
#[derive(Clone)]
pub struct Keyed(u64);

pub struct KeyHasher(u64);

impl BuildHasher for Keyed {
    type Hasher = KeyHasher;

    fn build_hasher(&self) -> KeyHasher {
        KeyHasher(self.0)
    }
}

impl Hasher for KeyHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.write_u64(byte as u64));
    }

    fn write_u64(&mut self, value: u64) {
        self.0 = mix(self.0 ^ value).rotate_left(29).wrapping_mul(0xD6E8_FEB8_6659_FD93);
    }
}

pub type KeyMap<V> = HashMap<u64, V, Keyed>;

/// Room for so many keys at once; of more there are often few that differ.
const MAX_CAPACITY: usize = 1 << 12;

pub fn key_map<V>(capacity: usize) -> KeyMap<V> {
    KeyMap::with_capacity_and_hasher(capacity.min(MAX_CAPACITY), Keyed(RandomState::new().hash_one(0u8)))
}
