//! Trees over columns, what they say of blocks and pages, and the threshold: the compiled form of `honbun.model`.
#![forbid(unsafe_code)]

use crate::article::Article;
use crate::context::Context;
use crate::features::{Matrix, Whole};
use crate::linked::Linked;
use crate::order::highest_first;
use crate::outline::Outline;

const MAX_DEPTH: usize = 8;
/// Of the trees that are trained.
const USUAL_DEPTH: usize = 6;
const MIN_WORDS: f32 = 0.5;
const THRESHOLDS: usize = 100;
const TOGETHER: f64 = 0.75;
const NOTHING: f64 = 0.2;

/// Trees that ask the same question everywhere on a level: see `honbun.model.trees`.
pub struct Trees {
    depth: usize,
    classes: usize,
    column: Vec<i32>,
    border: Vec<f32>,
    leaf: Vec<f32>,
    /// The leaves of the first class.
    first_class: Vec<f64>,
    bias: Vec<f32>,
}

impl Trees {
    /// None if the arrays do not fit together, or ask for one of more than so many columns.
    pub fn new(
        depth: usize,
        columns: usize,
        column: &[i32],
        border: &[f32],
        leaf: &[f32],
        bias: &[f32],
    ) -> Option<Trees> {
        let classes = bias.len();
        let is_deep = (1..=MAX_DEPTH).contains(&depth) && classes > 0;
        if !is_deep || column.len() % depth != 0 || border.len() != column.len() {
            return None;
        }
        let fits = leaf.len() == ((column.len() / depth) << depth) * classes;
        let is_known = column.iter().all(|&number| number >= 0 && (number as usize) < columns);
        (fits && is_known).then(|| Trees {
            depth,
            classes,
            column: column.to_vec(),
            border: border.to_vec(),
            leaf: leaf.to_vec(),
            first_class: leaf.iter().step_by(classes).map(|&leaf| leaf as f64).collect(),
            bias: bias.to_vec(),
        })
    }

    /// For each of so many rows its score in the first class, given the values of each column.
    pub fn scores<'a>(&self, rows: usize, values: impl Fn(usize) -> &'a [f32]) -> Vec<f32> {
        let mut score = vec![0.0f64; rows];
        let mut number = vec![0u8; rows];
        for (tree, own) in self.first_class.chunks_exact(1 << self.depth).enumerate() {
            number.fill(0);
            for (level, at) in (tree * self.depth..(tree + 1) * self.depth).enumerate() {
                let (border, bit) = (self.border[at], 1u8 << level);
                for (number, value) in number.iter_mut().zip(values(self.column[at] as usize)) {
                    *number |= if *value > border { bit } else { 0 };
                }
            }
            // As many leaves as numbers have: the compiler need not check them.
            if let Ok(own) = <&[f64; 1 << USUAL_DEPTH]>::try_from(own) {
                for (score, &number) in score.iter_mut().zip(&number) {
                    *score += own[number as usize % (1 << USUAL_DEPTH)];
                }
            } else {
                for (score, &number) in score.iter_mut().zip(&number) {
                    *score += own[number as usize];
                }
            }
        }
        score.into_iter().map(|score| (score + self.bias[0] as f64) as f32).collect()
    }

    /// The same, given the values of so many columns row by row.
    pub fn scores_of_rows(&self, values: &[f32], columns: usize) -> Vec<f32> {
        assert!(self.column.iter().all(|&number| (number as usize) < columns), "trees ask for another column");
        let rows = values.len() / columns.max(1);
        let mut turned = vec![0.0f32; values.len()];
        for (row, values) in values.chunks_exact(columns.max(1)).enumerate() {
            values.iter().enumerate().for_each(|(number, &value)| turned[number * rows + row] = value);
        }
        self.scores(rows, |number| &turned[number * rows..(number + 1) * rows])
    }

    /// The score of one row in each class.
    fn scores_of_row(&self, row: &[f32]) -> Vec<f64> {
        let mut score = vec![0.0f64; self.classes];
        for (tree, columns) in self.column.chunks_exact(self.depth).enumerate() {
            let is_above = |level: usize| row[columns[level] as usize] > self.border[tree * self.depth + level];
            let number = (0..self.depth).fold(0, |number, level| number | (is_above(level) as usize) << level);
            let start = ((tree << self.depth) + number) * self.classes;
            for (score, leaf) in score.iter_mut().zip(&self.leaf[start..start + self.classes]) {
                *score += *leaf as f64;
            }
        }
        // As they are told in single precision, so that equal ones are equal there, too.
        score.iter().zip(&self.bias).map(|(score, bias)| ((score + *bias as f64) as f32) as f64).collect()
    }
}

