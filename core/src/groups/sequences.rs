//! Sequences: groups whose members are no elements, but all that lies from one head to the next.
#![forbid(unsafe_code)]

use super::{like_rows, Base, Group, Key, Kind};
use crate::dates::written;
use crate::lines::Lines;
use crate::order::lowest_first;
use crate::outline::{key_map, running, KeyMap};
use crate::page::Page;
use crate::paths::{crc32, mix};
use crate::tables::*;
use std::collections::HashSet;

/// Where heads are all that their parents hold, but for a quarter, the group is one of elements.
const MIN_CHILDREN_RATIO: f64 = 1.25;
/// A head is made as this share of the lines that are dated in its path.
const MIN_LIKE_HEADS: f64 = 0.6;
/// Sequences are trimmed at both ends if this share of them has a date that is made alike.
const MIN_DATED_SHARE: f64 = 0.5;
/// What begins in a smaller share of the other posts does not belong to the last one.
const MIN_HOLDING_SHARE: f64 = 0.3;
/// So many other posts show what a post can hold.
const MIN_OTHERS: usize = 3;
/// Names and titles stand so many lines above the date, at most, in this share of the posts.
const MAX_LINES_ABOVE: usize = 3;
const MIN_SAME_ABOVE: f64 = 0.8;
/// More breaks than stand between any two posts.
const MANY_BREAKS: i64 = 99;

/// Sequences from one element of a kind to the next; `by_date` trims them, and adds those between dates.
pub fn find(lines: &Lines, has_text: &[bool], by_date: bool) -> Vec<Group> {
    let heads = between_heads(lines, has_text);
    if !by_date || !lines.is_dated.contains(&true) {
        return heads;
    }
    let dated = Dated::of(lines);
    let mut found: Vec<Group> =
        heads.into_iter().filter(|group| !dated.is_late(group)).map(|group| dated.trimmed(group)).collect();
    dated.add_sequences(&mut found);
    found
}

/// Sequences from one child of a kind to the next one, under parents of one path.
fn between_heads(lines: &Lines, has_text: &[bool]) -> Vec<Group> {
    let (page, common) = (lines.page(), lines.outline.common);
    let is_head = |row: &u32| {
        let row = *row as usize;
        let is_block = page.flags(row) & IS_BLOCK != 0 && page.parent[row] > 0;
        is_block && (has_text[row] || page.is(row, T_HR))
    };
    let rows: Vec<u32> = (0..page.rows() as u32).filter(is_head).collect();
    let mut children = vec![0u32; page.rows()];
    rows.iter().for_each(|&row| children[page.parent[row as usize] as usize] += 1);
    let mut found = Vec::new();
    let (identifiers, path) = (&common.identifiers, lines.outline.row_path());
    for by_signature in [true, false] {
        let kind = |row: usize| if by_signature { identifiers.signature(row) } else { page.tag[row] as u64 };
        let key_of = |row: u32| mix(path[page.parent[row as usize] as usize]) ^ kind(row as usize);
        for heads in like_rows(rows.iter().copied(), key_of) {
            add_heads(lines, &children, heads, key_of, &mut found);
        }
    }
    found
}

fn add_heads(
    lines: &Lines,
    children: &[u32],
    heads: Vec<u32>,
    key_of: impl Fn(u32) -> u64,
    found: &mut Vec<Group>,
) {
    let page = lines.page();
    let parents: Vec<usize> = heads.iter().map(|&row| page.parent[row as usize] as usize).collect();
    let is_last = |k: usize| k + 1 == heads.len() || parents[k] != parents[k + 1];
    let held: u64 = (0..heads.len()).filter(|&k| is_last(k)).map(|k| children[parents[k]] as u64).sum();
    let is_rule = page.is(heads[0] as usize, T_HR);
    if heads.len() as f64 * MIN_CHILDREN_RATIO > held as f64 && !is_rule {
        return;
    }
    let key = key_of(heads[0]);
    let first: Vec<u32> = heads.iter().map(|&row| lines.first(row as usize)).collect();
    let end = |k: usize| if is_last(k) { lines.last(parents[k]) } else { first[k + 1] };
    let last: Vec<u32> = (0..heads.len()).map(end).collect();
    let group = |name: &'static str, rows: Vec<u32>, first: Vec<u32>, last: Vec<u32>| Group {
        kind: Kind::Heads,
        key: Key::of(Base::Hash(name, key)),
        rows,
        first,
        last,
        climbed: 0,
    };
    let (top, start) = (parents[0], lines.first(parents[0]));
    let between = (is_rule && parents.last() == Some(&top) && start < first[0]).then(|| {
        let rows = std::iter::once(top as u32).chain(heads.iter().copied()).collect();
        let edges = std::iter::once(start).chain(first.iter().copied()).collect();
        let ends = first.iter().copied().chain(last.last().copied()).collect();
        group("between", rows, edges, ends)
    });
    found.push(group("heads", heads, first, last));
    found.extend(between);
}

