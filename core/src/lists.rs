//! The lists of a page: groups that may be its records. The compiled form of `honbun.lists.rank.find_candidates`.
#![forbid(unsafe_code)]

use crate::groups::{find_groups, Group, Key, Kind, Wanted};
use crate::lines::Lines;
use std::collections::HashSet;

/// A list that holds a smaller share of the page's text is not its main one; so many are looked at.
const MIN_TEXT_SHARE: f64 = 0.02;
const MAX_CANDIDATES: usize = 120;

/// The groups whose members do not lie in each other, without members that show nothing, those of most text first.
pub fn find_candidates(lines: &Lines) -> Vec<Group> {
    let least = (MIN_TEXT_SHARE * lines.length_sum.last().copied().unwrap_or(0.0)).max(1.0);
    let mut known: HashSet<(Vec<u32>, Vec<u32>)> = HashSet::new();
    let mut fit: Vec<(f64, Group)> = Vec::new();
    for group in find_groups(lines, &Wanted { rows: None, by_date: false, is_single: &|_| false }) {
        let held: Vec<f64> = group.first.iter().zip(&group.last).map(|(&a, &b)| held(lines, a, b)).collect();
        let total: f64 = held.iter().sum();
        let is_several = held.iter().filter(|&&length| length > 0.0).count() > 1;
        if total >= least && is_several && !group.is_nested() {
            let group = shown(lines, group, &held);
            if known.insert((group.first.clone(), group.last.clone())) {
                fit.push((total, group));
            }
        }
    }
    fit.sort_by(|one, other| other.0.total_cmp(&one.0));
    fit.into_iter().take(MAX_CANDIDATES).map(|(_, group)| group).collect()
}

fn held(lines: &Lines, first: u32, last: u32) -> f64 {
    lines.length_sum[last as usize] - lines.length_sum[first as usize]
}

/// The group without members that show nothing, under a key that means the same on other pages.
fn shown(lines: &Lines, mut group: Group, held: &[f64]) -> Group {
    if group.kind == Kind::Children {
        group.key = Key::of_children(lines.outline.common.path[group.rows[0] as usize]);
    }
    for column in [&mut group.rows, &mut group.first, &mut group.last] {
        let mut lengths = held.iter();
        column.retain(|_| lengths.next().is_some_and(|&length| length > 0.0));
    }
    group
}
