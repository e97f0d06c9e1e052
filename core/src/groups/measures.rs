//! What is measured of a group: does each member look like one post? The compiled form of
//! `honbun.features.groups.features`.
#![forbid(unsafe_code)]

use super::{Group, Kind};
use crate::chars::{bytes_of_first, letters};
use crate::lines::Lines;
use crate::order::ascending;
use crate::tables::*;
use std::collections::HashMap;

/// In the order of `GROUP_FEATURES` of the readable form.
pub const GROUP_FEATURES: &str = "members covered_said covered_ink link_share said_median said_low said_spread \
    largest_share filled lines_mean lines_spread dated_share dated_once dates_mean page_dates date_key \
    date_key_first regular regular_said once_keys name_key name_varied repeated varied gap gap_spread before after \
    depth climbed is_nested top_lines heading_share is_word is_path is_children is_heads is_dates tag_row tag_item \
    tag_article longest_prose page_said page_dated parent_share same_tag_around inner_repeat inner_dated \
    least_regular odd_lines same_first same_root same_depth";
/// A name or a label is no longer.
const MAX_NAME_LENGTH: u32 = 40;
/// A member says something from this length on.
const MIN_FILLED_LENGTH: f64 = 10.0;
/// Of the lines of a page the text is compared up to this length.
const MAX_COMPARED_LENGTH: usize = 80;
/// What more members have in the same path than this share is regular; what more say than that is repeated.
const MIN_REGULAR_SHARE: f64 = 0.8;
const MAX_UNREPEATED_SHARE: f64 = 0.3;
const UNKNOWN: u32 = u32::MAX;

/// What is known of the lines of a page for groups to be measured.
pub struct GroupMeasures<'a> {
    pub(super) lines: &'a Lines<'a>,
    /// For each line its path key as a small number, in their order.
    pub(super) key: Vec<u32>,
    pub(super) keys: usize,
    /// For each line its text as a small number, once it was asked for: letters alone count.
    pub(super) text: Vec<u32>,
    pub(super) texts: HashMap<Vec<u8>, u32>,
    deepest: f64,
}

/// A shown line of a member.
#[derive(Clone, Copy)]
pub(super) struct Entry {
    pub(super) line: usize,
    pub(super) member: usize,
}

/// What is counted of a path key in one group.
#[derive(Clone, Copy, Default)]
struct OfKey {
    lines: u32,
    /// Members that have it, and that have it once; those that have it once with a date.
    members: u32,
    once: u32,
    dated_once: u32,
    distinct: u32,
    is_name: bool,
}

/// What is counted of the members of a group.
struct Members {
    said: Vec<f64>,
    lines: Vec<f64>,
    dates: Vec<f64>,
    longest: Vec<f64>,
    is_headed: Vec<bool>,
}

