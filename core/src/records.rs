//! Records, and which of them are secondary: the compiled form of `honbun.features.groups.records` and of
//! `honbun.article.records`.
#![forbid(unsafe_code)]

use crate::order::{ascending, by_key, siblings_together};
use crate::outline::{key_map, KeyMap, Outline, Sums};
use std::ops::Range;

const MIN_SIBLINGS: usize = 3;
const MIN_SHARE: f64 = 0.6;
const MAX_MEMBER_SHARE_OF_FEW: f64 = 0.7;
const MAX_MEMBER_SHARE: f64 = 0.5;
const MIN_BLOCKS: f64 = 1.8;
const MIN_DATED_LENGTH: f64 = 20.0;
const MIN_TITLE_LENGTH: u32 = 8;
const MIN_SIZE_RATIO: f64 = 0.6;
const MAX_SIZE_RATIO: f64 = 1.7;
const MIN_TURNS: f64 = 0.8;
/// So many pairs of groups are looked at: all of them, if no element has more than two thousand kinds of children that
/// come three times, and none has.
const MAX_PAIRS: usize = 4_000_000;
const MIN_LEADING_LENGTH: f64 = 100.0;
const MIN_LEADING_SHARE: f64 = 0.03;
const MAX_TEASER_LENGTH: f64 = 100.0;

/// A group of like elements under one parent, each one record, or the half of one.
struct Records {
    is_dated: bool,
    halves: Vec<Range<usize>>,
    first: usize,
    last: usize,
    text_length: f64,
}

/// What other pages say of a place in the template: secondary if positive.
pub struct Votes<'a> {
    pub paths: &'a [u64],
    pub votes: &'a [i32],
}

/// The like siblings of a page, group after group.
struct Siblings<'a> {
    outline: Outline<'a>,
    rows: Vec<u32>,
    groups: Vec<Range<usize>>,
    /// The length of blocks outside links.
    unlinked: Sums,
}

/// Blocks in secondary records, and blocks in primary ones.
pub fn sort_records(
    outline: Outline,
    votes: &Votes,
    title: i64,
    is_unique: impl Fn(usize) -> bool,
) -> (Vec<bool>, Vec<bool>) {
    let mut known = key_map(votes.paths.len());
    votes.paths.iter().zip(votes.votes).for_each(|(&path, &vote)| {
        known.insert(path, vote);
    });
    let siblings = Siblings::of(outline);
    let found: Vec<Records> = siblings.records().into_iter().filter(|one| !siblings.holds(one, title)).collect();
    let (mut dated, mut secondary, mut primary) =
        (Union::new(outline.len()), Union::new(outline.len()), Union::new(outline.len()));
    found.iter().filter(|one| one.is_dated).for_each(|one| siblings.add(one, &mut dated));
    let is_dated = dated.mask();
    let is_leading = |i: usize| outline.is_prose(i) && is_unique(i) && !is_dated[i];
    let sums = crate::outline::running(outline.len(), |i| if is_leading(i) { outline.length(i) } else { 0.0 });
    for one in &found {
        let leading = sums[one.first] - sums[(title.max(0) as usize).min(one.first)];
        let vote = if one.is_dated { siblings.vote(one, &known) } else { 0 };
        let is_secondary = vote > 0 || (vote == 0 && siblings.is_secondary(one, leading));
        siblings.add(one, if is_secondary { &mut secondary } else { &mut primary });
    }
    if known.values().any(|&vote| vote > 0) {
        for (row, path) in outline.row_path().iter().enumerate() {
            let blocks = outline.blocks_in(row);
            if known.get(path).is_some_and(|&vote| vote > 0) && !holds_block(&blocks, title) {
                secondary.add(blocks);
            }
        }
    }
    let is_secondary = secondary.mask();
    let is_primary = primary.mask().into_iter().zip(&is_secondary).map(|(one, &other)| one && !other).collect();
    (is_secondary, is_primary)
}

fn holds_block(blocks: &Range<usize>, block: i64) -> bool {
    blocks.start as i64 <= block && block < blocks.end as i64
}

/// Ranges of blocks, taken together.
struct Union(Vec<i32>);

impl Union {
    fn new(blocks: usize) -> Union {
        Union(vec![0; blocks + 1])
    }

