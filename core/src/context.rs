//! What a first look at a page says of each block: the compiled form of `honbun.features.context`.
#![forbid(unsafe_code)]

use crate::features::{Above, Matrix, Shared, LEVELS};
use crate::order::key_of_single;
use crate::outline::{Keys, Outline, Places, Sums};
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

/// What the logits of the blocks of a page say, and sums over them.
pub struct Context<'a> {
    outline: Outline<'a>,
    logit: &'a [f32],
    sums: Vec<f64>,
    /// Of words, in halves: a block without any counts as half of one.
    word_sums: Sums,
    total: f64,
    quantiles: [f32; QUANTILES.len()],
    expected: f64,
    /// The elements that hold most of the likely text.
    cores: [usize; CORES.len()],
    around_cores: [Shared; CORES.len()],
    /// The paths of more than one block, and of each the likely words and all words.
    paths: Keys,
    of_path: Vec<(f64, f64)>,
    likely: Places,
}

const HALVES: f64 = 1.0 / MIN_WORDS;

fn words(outline: Outline, block: usize) -> f64 {
    (outline.blocks.words.at(block) as f64).max(MIN_WORDS)
}

fn likely_words(outline: Outline, logit: &[f32], block: usize) -> f64 {
    let odds = 1.0 + (-logit[block].clamp(-30.0, 30.0)).exp();
    words(outline, block) / odds as f64
}

/// Values as the sums of those before each, and of all of them, in the same room.
fn summed(mut values: Vec<f64>) -> Vec<f64> {
    let mut total = 0.0;
    for value in &mut values {
        (*value, total) = (total, total + *value);
    }
    values.push(total);
    values
}

