//! The lines of a page, and what is measured of each: the compiled form of `honbun.features.lines`.
#![forbid(unsafe_code)]

use crate::blocks::Blocks;
use crate::outline::{running, Outline};
use crate::page::Page;
use crate::paths::mix;
use crate::shown::Shown;
use crate::tables::*;

/// A date longer than this is a sentence with a date in it.
const MAX_DATED_LENGTH: u32 = 120;

/// The text of a page in lines: blocks, divided at every line break.
pub struct Lines<'a> {
    /// Of the blocks that they are parts of.
    pub outline: Outline<'a>,
    /// The lines, cut as blocks are.
    pub blocks: &'a Blocks,
    pub shown: &'a Shown,
    /// For each line its block.
    pub block: Vec<u32>,
    /// Characters of each line that is shown; the same without those that are mostly link.
    pub length: Vec<f64>,
    pub unlinked: Vec<f64>,
    /// Short lines that state a date or a time, or hold an element that does.
    pub is_dated: Vec<bool>,
    pub length_sum: Vec<f64>,
    pub unlinked_sum: Vec<f64>,
    pub date_sum: Vec<f64>,
    /// For each element its kind and that of its parent and grandparent.
    pub path_key: Vec<u64>,
    /// For each element the line in which it begins; the number of lines if none comes after it.
    pub line_of_row: Vec<u32>,
}

impl<'a> Lines<'a> {
    /// `states_date` are the lines whose text states a date.
    pub fn new(outline: Outline<'a>, blocks: &'a Blocks, shown: &'a Shown, states_date: &[bool]) -> Lines<'a> {
        let (page, n) = (outline.page, blocks.len());
        let is_link = |i: usize| blocks.link_length.at(i) as f64 / (blocks.length.at(i) as f64).max(1.0) > 0.5;
        let shown_length = |i: usize| if blocks.is_hidden[i] { 0.0 } else { blocks.length.at(i) as f64 };
        let length: Vec<f64> = (0..n).map(shown_length).collect();
        let unlinked: Vec<f64> = (0..n).map(|i| if is_link(i) { 0.0 } else { length[i] }).collect();
        let line_of_row = lines_of_rows(page, blocks);
        let mut is_dated: Vec<bool> =
            (0..n).map(|i| states_date[i] && blocks.length.at(i) <= MAX_DATED_LENGTH).collect();
        for (row, name, _) in page.attributes() {
            if name == A_DATETIME {
                if let Some(last) = n.checked_sub(1) {
                    is_dated[(line_of_row[row] as usize).min(last)] = true;
                }
            }
        }
        (0..n).for_each(|i| is_dated[i] &= !blocks.is_hidden[i]);
        Lines {
            block: blocks_of_lines(outline.blocks, blocks),
            length_sum: running(n, |i| length[i]),
            unlinked_sum: running(n, |i| unlinked[i]),
            date_sum: running(n, |i| is_dated[i] as u8 as f64),
            path_key: path_keys(page, outline.common.identifiers.signatures()),
            outline,
            blocks,
            shown,
            length,
            unlinked,
            is_dated,
            line_of_row,
        }
    }

    pub fn len(&self) -> usize {
        self.blocks.len()
    }

    pub fn is_empty(&self) -> bool {
        self.blocks.is_empty()
    }

    pub fn page(&self) -> &'a Page {
        self.outline.page
    }

    /// The element that a line lies in.
    pub fn owner(&self, line: usize) -> usize {
        self.blocks.owner[line] as usize
    }

    /// The first line in an element, and the first after it.
    pub fn first(&self, row: usize) -> u32 {
        self.blocks.first[row]
    }

    pub fn last(&self, row: usize) -> u32 {
        self.blocks.last[row]
    }

    /// The length outside links from one line to another.
    pub fn said(&self, first: u32, last: u32) -> f64 {
        self.unlinked_sum[last as usize] - self.unlinked_sum[first as usize]
    }
}

fn blocks_of_lines(blocks: &Blocks, lines: &Blocks) -> Vec<u32> {
    let mut block = 0;
    let of_line = |line: usize| {
        while blocks.first_node[block + 1] <= lines.first_node[line] {
            block += 1;
        }
        block as u32
    };
    (0..lines.len()).map(of_line).collect()
}

fn lines_of_rows(page: &Page, lines: &Blocks) -> Vec<u32> {
    let ends: Vec<u32> = (0..lines.len()).map(|i| page.node_to[lines.nodes(i).end - 1]).collect();
    page.text_starts().map(|start| ends.partition_point(|&end| end <= start) as u32).collect()
}

fn path_keys(page: &Page, mut kind: Vec<u64>) -> Vec<u64> {
    // Cells of a row are told by their number.
    let mut cells: [Vec<u32>; 2] = [Vec::new(), Vec::new()];
    for row in 0..page.rows() {
        let which = page.is(row, T_TH) as usize;
        if (which == 1 || page.is(row, T_TD)) && page.parent[row] >= 0 {
            let counts = &mut cells[which];
            if counts.is_empty() {
                counts.resize(page.rows(), 0);
            }
            let count = &mut counts[page.parent[row] as usize];
            *count += 1;
            kind[row] = kind[row].wrapping_add(*count as u64);
        }
    }
    let above = |row: usize| page.parent[row].max(0) as usize;
    (0..page.rows()).map(|row| mix(mix(kind[above(above(row))]) ^ kind[above(row)]) ^ kind[row]).collect()
}
