//! What belongs to the kept blocks as a whole, and copies, which do not: the compiled form of
//! `honbun.article.completions`.
#![forbid(unsafe_code)]

use crate::grids::{Grids, Piece};
use crate::outline::{key_map, running, Outline};
use crate::paths::hash;
use crate::tables::*;

const MIN_COPY_LENGTH: u32 = 30;

/// The blocks to keep: the kept ones, completed, without copies; and those that were added.
pub fn complete(outline: Outline, kept: &[bool], out: &[bool]) -> (Vec<bool>, Vec<bool>) {
    let n = outline.len();
    let whole = whole_elements(outline, kept, out);
    let is_any_whole = whole.iter().any(|&is| is);
    let in_whole = if is_any_whole { blocks_in(outline, |row| whole[row]) } else { vec![false; n] };
    let is_between = |i: usize| {
        outline.common.is_heading[i]
            && !outline.common.is_link[i]
            && i > 0
            && kept[i - 1]
            && i + 1 < n
            && kept[i + 1]
    };
    let is_code = code_between(outline, kept);
    let belongs = |i: usize| in_whole[i] || is_between(i) || is_code[i];
    let is_added = |i: usize| !kept[i] && !out[i] && outline.is_visible(i) && belongs(i);
    let added: Vec<bool> = (0..n).map(is_added).collect();
    let mut copies = find_copies(outline, |i| kept[i] || added[i]);
    if is_any_whole {
        // A line of code may come twice.
        let other = running(n, |i| !copies[i] as u8 as f64);
        let with_other = blocks_in(outline, |row| whole[row] && outline.total(&other, row) > 0.0);
        (0..n).for_each(|i| copies[i] &= !with_other[i]);
    }
    ((0..n).map(|i| (kept[i] || added[i]) && !copies[i]).collect(), added)
}

/// Blocks of code between two kept blocks of other text, but for the numbers of its lines.
fn code_between(outline: Outline, kept: &[bool]) -> Vec<bool> {
    let n = outline.len();
    let is_pre = |row: usize| outline.page.is(row, T_PRE);
    if !(0..outline.page.rows()).any(is_pre) {
        return vec![false; n];
    }
    let mut between = blocks_in(outline, is_pre);
    let mut start = 0;
    while start < n {
        let end = (start..n).find(|&i| between[i] != between[start]).unwrap_or(n);
        if between[start] && !(start > 0 && kept[start - 1] && end < n && kept[end]) {
            between[start..end].fill(false);
        }
        start = end;
    }
    let is_numbering = |byte: &u8| byte.is_ascii_digit() || byte.is_ascii_whitespace();
    (0..n).for_each(|i| between[i] &= !outline.shown.get(i).iter().all(is_numbering));
    between
}

/// Kept blocks that repeat an earlier kept block, right after it or in another place of the page.
pub fn find_copies(outline: Outline, is_kept: impl Fn(usize) -> bool) -> Vec<bool> {
    let mut copies = vec![false; outline.len()];
    let mut first = key_map(0);
    for block in 0..outline.len() {
        if outline.blocks.length.at(block) >= MIN_COPY_LENGTH && is_kept(block) {
            let text = outline.shown.get(block);
            let place = (outline.parent(block), outline.tag(block));
            let is_elsewhere = *first.entry(hash(text)).or_insert(place) != place;
            copies[block] = is_elsewhere || (block > 0 && outline.shown.get(block - 1) == text);
        }
    }
    copies
}

/// For each block whether it lies in one of these elements.
fn blocks_in(outline: Outline, is_chosen: impl Fn(usize) -> bool) -> Vec<bool> {
    let within = outline.page.within(is_chosen);
    outline.blocks.owner.iter().map(|&row| within[row as usize]).collect()
}

/// Elements that are code or a table of data and of which something is kept.
fn whole_elements(outline: Outline, kept: &[bool], out: &[bool]) -> Vec<bool> {
    let (page, n) = (outline.page, outline.len());
    let length = |i: usize| if outline.is_visible(i) && !out[i] { outline.blocks.length.at(i) } else { 0 };
    let mut whole: Vec<bool> = (0..page.rows()).map(|row| page.is(row, T_PRE)).collect();
    let piece = |i: usize| Piece {
        owner: outline.owner(i),
        length: length(i),
        link_length: if outline.common.is_link[i] { outline.blocks.length.at(i) } else { 0 },
    };
    let mut grids = Grids::of(page);
    (0..n).for_each(|i| grids.add(piece(i)));
    grids.found().iter().filter(|grid| grid.is_data()).for_each(|grid| whole[grid.row()] = true);
    if whole.iter().any(|&is| is) {
        let sums = running(n, |i| if kept[i] { length(i) as f64 } else { 0.0 });
        (0..page.rows()).for_each(|row| whole[row] &= outline.total(&sums, row) > 0.0);
    }
    whole
}