pub struct Model {
    pub blocks: Trees,
    pub context: Option<Trees>,
    pub pages: Option<Trees>,
}

/// Features take 836 bytes a block: those of pages of more blocks than this are measured in parts, again for each time
/// they are looked at.
const MAX_BLOCKS: usize = 1 << 12;

/// The features of the blocks of a page, kept if they are few enough to be.
pub struct Measured {
    linked: Linked,
    whole: Option<Matrix>,
    max_blocks: usize,
}

impl Measured {
    pub fn new(outline: Outline, article: &Article, linked: Linked) -> Measured {
        let is_small = outline.len() <= MAX_BLOCKS;
        let whole = is_small.then(|| Whole::of(outline, article, &linked).matrix(0..outline.len()));
        Measured { linked, whole, max_blocks: MAX_BLOCKS }
    }

    /// The features of all blocks, part by part.
    pub fn for_each(&self, outline: Outline, article: &Article, mut take: impl FnMut(&Matrix)) {
        if let Some(whole) = &self.whole {
            return take(whole);
        }
        let mut whole = Whole::of(outline, article, &self.linked);
        for start in (0..outline.len()).step_by(self.max_blocks) {
            take(&whole.matrix(start..(start + self.max_blocks).min(outline.len())));
        }
    }
}

impl Model {
    /// The log-odds of each block, first by itself, then in its context, and the kinds of pages by these, the likeliest
    /// first: what is measured of a large page is measured once for both.
    pub fn predict(&self, outline: Outline, article: &Article, measured: &Measured) -> (Vec<f32>, Vec<i32>) {
        let mut first = Vec::with_capacity(outline.len());
        let mut profile = Profile::default();
        let is_second = self.context.is_some() && !outline.is_empty();
        measured.for_each(outline, article, |features| {
            first.extend(self.blocks.scores(features.blocks.len(), |number| features.column(number)));
            if !is_second {
                profile.add(self, features, &probabilities(&first[features.blocks.start..]), None);
            }
        });
        let Some(trees) = self.context.as_ref().filter(|_| is_second) else { return (first, profile.kinds(self)) };
        let mut second = Vec::with_capacity(first.len());
        let context = Context::of(outline, &first);
        measured.for_each(outline, article, |features| {
            let context = context.matrix(features.blocks.clone());
            let own = context.names.len();
            second.extend(trees.scores(features.blocks.len(), |number| match number.checked_sub(own) {
                Some(number) => features.column(number),
                None => context.column(number),
            }));
            profile.add(self, features, &probabilities(&second[features.blocks.start..]), None);
        });
        (second, profile.kinds(self))
    }

    /// The kinds of pages, the likeliest first, if the blocks are so likely main text and some are apart from it.
    pub fn kinds(
        &self,
        outline: Outline,
        article: &Article,
        measured: &Measured,
        probability: &[f32],
        apart: Option<&[bool]>,
    ) -> Vec<i32> {
        let mut profile = Profile::default();
        measured.for_each(outline, article, |features| {
            profile.add(self, features, &probability[features.blocks.clone()], apart)
        });
        profile.kinds(self)
    }
}

/// A page as one row: sums of each feature that is asked for over all its words, and over the likely ones.
#[derive(Default)]
struct Profile {
    words: f64,
    likely: f64,
    sums: Vec<f64>,
}

