//! What is measured of the lines of a group: is a line of a body? The compiled form of `honbun.bodies`.
#![forbid(unsafe_code)]

use super::measures::{Entry, GroupMeasures};
use super::Group;
use crate::chars::{bytes_of_first, bytes_of_last, count, is_counted_digit, points, trim};
use crate::dates::is_dated;
use crate::lines::Lines;
use crate::tables::*;

/// In the order of `LINE_FEATURES` of the readable form.
pub const LINE_FEATURES: &str =
    "ink link_share words ends_sentence digit_share dated in_quote in_pre in_list in_cell \
    in_heading in_paragraph in_form text_spread line_share from_start from_end place members key_share key_once \
    key_count key_varied key_ink key_link key_dated key_said key_place box_share box_lines box_varied outer_share \
    outer_varied before_ink before_link_share before_key_share before_key_varied before_text_spread after_ink \
    after_link_share after_key_share after_key_varied after_text_spread after_date after_largest below_rule ends_dated \
    key_ends_dated";
pub const WIDTH: usize = 48;
/// Where those lie that the lines before and after are told by, and where what is told begins.
const AROUND: [usize; 5] = [0, 1, 19, 22, 13];
const BEFORE: usize = 33;
const AFTER: usize = 38;
const BELOW_RULE: usize = 45;
const ENDS_DATED: usize = 46;
/// A remark on a post ends with who made it and when, within so many characters.
const END_LENGTH: usize = 16;
const SENTENCE_ENDS: &str = ".!?…。！？」』)）:;\"'”’";
const RULE: &str = "-_=*~–—";
/// Of a line so many characters are looked at for digits.
const MAX_COUNTED: usize = 100;

/// The lines of several groups: how many each has, all of them, and the features of each.
#[derive(Default)]
pub struct MeasuredLines {
    pub counts: Vec<i32>,
    /// How many members each group has.
    pub sizes: Vec<usize>,
    pub lines: Vec<u32>,
    pub members: Vec<u32>,
    /// Lines that are the last rule of their member that is text, or stand below it.
    pub is_below: Vec<bool>,
    pub features: Vec<f32>,
}

/// The lines of groups of so many members, of which the first line and the first after them are told.
pub fn measure_lines(lines: &Lines, sizes: &[i64], first: &[u32], last: &[u32]) -> MeasuredLines {
    assert!(last.iter().all(|&line| line as usize <= lines.len()), "members of another page");
    let (mut measures, within) = (GroupMeasures::of(lines), Within::of(lines));
    let (mut found, mut start) = (MeasuredLines::default(), 0);
    for &size in sizes {
        let own = start..start + size as usize;
        start = own.end;
        let group = Group::of_ranges(&first[own.clone()], &last[own]);
        let before = found.lines.len();
        measures.measure_lines(&group, &within, &mut found);
        found.counts.push((found.lines.len() - before) as i32);
        found.sizes.push(size as usize);
    }
    found
}

/// The elements around a line that tell of it.
struct Within([Vec<bool>; 7]);

impl Within {
    fn of(lines: &Lines) -> Within {
        let page = lines.page();
        let within = |codes: &[u32]| page.within(|row| codes.contains(&(page.tag[row] as u32)));
        Within([
            within(&[T_BLOCKQUOTE, T_Q, T_CITE]),
            within(&[T_PRE, T_CODE]),
            within(&[T_UL, T_OL, T_DL]),
            within(&[T_TD, T_TH]),
            within(&[T_H1, T_H2, T_H3, T_H4, T_H5, T_H6, T_HEADER]),
            within(&[T_P]),
            within(&[T_FORM, T_BUTTON, T_LABEL, T_FOOTER, T_NAV]),
        ])
    }
}

/// What is counted of the lines of one path key.
#[derive(Clone, Copy, Default)]
struct OfKey {
    lines: f64,
    members: f64,
    once: f64,
    distinct: f64,
    ink: f64,
    link: f64,
    dated: f64,
    said: f64,
    place: f64,
    ends: f64,
}

/// A member: its lines among the entries, and what they say.
struct Member {
    start: usize,
    end: usize,
    length: f64,
    said: f64,
}