impl<'a> GroupMeasures<'a> {
    pub fn of(lines: &'a Lines<'a>) -> GroupMeasures<'a> {
        let key_of = |line: usize| lines.path_key[lines.owner(line)];
        let mut known: Vec<u64> = (0..lines.len()).map(key_of).collect();
        known.sort_unstable();
        known.dedup();
        GroupMeasures {
            key: (0..lines.len()).map(|line| known.partition_point(|&key| key < key_of(line)) as u32).collect(),
            keys: known.len().max(1),
            text: vec![UNKNOWN; lines.len()],
            texts: HashMap::new(),
            deepest: lines.outline.common.depth.max().max(1) as f64,
            lines,
        }
    }

    pub(super) fn text(&mut self, line: usize) -> u32 {
        if self.text[line] == UNKNOWN {
            let shown = self.lines.shown.get(line);
            let mut own = Vec::with_capacity(MAX_COMPARED_LENGTH);
            letters(&shown[..bytes_of_first(shown, MAX_COMPARED_LENGTH)], &mut own);
            let next = self.texts.len() as u32;
            self.text[line] = *self.texts.entry(own).or_insert(next);
        }
        self.text[line]
    }

    /// Adds the features of a group.
    pub fn measure(&mut self, group: &Group, out: &mut Vec<f32>) {
        let is_nested = group.is_nested();
        let entries = self.entries(group, is_nested);
        let members = self.members(group.len(), &entries);
        let amounts = self.amounts(&entries, &members);
        let keys = self.keys(&entries, group.len());
        let around = self.surroundings(group, &members);
        let (n, page) = (group.len() as f64, self.lines.page());
        let is = |kind: Kind| (group.kind == kind) as u8 as f64;
        let share = |is_in: fn(u32) -> bool| group.share(|k| is_in(page.tag[group.rows[k] as usize] as u32));
        let depth = |row: &u32| self.lines.outline.depth(*row as usize);
        let depths: f64 = group.rows.iter().map(|row| depth(row) as f64 / self.deepest).sum();
        let signature = |row: &u32| self.lines.outline.common.identifiers.signature(*row as usize);
        let longest: f64 = members.longest.iter().sum();
        let said: f64 = members.said.iter().sum();
        let values = [
            &amounts[..15],
            &keys[..9],
            &around[..4],
            &[depths / n, group.climbed as f64, is_nested as u8 as f64, around[4]],
            &[group.share(|k| members.is_headed[k])],
            &[is(Kind::Word), is(Kind::Path), is(Kind::Children), is(Kind::Heads), is(Kind::Dates)],
            &[share(is_row), share(is_item), share(|tag| tag == T_ARTICLE)],
            &[quantile(&members.longest, 0.5).ln_1p(), amounts[15], amounts[16], around[5], around[6]],
            &[said / longest.max(1.0), amounts[17], keys[9], odd_lines(&members), keys[10]],
            &[
                most_common(group.rows.iter().map(signature)),
                most_common(group.rows.iter().map(|row| depth(row) as u64)),
            ],
        ];
        out.extend(values.iter().flat_map(|values| values.iter()).map(|&value| value as f32));
    }

    /// The shown lines of a group, sorted by member; one that lies in several belongs to the last that begins.
    pub(super) fn entries(&self, group: &Group, is_nested: bool) -> Vec<Entry> {
        let is_shown = |line: &usize| self.lines.length[*line] > 0.0;
        if !is_nested {
            let of = |k: usize| group.first[k] as usize..(group.last[k] as usize).max(group.first[k] as usize);
            let of_member = |k: usize| of(k).filter(is_shown).map(move |line| Entry { line, member: k });
            return (0..group.len()).flat_map(of_member).collect();
        }
        // Painted from the last member on; what is painted is skipped.
        let mut next: Vec<u32> = (0..=self.lines.len() as u32).collect();
        let mut found = Vec::new();
        for k in (0..group.len()).rev() {
            let start = found.len();
            let mut line = unpainted(&mut next, group.first[k] as usize);
            while line < group.last[k] as usize {
                next[line] = line as u32 + 1;
                if is_shown(&line) {
                    found.push(Entry { line, member: k });
                }
                line = unpainted(&mut next, line + 1);
            }
            found[start..].reverse();
        }
        found.reverse();
        found
    }

    fn members(&self, count: usize, entries: &[Entry]) -> Members {
        let zeros = || vec![0.0f64; count];
        let mut found = Members {
            said: zeros(),
            lines: zeros(),
            dates: zeros(),
            longest: zeros(),
            is_headed: vec![false; count],
        };
        for &Entry { line, member } in entries {
            found.said[member] += self.lines.unlinked[line];
            found.lines[member] += 1.0;
            found.dates[member] += self.lines.is_dated[line] as u8 as f64;
            found.longest[member] = found.longest[member].max(self.lines.unlinked[line]);
            found.is_headed[member] |= self.lines.page().flags(self.lines.owner(line)) & IS_HEADING != 0;
        }
        found
    }

    /// How long the members are, and how evenly; how many are dated.
    fn amounts(&self, entries: &[Entry], members: &Members) -> [f64; 18] {
        let (lines, n) = (self.lines, members.said.len() as f64);
        let last = |sums: &[f64]| sums.last().copied().unwrap_or(0.0).max(1.0);
        let length: f64 = entries.iter().map(|entry| lines.length[entry.line]).sum();
        let total = members.said.iter().sum::<f64>().max(1.0);
        let (page_said, page_dates) = (last(&lines.unlinked_sum), last(&lines.date_sum));
        let dates: f64 = members.dates.iter().sum();
        let share = |is: &dyn Fn(usize) -> bool| (0..members.said.len()).filter(|&k| is(k)).count() as f64 / n;
        [
            n.ln_1p(),
            total / page_said,
            length / last(&lines.length_sum),
            1.0 - total / length.max(1.0),
            quantile(&members.said, 0.5).ln_1p(),
            quantile(&members.said, 0.1).ln_1p(),
            spread(&members.said),
            largest(&members.said) / total,
            share(&|k| members.said[k] >= MIN_FILLED_LENGTH),
            (members.lines.iter().sum::<f64>() / n).ln_1p(),
            spread(&members.lines),
            share(&|k| members.dates[k] > 0.0),
            share(&|k| members.dates[k] == 1.0),
            dates / n,
            dates / page_dates,
            page_said.ln_1p(),
            page_dates.ln_1p(),
            largest(&members.dates).ln_1p(),
        ]
    }

    /// Whether the members are made alike, and differ in their texts.
    fn keys(&mut self, entries: &[Entry], members: usize) -> [f64; 11] {
        let n = members as f64;
        let table = self.counted(entries);
        let varied = |key: u32| table[key as usize].distinct as f64 / (table[key as usize].lines as f64).max(1.0);
        let share = |key: u32| table[key as usize].members as f64 / n;
        let once = |of: &OfKey| of.once as f64 / n;
        let weight = |line: usize| self.lines.unlinked[line].max(1e-9);
        let total = entries.iter().map(|entry| weight(entry.line)).sum::<f64>().max(1e-9);
        let sum = |value: &dyn Fn(u32) -> f64| {
            entries.iter().map(|entry| value(self.key[entry.line]) * weight(entry.line)).sum::<f64>() / total
        };
        let (regular_said, varied_said) = (sum(&share), sum(&varied));
        let names = || table.iter().enumerate().filter(|(_, of)| of.is_name);
        let (mut pairs, mut regular, mut least) = (0.0, 0.0, f64::INFINITY);
        let (mut first_keys, mut own, mut with_lines) = (Vec::new(), Vec::new(), 0);
        for of_member in entries.chunk_by(|one, other| one.member == other.member) {
            own.clear();
            own.extend(of_member.iter().map(|entry| self.key[entry.line]));
            first_keys.push(own[0] as u64);
            own.sort_unstable();
            own.dedup();
            let sum: f64 = own.iter().map(|&key| share(key)).sum();
            pairs += own.len() as f64;
            regular += sum;
            least = least.min(sum / own.len() as f64);
            with_lines += 1;
        }
        if with_lines < members {
            least = 0.0;
        }
        let [date_key, date_key_first] = self.dated_keys(entries, &table, n);
        [
            date_key,
            date_key_first,
            regular / pairs.max(1.0),
            regular_said,
            (table.iter().filter(|of| once(of) >= MIN_REGULAR_SHARE).count() as f64).ln_1p(),
            names().map(|(_, of)| once(of)).fold(0.0, f64::max),
            names().map(|(key, of)| once(of) * varied(key as u32)).fold(0.0, f64::max),
            self.repeated(entries, members),
            varied_said,
            least,
            most_common(first_keys.into_iter()),
        ]
    }

    fn counted(&mut self, entries: &[Entry]) -> Vec<OfKey> {
        let mut table = vec![OfKey::default(); self.keys];
        let mut said: Vec<u64> = Vec::with_capacity(entries.len());
        let mut own: Vec<(u32, bool)> = Vec::new();
        for of_member in entries.chunk_by(|one, other| one.member == other.member) {
            own.clear();
            for entry in of_member {
                let (key, is_dated) = (self.key[entry.line], self.lines.is_dated[entry.line]);
                own.push((key, is_dated));
                said.push((key as u64) << 32 | self.text(entry.line) as u64);
                let of = &mut table[key as usize];
                of.lines += 1;
                of.is_name |= self.lines.blocks.length.at(entry.line) <= MAX_NAME_LENGTH && !is_dated;
            }
            own.sort_unstable();
            for same in own.chunk_by(|one, other| one.0 == other.0) {
                let of = &mut table[same[0].0 as usize];
                of.members += 1;
                of.once += (same.len() == 1) as u32;
                of.dated_once += (same.iter().filter(|(_, is_dated)| *is_dated).count() == 1) as u32;
            }
        }
        said.sort_unstable();
        said.dedup();
        said.iter().for_each(|&one| table[(one >> 32) as usize].distinct += 1);
        table
    }

    /// The path key with one date in most members, and how far down it is.
    fn dated_keys(&self, entries: &[Entry], table: &[OfKey], n: f64) -> [f64; 2] {
        let best = (0..table.len()).rev().max_by_key(|&key| table[key].dated_once).unwrap_or(0);
        let (mut found, mut position) = (0.0, 0.0);
        for of_member in entries.chunk_by(|one, other| one.member == other.member) {
            for (at, entry) in of_member.iter().enumerate() {
                if self.lines.is_dated[entry.line] && self.key[entry.line] as usize == best {
                    found += 1.0;
                    position += at as f64 / of_member.len() as f64;
                }
            }
        }
        [table[best].dated_once as f64 / n, if found > 0.0 { position / found } else { 0.5 }]
    }

    /// The share of the lines whose text many other members have as well.
    fn repeated(&self, entries: &[Entry], members: usize) -> f64 {
        let mut spread: HashMap<u32, (u32, usize)> = HashMap::new();
        for entry in entries {
            let (count, last) = spread.entry(self.text[entry.line]).or_insert((0, usize::MAX));
            *count += (*last != entry.member) as u32;
            *last = entry.member;
        }
        let most = if members > 2 { (MAX_UNREPEATED_SHARE * members as f64).max(1.0) } else { 1.0 };
        let repeated = entries.iter().filter(|entry| spread[&self.text[entry.line]].0 as f64 > most).count();
        repeated as f64 / (entries.len() as f64).max(1.0)
    }

    /// Where the members stand on the page: gap, its spread, before, after, lines at the top, share of the parents, and
    /// how many of these there are.
    fn surroundings(&self, group: &Group, members: &Members) -> [f64; 7] {
        let (lines, n) = (self.lines, group.len());
        let sums = &lines.unlinked_sum;
        let (first, last) = group.range();
        let total = sums.last().copied().unwrap_or(0.0).max(1.0);
        let gap = |k: usize| (sums[group.first[k] as usize] - sums[group.last[k - 1] as usize]).max(0.0);
        let gaps: f64 = (1..n).map(gap).sum();
        let distinct = |values: &mut Vec<i64>| {
            values.sort_unstable();
            values.dedup();
        };
        let mut tops: Vec<i64> = group.first.iter().map(|&line| line as i64).collect();
        distinct(&mut tops);
        let mut parents: Vec<i64> =
            group.rows.iter().map(|&row| lines.page().parent[row as usize] as i64).collect();
        distinct(&mut parents);
        // Above the root the readable form looks at the last element.
        let row_of = |above: i64| if above < 0 { lines.page().rows() - 1 } else { above as usize };
        let said_in = |&above: &i64| lines.said(lines.first(row_of(above)), lines.last(row_of(above)));
        let in_parents: f64 = parents.iter().map(said_in).sum();
        [
            gaps / lines.said(first, last).max(1.0),
            (1..n).filter(|&k| gap(k) != 0.0).count() as f64 / (n as f64 - 1.0).max(1.0),
            sums[first as usize] / total,
            1.0 - sums[last as usize] / total,
            tops.len() as f64 / n as f64,
            (members.said.iter().sum::<f64>() / in_parents.max(1.0)).min(2.0),
            parents.len() as f64 / n as f64,
        ]
    }
}