impl<'a> Context<'a> {
    /// Given the logits of a first look at all blocks, of which there is at least one.
    pub fn of(outline: Outline<'a>, logit: &'a [f32]) -> Context<'a> {
        let n = logit.len();
        let mut likely = Vec::with_capacity(n + 1);
        likely.extend((0..n).map(|i| likely_words(outline, logit, i)));
        let (paths, _) = Keys::repeated(outline.common.path.iter().copied());
        let mut of_path = vec![(0.0, 0.0); paths.len()];
        for i in 0..n {
            if let Some(number) = paths.find(outline.common.path[i]) {
                of_path[number].0 += likely[i];
                of_path[number].1 += words(outline, i);
            }
        }
        let mut found = Context {
            outline,
            logit,
            total: likely.iter().sum::<f64>().max(1e-6),
            sums: Vec::new(),
            word_sums: Sums::of(n, |i| (HALVES * words(outline, i)) as u32),
            quantiles: [0.0; QUANTILES.len()],
            expected: 0.0,
            cores: [0; CORES.len()],
            around_cores: CORES.map(|_| Shared::with(outline.page, -1)),
            paths,
            of_path,
            likely: Places::of(0, |_| false),
        };
        found.sort(&likely);
        found.sums = summed(likely);
        found.cores = CORES.map(|(share, _)| found.core(share));
        found.around_cores = found.cores.map(|core| Shared::with(outline.page, core as i32));
        let least = found.quantiles[MIDDLE] as f64 - NEAR_MIDDLE;
        found.likely = Places::of(n, |i| logit[i] as f64 >= least);
        found
    }

    /// Of some blocks.
    pub fn matrix(&self, blocks: Range<usize>) -> Matrix {
        let mut matrix = Matrix::new(blocks, COLUMNS);
        matrix.put("logit", |i| self.logit[i] as f64);
        self.page(&mut matrix);
        self.containers(&mut matrix);
        self.cores(&mut matrix);
        self.around(&mut matrix);
        matrix.put("likely_before", |i| self.sums[i] / self.total);
        matrix.put("likely_after", |i| 1.0 - self.sums[i + 1] / self.total);
        self.paths(&mut matrix);
        self.distances(&mut matrix);
        matrix
    }

    fn over(&self, blocks: Range<usize>) -> (f64, f64) {
        (self.sums[blocks.end] - self.sums[blocks.start], self.word_sums.over(blocks) / HALVES)
    }

    /// Finds the quantiles of the likely text, and the F1 that is expected of the best threshold.
    fn sort(&mut self, likely: &[f64]) {
        let (outline, logit) = (self.outline, self.logit);
        // A key and the number of a block in one.
        let mut order: Vec<u64> =
            logit.iter().zip(0..).map(|(&logit, i)| key_of_single(logit) << 32 | i).collect();
        order.sort_unstable();
        let block = |key: &u64| (key & u32::MAX as u64) as usize;
        self.quantiles = [logit[block(&order[order.len() - 1])]; QUANTILES.len()];
        let (mut reached, mut next) = (0.0, 0);
        for block in order.iter().map(block) {
            reached += likely[block];
            while next < QUANTILES.len() && reached / self.total >= QUANTILES[next].0 {
                self.quantiles[next] = logit[block];
                next += 1;
            }
        }
        let (mut kept, mut sum) = (0.0, 0.0);
        for block in order.iter().rev().map(block) {
            kept += likely[block];
            sum += words(outline, block);
            self.expected = self.expected.max(2.0 * kept / (sum + self.total));
        }
    }

    /// The page as a whole, and how far each block is from its likely ones.
    fn page(&self, matrix: &mut Matrix) {
        for ((_, names), value) in QUANTILES.into_iter().zip(self.quantiles) {
            matrix.fill(names[0], value as f64);
            matrix.put(names[1], |i| (self.logit[i] - value) as f64);
        }
        matrix.fill("likely_words", self.total.ln_1p());
        matrix.fill("likely_part", self.total / (self.word_sums.all() / HALVES));
        matrix.fill("expected", self.expected);
    }

    /// The deepest element that holds such a share of the likely text.
    fn core(&self, share: f64) -> usize {
        let depth = |row: usize| self.outline.depth(row);
        let held = |row: usize| self.over(self.outline.blocks_in(row)).0;
        let least = share * held(0);
        let deeper = |core: usize, row: usize| depth(row) > depth(core) && held(row) >= least;
        (0..self.outline.page.rows()).fold(0, |core, row| if deeper(core, row) { row } else { core })
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
        let page = self.outline.page;
        for ((_, names), (core, around)) in CORES.into_iter().zip(self.cores.into_iter().zip(&self.around_cores)) {
            let blocks = self.outline.blocks_in(core);
            let (likely, words) = self.over(blocks.clone());
            let inside = core..page.end[core] as usize;
            matrix.put(names[0], |i| inside.contains(&self.outline.owner(i)) as u8 as f64);
            matrix.put(names[1], |i| {
                (self.outline.depth(core) - around.depth(self.outline, self.outline.owner(i))) as f64
            });
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
        let start = matrix.blocks.start;
        let alone = |i: usize| (likely_words(self.outline, self.logit, i), words(self.outline, i));
        let of_path = |i: usize| {
            self.paths.find(self.outline.common.path[i]).map_or_else(|| alone(i), |at| self.of_path[at])
        };
        let found: Vec<(f64, f64)> = matrix.blocks.clone().map(of_path).collect();
        let of = |i: usize| found[i - start];
        matrix.put("likely_path", |i| of(i).0 / of(i).1);
        matrix.put("path_share", |i| of(i).0 / self.total);
    }

    /// The words between a block and the likely blocks before and after it.
    fn distances(&self, matrix: &mut Matrix) {
        let between = |from: usize, to: usize| self.over(from..to).1;
        matrix.put("since_likely", |i| self.likely.last(i).map_or(FAR, |at| between(at, i)));
        matrix.put("until_likely", |i| self.likely.next(i).map_or(FAR, |at| between(i, at)));
    }
}
