//! The search for the comments of a page: the groups that may be they, and what tells. The compiled form of
//! `honbun.threads.comments`, `candidates` and `comment_features`; which group is taken is decided there.
#![forbid(unsafe_code)]

use crate::chars::{digit_value, is_digit, lower, points, trim};
use crate::dates::is_timed;
use crate::groups::{find_groups, Group, GroupMeasures, Kind, Wanted};
use crate::lines::Lines;
use crate::order::by_value;
use crate::outline::{running, Outline};
use crate::page::Page;
use crate::paths::is_called_comment;
use crate::scan::contains;
use crate::tables::*;
use std::collections::HashSet;

/// What is measured of a group beside `GROUP_FEATURES`, as the readable form has it.
pub const AROUND: &str =
    "called called_first called_key forms timed_share lead lead_longest kept_share kept_before \
    kept_after logit_inside logit_before writing_after counted_before board_links board_links_before titled";
/// So many lines below the title state the time of day, if something is to be comments that is not called so.
const MIN_TIMES: usize = 2;
/// Comments may be so small a share of the page's text; of the groups that may be comments, so many are looked at.
const MIN_SHARE: f64 = 0.002;
const MAX_GROUPS: usize = 40;
/// Which groups fit: see `honbun.threads.comment_features`.
const MIN_LENGTH: f64 = 10.0;
const MIN_LEAD_LENGTH: f64 = 50.0;
const MIN_FILLED_SHARE: f64 = 0.5;
const MIN_CALLED_SHARE: f64 = 0.9;
const MIN_TIMED_SHARE: f64 = 0.8;
/// A heading above the comments that says how many they are.
const MAX_HEADING_LINES: usize = 8;
const MAX_HEADING_LENGTH: u32 = 60;
const MAX_NUMBER_DIGITS: usize = 5;
const MAX_LOGIT: f32 = 6.0;

/// For each row whether it or an element around it is called comments, below the title.
pub fn called_below(outline: Outline, title: i64) -> Vec<bool> {
    let names = &outline.common.identifiers;
    outline.page.within(|row| names.is_comment(row) && outline.blocks.first[row] as i64 > title)
}

/// Whether something that is called comments says something.
pub fn says_something(outline: Outline, called: &[bool]) -> bool {
    (0..outline.len()).any(|i| outline.is_prose(i) && called[outline.owner(i)])
}

/// Whether lines below the title state the time of day.
pub fn has_times(outline: Outline, title: i64) -> bool {
    let below = (title + 1).max(0) as usize;
    let is_dated = &outline.common.is_dated;
    let timed = (below..outline.len()).filter(|&i| is_dated[i] && is_timed(outline.shown.get(i)));
    timed.take(MIN_TIMES).count() >= MIN_TIMES
}

/// The groups of a page that may be its comments, those that say most first, and the features of each.
#[derive(Default)]
pub struct Candidates {
    pub groups: Vec<Group>,
    pub features: Vec<f32>,
}

/// The candidates, given the block of the title, or -1, the elements that are called comments, the logit of each block
/// and the keys of which one member is enough.
pub fn search(lines: &Lines, title: i64, called: &[bool], logit: &[f32], known: &HashSet<&[u8]>) -> Candidates {
    let outline = lines.outline;
    let is_called = says_something(outline, called);
    if !is_called && !has_times(outline, title) {
        return Candidates::default();
    }
    let below: Vec<bool> = outline.blocks.first.iter().map(|&first| first as i64 > title).collect();
    // To look at the whole page costs many times as much.
    let rows = if is_called { called } else { &below };
    let is_single = |key: &[u8]| is_named_comment(key) || known.contains(key);
    let found = find_groups(lines, &Wanted { rows: Some(rows), by_date: true, is_single: &is_single });
    if found.is_empty() {
        return Candidates::default();
    }
    let seen = Seen::of(lines, title, called, logit);
    let groups = seen.chosen(found);
    let mut measures = GroupMeasures::of(lines);
    let mut features = Vec::new();
    for group in &groups {
        measures.measure(group, &mut features);
        seen.measure(group, &mut features);
    }
    Candidates { groups, features }
}

pub fn is_named_comment(key: &[u8]) -> bool {
    let mut lowered = Vec::with_capacity(key.len());
    lower(key, &mut lowered);
    is_called_comment(&lowered)
}

/// The length of what a group says; of the largest member, where they lie in each other.
pub fn said(lines: &Lines, group: &Group) -> f64 {
    let of_members = group.first.iter().zip(&group.last).map(|(&first, &last)| lines.said(first, last));
    match group.is_nested() {
        true => of_members.fold(f64::NEG_INFINITY, f64::max),
        false => of_members.sum(),
    }
}

