//! Which lines of each member are its body: the compiled form of `choose_bodies` and `with_references` of
//! `honbun.bodies`.
#![forbid(unsafe_code)]

use crate::chars::trim;
use crate::expressions::REFERENCES;
use crate::fields::{head_labels, path_logits, Asked, PageTexts};
use crate::groups::MeasuredLines;
use crate::lines::Lines;
use crate::patterns::code_points;
use std::collections::{HashMap, HashSet};

/// The logit that a line such as "Name: Anna" at the beginning of all posts is of the body.
const LABELLED_LOGIT: f32 = -4.0;
/// How far the logit of a line is that of its path in all members: for boxes, for sequences of lines.
const POOLED_IN_BOX: f64 = 0.5;
const POOLED_IN_SEQUENCE: f64 = 0.3;
/// Inside the chosen box, or sequence, lines need this logit; and where nothing is likely.
const MIN_LOGIT: f64 = -2.0;
const MIN_WEAK_BOX_LOGIT: f64 = -3.0;
const MIN_WEAK_LINE_LOGIT: f64 = -2.0;
/// Right before and after the chosen box they need this one, where there are several members.
const MIN_BESIDE_LOGIT: f64 = 3.0;
/// Boxes that hold a smaller share of the best sequences are parts of posts: then the sequences are taken.
const MIN_BOX_SHARE: f64 = 0.8;
/// The box of most members is taken if it holds this share of what a member's own best box does.
const MIN_COMMON_SHARE: f64 = 0.7;
/// No line is surer than this.
const MAX_LOGIT: f64 = 4.0;

/// For each of the measured lines the logit that it is of a body, and whether it is.
#[derive(Default)]
pub struct Bodies {
    pub logits: Vec<f32>,
    pub is_body: Vec<bool>,
}

/// Members of a group: the first line of each, and the first after it.
#[derive(Clone, Copy)]
pub struct Ranges<'a> {
    pub first: &'a [u32],
    pub last: &'a [u32],
}

/// The bodies of groups, one after the other as they were measured, with so many features a line.
pub fn find_bodies(
    lines: &Lines,
    texts: &PageTexts,
    ranges: Ranges,
    measured: &MeasuredLines,
    width: usize,
    asked: &Asked,
) -> Bodies {
    let mut found = Bodies::default();
    let (mut start, mut first_member) = (0, 0);
    for (&count, &members) in measured.counts.iter().zip(&measured.sizes) {
        let own = start..start + count as usize;
        let group = Inside {
            lines,
            ranges: Ranges {
                first: &ranges.first[first_member..first_member + members],
                last: &ranges.last[first_member..first_member + members],
            },
            line: &measured.lines[own.clone()],
            member: &measured.members[own.clone()],
            is_below: &measured.is_below[own.clone()],
        };
        let mut logits = asked.trees.scores_of_rows(&measured.features[own.start * width..own.end * width], width);
        group.without_labels(texts, &mut logits);
        let weighed = group.weighed(asked, &logits);
        let mut is_body = vec![false; logits.len()];
        group.choose(&weighed, &mut is_body);
        group.add_references(&mut is_body);
        found.logits.extend(logits);
        found.is_body.extend(is_body);
        start = own.end;
        first_member += members;
    }
    found
}

/// The shown lines of one group, sorted by member.
struct Inside<'a> {
    lines: &'a Lines<'a>,
    ranges: Ranges<'a>,
    line: &'a [u32],
    member: &'a [u32],
    is_below: &'a [bool],
}

/// What may be the body of a member: elements by their path keys, the best of each, and the best sequence of lines.
struct Choices {
    /// Where its lines are among all.
    start: usize,
    end: usize,
    /// Path key, score, row.
    boxes: Vec<(u64, f64, u32)>,
    best: f64,
    sequence: (f64, usize, usize),
}

