//! What the elements that hold a block hold beside it.
#![forbid(unsafe_code)]

use super::{at_least_one, Matrix, Sums};
use crate::outline::Outline;
use std::ops::Range;

/// So many levels above the owner of a block.
pub const LEVELS: [usize; 5] = [1, 2, 3, 4, 6];
const MEASURED: [[&str; 5]; 5] = [
    ["prose_share1", "para_share1", "link_share1", "blocks1", "length_per_block1"],
    ["prose_share2", "para_share2", "link_share2", "blocks2", "length_per_block2"],
    ["prose_share3", "para_share3", "link_share3", "blocks3", "length_per_block3"],
    ["prose_share4", "para_share4", "link_share4", "blocks4", "length_per_block4"],
    ["prose_share6", "para_share6", "link_share6", "blocks6", "length_per_block6"],
];
const COUNTED: [Option<[&str; 3]>; 5] =
    [None, Some(["dates2", "headings2", "images2"]), None, Some(["dates4", "headings4", "images4"]), None];

pub fn containers(matrix: &mut Matrix, outline: Outline, sums: &Sums) {
    let n = outline.len();
    let (all_prose, all_paragraphs) = (at_least_one(sums.prose[n]), at_least_one(sums.paragraphs[n]));
    let mut above = Above::of(outline, matrix.blocks.clone());
    for (level, (names, counted)) in LEVELS.into_iter().zip(MEASURED.iter().zip(COUNTED)) {
        above.climb(level);
        let over = |sums: &[f64], i: usize| outline.total(sums, above.row(i));
        let held = |i: usize| outline.blocks_in(above.row(i)).len() as f64;
        let length = |i: usize| at_least_one(over(sums.length, i));
        matrix.put(names[0], |i| over(&sums.prose, i) / all_prose);
        matrix.put(names[1], |i| over(&sums.paragraphs, i) / all_paragraphs);
        matrix.put(names[2], |i| over(&sums.linked, i) / length(i));
        matrix.put(names[3], held);
        matrix.put(names[4], |i| length(i) / at_least_one(held(i)));
        if let Some(names) = counted {
            matrix.put(names[0], |i| over(&outline.common.dated_sum, i));
            matrix.put(names[1], |i| over(&sums.headings, i));
            matrix.put(names[2], |i| outline.common.images[above.row(i)] as f64);
        }
    }
}

/// For each of some blocks an element above its owner; the root is above itself.
pub struct Above<'a> {
    outline: Outline<'a>,
    first: usize,
    rows: Vec<u32>,
    level: usize,
}

impl<'a> Above<'a> {
    pub fn of(outline: Outline<'a>, blocks: Range<usize>) -> Above<'a> {
        let rows = outline.blocks.owner[blocks.clone()].to_vec();
        Above { outline, first: blocks.start, rows, level: 0 }
    }

    /// From now on the elements are so many levels above the owners: more than before.
    pub fn climb(&mut self, level: usize) {
        let parent = &self.outline.page.parent;
        for _ in self.level..level {
            self.rows.iter_mut().for_each(|row| *row = parent[*row as usize].max(0) as u32);
        }
        self.level = level;
    }

    pub fn row(&self, block: usize) -> usize {
        self.rows[block - self.first] as usize
    }
}

/// For each block, how deep the innermost element is that holds both it and a given element.
pub fn shared_with(outline: Outline, container: usize) -> Vec<i32> {
    let (page, depth) = (outline.page, &outline.common.depth);
    let shared = page.nearest(|row| row <= container && page.end[row] as usize > container);
    (0..outline.len()).map(|i| depth[shared[outline.owner(i)] as usize]).collect()
}

pub fn nearness(matrix: &mut Matrix, outline: Outline, container: i64) {
    let Ok(container) = usize::try_from(container) else {
        matrix.fill("in_container", 0.0);
        matrix.fill("to_container", 99.0);
        matrix.fill("under_container", -9.0);
        return;
    };
    let depth = &outline.common.depth;
    let shared = shared_with(outline, container);
    let held = container..outline.page.end[container] as usize;
    matrix.put("in_container", |i| held.contains(&outline.owner(i)) as u8 as f64);
    matrix.put("to_container", |i| (depth[container] - shared[i]) as f64);
    matrix.put("under_container", |i| (depth[outline.owner(i)] - shared[i]) as f64);
}
