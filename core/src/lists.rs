//! The lists of a page: groups that may be its records, and what is counted of each. The compiled form of
//! `honbun.lists.rank.find_candidates` and `honbun.lists.measure.count`.
#![forbid(unsafe_code)]

use crate::groups::{find_groups, Group, Key, Kind, Wanted};
use crate::grids::{Grids, Piece};
use crate::lines::Lines;
use crate::order::{ascending, by_key, by_value};
use crate::outline::running;
use crate::page::Page;
use crate::paths::mix;
use crate::small::Narrow;
use crate::tables::*;
use std::collections::HashSet;

/// A list that holds a smaller share of the page's text is not its main one; so many are looked at.
const MIN_TEXT_SHARE: f64 = 0.02;
const MAX_CANDIDATES: usize = 120;
/// As `honbun.page.paths` has them.
const MULTIPLIER: u64 = 0x9E37_79B9_7F4A_7C15;
const RELATIVE_MULTIPLIER: u64 = 0xD6E8_FEB8_6659_FD93;
const SHIFT: u32 = 29;

/// The groups whose members do not lie in each other, without members that show nothing, those of most text first.
pub fn find_candidates(lines: &Lines) -> Vec<Group> {
    let least = (MIN_TEXT_SHARE * lines.length_sum.last().copied().unwrap_or(0.0)).max(1.0);
    let mut known: HashSet<(Vec<u32>, Vec<u32>)> = HashSet::new();
    let mut fit: Vec<(f64, Group)> = Vec::new();
    for group in find_groups(lines, &Wanted { rows: None, by_date: false, is_single: &|_| false }) {
        let held = of_members(&group, &lines.length_sum);
        let total: f64 = held.iter().sum();
        let is_several = held.iter().filter(|&&length| length > 0.0).count() > 1;
        if total >= least && is_several && !group.is_nested() {
            let group = shown(lines, group, &held);
            if known.insert((group.first.clone(), group.last.clone())) {
                fit.push((total, group));
            }
        }
    }
    by_value(fit).take(MAX_CANDIDATES).collect()
}

/// For each member what it has of something, given the running sums over all lines.
fn of_members(group: &Group, sums: &[f64]) -> Vec<f64> {
    let ranges = group.first.iter().zip(&group.last);
    ranges.map(|(&first, &last)| sums[last as usize] - sums[first as usize]).collect()
}

/// The group without members that show nothing, under a key that means the same on other pages.
fn shown(lines: &Lines, mut group: Group, held: &[f64]) -> Group {
    if group.kind == Kind::Children {
        group.key = Key::of_children(lines.outline.row_path()[group.rows[0] as usize]);
    }
    for column in [&mut group.rows, &mut group.first, &mut group.last] {
        let mut lengths = held.iter();
        column.retain(|_| lengths.next().is_some_and(|&length| length > 0.0));
    }
    group
}

/// Counts what is alike in the members of lists, and where they stand.
pub struct Counter<'a> {
    lines: &'a Lines<'a>,
    names: RelativePaths<'a>,
    paths: RelativePaths<'a>,
    on_subject: Vec<f64>,
    on_siblings: Vec<f64>,
}