    fn add(&mut self, blocks: Range<usize>) {
        self.0[blocks.start] += 1;
        self.0[blocks.end] -= 1;
    }

    fn mask(&self) -> Vec<bool> {
        let mut open = 0;
        let is_in = |change: &i32| {
            open += change;
            open > 0
        };
        self.0[..self.0.len() - 1].iter().map(is_in).collect()
    }
}

impl<'a> Siblings<'a> {
    fn of(outline: Outline<'a>) -> Siblings<'a> {
        let page = outline.page;
        let has_text = |row: usize| page.parent[row] > 0 && !outline.blocks_in(row).is_empty();
        let mut rows: Vec<u32> = (0..page.rows() as u32).filter(|&row| has_text(row as usize)).collect();
        let (mut groups, mut start) = (Vec::new(), 0);
        for like in siblings_together(&mut rows, outline) {
            if like.len() >= MIN_SIBLINGS {
                groups.push(start..start + like.len());
            }
            start += like.len();
        }
        let (is_link, length) = (&outline.common.is_link, &outline.blocks.length);
        let unlinked = Sums::of(outline.len(), |i| if is_link[i] { 0 } else { length.at(i) });
        Siblings { outline, rows, groups, unlinked }
    }

    fn parent(&self, group: usize) -> i32 {
        self.outline.page.parent[self.rows[self.groups[group].start] as usize]
    }

    /// The blocks of each member.
    fn members(&self, group: &Range<usize>) -> impl Iterator<Item = Range<usize>> + '_ {
        self.rows[group.clone()].iter().map(|&row| self.outline.blocks_in(row as usize))
    }

    fn share(&self, group: &Range<usize>, fits: impl Fn(Range<usize>) -> bool) -> f64 {
        self.members(group).filter(|blocks| fits(blocks.clone())).count() as f64 / group.len() as f64
    }

    fn has_date(&self, blocks: Range<usize>) -> bool {
        self.outline.common.dated.within(blocks) > 0.0
    }

    fn has_link(&self, blocks: Range<usize>) -> bool {
        self.outline.common.is_link[blocks.start]
            && self.outline.blocks.length.at(blocks.start) >= MIN_TITLE_LENGTH
    }

    /// The length of each member outside links.
    fn text_lengths(&self, group: &Range<usize>) -> Vec<f64> {
        let sums = &self.unlinked;
        self.members(group).map(|blocks| sums.over(blocks)).collect()
    }

    /// The groups of records, in document order.
    fn records(&self) -> Vec<Records> {
        let mut found: Vec<Records> = Vec::new();
        let mut pairs = 0;
        let mut low = 0;
        while low < self.groups.len() {
            let parent = self.parent(low);
            let high = low + (low..self.groups.len()).take_while(|&group| self.parent(group) == parent).count();
            for group in low..high {
                if self.may_be_records(&self.groups[group]) {
                    pairs += high - low;
                    let beside = if pairs <= MAX_PAIRS { low..high } else { 0..0 };
                    found.extend(self.halves(group, beside).into_iter().filter_map(|halves| self.read(halves)));
                }
            }
            low = high;
        }
        let key = |one: &Records| (one.first as u64) << 32 | !(one.last as u32) as u64;
        by_key(found.into_iter().map(|one| (key(&one), one)).collect()).collect()
    }

    fn may_be_records(&self, group: &Range<usize>) -> bool {
        let sums = &self.outline.common.length_sum;
        let (mut whole, mut largest) = (0.0, 0.0f64);
        for blocks in self.members(group) {
            let length = sums.over(blocks);
            whole += length;
            largest = largest.max(length);
        }
        let most = if group.len() == MIN_SIBLINGS { MAX_MEMBER_SHARE_OF_FEW } else { MAX_MEMBER_SHARE };
        let dated = || self.share(group, |blocks| self.has_date(blocks));
        let linked = || self.share(group, |blocks| self.has_link(blocks));
        largest <= most * whole && (dated() >= MIN_SHARE || linked() >= MIN_SHARE)
    }