impl Inside<'_> {
    /// Lines that begin all posts with a label are no part of a body.
    fn without_labels(&self, texts: &PageTexts, logits: &mut [f32]) {
        let mut member = vec![-1; self.lines.len()];
        self.line.iter().zip(self.member).for_each(|(&line, &of)| member[line as usize] = of as i32);
        let labels = head_labels(self.lines, texts, &member);
        for (logit, &line) in logits.iter_mut().zip(self.line) {
            if labels[line as usize] > 0 {
                *logit = LABELLED_LOGIT;
            }
        }
    }

    fn path_key(&self, at: usize) -> u64 {
        self.lines.path_key[self.lines.owner(self.line[at] as usize)]
    }

    fn is_dated(&self, at: usize) -> bool {
        self.lines.is_dated[self.line[at] as usize]
    }

    /// The logits, moved towards what other pages say, and bounded.
    fn weighed(&self, asked: &Asked, logits: &[f32]) -> Vec<f64> {
        let key = |at: usize| {
            let (dated, below) =
                (if self.is_dated(at) { "d" } else { "" }, if self.is_below[at] { "r" } else { "" });
            format!("{:x}{dated}{below}", self.path_key(at))
        };
        let moved = match asked.votes.is_empty() {
            true => logits.iter().map(|&logit| logit as f64).collect(),
            false => path_logits(asked.votes, &(0..logits.len()).map(key).collect::<Vec<_>>(), logits),
        };
        moved.into_iter().map(|logit: f64| logit.clamp(-MAX_LOGIT, MAX_LOGIT)).collect()
    }

    fn choose(&self, logits: &[f64], is_body: &mut [bool]) {
        let weight: Vec<f64> = self.line.iter().map(|&line| self.lines.length[line as usize].sqrt()).collect();
        let pooled = self.pooled(logits, &weight);
        let mixed = |share: f64| -> Vec<f64> {
            logits.iter().zip(&pooled).map(|(own, all)| (1.0 - share) * own + share * all).collect()
        };
        let (in_box, in_sequence) = (mixed(POOLED_IN_BOX), mixed(POOLED_IN_SEQUENCE));
        let (mut members, mut start) = (Vec::new(), 0);
        for own in self.member.chunk_by(|one, other| one == other) {
            let end = start + own.len();
            let scores = |values: &[f64]| -> Vec<f64> { (start..end).map(|at| values[at] * weight[at]).collect() };
            let boxes = self.boxes(own[0] as usize, start, &scores(&in_box));
            let best = boxes.iter().map(|&(_, score, _)| score).fold(f64::NEG_INFINITY, f64::max);
            let best = if boxes.is_empty() { 0.0 } else { best };
            let sequence = best_sequence(&scores(&in_sequence));
            members.push(Choices { start, end, boxes, best, sequence });
            start = end;
        }
        let (mut total, mut order) = (HashMap::new(), Vec::new());
        for &(key, score, _) in members.iter().flat_map(|member| &member.boxes) {
            let sum: &mut f64 = total.entry(key).or_insert_with(|| {
                order.push(key);
                0.0
            });
            *sum += score;
        }
        // Of those with the same sum the first one.
        let common = order.iter().rev().copied().max_by(|one, other| total[one].total_cmp(&total[other]));
        let boxed: f64 = members.iter().map(|member| member.best).sum();
        let by_sequence = boxed < MIN_BOX_SHARE * members.iter().map(|member| member.sequence.0).sum::<f64>();
        for member in &members {
            let own = member.start..member.end;
            let mut keep_in_row = |row: u32, least: f64| {
                let (first, last) = (self.lines.first(row as usize), self.lines.last(row as usize));
                for at in own.clone() {
                    is_body[at] = (first..last).contains(&self.line[at]) && in_box[at] > least;
                }
            };
            let of_common = member.boxes.iter().find(|&&(key, ..)| Some(key) == common);
            if by_sequence && member.sequence.0 > 0.0 {
                let (_, first, last) = member.sequence;
                for at in member.start + first..member.start + last {
                    is_body[at] = in_sequence[at] > MIN_LOGIT;
                }
            } else if !by_sequence && member.best > 0.0 {
                let least = MIN_COMMON_SHARE * member.best;
                let near = member.boxes.iter().filter(|&&(_, score, _)| score >= least);
                let best =
                    near.max_by(|one, other| total[&one.0].total_cmp(&total[&other.0]).then(one.2.cmp(&other.2)));
                best.into_iter().for_each(|&(_, _, row)| keep_in_row(row, MIN_LOGIT));
                let beside = if members.len() > 1 { MIN_BESIDE_LOGIT } else { 0.0 };
                widen(&mut is_body[own.clone()], &in_box[own], beside);
            } else if let (false, Some(&(_, _, row))) = (by_sequence, of_common) {
                keep_in_row(row, MIN_WEAK_BOX_LOGIT);
            } else {
                let likeliest = own.rev().max_by(|&one, &other| in_sequence[one].total_cmp(&in_sequence[other]));
                if let Some(at) = likeliest {
                    is_body[at] = in_sequence[at] > MIN_WEAK_LINE_LOGIT;
                }
            }
        }
    }

    /// For each line the mean over all lines of its path, dated ones and those below a rule apart.
    fn pooled(&self, logits: &[f64], weight: &[f64]) -> Vec<f64> {
        let key = |at: usize| (self.path_key(at), self.is_dated(at), self.is_below[at]);
        let mut sums: HashMap<(u64, bool, bool), (f64, f64)> = HashMap::new();
        for at in 0..logits.len() {
            let (sum, total) = sums.entry(key(at)).or_default();
            *sum += logits[at] * weight[at];
            *total += weight[at];
        }
        let mean = |at: usize| {
            let (sum, total) = sums[&key(at)];
            sum / total.max(1e-9)
        };
        (0..logits.len()).map(mean).collect()
    }

    /// The elements of a member with the sum of the scores of their lines, the best of each path.
    fn boxes(&self, k: usize, start: usize, scores: &[f64]) -> Vec<(u64, f64, u32)> {
        let (lines, own) = (self.lines, &self.line[start..start + scores.len()]);
        let page = lines.page();
        let (first, last) = (self.ranges.first[k], self.ranges.last[k]);
        let (mut seen, mut rows) = (HashSet::new(), Vec::new());
        for &line in own {
            let mut row = lines.owner(line as usize) as i32;
            while row >= 0
                && lines.first(row as usize) >= first
                && lines.last(row as usize) <= last
                && seen.insert(row)
            {
                rows.push(row as u32);
                row = page.parent[row as usize];
            }
        }
        rows.sort_unstable();
        let mut total = vec![0.0];
        scores.iter().for_each(|score| total.push(total[total.len() - 1] + score));
        let until = |line: u32| total[own.partition_point(|&other| other < line)];
        let mut place: HashMap<u64, usize> = HashMap::new();
        let mut boxes: Vec<(u64, f64, u32)> = Vec::new();
        for row in rows {
            let score = until(lines.last(row as usize)) - until(lines.first(row as usize));
            let key = lines.path_key[row as usize];
            let at = *place.entry(key).or_insert(boxes.len());
            if at == boxes.len() {
                boxes.push((key, score, row));
            } else if score > boxes[at].1 {
                boxes[at] = (key, score, row);
            }
        }
        boxes
    }

    /// Adds the lines right before bodies, or within, that only say which post they answer.
    fn add_references(&self, is_body: &mut [bool]) {
        let mut start = 0;
        for own in self.member.chunk_by(|one, other| one == other) {
            let range = start..start + own.len();
            start = range.end;
            let Some(mut first) = range.clone().find(|&at| is_body[at]) else { continue };
            let last = range.clone().rfind(|&at| is_body[at]).unwrap_or(first);
            // The line right before is one of the member that is shown.
            let is_next = |at: usize| self.line[at - 1] + 1 == self.line[at];
            while first > range.start && is_next(first) && self.is_reference(first - 1) {
                first -= 1;
            }
            for at in first..last {
                is_body[at] = is_body[at] || self.is_reference(at);
            }
        }
    }

    fn is_reference(&self, at: usize) -> bool {
        let text = trim(self.lines.shown.get(self.line[at] as usize));
        let begins = |mark: &str| text.starts_with(mark.as_bytes());
        [">", "＞", "≫", "»"].into_iter().any(begins) && REFERENCES.matches(&code_points(text), 0).is_some()
    }
}

/// Adds the lines right before and after a body that have a larger logit than this.
fn widen(is_body: &mut [bool], logits: &[f64], least: f64) {
    for at in 1..is_body.len() {
        is_body[at] |= is_body[at - 1] && logits[at] > least;
    }
    for at in (1..is_body.len()).rev() {
        is_body[at - 1] |= is_body[at] && logits[at - 1] > least;
    }
}

/// The consecutive lines with the largest sum: that sum, the first, the first after them.
fn best_sequence(scores: &[f64]) -> (f64, usize, usize) {
    let (mut best, mut total, mut start) = ((0.0, 0, 0), 0.0, 0);
    for (i, score) in scores.iter().enumerate() {
        if total <= 0.0 {
            (total, start) = (0.0, i);
        }
        total += score;
        if total > best.0 {
            best = (total, start, i + 1);
        }
    }
    best
}