impl GroupMeasures<'_> {
    /// Adds the shown lines of a group, sorted by member, and the features of each.
    fn measure_lines(&mut self, group: &Group, within: &Within, out: &mut MeasuredLines) {
        let entries = self.entries(group, group.is_nested());
        let members = self.of_members(&entries);
        let is_below = self.below_rules(&entries, &members);
        let mut rows = vec![[0.0f64; WIDTH]; entries.len()];
        self.of_line(&entries, &members, within, &mut rows);
        self.of_key(&entries, &members, &is_below, &mut rows);
        self.of_box(&entries, &members, &mut rows);
        self.around(&entries, &members, &mut rows);
        rows.iter_mut().zip(&is_below).for_each(|(row, &is)| row[BELOW_RULE] = is as u8 as f64);
        out.features.extend(rows.iter().flatten().map(|&value| value as f32));
        out.lines.extend(entries.iter().map(|entry| entry.line as u32));
        out.members.extend(entries.iter().map(|entry| entry.member as u32));
        out.is_below.extend(is_below);
    }

    fn of_members(&self, entries: &[Entry]) -> Vec<Member> {
        let mut start = 0;
        let measure = |own: &[Entry]| {
            let sum = |values: &[f64]| own.iter().map(|entry| values[entry.line]).sum::<f64>();
            start += own.len();
            let (length, said) = (sum(&self.lines.length), sum(&self.lines.unlinked));
            Member { start: start - own.len(), end: start, length, said }
        };
        entries.chunk_by(|one, other| one.member == other.member).map(measure).collect()
    }

    /// Which lines are the last rule of their member that is text, or stand below it.
    fn below_rules(&self, entries: &[Entry], members: &[Member]) -> Vec<bool> {
        let is_rule = |entry: &Entry| {
            let text = trim(self.lines.shown.get(entry.line));
            let is_mark = |point: u32| RULE.chars().any(|mark| mark as u32 == point);
            points(text).all(|(_, point)| is_mark(point)) && count(text) > 1
        };
        let mut is_below = vec![false; entries.len()];
        for member in members {
            if let Some(last) = entries[member.start..member.end].iter().rposition(is_rule) {
                is_below[member.start + last..member.end].fill(true);
            }
        }
        is_below
    }

    fn link_share(&self, line: usize) -> f64 {
        self.lines.blocks.link_length.at(line) as f64 / (self.lines.blocks.length.at(line) as f64).max(1.0)
    }

    /// What the line itself shows.
    fn of_line(&mut self, entries: &[Entry], members: &[Member], within: &Within, rows: &mut [[f64; WIDTH]]) {
        let texts: Vec<u32> = entries.iter().map(|entry| self.text(entry.line)).collect();
        // How many members say it.
        let mut spread = vec![(0u32, usize::MAX); self.texts.len()];
        for (entry, &text) in entries.iter().zip(&texts) {
            let (times, last) = &mut spread[text as usize];
            *times += (*last != entry.member) as u32;
            *last = entry.member;
        }
        let (lines, page) = (self.lines, self.lines.page());
        let others = (members.len() as f64 - 1.0).max(1.0);
        for member in members {
            let own = (member.end - member.start) as f64;
            for at in member.start..member.end {
                let (line, index) = (entries[at].line, (at - member.start) as f64);
                let text = lines.shown.get(line);
                let seen = &text[..bytes_of_first(text, MAX_COUNTED)];
                let digits = points(seen).filter(|&(_, point)| is_counted_digit(point)).count();
                let end = points(trim(text)).last().map_or(0, |(_, point)| point);
                let node = page.node_owner[lines.blocks.first_node[line] as usize] as usize;
                let row = &mut rows[at];
                row[0] = lines.length[line].ln_1p();
                row[1] = self.link_share(line);
                row[2] = (text.iter().filter(|&&byte| byte == b' ').count() as f64).ln_1p();
                row[3] = SENTENCE_ENDS.chars().any(|mark| mark as u32 == end) as u8 as f64;
                row[4] = digits as f64 / count(seen) as f64;
                row[5] = lines.is_dated[line] as u8 as f64;
                for (value, is_in) in row[6..13].iter_mut().zip(&within.0) {
                    *value = (is_in[lines.owner(line)] || is_in[node]) as u8 as f64;
                }
                row[13] = (spread[texts[at] as usize].0 as f64 - 1.0) / others;
                row[14] = lines.length[line] / member.length.max(1.0);
                row[15] = index.ln_1p();
                row[16] = (own - 1.0 - index).ln_1p();
                row[17] = index / own;
                row[18] = (members.len() as f64).ln_1p();
                row[ENDS_DATED] = is_dated(&text[text.len() - bytes_of_last(text, END_LENGTH)..]) as u8 as f64;
            }
        }
    }

    /// What the lines of the same path in other members are like.
    fn of_key(&self, entries: &[Entry], members: &[Member], is_below: &[bool], rows: &mut [[f64; WIDTH]]) {
        let dated = |line: usize| self.lines.is_dated[line] as usize;
        let key_of = |at: usize| {
            let line = entries[at].line;
            (2 * self.key[line] as usize + dated(line)) * 2 + is_below[at] as usize
        };
        let key: Vec<usize> = (0..entries.len()).map(key_of).collect();
        let mut table = vec![OfKey::default(); 4 * self.keys];
        let mut said: Vec<(usize, u32)> = Vec::with_capacity(entries.len());
        let mut own: Vec<usize> = Vec::new();
        for member in members {
            for at in member.start..member.end {
                let (line, of) = (entries[at].line, &mut table[key[at]]);
                said.push((key[at], self.text[line]));
                of.lines += 1.0;
                of.ink += rows[at][0];
                of.link += rows[at][1];
                of.dated += rows[at][5];
                of.said += self.lines.unlinked[line];
                of.place += rows[at][17];
                of.ends += rows[at][ENDS_DATED];
            }
            own.clear();
            own.extend(&key[member.start..member.end]);
            own.sort_unstable();
            for same in own.chunk_by(|one, other| one == other) {
                table[same[0]].members += 1.0;
                table[same[0]].once += (same.len() == 1) as u8 as f64;
            }
        }
        said.sort_unstable();
        said.dedup();
        said.iter().for_each(|&(key, _)| table[key].distinct += 1.0);
        let (n, total) = (members.len() as f64, members.iter().map(|member| member.said).sum::<f64>().max(1.0));
        for (row, &key) in rows.iter_mut().zip(&key) {
            let of = &table[key];
            let means = [of.ink, of.link, of.dated].map(|sum| sum / of.lines);
            row[19..23].copy_from_slice(&[
                of.members / n,
                of.once / n,
                (of.lines / of.members).ln_1p(),
                of.distinct / of.lines,
            ]);
            row[23..26].copy_from_slice(&means);
            row[26..28].copy_from_slice(&[of.said / total, of.place / of.lines]);
            row[ENDS_DATED + 1] = of.ends / of.lines;
        }
    }

    /// How much of the member the two elements around the line hold, and how varied it is there.
    fn of_box(&self, entries: &[Entry], members: &[Member], rows: &mut [[f64; WIDTH]]) {
        let page = self.lines.page();
        let above = |row: usize| page.parent[row].max(0) as usize;
        let mut boxed: Vec<(usize, usize)> = Vec::new();
        for member in members {
            for (levels, first) in [(1, 28), (2, 31)] {
                boxed.clear();
                boxed.extend((member.start..member.end).map(|at| {
                    let owner = self.lines.owner(entries[at].line);
                    ((0..levels).fold(owner, |row, _| above(row)), at)
                }));
                boxed.sort_unstable();
                for same in boxed.chunk_by(|one, other| one.0 == other.0) {
                    let sum = |value: &dyn Fn(usize) -> f64| same.iter().map(|&(_, at)| value(at)).sum::<f64>();
                    let share = sum(&|at| self.lines.unlinked[entries[at].line]) / member.said.max(1.0);
                    let varied = sum(&|at| rows[at][22]) / same.len() as f64;
                    for &(_, at) in same {
                        rows[at][first] = share;
                        match levels {
                            1 => rows[at][29..31].copy_from_slice(&[(same.len() as f64).ln_1p(), varied]),
                            _ => rows[at][32] = varied,
                        }
                    }
                }
            }
        }
    }

    /// The lines before and after in the same member, and where the date and the longest line are.
    fn around(&self, entries: &[Entry], members: &[Member], rows: &mut [[f64; WIDTH]]) {
        for member in members {
            let said = |at: usize| self.lines.unlinked[entries[at].line];
            let own = member.start..member.end;
            let longest = own.clone().fold(member.start, |best, at| if said(at) > said(best) { at } else { best });
            let mut dates = 0.0;
            for at in own {
                let near = |at: Option<usize>, number: usize| at.map_or(-1.0, |at| rows[at][number]);
                let before = AROUND.map(|number| near((at > member.start).then(|| at - 1), number));
                let after = AROUND.map(|number| near((at + 1 < member.end).then_some(at + 1), number));
                dates += rows[at][5];
                let away = at as f64 - longest as f64;
                let row = &mut rows[at];
                row[BEFORE..AFTER].copy_from_slice(&before);
                row[AFTER..AFTER + 5].copy_from_slice(&after);
                row[AFTER + 5] = dates;
                row[AFTER + 6] = away.abs().ln_1p() * if away < 0.0 { -1.0 } else { 1.0 };
            }
        }
    }
}