/// How the dated lines of one page are made, and what stands between its lines.
struct Dated<'a> {
    lines: &'a Lines<'a>,
    dated: Vec<u32>,
    /// For each dated line in which path its date stands and how it is written; 0 for others.
    kind: Vec<u64>,
    /// How many breaks stand right before each line; none after the last.
    gap: Vec<i64>,
    /// The lines, sorted by their owners, and the running sums of their lengths.
    by_owner: Vec<u32>,
    own_sum: Vec<f64>,
}

impl<'a> Dated<'a> {
    fn of(lines: &'a Lines<'a>) -> Dated<'a> {
        let page = lines.page();
        let dated: Vec<u32> = (0..lines.len() as u32).filter(|&line| lines.is_dated[line as usize]).collect();
        let mut kind = vec![0; lines.len()];
        dated.iter().for_each(|&line| kind[line as usize] = date_kind(lines, line as usize));
        let breaks = page.breaks();
        let (mut gap, mut counted) = (Vec::with_capacity(lines.len() + 1), 0);
        for line in 0..lines.len() {
            let start = page.node_from(lines.blocks.first_node[line] as usize);
            let before = breaks.partition_point(|&at| at <= start) as i64;
            gap.push(before - counted);
            counted = before;
        }
        gap.push(0);
        let by_owner = lowest_first((0..lines.len()).map(|line| lines.blocks.owner[line] as u64));
        let own_sum = running(by_owner.len(), |i| lines.unlinked[by_owner[i] as usize]);
        Dated { lines, dated, kind, gap, by_owner, own_sum }
    }

    /// Adds sequences from one dated line to the next of the same path, in the element that holds them all.
    fn add_sequences(&self, found: &mut Vec<Group>) {
        let lines = self.lines;
        let path = lines.outline.row_path();
        let path_of = |line: u32| path[lines.owner(line as usize)];
        for dated in like_rows(self.dated.iter().copied(), path_of) {
            let path = path_of(dated[0]);
            for (number, heads) in self.with_like_dates(dated).into_iter().enumerate() {
                let rows: Vec<u32> = heads.iter().map(|&line| lines.blocks.owner[line as usize]).collect();
                let top = common_ancestor(lines.page(), &rows);
                let starts = [(false, Some(heads.clone())), (true, self.starts_above(&heads))];
                for (is_above, first) in starts {
                    let Some(first) = first else { continue };
                    let ends = first[1..].iter().copied().chain([lines.last(top)]).collect();
                    let last = self.closed(&first, ends, top);
                    let key = Key::of(Base::Dates { path, is_above, number });
                    found.push(Group { kind: Kind::Dates, key, rows: rows.clone(), first, last, climbed: 0 });
                }
            }
        }
    }

    /// Rules with a post before the first of them: what lies between the rules is the better group.
    fn is_late(&self, group: &Group) -> bool {
        let page = self.lines.page();
        let parent = |row: &u32| page.parent[*row as usize];
        let above = parent(&group.rows[0]);
        if !page.is(group.rows[0] as usize, T_HR) || group.rows.iter().any(|row| parent(row) != above) {
            return false;
        }
        let common = self.common_kind(group).0;
        let (start, end) = (self.lines.first(above as usize) as usize, group.first[0] as usize);
        common != 0 && start < end && self.kind[start..end].contains(&common)
    }

    /// The group without header and footer, if posts are no elements and dates tell them from others.
    fn trimmed(&self, group: Group) -> Group {
        let page = self.lines.page();
        let Some(&last_row) = group.rows.last() else { return group };
        let top = page.parent[last_row as usize] as usize;
        if !page.is(last_row as usize, T_HR) && !self.is_flat(&group, top) {
            return group;
        }
        // From the first to the last member that is dated as most are; all, if not most are.
        let kept = self.common_kind(&group).1.unwrap_or(0..group.len());
        let first = group.first[kept.clone()].to_vec();
        let last = self.closed(&first, group.last[kept.clone()].to_vec(), top);
        Group { rows: group.rows[kept].to_vec(), first, last, ..group }
    }

    /// Of these dated lines those that are dated as most are; all, too, if these are not nearly all.
    fn with_like_dates(&self, dated: Vec<u32>) -> Vec<Vec<u32>> {
        let mut kinds: Vec<u64> = dated.iter().map(|&line| self.kind[line as usize]).collect();
        kinds.sort_unstable();
        let mut common = (0, 0);
        for same in kinds.chunk_by(|one, other| one == other) {
            if same.len() > common.0 {
                common = (same.len(), same[0]);
            }
        }
        let heads: Vec<u32> = dated.iter().copied().filter(|&line| self.kind[line as usize] == common.1).collect();
        if (heads.len() as f64) < (MIN_LIKE_HEADS * dated.len() as f64).max(2.0) {
            return if heads.len() > 1 { vec![dated, heads] } else { vec![dated] };
        }
        vec![heads]
    }

    /// The lines where posts begin whose names stand above their dates; None if they do not.
    fn starts_above(&self, heads: &[u32]) -> Option<Vec<u32>> {
        let block = &self.lines.block;
        let starts = |line: usize| self.gap[line] > 1 || line == 0 || block[line] > block[line - 1];
        let above = |head: usize| (0..=MAX_LINES_ABOVE).find(|&k| head <= k || starts(head - k)).unwrap_or(0);
        let mut times: Vec<(usize, usize)> = Vec::new();
        for &head in heads {
            let k = above(head as usize);
            match times.iter_mut().find(|(other, _)| *other == k) {
                Some((_, count)) => *count += 1,
                None => times.push((k, 1)),
            }
        }
        let most = times.iter().fold((0, 0), |most, &one| if one.1 > most.1 { one } else { most });
        if most.0 == 0 || (most.1 as f64) < MIN_SAME_ABOVE * heads.len() as f64 {
            return None;
        }
        let most = most.0 as u32;
        let is_apart = heads.windows(2).all(|pair| pair[1] - pair[0] > most);
        (heads[0] >= most && is_apart).then(|| heads.iter().map(|&head| head - most).collect())
    }

    /// Whether most of what the members say lies in no element below `top`.
    fn is_flat(&self, group: &Group, top: usize) -> bool {
        let owner = |line: u32| self.lines.owner(line as usize);
        let low = self.by_owner.partition_point(|&line| owner(line) < top);
        let high = low + self.by_owner[low..].partition_point(|&line| owner(line) == top);
        let own = &self.by_owner[low..high];
        let sum_before = |line: u32| self.own_sum[low + own.partition_point(|&one| one < line)];
        let members = || group.first.iter().zip(&group.last);
        let held: f64 = members().map(|(&first, &last)| sum_before(last) - sum_before(first)).sum();
        let total: f64 = members().map(|(&first, &last)| self.lines.said(first, last)).sum();
        held > 0.5 * total
    }

    /// How most of the members are dated, and from which to which they are; 0 and none, if not most are dated alike.
    fn common_kind(&self, group: &Group) -> (u64, Option<std::ops::Range<usize>>) {
        let mut pairs: HashSet<(u64, usize)> = HashSet::new();
        for &line in &self.dated {
            let after = group.first.partition_point(|&first| first <= line);
            if after > 0 && line < group.last[after - 1] {
                pairs.insert((self.kind[line as usize], after - 1));
            }
        }
        let mut having: KeyMap<(usize, usize, usize)> = key_map(pairs.len());
        for &(kind, k) in &pairs {
            let of_kind = having.entry(kind).or_insert((0, k, k));
            *of_kind = (of_kind.0 + 1, of_kind.1.min(k), of_kind.2.max(k));
        }
        let common = having.iter().map(|(&kind, &(count, low, high))| (count, kind, low, high)).max();
        match common {
            Some((count, kind, low, high)) if count as f64 >= (MIN_DATED_SHARE * group.len() as f64).max(2.0) => {
                (kind, Some(low..high + 1))
            }
            _ => (0, None),
        }
    }

    /// Where the members end, given the sequences from head to head below `top`: the last before the footer.
    fn closed(&self, first: &[u32], mut last: Vec<u32>, top: usize) -> Vec<u32> {
        let end = self.end_by_elements(first, &last, top).min(self.end_by_breaks(first, &last));
        if let Some(last) = last.last_mut() {
            *last = end;
        }
        last
    }

    fn end_by_elements(&self, first: &[u32], last: &[u32], top: usize) -> u32 {
        let (page, others) = (self.lines.page(), first.len() - 1);
        let path = self.lines.outline.row_path();
        let mut pairs: HashSet<(u64, usize)> = HashSet::new();
        let mut of_last: Vec<(u64, u32)> = Vec::new();
        let mut row = top + 1;
        while row < page.end[top] as usize {
            let at = self.lines.first(row);
            let after = first.partition_point(|&one| one <= at);
            let is_part = page.flags(row) & IS_BLOCK != 0 && !is_written(page.tag[row] as u32);
            if is_part && after > 0 && at > first[after - 1] && at < last[after - 1] {
                let member = after - 1;
                if member < others {
                    pairs.insert((path[row], member));
                } else if others >= MIN_OTHERS || is_outside(page.tag[row] as u32) {
                    of_last.push((path[row], at));
                }
            }
            row = page.end[row] as usize;
        }
        let mut holding: KeyMap<usize> = key_map(pairs.len());
        pairs.iter().for_each(|&(path, _)| *holding.entry(path).or_insert(0) += 1);
        let is_rare = |path: &u64| (*holding.get(path).unwrap_or(&0) as f64) < MIN_HOLDING_SHARE * others as f64;
        let rare = of_last.iter().filter(|(path, _)| is_rare(path)).map(|&(_, at)| at);
        rare.min().unwrap_or(last[others])
    }

    /// Where more breaks come than any post has inside, if so many stand between all of them.
    fn end_by_breaks(&self, first: &[u32], last: &[u32]) -> u32 {
        let others = first.len() - 1;
        let inside = |k: usize| {
            let (from, to) = (first[k] as usize + 1, last[k] as usize);
            if from < to {
                &self.gap[from..to]
            } else {
                &[]
            }
        };
        let between = first[1..].iter().map(|&line| self.gap[line as usize]).min().unwrap_or(MANY_BREAKS);
        let between = between.min(MANY_BREAKS);
        let most = (0..others).map(|k| inside(k).iter().copied().max().unwrap_or(0).max(0)).max().unwrap_or(0);
        match inside(others).iter().position(|&gap| gap >= between) {
            Some(at) if others >= MIN_OTHERS && most < between => first[others] + 1 + at as u32,
            _ => last[others],
        }
    }
}