/// The first line from here on that is not painted yet.
fn unpainted(next: &mut [u32], start: usize) -> usize {
    let mut at = start;
    while next[at] as usize != at {
        at = next[at] as usize;
    }
    let mut step = start;
    while next[step] as usize != step {
        step = std::mem::replace(&mut next[step], at as u32) as usize;
    }
    at
}

fn is_row(tag: u32) -> bool {
    matches!(tag, T_TR | T_TBODY | T_TABLE | T_TD)
}

fn is_item(tag: u32) -> bool {
    matches!(tag, T_LI | T_DD | T_DT)
}

/// How far the member of most lines is from the others.
fn odd_lines(members: &Members) -> f64 {
    (largest(&members.lines).max(1.0) / quantile(&members.lines, 0.5).max(1.0)).ln()
}

fn largest(values: &[f64]) -> f64 {
    values.iter().copied().fold(f64::NEG_INFINITY, f64::max)
}

/// The standard deviation of the logarithms.
fn spread(values: &[f64]) -> f64 {
    let (n, mean) =
        (values.len() as f64, values.iter().map(|value| value.ln_1p()).sum::<f64>() / values.len() as f64);
    (values.iter().map(|value| (value.ln_1p() - mean).powi(2)).sum::<f64>() / n).sqrt()
}

fn quantile(values: &[f64], share: f64) -> f64 {
    let mut ordered = values.to_vec();
    ascending(&mut ordered);
    let position = share * (ordered.len() - 1) as f64;
    let low = position as usize;
    let (least, next) = (ordered[low], ordered[(low + 1).min(ordered.len() - 1)]);
    least + (next - least) * (position - low as f64)
}

/// The share of the most common of these values; 0 if there are none.
fn most_common(values: impl Iterator<Item = u64>) -> f64 {
    let mut ordered: Vec<u64> = values.collect();
    ordered.sort_unstable();
    let most = ordered.chunk_by(|one, other| one == other).map(<[u64]>::len).max().unwrap_or(0);
    most as f64 / (ordered.len() as f64).max(1.0)
}