impl Profile {
    /// Adds the blocks of a part that are not apart, given how likely those of the part are.
    fn add(&mut self, model: &Model, features: &Matrix, probability: &[f32], apart: Option<&[bool]>) {
        let Some(trees) = model.pages.as_ref() else { return };
        let (start, columns) = (features.blocks.start, features.names.len());
        let is_own = |i: &usize| !apart.is_some_and(|apart| apart[start + i]);
        let own: Vec<usize> = (0..features.blocks.len()).filter(is_own).collect();
        let words = features.column(0);
        let weight: Vec<f32> = own.iter().map(|&i| words[i].max(MIN_WORDS)).collect();
        let likely: Vec<f32> = own.iter().zip(&weight).map(|(&i, weight)| weight * probability[i]).collect();
        let sum = |values: &[f32]| values.iter().map(|&value| value as f64).sum::<f64>();
        self.words += sum(&weight);
        self.likely += sum(&likely);
        self.sums.resize(2 * columns, 0.0);
        let mut is_known = vec![false; 2 * columns];
        for &number in &trees.column {
            let number = number as usize;
            if !std::mem::replace(&mut is_known[number], true) {
                let weights = if number < columns { &weight } else { &likely };
                let values = features.column(number % columns);
                self.sums[number] += match own.len() == values.len() {
                    true => product(values, weights),
                    false => product(&own.iter().map(|&i| values[i]).collect::<Vec<f32>>(), weights),
                };
            }
        }
    }

    fn kinds(&self, model: &Model) -> Vec<i32> {
        let Some(trees) = model.pages.as_ref().filter(|_| self.words > 0.0) else { return Vec::new() };
        let scores = trees.scores_of_row(&self.row());
        highest_first(&scores).into_iter().map(|kind| kind as i32).collect()
    }

    fn row(&self) -> Vec<f32> {
        let half = self.sums.len() / 2;
        let total = |number: usize| if number < half { self.words } else { self.likely.max(1e-6) };
        self.sums.iter().enumerate().map(|(number, sum)| (sum / total(number)) as f32).collect()
    }
}

/// The sum of what values count by their weights: four sums, which the compiler adds at once.
fn product(values: &[f32], weights: &[f32]) -> f64 {
    let mut sums = [0.0f64; 4];
    for (values, weights) in values.chunks(4).zip(weights.chunks(4)) {
        for (sum, (&value, &weight)) in sums.iter_mut().zip(values.iter().zip(weights)) {
            *sum += value as f64 * weight as f64;
        }
    }
    sums.iter().sum()
}

/// Log-odds as probabilities.
pub fn probabilities(logit: &[f32]) -> Vec<f32> {
    logit.iter().map(|logit| 1.0 / (1.0 + (-logit.clamp(-30.0, 30.0)).exp())).collect()
}

/// The blocks to keep, the F1 that is expected of them, and the probability from which on they are kept.
pub struct Threshold {
    pub keep: Vec<bool>,
    pub expected: f64,
    pub value: f64,
}

/// The blocks from the threshold on that gives the highest expected F measure in words.
pub fn choose_threshold(probability: &[f32], words: impl Fn(usize) -> f32, beta: f64) -> Threshold {
    if (0..probability.len()).all(|i| words(i) == 0.0) {
        return Threshold { keep: vec![false; probability.len()], expected: 0.0, value: 1.0 };
    }
    let kept = from_each(probability, &words);
    let likely = from_each(probability, |i| probability[i] * words(i));
    let expected = |number: usize, beta: f64| {
        let (kept_words, weight) = (kept[number + 1], beta * beta);
        let share =
            |shared: f64, content: f64| (1.0 + weight) * shared / (kept_words + weight * content).max(1e-9);
        let together: f64 = kept[1..].iter().map(|&content| share(kept_words.min(content), content)).sum();
        (1.0 - TOGETHER) * share(likely[number + 1], likely[0]) + TOGETHER * (together / THRESHOLDS as f64)
    };
    let (mut best, mut most) = (0, f64::NEG_INFINITY);
    // The highest of those that keep the same words, so that no block without words is kept by chance.
    for number in (0..THRESHOLDS).rev() {
        let score = expected(number, beta);
        if score > most {
            (best, most) = (number, score);
        }
    }
    let value = thresholds()[best];
    let keep = probability.iter().map(|&probability| probability as f64 >= value).collect();
    Threshold { keep, expected: expected(best, 1.0), value }
}

