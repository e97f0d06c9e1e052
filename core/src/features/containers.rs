//! What the elements that hold a block hold beside it.
#![forbid(unsafe_code)]

use super::{at_least_one, Matrix, Totals};
use crate::outline::{Outline, Sums};
use crate::page::Page;
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

pub fn containers(matrix: &mut Matrix, outline: Outline, totals: &Totals) {
    let (prose, paragraphs) = (&totals.prose, &totals.paragraphs);
    let (all_prose, all_paragraphs) = (at_least_one(prose.all()), at_least_one(paragraphs.all()));
    let mut above = Above::of(outline, matrix.blocks.clone());
    for (level, (names, counted)) in LEVELS.into_iter().zip(MEASURED.iter().zip(COUNTED)) {
        above.climb(level);
        let over = |sums: &Sums, i: usize| sums.over(outline.blocks_in(above.row(i)));
        let held = |i: usize| outline.blocks_in(above.row(i)).len() as f64;
        let length = |i: usize| at_least_one(over(&outline.common.length_sum, i));
        matrix.put(names[0], |i| over(prose, i) / all_prose);
        matrix.put(names[1], |i| over(paragraphs, i) / all_paragraphs);
        matrix.put(names[2], |i| over(&totals.linked, i) / length(i));
        matrix.put(names[3], held);
        matrix.put(names[4], |i| length(i) / at_least_one(held(i)));
        if let Some(names) = counted {
            matrix.put(names[0], |i| outline.common.dated.within(outline.blocks_in(above.row(i))));
            matrix.put(names[1], |i| totals.headings.within(outline.blocks_in(above.row(i))));
            matrix.put(names[2], |i| outline.images(above.row(i)));
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

/// How deep the innermost element is that holds both a block and a given element: the rows around that, from the root,
/// as the first and the last of those that follow each other.
pub struct Shared(Vec<(u32, u32)>);

impl Shared {
    /// None are around a row of -1.
    pub fn with(page: &Page, mut row: i32) -> Shared {
        let mut around: Vec<(u32, u32)> = Vec::new();
        while row >= 0 {
            match around.last_mut() {
                Some((first, _)) if *first == row as u32 + 1 => *first = row as u32,
                _ => around.push((row as u32, row as u32)),
            }
            row = page.parent[row as usize];
        }
        around.reverse();
        Shared(around)
    }

    pub fn depth(&self, outline: Outline, owner: usize) -> i32 {
        let holds = |row: usize| (row..outline.page.end[row] as usize).contains(&owner);
        let Some(at) = self.0.partition_point(|&(first, _)| holds(first as usize)).checked_sub(1) else {
            return -1;
        };
        let (mut holder, mut beyond) = (self.0[at].0 as usize, self.0[at].1 as usize + 1);
        while holder + 1 < beyond {
            let middle = (holder + beyond) / 2;
            *(if holds(middle) { &mut holder } else { &mut beyond }) = middle;
        }
        outline.depth(holder)
    }
}

/// `around` are the elements that hold the container, if there is one.
pub fn nearness(matrix: &mut Matrix, outline: Outline, container: i64, around: &Shared) {
    let Ok(container) = usize::try_from(container) else {
        matrix.fill("in_container", 0.0);
        matrix.fill("to_container", 99.0);
        matrix.fill("under_container", -9.0);
        return;
    };
    let first = matrix.blocks.start;
    let depth_of = |i: usize| around.depth(outline, outline.owner(i));
    let shared: Vec<i32> = matrix.blocks.clone().map(depth_of).collect();
    let shared = |i: usize| shared[i - first];
    let held = container..outline.page.end[container] as usize;
    matrix.put("in_container", |i| held.contains(&outline.owner(i)) as u8 as f64);
    matrix.put("to_container", |i| (outline.depth(container) - shared(i)) as f64);
    matrix.put("under_container", |i| (outline.depth(outline.owner(i)) - shared(i)) as f64);
}
