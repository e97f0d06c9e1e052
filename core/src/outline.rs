//! What several steps need to know of a page: the compiled form of `honbun.features.outline`.
#![forbid(unsafe_code)]

use crate::blocks::Blocks;
use crate::chars::{bytes_of_first, letters};
use crate::dates::is_dated;
use crate::page::Page;
use crate::paths::{below, mix, paths, Identifiers};
use crate::shown::Shown;
use crate::small::Narrow;
use crate::tables::*;
use std::collections::HashMap;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::ops::Range;
use std::sync::OnceLock;

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
    pub depth: Narrow,
    pub identifiers: Identifiers,
    /// For each block the path of the element that it lies in.
    pub path: Vec<u64>,
    /// For each element its path, once somebody asks.
    row_path: OnceLock<Vec<u64>>,
    /// The elements that are pictures.
    pub images: Places,
    pub is_link: Vec<bool>,
    pub is_heading: Vec<bool>,
    pub is_dated: Vec<bool>,
    /// Sums over the first 0, 1, 2 … blocks.
    pub length_sum: Sums,
    /// The blocks that are dated.
    pub dated: Places,
}

/// The letters and digits of the beginning of each block, in lower case.
pub struct Letters {
    text: Vec<u8>,
    ends: Vec<u32>,
}