fn date_kind(lines: &Lines, line: usize) -> u64 {
    let page = lines.page();
    let found = lines.blocks.nodes(line).find_map(|node| {
        let row = page.node_owner[node] as usize;
        written(page.node_text(node)).map(|written| (lines.path_key[row], crc32(written.into_iter())))
    });
    let (path_key, format) = found.unwrap_or((0, crc32(std::iter::empty())));
    lines.outline.row_path()[lines.owner(line)] ^ mix(path_key) ^ format as u64
}

/// The innermost element that holds all these.
fn common_ancestor(page: &Page, rows: &[u32]) -> usize {
    let (low, high) = rows.iter().fold((u32::MAX, 0), |(low, high), &row| (low.min(row), high.max(row)));
    let mut low = low as usize;
    while page.end[low] <= high as i32 {
        low = page.parent[low] as usize;
    }
    low
}

/// Elements that people write in posts.
fn is_written(tag: u32) -> bool {
    matches!(tag, T_BLOCKQUOTE | T_PRE | T_UL | T_OL | T_LI | T_CODE | T_Q)
}

/// Elements that are surely no part of a post.
fn is_outside(tag: u32) -> bool {
    matches!(tag, T_HR | T_FORM | T_TABLE | T_FIELDSET | T_FOOTER | T_NAV)
}