impl<'a> Counter<'a> {
    /// Given the lines that speak of what the page is about, and those that stand on other pages of its site.
    pub fn of(lines: &'a Lines<'a>, on_subject: &[bool], on_siblings: &[bool]) -> Counter<'a> {
        let (page, depth) = (lines.page(), &lines.outline.common.depth);
        let identifiers = &lines.outline.common.identifiers;
        let columns = data_columns(lines);
        // Another column is another part of a record, and a head is called as what it is the head of.
        let column = |row: usize| columns.get(row).copied().unwrap_or(0) as u64;
        Counter {
            lines,
            names: RelativePaths::of(page, depth, |row| if column(row) > 0 { 0 } else { page.tag[row] as u64 + 1 }),
            paths: RelativePaths::of(page, depth, |row| match column(row) {
                0 => identifiers.signature(row),
                column => mix(column),
            }),
            on_subject: running(lines.len(), |i| on_subject[i] as u8 as f64),
            on_siblings: running(lines.len(), |i| if on_siblings[i] { lines.length[i] } else { 0.0 }),
        }
    }

    /// Adds the counts of a list, in the order of `honbun.lists.measure.COUNTS`.
    pub fn count(&self, group: &Group, out: &mut Vec<f64>) {
        let lines = self.lines;
        let mut length = of_members(group, &lines.length_sum);
        let mut unlinked = of_members(group, &lines.unlinked_sum);
        let (total, total_unlinked) = (length.iter().sum(), unlinked.iter().sum());
        let longest = length.iter().copied().fold(0.0, f64::max);
        let on_subject = of_members(group, &self.on_subject).iter().filter(|&&number| number > 0.0).count();
        let [shown, parts, names, same_names, same_first] = self.similarity(group);
        let identifiers = &lines.outline.common.identifiers;
        let roots = group.rows.iter().map(|&row| identifiers.signature(row as usize)).collect();
        let (held, lead) = self.surroundings(group);
        out.extend_from_slice(&[
            total,
            total_unlinked,
            median(&mut unlinked),
            median(&mut length),
            longest,
            on_subject as f64,
            of_members(group, &self.on_siblings).iter().sum(),
            shown,
            parts,
            names,
            same_names,
            same_first,
            times(roots).into_iter().max().unwrap_or(0) as f64,
            self.gaps(group) as f64,
            held,
            lead,
        ]);
    }

    /// Shown lines, different parts of members by their paths and by names only, the squares of how many members have
    /// each of the latter, and how many begin with the same one.
    fn similarity(&self, group: &Group) -> [f64; 5] {
        let (lines, page) = (self.lines, self.lines.page());
        let root_of =
            |row: u32| if group.is_of_elements() { row } else { page.parent[row as usize].max(0) as u32 };
        let tops = if group.is_of_elements() { Vec::new() } else { children_of(page, group, root_of) };
        let (mut shown, mut parts) = (0, 0);
        let (mut firsts, mut names, mut own_names, mut own) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        for k in 0..group.len() {
            let root = root_of(group.rows[k]) as usize;
            own.clear();
            own_names.clear();
            for line in group.first[k] as usize..group.last[k] as usize {
                if lines.length[line] > 0.0 {
                    let owner = page.node_owner[lines.blocks.first_node[line] as usize] as usize;
                    own.push(self.inner_path(owner, root, &tops));
                    own_names.push(self.names.below(owner, root));
                }
            }
            firsts.extend(own.first());
            shown += own.len();
            own.sort_unstable();
            own.dedup();
            parts += own.len();
            own_names.sort_unstable();
            own_names.dedup();
            names.append(&mut own_names);
        }
        let number = names.len();
        let same: usize = times(names).into_iter().map(|times| times * times).sum();
        let first = times(firsts).into_iter().max().unwrap_or(0);
        [shown, parts, number, same, first].map(|count| count as f64)
    }

    /// The path of a line in its member; in a range of siblings, whatever these siblings' classes.
    fn inner_path(&self, owner: usize, root: usize, tops: &[u32]) -> u64 {
        if tops.is_empty() {
            return self.paths.below(owner, root);
        }
        let at = tops.partition_point(|&top| top as usize <= owner);
        let top = if owner > root && at > 0 { tops[at - 1] as usize } else { owner };
        self.paths.below(owner, top) ^ self.lines.page().tag[top] as u64
    }

    /// How often text stands between a member and the one before.
    fn gaps(&self, group: &Group) -> usize {
        let sums = &self.lines.length_sum;
        let between = group.first.iter().skip(1).zip(&group.last);
        between.filter(|(&first, &last)| sums[first as usize] > sums[last as usize]).count()
    }

    /// The text of what the members lie in, and what of it stands before the first of them.
    fn surroundings(&self, group: &Group) -> (f64, f64) {
        let (lines, page, sums) = (self.lines, self.lines.page(), &self.lines.length_sum);
        let parents: Vec<(u64, (usize, u32))> = (0..group.len())
            .map(|k| {
                let parent = page.parent[group.rows[k] as usize];
                let parent = if parent < 0 { page.rows() - 1 } else { parent as usize };
                (parent as u64, (parent, group.first[k]))
            })
            .collect();
        let mut parents: Vec<(usize, u32)> = by_key(parents).collect();
        parents.dedup_by_key(|&mut (parent, _)| parent);
        let (mut held, mut lead, mut reached) = (0.0, 0.0, 0);
        for (parent, first) in parents {
            let start = sums[lines.first(parent) as usize];
            if parent as i32 >= reached {
                held += sums[lines.last(parent) as usize] - start;
            }
            reached = reached.max(page.end[parent]);
            lead += sums[first as usize] - start;
        }
        (held, lead)
    }
}