    /// The members if they have parts, or with those of each group beside that they alternate with.
    fn halves(&self, group: usize, beside: Range<usize>) -> Vec<Vec<Range<usize>>> {
        let own = &self.groups[group];
        let partners: Vec<Range<usize>> = beside
            .filter(|&other| other != group && self.alternate(own, &self.groups[other]))
            .map(|other| self.groups[other].clone())
            .collect();
        let blocks: usize = self.members(own).map(|blocks| blocks.len()).sum();
        let length: f64 = self.text_lengths(own).iter().sum();
        let says_more = |other: &Range<usize>| self.text_lengths(other).iter().sum::<f64>() > length;
        if blocks as f64 / own.len() as f64 >= MIN_BLOCKS && !partners.iter().any(says_more) {
            return vec![vec![own.clone()]];
        }
        partners.into_iter().map(|other| vec![own.clone(), other]).collect()
    }

    /// Whether the elements of two groups take turns.
    fn alternate(&self, own: &Range<usize>, other: &Range<usize>) -> bool {
        let ratio = other.len() as f64 / own.len() as f64;
        let (one, two) = (&self.rows[own.clone()], &self.rows[other.clone()]);
        let is_apart = one[one.len() - 1] < two[0] || two[two.len() - 1] < one[0];
        if !(MIN_SIZE_RATIO..=MAX_SIZE_RATIO).contains(&ratio) || is_apart {
            return false;
        }
        let (mut i, mut j, mut turns, mut last) = (0, 0, 0, None);
        while i < one.len() || j < two.len() {
            let is_other = i == one.len() || (j < two.len() && two[j] < one[i]);
            if is_other {
                j += 1;
            } else {
                i += 1;
            }
            turns += last.is_some_and(|before: bool| before != is_other) as usize;
            last = Some(is_other);
        }
        turns as f64 / (one.len() + two.len() - 1) as f64 >= MIN_TURNS
    }

    /// The group as records, or None if its members have too little in common.
    fn read(&self, halves: Vec<Range<usize>>) -> Option<Records> {
        let own = &halves[0];
        let mut starts = key_map::<usize, u64>(own.len());
        let start_of = |blocks: Range<usize>| self.outline.common.path[blocks.start];
        self.members(own).for_each(|blocks| *starts.entry(start_of(blocks)).or_default() += 1);
        if (*starts.values().max()? as f64) < MIN_SHARE * own.len() as f64 {
            return None;
        }
        let text_length = halves.iter().map(|half| median(self.text_lengths(half))).fold(0.0, f64::max);
        let is_dated =
            text_length >= MIN_DATED_LENGTH && self.share(own, |blocks| self.has_date(blocks)) >= MIN_SHARE;
        if !is_dated && self.share(own, |blocks| self.has_link(blocks)) < MIN_SHARE {
            return None;
        }
        let all = || halves.iter().flat_map(|half| self.members(half));
        let first = all().map(|blocks| blocks.start).min()?;
        let last = all().map(|blocks| blocks.end).max()?;
        Some(Records { is_dated, first, last, text_length, halves })
    }

    /// Whether a member, or the first half of one, holds a block.
    fn holds(&self, records: &Records, block: i64) -> bool {
        self.members(&records.halves[0]).any(|blocks| holds_block(&blocks, block))
    }

    fn add(&self, records: &Records, union: &mut Union) {
        records.halves.iter().flat_map(|half| self.members(half)).for_each(|blocks| union.add(blocks));
    }

    fn vote(&self, records: &Records, votes: &KeyMap<i32>) -> i32 {
        if votes.is_empty() {
            return 0;
        }
        let rows = records.halves.iter().flat_map(|half| &self.rows[half.clone()]);
        let mut places: Vec<u64> = rows.map(|&row| self.outline.row_path()[row as usize]).collect();
        places.sort_unstable();
        places.dedup();
        places.iter().filter_map(|place| votes.get(place)).sum()
    }

    fn is_secondary(&self, records: &Records, leading: f64) -> bool {
        if leading < MIN_LEADING_LENGTH {
            return false;
        }
        if !records.is_dated {
            return records.text_length <= MAX_TEASER_LENGTH;
        }
        leading >= MIN_LEADING_SHARE * self.unlinked.over(records.first..records.last)
    }
}

fn median(mut values: Vec<f64>) -> f64 {
    ascending(&mut values);
    let middle = values.len() / 2;
    if values.len() % 2 == 1 {
        values[middle]
    } else {
        (values[middle - 1] + values[middle]) / 2.0
    }
}
