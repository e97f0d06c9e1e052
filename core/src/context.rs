//! What a first look at a page says of each block: the compiled form of `honbun.features.context`.
#![forbid(unsafe_code)]

use crate::features::{shared_with, Above, Matrix, LEVELS};
use crate::outline::{key_map, running, Outline};
use std::ops::Range;

const QUANTILES: [(f64, [&str; 2]); 3] = [
    (0.25, ["logit_low", "above_low"]),
    (0.5, ["logit_middle", "above_middle"]),
    (0.75, ["logit_high", "above_high"]),
];
const MIDDLE: usize = 1;
const LIKELY: [[&str; 2]; 5] = [
    ["likely_share1", "likely_mean1"],
    ["likely_share2", "likely_mean2"],
    ["likely_share3", "likely_mean3"],
    ["likely_share4", "likely_mean4"],
    ["likely_share6", "likely_mean6"],
];
const CORES: [(f64, [&str; 4]); 2] = [
    (0.5, ["in_core", "to_core", "core_mean", "core_position"]),
    (0.8, ["in_wide_core", "to_wide_core", "wide_core_mean", "wide_core_position"]),
];
const BESIDE: [(i64, &str); 4] = [(-2, "logit-2"), (-1, "logit-1"), (1, "logit+1"), (2, "logit+2")];
const WINDOWS: [(usize, &str); 2] = [(3, "likely_window3"), (8, "likely_window8")];
const OUTSIDE: f64 = -8.0;
const FAR: f64 = 9999.0;
const NEAR_MIDDLE: f64 = 1.0;
const MIN_WORDS: f64 = 0.5;
const COLUMNS: usize = 40;

/// What the logits of the blocks say, and sums over them.
struct Look<'a> {
    outline: Outline<'a>,
    logit: &'a [f32],
    words: Vec<f64>,
    likely: Vec<f64>,
    sums: Vec<f64>,
    word_sums: Vec<f64>,
    total: f64,
}

/// Of some blocks, given the logits of a first look at all of them, and there is at least one.
pub fn context_matrix(outline: Outline, logit: &[f32], blocks: Range<usize>) -> Matrix {
    let n = logit.len();
    let words: Vec<f64> = outline.blocks.words.iter().map(|&words| (words as f64).max(MIN_WORDS)).collect();
    let odds = |i: usize| 1.0 + (-logit[i].clamp(-30.0, 30.0)).exp();
    let likely: Vec<f64> = (0..n).map(|i| words[i] / odds(i) as f64).collect();
    let sums = running(n, |i| likely[i]);
    let word_sums = running(n, |i| words[i]);
    let look = Look { total: sums[n].max(1e-6), outline, logit, words, likely, sums, word_sums };
    let mut matrix = Matrix::new(blocks, COLUMNS);
    matrix.put("logit", |i| logit[i] as f64);
    let middle = look.page(&mut matrix);
    look.containers(&mut matrix);
    look.cores(&mut matrix);
    look.around(&mut matrix);
    matrix.put("likely_before", |i| look.sums[i] / look.total);
    matrix.put("likely_after", |i| 1.0 - look.sums[i + 1] / look.total);
    look.paths(&mut matrix);
    look.distances(&mut matrix, middle - NEAR_MIDDLE);
    matrix
}