/// For each element the number of its column, from 1 on, if it is a cell of a table of data; else 0. Empty without tables.
fn data_columns(lines: &Lines) -> Vec<u32> {
    let page = lines.page();
    let is_table = |row: usize| page.is(row, T_TABLE);
    if !(0..page.rows()).any(is_table) {
        return Vec::new();
    }
    let mut grids = Grids::of(page);
    for line in 0..lines.len() {
        let link_length = (lines.length[line] - lines.unlinked[line]) as u32;
        grids.add(Piece { owner: lines.owner(line), length: lines.length[line] as u32, link_length });
    }
    let mut is_data = vec![false; page.rows()];
    grids.found().iter().filter(|grid| grid.is_plain_grid()).for_each(|grid| is_data[grid.row()] = true);
    let table_of = page.nearest(is_table);
    let is_cell = |row: usize| page.is(row, T_TD) || page.is(row, T_TH);
    let mut found = vec![0; page.rows()];
    let mut last = (-1, 0);
    for row in (0..page.rows()).filter(|&row| is_cell(row) && table_of[row] >= 0 && is_data[table_of[row] as usize]) {
        last = (page.parent[row], if last.0 == page.parent[row] { last.1 + 1 } else { 1 });
        found[row] = last.1;
    }
    found
}

/// The children of the elements that the ranges of a group lie in, in document order.
fn children_of(page: &Page, group: &Group, root_of: impl Fn(u32) -> u32) -> Vec<u32> {
    let mut roots: Vec<u32> = group.rows.iter().map(|&row| root_of(row)).collect();
    roots.sort_unstable();
    roots.dedup();
    let mut found = Vec::new();
    for root in roots {
        let mut child = root as usize + 1;
        while child < page.end[root as usize] as usize {
            found.push(child as u32);
            child = page.end[child] as usize;
        }
    }
    found.sort_unstable();
    found
}

/// How often each of the values comes.
fn times(mut values: Vec<u64>) -> Vec<usize> {
    values.sort_unstable();
    values.chunk_by(|one, other| one == other).map(<[u64]>::len).collect()
}

fn median(values: &mut [f64]) -> f64 {
    ascending(values);
    let n = values.len();
    (values[(n - 1) / 2] + values[n / 2]) / 2.0
}

/// Paths from which the part above a record can be taken away: see `honbun.page.paths.RelativePaths`.
struct RelativePaths<'a> {
    depth: &'a Narrow,
    whole: Vec<u64>,
    powers: Vec<u64>,
}

impl<'a> RelativePaths<'a> {
    fn of(page: &Page, depth: &'a Narrow, signature: impl Fn(usize) -> u64) -> RelativePaths<'a> {
        let mut whole: Vec<u64> = Vec::with_capacity(page.rows());
        for row in 0..page.rows() {
            let spread = signature(row).wrapping_mul(RELATIVE_MULTIPLIER);
            let above = if page.parent[row] < 0 { 0 } else { whole[page.parent[row] as usize] };
            whole.push((spread ^ (spread >> SHIFT)).wrapping_add(above.wrapping_mul(MULTIPLIER)));
        }
        let deepest = depth.max() as usize;
        let powers = std::iter::successors(Some(1u64), |power| Some(power.wrapping_mul(MULTIPLIER)));
        RelativePaths { depth, whole, powers: powers.take(deepest + 1).collect() }
    }

    /// The path of an element below a root, which is the element or above it.
    fn below(&self, row: usize, root: usize) -> u64 {
        let steps = self.depth.at(row).saturating_sub(self.depth.at(root)) as usize;
        self.whole[row].wrapping_sub(self.whole[root].wrapping_mul(self.powers[steps]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parsed::Parsed;

    #[test]
    fn counts_of_a_list() {
        let items: String = (0..4).map(|i| format!("<li><b>Wool</b><p>ten yen {i}</p></li>")).collect();
        let parsed = Parsed::of(format!("<h1>A shop</h1><ul>{items}</ul>").as_bytes());
        let lines = parsed.lines();
        let groups = find_candidates(&lines);
        let group = groups.iter().find(|group| group.len() == 4 && group.rows[1] - group.rows[0] == 3);
        let mut counts = Vec::new();
        let nothing = vec![false; lines.len()];
        Counter::of(&lines, &nothing, &nothing).count(group.expect("the items"), &mut counts);
        // Lengths, then members on the subject and on siblings, lines and parts, what is the same, and the place.
        assert_eq!(counts[..5], [44.0, 44.0, 11.0, 11.0, 11.0]);
        assert_eq!(counts[5..], [0.0, 0.0, 8.0, 8.0, 8.0, 32.0, 4.0, 4.0, 0.0, 44.0, 0.0]);
    }

    #[test]
    fn nothing_on_an_empty_page() {
        let parsed = Parsed::of(b"");
        assert!(find_candidates(&parsed.lines()).is_empty());
    }
}
