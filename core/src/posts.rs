//! The groups of a page that may be its posts: the compiled form of `honbun.threads.candidates`.
#![forbid(unsafe_code)]

use crate::comments::{is_named_comment, said};
use crate::groups::{find_groups, Group, GroupMeasures, Kind, Wanted};
use crate::lines::Lines;
use crate::order::by_value;
use crate::tables::*;
use std::collections::HashSet;

/// How small a share of the page's text a group may be, and how many are looked at, where most of its members are
/// called comments and where not; which groups are too short: see `honbun.threads.candidates`.
const MIN_SHARE: f64 = 0.03;
const MIN_CALLED_SHARE: f64 = 0.002;
const MIN_CALLED_MEMBERS: f64 = 0.9;
const MAX_GROUPS: usize = 150;
const MAX_CALLED_GROUPS: usize = 40;
const MAX_SHORT_MEMBERS: usize = 3000;
const MIN_MEAN_LENGTH: f64 = 25.0;
const MAX_LINES_OF_LETTER: usize = 10_000;
const WHOLE_PAGE: &[u8] = b"page";

/// For each row whether it or an element around it, but for the whole page, is called comments.
pub fn called(lines: &Lines) -> Vec<bool> {
    let (page, names) = (lines.page(), &lines.outline.common.identifiers);
    page.within(|row| names.is_comment(row) && !page.is(row, T_HTML) && !page.is(row, T_BODY))
}

/// The candidates, those that say most first, and the page from the line of its title on, or -1; the features of each.
/// Of the known keys one member is enough.
pub fn search(lines: &Lines, title: i64, called: &[bool], known: &HashSet<&[u8]>) -> (Vec<Group>, Vec<f32>) {
    let is_single = |key: &[u8]| is_named_comment(key) || known.contains(key);
    let found = find_groups(lines, &Wanted { rows: None, by_date: true, is_single: &is_single });
    let mut groups = chosen(lines, called, found);
    if (1..=MAX_LINES_OF_LETTER).contains(&lines.len()) {
        groups.push(Group::of_lines(lines, WHOLE_PAGE, title.max(0) as u32, lines.len() as u32));
    }
    let mut measures = GroupMeasures::of(lines);
    let mut features = Vec::new();
    groups.iter().for_each(|group| measures.measure(group, &mut features));
    (groups, features)
}

/// Those that say enough, the longest first, each set of members once.
fn chosen(lines: &Lines, called: &[bool], groups: Vec<Group>) -> Vec<Group> {
    let total = lines.unlinked_sum.last().copied().unwrap_or(0.0);
    let mut fit: Vec<(f64, (bool, Group))> = Vec::new();
    for group in groups {
        let said = said(lines, &group);
        let is_called = group.share(|k| called[group.rows[k] as usize]) >= MIN_CALLED_MEMBERS;
        let share = if is_called { MIN_CALLED_SHARE } else { MIN_SHARE };
        let is_short = group.len() > MAX_SHORT_MEMBERS && said < MIN_MEAN_LENGTH * group.len() as f64;
        if said >= (share * total).max(1.0) && !is_short {
            fit.push((said, (is_called, group)));
        }
    }
    let mut room = [MAX_GROUPS, MAX_CALLED_GROUPS];
    let mut known: HashSet<(bool, Vec<u32>, Vec<u32>)> = HashSet::new();
    let mut found = Vec::new();
    for (is_called, group) in by_value(fit) {
        let room = &mut room[is_called as usize];
        if *room > 0 && known.insert((group.kind == Kind::Heads, group.first.clone(), group.last.clone())) {
            *room -= 1;
            found.push(group);
        }
    }
    found
}