impl Letters {
    pub fn of(shown: &Shown) -> Letters {
        let (text, ends) = (Vec::with_capacity(shown.text.len()), Vec::with_capacity(shown.ends.len()));
        let mut found = Letters { text, ends };
        for block in 0..shown.ends.len() {
            let text = shown.get(block);
            letters(&text[..bytes_of_first(text, LETTERS_LENGTH)], &mut found.text);
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

/// The same of whole numbers that add up to less than the bytes of a page.
pub struct Sums {
    sums: Vec<u32>,
    /// Of very many values of which most are zero the others, whose sums there are.
    places: Option<Places>,
}

/// Of more values than this, sums are kept of those that are not zero, if these are at most one in `FEW`.
const MAX_SUMS: usize = 1 << 12;
const FEW: usize = 3;

impl Sums {
    pub fn of(count: usize, value: impl Fn(usize) -> u32) -> Sums {
        let is_one = |i: &usize| value(*i) > 0;
        let is_sparse = count > MAX_SUMS && FEW * (0..count).filter(is_one).count() <= count;
        let places = is_sparse.then(|| Places::of(count, |i| is_one(&i)));
        let mut sums = Vec::with_capacity(1 + places.as_ref().map_or(count, Places::len));
        let mut total = 0;
        let mut add = |i: usize| {
            total += value(i);
            sums.push(total);
        };
        match &places {
            Some(places) => places.0.iter().for_each(|&i| add(i as usize)),
            None => (0..count).for_each(add),
        }
        Sums { sums, places }
    }

    fn sum(&self, at: usize) -> u32 {
        let number = self.places.as_ref().map_or(at, |places| places.before(at));
        number.checked_sub(1).map_or(0, |last| self.sums[last])
    }

    /// The sum of all values before one.
    pub fn before(&self, at: usize) -> f64 {
        self.sum(at) as f64
    }

    pub fn over(&self, range: Range<usize>) -> f64 {
        (self.sum(range.end) - self.sum(range.start)) as f64
    }

    pub fn all(&self) -> f64 {
        self.sums.last().map_or(0.0, |&sum| sum as f64)
    }
}

/// Some of many numbered things, in order.
pub struct Places(Vec<u32>);

impl Places {
    pub fn of(count: usize, is_one: impl Fn(usize) -> bool) -> Places {
        let places = || (0..count as u32).filter(|&i| is_one(i as usize));
        let mut found = Vec::with_capacity(places().count());
        found.extend(places());
        Places(found)
    }

    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    fn before(&self, at: usize) -> usize {
        self.0.partition_point(|&place| (place as usize) < at)
    }

    /// How many there are in a range.
    pub fn within(&self, range: Range<usize>) -> f64 {
        (self.before(range.end) - self.before(range.start)) as f64
    }

    /// The last one up to a place.
    pub fn last(&self, at: usize) -> Option<usize> {
        self.before(at + 1).checked_sub(1).map(|number| self.0[number] as usize)
    }

    /// The first one from a place on.
    pub fn next(&self, at: usize) -> Option<usize> {
        self.0.get(self.before(at)).map(|&place| place as usize)
    }
}

/// Keys of which many may be the same, with a number for each that differs.
pub struct Keys(Vec<u64>);

impl Keys {
    pub fn of(keys: impl Iterator<Item = u64>) -> Keys {
        let mut all: Vec<u64> = keys.collect();
        all.sort_unstable();
        all.dedup();
        Keys(all)
    }

    /// Those that come more than once, and how often each does.
    pub fn repeated(keys: impl Iterator<Item = u64>) -> (Keys, Vec<u32>) {
        let mut all: Vec<u64> = keys.collect();
        all.sort_unstable();
        let (mut counts, mut at) = (Vec::new(), 0);
        while at < all.len() {
            let times = all[at..].iter().take_while(|&&key| key == all[at]).count();
            if times > 1 {
                all[counts.len()] = all[at];
                counts.push(times as u32);
            }
            at += times;
        }
        all.truncate(counts.len());
        all.shrink_to_fit();
        (Keys(all), counts)
    }

    /// The number of a key, if it is known.
    pub fn find(&self, key: u64) -> Option<usize> {
        self.0.binary_search(&key).ok()
    }

    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    pub fn iter(&self) -> impl Iterator<Item = u64> + '_ {
        self.0.iter().copied()
    }

    /// The number of a key that is known.
    pub fn number(&self, key: u64) -> usize {
        self.0.partition_point(|&known| known < key)
    }
}

impl Common {
    pub fn of(page: &Page, blocks: &Blocks, shown: &Shown) -> Common {
        let n = blocks.len();
        let identifiers = Identifiers::of(page);
        let mut above = Inherited::new(0);
        let of = |row: usize, above: u64| below(above, page.parent[row], identifiers.signature(row));
        let path = blocks.owner.iter().map(|&row| above.at(page, row as usize, of)).collect();
        let is_link: Vec<bool> = (0..n).map(|i| blocks.link_share(i) > MIN_LINK_SHARE).collect();
        let is_date = dated(blocks, shown);
        Common {
            depth: depths(page),
            images: Places::of(page.rows(), |row| page.is(row, T_IMG)),
            path,
            row_path: OnceLock::new(),
            identifiers,
            is_heading: blocks.owner.iter().map(|&row| page.flags(row as usize) & IS_HEADING != 0).collect(),
            length_sum: Sums::of(n, |i| blocks.length.at(i)),
            dated: Places::of(n, |i| is_date[i]),
            is_link,
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

/// What elements have by themselves and by those around them, asked for in document order: only the open elements that
/// have something else than those above them are remembered, and elements around nothing are not looked at.
pub struct Inherited<T> {
    open: Vec<(u32, T)>,
    none: T,
    /// The row that was asked for last.
    last: Option<usize>,
    /// The rows on the way to the one that is asked for.
    below: Vec<u32>,
}

impl<T: Copy + PartialEq> Inherited<T> {
    pub fn new(none: T) -> Inherited<T> {
        Inherited { open: Vec::new(), none, last: None, below: Vec::new() }
    }

    /// What the element of a row has, given what each has by its row and by what the one above it has.
    pub fn at(&mut self, page: &Page, row: usize, of: impl Fn(usize, T) -> T) -> T {
        let holds = |above: usize, row: usize| (above..page.end[above] as usize).contains(&row);
        let is_around = |&(above, _): &(u32, T)| holds(above as usize, row);
        self.open.truncate(self.open.iter().rposition(is_around).map_or(0, |at| at + 1));
        let mut value = self.open.last().map_or(self.none, |&(_, value)| value);
        let is_known = |above: usize| self.last.is_some_and(|last| holds(above, last));
        let mut next = row as i32;
        while next >= 0 && !is_known(next as usize) {
            self.below.push(next as u32);
            next = page.parent[next as usize];
        }
        for row in self.below.drain(..).rev() {
            let own = of(row as usize, value);
            if own != value {
                self.open.push((row, own));
                value = own;
            }
        }
        self.last = Some(row);
        value
    }
}

impl<'a> Outline<'a> {
    /// For each element its path.
    pub fn row_path(&self) -> &'a [u64] {
        self.common.row_path.get_or_init(|| paths(self.page, self.common.identifiers.signatures()))
    }

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
        self.blocks.length.at(block) as f64
    }

    pub fn is_visible(&self, block: usize) -> bool {
        !self.blocks.is_hidden[block]
    }

    pub fn is_prose(&self, block: usize) -> bool {
        self.is_visible(block) && !self.common.is_link[block] && self.blocks.length.at(block) >= MIN_PROSE_LENGTH
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
    pub fn blocks_in(&self, row: usize) -> Range<usize> {
        self.blocks.first[row] as usize..self.blocks.last[row] as usize
    }

    /// The sum over the blocks in an element, given the running sums.
    pub fn total(&self, sums: &[f64], row: usize) -> f64 {
        sums[self.blocks.last[row] as usize] - sums[self.blocks.first[row] as usize]
    }

    /// How many elements are around that of a row.
    pub fn depth(&self, row: usize) -> i32 {
        self.common.depth.at(row) as i32
    }

    /// The pictures in an element.
    pub fn images(&self, row: usize) -> f64 {
        self.common.images.within(row..self.page.end[row] as usize)
    }
}

fn depths(page: &Page) -> Narrow {
    let mut depth: Vec<u32> = Vec::with_capacity(page.rows());
    for &above in &page.parent {
        depth.push(if above < 0 { 0 } else { depth[above as usize] + 1 });
    }
    Narrow::of(depth)
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

pub type KeyMap<V, K = u64> = HashMap<K, V, Keyed>;

/// Room for so many keys at once; of more there are often few that differ.
const MAX_CAPACITY: usize = 1 << 12;

pub fn key_map<V, K>(capacity: usize) -> KeyMap<V, K> {
    HashMap::with_capacity_and_hasher(capacity.min(MAX_CAPACITY), Keyed(RandomState::new().hash_one(0u8)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::Tree;

    #[test]
    fn sums_of_few_and_of_many() {
        let value = |every: usize| move |i: usize| if i % every == 0 { i as u32 % 7 } else { 0 };
        for (count, every) in [(10, 1), (MAX_SUMS + 9, 1), (MAX_SUMS + 9, 50)] {
            let sums = Sums::of(count, value(every));
            let over = |range: Range<usize>| range.map(value(every)).sum::<u32>() as f64;
            for range in [0..0, 0..count, 3..8, count - 7..count] {
                assert_eq!(sums.over(range.clone()), over(range));
            }
            assert_eq!((sums.all(), sums.before(9)), (over(0..count), over(0..9)));
            assert_eq!(sums.places.is_some(), every == 50);
        }
    }

    #[test]
    fn keys_that_come_again() {
        let (keys, counts) = Keys::repeated([5, 1, 9, 5, 2, 9, 9].into_iter());
        assert_eq!(counts, [2, 3]);
        assert_eq!([5, 1, 9, 2].map(|key| keys.find(key)), [Some(0), None, Some(1), None]);
        assert_eq!(Keys::repeated([].into_iter()).0.len(), 0);
    }

    #[test]
    fn what_is_inherited_is_what_all_around_say() {
        let html = "<div><p>a<b>b<i>c</i></b>d</p><ul><li>e<li><a>f</a>g</ul></div><pre>h</pre>";
        let page = Page::new(Tree::parse(html.as_bytes()));
        let own = |row: usize| page.is(row, T_LI) as u32 | (page.is(row, T_DIV) as u32) << 1;
        let mut inherited = Inherited::new(0);
        for &row in &page.node_owner {
            let around =
                std::iter::successors(Some(row), |&row| Some(page.parent[row as usize]).filter(|&row| row >= 0));
            let all = around.fold(0, |bits, row| bits | own(row as usize));
            assert_eq!(inherited.at(&page, row as usize, |row, above| above | own(row)), all);
        }
    }
}