/// The thresholds that are tried.
fn thresholds() -> [f64; THRESHOLDS] {
    std::array::from_fn(|number| (number as f64 + 0.5) / THRESHOLDS as f64)
}

/// The sum of a value over all blocks, and over those that are at least as likely as each threshold says.
fn from_each(probability: &[f32], value: impl Fn(usize) -> f32) -> [f64; THRESHOLDS + 1] {
    let (thresholds, mut sums) = (thresholds(), [0.0; THRESHOLDS + 1]);
    for (i, &probability) in probability.iter().enumerate() {
        sums[thresholds.partition_point(|&threshold| threshold <= probability as f64)] += value(i) as f64;
    }
    for number in (0..THRESHOLDS).rev() {
        sums[number] += sums[number + 1];
    }
    sums
}

impl Threshold {
    /// Whether what is kept is likely enough to be the main text of a page.
    pub fn is_likely(&self) -> bool {
        self.expected >= NOTHING
    }

    /// A probability, stretched so that the cut comes to lie at one half.
    pub fn rescaled(&self, probability: f32) -> f32 {
        let (probability, cut) = (probability as f64, self.value);
        let scaled = if probability >= cut {
            0.5 + 0.5 * (probability - cut) / (1.0 - cut).max(1e-9)
        } else {
            0.499 * probability / cut.max(1e-9)
        };
        scaled as f32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::article::{find_article, SiteEvidence};
    use crate::blocks::Blocks;
    use crate::outline::{Common, Letters};
    use crate::page::Page;
    use crate::records::Votes;
    use crate::shown::Shown;
    use crate::tree::Tree;

    #[test]
    fn parts_are_measured_as_the_whole() {
        let html = "<h1>Maps</h1><p>I found an old map by the station.<p>x<ul><li>a<li>b<li>c</ul>".repeat(5);
        let page = Page::new(Tree::parse(html.as_bytes()));
        let blocks = Blocks::segment(&page);
        let shown = Shown::of(&page, &blocks);
        let common = Common::of(&page, &blocks, &shown);
        let outline = Outline { page: &page, blocks: &blocks, shown: &shown, common: &common };
        let site = SiteEvidence { document_frequency: &[], votes: Votes { paths: &[], votes: &[] } };
        let letters = Letters::of(&shown);
        let article = find_article(outline, &letters, &site, None);
        let measured = || Measured::new(outline, &article, Linked::of(outline, &letters));
        let (whole, parts) = (measured(), Measured { whole: None, max_blocks: 7, ..measured() });
        let grow = |columns: usize| Trees::new(1, columns, &[1], &[2.0], &[-1.0, 1.0], &[0.0]);
        let model = Model { blocks: grow(209).unwrap(), context: grow(249), pages: grow(418) };
        let (logit, kinds) = model.predict(outline, &article, &whole);
        assert_eq!((logit.clone(), kinds.clone()), model.predict(outline, &article, &parts));
        let probability = probabilities(&logit);
        let asked = |measured| model.kinds(outline, &article, measured, &probability, None);
        assert_eq!((asked(&whole), asked(&parts)), (kinds.clone(), kinds));
        let mut count = 0;
        parts.for_each(outline, &article, |features| count += features.blocks.len());
        assert_eq!(count, outline.len());
    }

    #[test]
    fn the_threshold_is_where_most_is_expected() {
        let chosen = choose_threshold(&[0.9, 0.1, 0.8], |i| [100.0, 100.0, 50.0][i], 1.0);
        assert_eq!(chosen.keep, [true, false, true]);
        assert!(chosen.expected > 0.8 && chosen.is_likely());
        assert!(!choose_threshold(&[], |_| 0.0, 1.0).is_likely());
    }
}