/// A page as it is seen from its groups.
struct Seen<'a> {
    lines: &'a Lines<'a>,
    /// The line of the title, or -1.
    title: i64,
    called: &'a [bool],
    /// Sums over lines: those that state the time of day, characters of likely text, logits by characters.
    timed_sum: Vec<f64>,
    kept_sum: Vec<f64>,
    logit_sum: Vec<f64>,
    /// The line of each link, and how many of the first 0, 1, 2 … lead to a board.
    link_lines: Vec<u32>,
    boards: Vec<f64>,
    /// For each row the inputs in its subtree in which people write.
    inputs: Vec<u32>,
    /// The last element in which people write texts, or -1.
    last_writing: i64,
}

impl<'a> Seen<'a> {
    fn of(lines: &'a Lines<'a>, title: i64, called: &'a [bool], logit: &[f32]) -> Seen<'a> {
        let (page, n) = (lines.page(), lines.len());
        let logit_of = |line: usize| logit[lines.block[line] as usize].clamp(-MAX_LOGIT, MAX_LOGIT) as f64;
        let kept = |line: usize| if logit_of(line) > 0.0 { lines.unlinked[line] } else { 0.0 };
        let is_timed = |line: usize| lines.is_dated[line] && is_timed(lines.shown.get(line));
        let links: Vec<(usize, bool)> = page
            .attributes()
            .filter(|&(row, name, _)| name == A_HREF && page.is(row, T_A))
            .map(|(row, _, address)| (row, leads_to_board(address)))
            .collect();
        let title_line = match title {
            0.. => lines.block.partition_point(|&block| (block as i64) < title) as i64,
            _ => -1,
        };
        Seen {
            lines,
            title: title_line,
            called,
            timed_sum: running(n, |line| is_timed(line) as u8 as f64),
            kept_sum: running(n, kept),
            logit_sum: running(n, |line| logit_of(line) * lines.unlinked[line]),
            link_lines: links.iter().map(|&(row, _)| lines.line_of_row[row]).collect(),
            boards: running(links.len(), |i| links[i].1 as u8 as f64),
            inputs: input_counts(page),
            last_writing: (0..page.rows())
                .rev()
                .find(|&row| page.is(row, T_TEXTAREA))
                .map_or(-1, |row| row as i64),
        }
    }

    /// The groups that may be comments, those that say most first, each set of members once.
    fn chosen(&self, groups: Vec<Group>) -> Vec<Group> {
        let least = (MIN_SHARE * self.lines.unlinked_sum.last().copied().unwrap_or(0.0)).max(1.0);
        let fit: Vec<(f64, Group)> = groups
            .into_iter()
            .map(|group| (said(self.lines, &group), group))
            .filter(|(said, group)| *said >= least && self.fits(group))
            .collect();
        let mut known: HashSet<(bool, Vec<u32>, Vec<u32>)> = HashSet::new();
        let mut is_new =
            |group: &Group| known.insert((group.kind == Kind::Heads, group.first.clone(), group.last.clone()));
        by_value(fit).filter(|group| is_new(group)).take(MAX_GROUPS).collect()
    }

    /// Below the text, mostly saying something, called comments or with times of day; one member if it is dated.
    fn fits(&self, group: &Group) -> bool {
        let lines = self.lines;
        let first = group.range().0;
        let lead = lines.said(self.title.max(0) as u32, first);
        let range = |k: usize| (group.first[k] as usize, group.last[k] as usize);
        let is_filled = |k: usize| lines.said(group.first[k], group.last[k]) >= MIN_LENGTH;
        let is_dated = |k: usize| lines.date_sum[range(k).1] > lines.date_sum[range(k).0];
        first as i64 > self.title
            && lead >= MIN_LEAD_LENGTH
            && group.share(is_filled) >= MIN_FILLED_SHARE
            && (group.len() > 1 || is_dated(0))
            && (group.share(|k| self.called[group.rows[k] as usize]) >= MIN_CALLED_SHARE
                || group.share(|k| self.is_timed(group, k)) >= MIN_TIMED_SHARE)
    }

    fn is_timed(&self, group: &Group, k: usize) -> bool {
        self.timed_sum[group.last[k] as usize] > self.timed_sum[group.first[k] as usize]
    }

    /// Adds what stands before, in and after a group, and what its members are called, in the order of `AROUND`.
    fn measure(&self, group: &Group, out: &mut Vec<f32>) {
        let lines = self.lines;
        let (first, last) = group.range();
        let start = (self.title.max(0) as u32).min(first);
        let sum = |sums: &[f64], first: u32, last: u32| sums[last as usize] - sums[first as usize];
        let all = lines.len() as u32;
        let total = sum(&self.kept_sum, 0, all).max(1.0);
        let (inside, before) = (lines.said(first, last), lines.said(start, first));
        let longest = lines.unlinked[start as usize..first as usize].iter().copied().fold(0.0, f64::max);
        let is_called = self.called[group.rows[0] as usize];
        let links = |line: u32| self.link_lines.partition_point(|&one| one < line);
        let (links_before, links_after) = (links(first), self.link_lines.len() - links(last));
        let boards_before = self.boards[links_before];
        let boards_after = self.boards[self.link_lines.len()] - self.boards[links(last)];
        let has_input = |k: usize| group.is_of_elements() && self.inputs[group.rows[k] as usize] > 0;
        let truth = |is: bool| is as u8 as f64;
        let values = [
            group.share(|k| self.called[group.rows[k] as usize]),
            truth(is_called),
            truth(is_called && is_named_comment(&group.key.text())),
            group.share(has_input),
            group.share(|k| self.is_timed(group, k)),
            before.ln_1p(),
            longest.ln_1p(),
            sum(&self.kept_sum, first, last) / inside.max(1.0),
            sum(&self.kept_sum, start, first) / total,
            sum(&self.kept_sum, last, all) / total,
            sum(&self.logit_sum, first, last) / inside.max(1.0),
            sum(&self.logit_sum, start, first) / before.max(1.0),
            truth(self.last_writing > lines.owner(last as usize - 1) as i64),
            truth(self.is_counted(first as usize, group.len())),
            (boards_after + boards_before) / ((links_after + links_before) as f64).max(1.0),
            boards_before / (links_before as f64).max(1.0),
            truth(first as i64 > self.title && self.title >= 0),
        ];
        out.extend(values.iter().map(|&value| value as f32));
    }

    /// Whether a short line right before says how many they are.
    fn is_counted(&self, first: usize, number: usize) -> bool {
        let shown = self.lines.shown;
        let near = first.saturating_sub(MAX_HEADING_LINES)..first;
        near.filter(|&line| shown.characters(line) <= MAX_HEADING_LENGTH)
            .any(|line| numbers(shown.get(line)).contains(&number))
    }
}

/// The numbers that stand alone in a text.
fn numbers(text: &[u8]) -> Vec<usize> {
    let text: Vec<u32> = points(text).map(|(_, point)| point).collect();
    let joins = |at: Option<&u32>| at.is_some_and(|&point| ".,:/-".chars().any(|mark| mark as u32 == point));
    let mut found = Vec::new();
    let mut at = 0;
    while at < text.len() {
        let digits = text[at..].iter().take_while(|&&point| is_digit(point)).count();
        let is_alone =
            !joins(at.checked_sub(1).and_then(|before| text.get(before))) && !joins(text.get(at + digits));
        if (1..=MAX_NUMBER_DIGITS).contains(&digits) && is_alone {
            found.push(text[at..at + digits].iter().fold(0, |number, &point| 10 * number + digit_value(point)));
        }
        at += digits.max(1);
    }
    found
}

fn input_counts(page: &Page) -> Vec<u32> {
    let mut is_input: Vec<bool> =
        (0..page.rows()).map(|row| page.is(row, T_TEXTAREA) || page.is(row, T_INPUT)).collect();
    for (row, name, value) in page.attributes() {
        if name == A_TYPE && is_input[row] {
            let mut lowered = Vec::with_capacity(value.len());
            lower(trim(value), &mut lowered);
            is_input[row] = matches!(&lowered[..], b"text" | b"email" | b"url" | b"password" | b"tel");
        }
    }
    let before = running(page.rows(), |row| is_input[row] as u8 as f64);
    (0..page.rows()).map(|row| (before[page.end[row] as usize] - before[row]) as u32).collect()
}

/// Whether an address is called as those of boards, and of what lies on them, are.
fn leads_to_board(address: &[u8]) -> bool {
    let mut lowered = Vec::with_capacity(address.len());
    lower(address, &mut lowered);
    let names: [&[u8]; 5] = [b"forum", b"bbs", b"thread", b"topic", b"discussion"];
    names.iter().any(|name| contains(&lowered, name)) || names_board(&lowered)
}

/// `board`, `boards`, `messageboard` as words of their own.
fn names_board(lowered: &[u8]) -> bool {
    let is_letter = |at: Option<usize>| at.and_then(|at| lowered.get(at)).is_some_and(u8::is_ascii_lowercase);
    lowered.windows(5).enumerate().filter(|(_, word)| word == b"board").any(|(at, _)| {
        let begins = |at: usize| !is_letter(at.checked_sub(1));
        let is_message = lowered[..at].ends_with(b"message") && begins(at - 7);
        let end = at + 5 + (lowered.get(at + 5) == Some(&b's')) as usize;
        (begins(at) || is_message) && !is_letter(Some(end))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_that_stand_alone() {
        assert_eq!(numbers("3 comments, 1.5 of 12:30, 123456 and ４".as_bytes()), [3, 4]);
        assert!(numbers(b"").is_empty());
    }

    #[test]
    fn addresses_of_boards() {
        for address in ["/Forum/1", "/messageboards/", "/board?x", "/x/bbs/", "showthread.php"] {
            assert!(leads_to_board(address.as_bytes()), "{address}");
        }
        for address in ["/boarding", "/keyboard", "/news/1", "/xmessageboard"] {
            assert!(!leads_to_board(address.as_bytes()), "{address}");
        }
    }
}