impl Look<'_> {
    fn over(&self, blocks: std::ops::Range<usize>) -> (f64, f64) {
        let (sums, words) = (&self.sums, &self.word_sums);
        (sums[blocks.end] - sums[blocks.start], words[blocks.end] - words[blocks.start])
    }

    /// The page as a whole, and how far each block is from its likely ones; the middle logit of those.
    fn page(&self, matrix: &mut Matrix) -> f64 {
        let (n, logit, total) = (self.logit.len(), self.logit, self.total);
        let mut order: Vec<usize> = (0..n).collect();
        order.sort_by(|&a, &b| logit[a].total_cmp(&logit[b]));
        let reached = running(n, |i| self.likely[order[i]]);
        let quantile = |share: f64| {
            let at = reached[1..].partition_point(|sum| sum / total < share);
            logit[order[at.min(n - 1)]]
        };
        for (share, names) in QUANTILES {
            let value = quantile(share);
            matrix.fill(names[0], value as f64);
            matrix.put(names[1], |i| (logit[i] - value) as f64);
        }
        let (mut likely, mut words, mut expected) = (0.0, 0.0, 0.0f64);
        for &block in order.iter().rev() {
            likely += self.likely[block];
            words += self.words[block];
            expected = expected.max(2.0 * likely / (words + total));
        }
        matrix.fill("likely_words", total.ln_1p());
        matrix.fill("likely_part", total / self.word_sums[n]);
        matrix.fill("expected", expected);
        quantile(QUANTILES[MIDDLE].0) as f64
    }

    fn containers(&self, matrix: &mut Matrix) {
        let mut above = Above::of(self.outline, matrix.blocks.clone());
        for (level, names) in LEVELS.into_iter().zip(LIKELY) {
            above.climb(level);
            let held = |i: usize| self.over(self.outline.blocks_in(above.row(i)));
            matrix.put(names[0], |i| held(i).0 / self.total);
            matrix.put(names[1], |i| held(i).0 / held(i).1.max(MIN_WORDS));
        }
    }

    /// Whether a block lies where most of the likely text is, and how far away.
    fn cores(&self, matrix: &mut Matrix) {
        let (page, depth) = (self.outline.page, &self.outline.common.depth);
        let held = |row: usize| self.over(self.outline.blocks_in(row)).0;
        for (share, names) in CORES {
            let least = share * held(0);
            let mut core = 0;
            for row in 0..page.rows() {
                if depth[row] > depth[core] && held(row) >= least {
                    core = row;
                }
            }
            let shared = shared_with(self.outline, core);
            let blocks = self.outline.blocks_in(core);
            let (likely, words) = self.over(blocks.clone());
            let inside = core..page.end[core] as usize;
            matrix.put(names[0], |i| inside.contains(&self.outline.owner(i)) as u8 as f64);
            matrix.put(names[1], |i| (depth[core] - shared[i]) as f64);
            matrix.fill(names[2], likely / words.max(MIN_WORDS));
            matrix.put(names[3], |i| (i as f64 - blocks.start as f64) / blocks.len().max(1) as f64);
        }
    }

    /// The logits of the neighbours, and how likely the text of a window is.
    fn around(&self, matrix: &mut Matrix) {
        let n = self.logit.len();
        for (step, name) in BESIDE {
            let beside = |i: usize| usize::try_from(i as i64 + step).ok().and_then(|at| self.logit.get(at));
            matrix.put(name, |i| beside(i).map_or(OUTSIDE, |&logit| logit as f64));
        }
        for (width, name) in WINDOWS {
            let window = |i: usize| self.over(i.saturating_sub(width)..(i + width + 1).min(n));
            matrix.put(name, |i| window(i).0 / window(i).1);
        }
    }

    fn paths(&self, matrix: &mut Matrix) {
        let path = |i: usize| self.outline.common.path[self.outline.owner(i)];
        let mut of_path = key_map::<(f64, f64)>(self.logit.len());
        for i in 0..self.logit.len() {
            let sums = of_path.entry(path(i)).or_default();
            sums.0 += self.likely[i];
            sums.1 += self.words[i];
        }
        let of = |i: usize| of_path[&path(i)];
        matrix.put("likely_path", |i| of(i).0 / of(i).1);
        matrix.put("path_share", |i| of(i).0 / self.total);
    }

    /// The words between a block and the likely blocks before and after it.
    fn distances(&self, matrix: &mut Matrix, least: f64) {
        let (n, words) = (self.logit.len(), &self.word_sums);
        let is_likely = |i: usize| self.logit[i] as f64 >= least;
        let (mut since, mut until) = (vec![FAR; n], vec![FAR; n]);
        let mut last = None;
        for i in 0..n {
            last = if is_likely(i) { Some(i) } else { last };
            since[i] = last.map_or(FAR, |at| words[i] - words[at]);
        }
        last = None;
        for i in (0..n).rev() {
            last = if is_likely(i) { Some(i) } else { last };
            until[i] = last.map_or(FAR, |at| words[at] - words[i]);
        }
        matrix.put("since_likely", |i| since[i]);
        matrix.put("until_likely", |i| until[i]);
    }
}
