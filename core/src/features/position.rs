//! Where a block stands: on the page, beside its neighbours, under the title; and the links in it.
#![forbid(unsafe_code)]

use super::{at_least_one, Matrix, Totals};
use crate::outline::{Outline, Places, Sums};
use crate::tables::T_H1;
use std::ops::Range;

const FAR: i64 = 1000;
const FAR_LENGTH: f64 = -1e4;

pub fn links(matrix: &mut Matrix, outline: Outline, links: &Places) {
    let (page, blocks) = (outline.page, outline.blocks);
    let owner = |i: usize| outline.owner(i);
    matrix.put("link_share", |i| outline.blocks.link_share(i));
    matrix.put("links", |i| links.within(owner(i)..page.end[owner(i)] as usize));
    matrix.put("images", |i| outline.images(owner(i)));
    matrix.put("dated", |i| outline.common.is_dated[i] as u8 as f64);
    matrix.put("node_length", |i| outline.length(i) / at_least_one(blocks.nodes(i).len() as f64));
    let pressable = |i: usize| blocks.pressable_length.at(i) as f64;
    matrix.put("press_share", |i| (pressable(i) / at_least_one(outline.length(i))).clamp(0.0, 1.0));
    matrix.put("owner_blocks", |i| outline.blocks_in(owner(i)).len() as f64);
}

pub fn position(matrix: &mut Matrix, outline: Outline, totals: &Totals, title: i64) {
    let n = outline.len();
    let size = at_least_one(n as f64);
    let (length, prose) = (&outline.common.length_sum, &totals.prose);
    matrix.put("position", |i| i as f64 / size);
    matrix.put("length_before", |i| length.before(i) / at_least_one(length.all()));
    matrix.put("prose_before", |i| prose.before(i) / at_least_one(prose.all()));
    matrix.put("blocks_after", |i| (n - i) as f64);
    if title < 0 {
        matrix.fill("from_title", -FAR as f64);
        matrix.fill("length_from_title", FAR_LENGTH);
    } else {
        matrix.put("from_title", |i| (i as i64 - title) as f64);
        matrix.put("length_from_title", |i| length.before(i) - length.before(title as usize));
    }
    let (blocks, is_heading) = (matrix.blocks.clone(), &outline.common.is_heading);
    let is_h1 = |i: usize| outline.tag(i) == T_H1;
    let since_heading = since(blocks.clone(), |i| is_heading[i] && outline.is_visible(i));
    let since_h1 = since(blocks.clone(), is_h1);
    let until_h1 = since(n - blocks.end..n - blocks.start, |i| is_h1(n - 1 - i));
    matrix.put("since_heading", |i| since_heading[i - blocks.start]);
    matrix.put("since_h1", |i| since_h1[i - blocks.start]);
    matrix.put("until_h1", |i| until_h1[blocks.end - 1 - i]);
    let level = |heading: usize| (outline.tag(heading) - T_H1 + 1) as f64;
    matrix.put("heading_level", |i| totals.headings.last(i).map_or(0.0, level));
}

/// For each of some blocks those since the last one that is chosen, at most `FAR`.
fn since(blocks: Range<usize>, is_chosen: impl Fn(usize) -> bool) -> Vec<f64> {
    let before = blocks.start.saturating_sub(FAR as usize)..blocks.start;
    let mut last = before.rev().find(|&i| is_chosen(i)).map_or(-FAR, |i| i as i64);
    let distance = |i: usize| {
        if is_chosen(i) {
            last = i as i64;
        }
        (i as i64 - last).min(FAR) as f64
    };
    blocks.map(distance).collect()
}

const BESIDE: [[&str; 7]; 2] = [
    [
        "length_before1",
        "length_before2",
        "link_before1",
        "link_before2",
        "same_tag_before",
        "same_parent_before",
        "heading_before",
    ],
    [
        "length_after1",
        "length_after2",
        "link_after1",
        "link_after2",
        "same_tag_after",
        "same_parent_after",
        "heading_after",
    ],
];
const WINDOWS: [(usize, [&str; 3]); 3] = [
    (2, ["window_length2", "window_link2", "window_prose2"]),
    (5, ["window_length5", "window_link5", "window_prose5"]),
    (15, ["window_length15", "window_link15", "window_prose15"]),
];
const MONEY_BEFORE: usize = 5;
const MONEY_AFTER: usize = 6;

pub fn neighbours(matrix: &mut Matrix, outline: Outline, totals: &Totals) {
    let (n, common) = (outline.len(), outline.common);
    let seen = matrix.blocks.start.saturating_sub(2)..(matrix.blocks.end + 2).min(n);
    let log: Vec<f64> = seen.clone().map(|i| outline.length(i).ln_1p()).collect();
    let log = |i: usize| log[i - seen.start];
    for (names, step) in BESIDE.iter().zip([-1i64, 1]) {
        let beside = |i: usize, steps: i64| usize::try_from(i as i64 + steps * step).ok().filter(|&at| at < n);
        matrix.put(names[0], |i| beside(i, 1).map_or(0.0, log));
        matrix.put(names[1], |i| beside(i, 2).map_or(0.0, log));
        matrix.put(names[2], |i| beside(i, 1).map_or(1.0, |at| outline.blocks.link_share(at)));
        matrix.put(names[3], |i| beside(i, 2).map_or(1.0, |at| outline.blocks.link_share(at)));
        matrix.put(names[4], |i| beside(i, 1).is_some_and(|at| outline.tag(at) == outline.tag(i)) as u8 as f64);
        let parent = |at: Option<usize>| at.map_or(-1, |at| outline.parent(at));
        matrix.put(names[5], |i| (parent(beside(i, 1)) == outline.parent(i)) as u8 as f64);
        matrix.put(names[6], |i| beside(i, 1).is_some_and(|at| common.is_heading[at]) as u8 as f64);
    }
    let money = |i: usize| totals.money.over(i.saturating_sub(MONEY_BEFORE)..(i + MONEY_AFTER).min(n));
    matrix.put("window_money", money);
    for (width, names) in WINDOWS {
        let window = |i: usize| i.saturating_sub(width)..(i + width + 1).min(n);
        let over = |sums: &Sums, i: usize| sums.over(window(i));
        let length = |i: usize| at_least_one(over(&common.length_sum, i));
        matrix.put(names[0], |i| (length(i) / at_least_one(window(i).len() as f64)).ln_1p());
        matrix.put(names[1], |i| over(&totals.linked, i) / length(i));
        matrix.put(names[2], |i| over(&totals.prose, i) / length(i));
    }
}
