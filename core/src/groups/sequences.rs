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
use std::cmp::Reverse;
use std::collections::HashSet;

/// Where heads are all that their parents hold, but for a quarter, the group is one of elements.
const MIN_CHILDREN_RATIO: f64 = 1.25;
/// A head is made as this share of the lines that are dated in its path.
const MIN_LIKE_HEADS: f64 = 0.6;
const MAX_KINDS: usize = 2;
const MIN_KIND_RATIO: f64 = 0.5;
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

    /// Adds sequences between dated lines of one path, in the element that holds them all: from each, or to each.
    fn add_sequences(&self, found: &mut Vec<Group>) {
        let lines = self.lines;
        let path = lines.outline.row_path();
        let path_of = |line: u32| path[lines.owner(line as usize)];
        for dated in like_rows(self.dated.iter().copied(), path_of) {
            for (of, heads) in self.heads(path_of(dated[0]), dated) {
                let rows: Vec<u32> = heads.iter().map(|&line| lines.blocks.owner[line as usize]).collect();
                let top = common_ancestor(lines.page(), &rows);
                let (start, end) = match self.holders(&heads, top) {
                    Some(of) => of.iter().map(|&row| (lines.first(row), lines.last(row))).unzip(),
                    None => (heads.clone(), heads.iter().map(|&head| head + 1).collect::<Vec<u32>>()),
                };
                let group = |place, first, last| {
                    let key = Key::of(Base::Hash(place, of));
                    Group { kind: Kind::Dates, key, rows: rows.clone(), first, last, climbed: 0 }
                };
                for (place, first) in [("dates", Some(start.clone())), ("dates above", self.starts_above(&heads))] {
                    let Some(first) = first else { continue };
                    let ends = first[1..].iter().copied().chain([lines.last(top)]).collect();
                    let last = self.closed(&first, ends, top);
                    found.push(group(place, first, last));
                }
                let opened = self.opened(&end, top);
                let first: Vec<u32> = [opened].into_iter().chain(end[..end.len() - 1].iter().copied()).collect();
                if first.iter().zip(&start).all(|(first, start)| first < start) && self.is_over(&end, top) {
                    found.push(group("dates below", first, end));
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
        let (kind, kept) = self.common_kind(&group);
        let is_dated = kept.is_some();
        let kept = kept.unwrap_or(0..group.len());
        let mut first = group.first[kept.clone()].to_vec();
        if is_dated {
            first[0] = self.begun(&first, &group.last[kept.clone()], kind);
        }
        let last = self.closed(&first, group.last[kept.clone()].to_vec(), top);
        Group { rows: group.rows[kept].to_vec(), first, last, ..group }
    }

    /// Where the first member begins: as far above its date as the others, and not with the header.
    fn begun(&self, first: &[u32], last: &[u32], kind: u64) -> u32 {
        let dated_in = |k: usize| (first[k]..last[k]).find(|&line| self.kind[line as usize] == kind);
        let above: Vec<u32> = (1..first.len()).filter_map(|k| Some(dated_in(k)? - first[k])).collect();
        let most = most_common(&above);
        match (most, dated_in(0)) {
            (Some((most, times)), Some(dated))
                if times as f64 >= (MIN_SAME_ABOVE * above.len() as f64).max(2.0) && dated > most =>
            {
                first[0].max(dated - most)
            }
            _ => first[0],
        }
    }

    /// The dated lines of a path that are dated alike; then all, if the commonest kind is not nearly all.
    fn heads(&self, path: u64, dated: Vec<u32>) -> Vec<(u64, Vec<u32>)> {
        let mut of_kinds: Vec<(u64, Vec<u32>)> = Vec::new();
        let mut at: KeyMap<usize> = key_map(8);
        for &line in &dated {
            let kind = self.kind[line as usize];
            let number = *at.entry(kind).or_insert_with(|| {
                of_kinds.push((kind, Vec::new()));
                of_kinds.len() - 1
            });
            of_kinds[number].1.push(line);
        }
        of_kinds.sort_by_key(|(_, lines)| Reverse(lines.len()));
        let most = of_kinds[0].1.len() as f64;
        of_kinds.truncate(MAX_KINDS);
        of_kinds.retain(|(_, lines)| lines.len() as f64 >= (MIN_KIND_RATIO * most).max(2.0));
        if most < (MIN_LIKE_HEADS * dated.len() as f64).max(2.0) {
            of_kinds.push((path, dated));
        }
        of_kinds
    }

    /// The children of `top` that hold one of these lines each, as rows do; None if lines lie in none.
    fn holders(&self, heads: &[u32], top: usize) -> Option<Vec<usize>> {
        let page = self.lines.page();
        let (mut found, mut row) = (Vec::with_capacity(heads.len()), top + 1);
        for &head in heads {
            let owner = self.lines.owner(head as usize);
            while row < page.end[top] as usize && page.end[row] as usize <= owner {
                row = page.end[row] as usize;
            }
            if owner < row || row >= page.end[top] as usize {
                return None;
            }
            found.push(row);
            row = page.end[row] as usize;
        }
        Some(found)
    }

    /// Where the first member begins, given where members below `top` end: after what no other member holds.
    fn opened(&self, end: &[u32], top: usize) -> u32 {
        let path = self.lines.outline.row_path();
        let mut pairs: HashSet<(u64, usize)> = HashSet::new();
        let mut of_first: Vec<usize> = Vec::new();
        for row in self.parts_of(top) {
            match end.partition_point(|&one| one <= self.lines.first(row)) {
                0 => of_first.push(row),
                member if member < end.len() => drop(pairs.insert((path[row], member))),
                _ => break,
            }
        }
        let holding = holding(&pairs);
        let least = MIN_HOLDING_SHARE * (end.len() - 1) as f64;
        let rare = of_first.into_iter().filter(|&row| (*holding.get(&path[row]).unwrap_or(&0) as f64) < least);
        rare.map(|row| self.lines.last(row)).max().unwrap_or(self.lines.first(top))
    }

    /// Whether what follows the last member below `top` is not what follows the others, which is a text.
    fn is_over(&self, end: &[u32], top: usize) -> bool {
        let path = self.lines.outline.row_path();
        let mut rows = self.parts_of(top).peekable();
        let mut after = |line: u32| {
            while rows.next_if(|&row| self.lines.first(row) < line).is_some() {}
            rows.peek().map(|&row| path[row])
        };
        let parts: Vec<Option<u64>> = end.iter().map(|&line| after(line)).collect();
        let (last, others) = match (end, &parts[..]) {
            ([.., _], [others @ .., last @ Some(_)]) => (*last, others.to_vec()),
            ([others @ .., last], _) if *last < self.lines.last(top) => {
                let of_line = |line: &u32| Some(path[self.lines.owner(*line as usize)]);
                (of_line(last), others.iter().map(of_line).collect())
            }
            _ => return true,
        };
        !others.contains(&last)
    }

    /// The children of an element that may be parts of posts.
    fn parts_of(&self, top: usize) -> impl Iterator<Item = usize> + '_ {
        let page = self.lines.page();
        let after = |&row: &usize| (row < page.rows()).then(|| page.end[row] as usize);
        let children = std::iter::successors(Some(top + 1), after);
        children
            .take_while(move |&row| row < page.end[top] as usize)
            .filter(|&row| page.flags(row) & IS_BLOCK != 0 && !is_written(page.tag[row] as u32))
    }

    /// The lines where posts begin whose names stand above their dates; None if they do not.
    fn starts_above(&self, heads: &[u32]) -> Option<Vec<u32>> {
        let block = &self.lines.block;
        let starts = |line: usize| self.gap[line] > 1 || line == 0 || block[line] > block[line - 1];
        let above = |head: usize| (0..=MAX_LINES_ABOVE).find(|&k| head <= k || starts(head - k)).unwrap_or(0);
        let all: Vec<u32> = heads.iter().map(|&head| above(head as usize) as u32).collect();
        let (most, times) = most_common(&all)?;
        if most == 0 || (times as f64) < MIN_SAME_ABOVE * heads.len() as f64 {
            return None;
        }
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
        for row in self.parts_of(top) {
            let at = self.lines.first(row);
            let after = first.partition_point(|&one| one <= at);
            if after > 0 && at > first[after - 1] && at < last[after - 1] {
                let member = after - 1;
                if member < others {
                    pairs.insert((path[row], member));
                } else if others >= MIN_OTHERS || is_outside(page.tag[row] as u32) {
                    of_last.push((path[row], at));
                }
            }
        }
        let holding = holding(&pairs);
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

/// How many members have each path.
fn holding(pairs: &HashSet<(u64, usize)>) -> KeyMap<usize> {
    let mut found = key_map(pairs.len());
    pairs.iter().for_each(|&(path, _)| *found.entry(path).or_insert(0) += 1);
    found
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

/// The number that comes most often, the first of several, and how often.
fn most_common(numbers: &[u32]) -> Option<(u32, usize)> {
    let mut sorted: Vec<(u32, usize)> = numbers.iter().copied().zip(0..).collect();
    sorted.sort_unstable();
    let same = sorted.chunk_by(|one, other| one.0 == other.0);
    same.max_by_key(|same| (same.len(), Reverse(same[0].1))).map(|same| (same[0].0, same.len()))
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
