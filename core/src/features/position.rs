//! Where a block stands: on the page, beside its neighbours, under the title; and the links in it.
#![forbid(unsafe_code)]

use super::{at_least_one, Matrix, Sums};
use crate::outline::Outline;
use crate::tables::{T_A, T_H1};

const FAR: i64 = 1000;
const FAR_LENGTH: f64 = -1e4;

pub fn links(matrix: &mut Matrix, outline: Outline) {
    let (page, blocks) = (outline.page, outline.blocks);
    let mut links = vec![0u32];
    for row in 0..page.rows() {
        links.push(links[row] + page.is(row, T_A) as u32);
    }
    let owner = |i: usize| outline.owner(i);
    matrix.put("link_share", |i| outline.blocks.link_share(i));
    matrix.put("links", |i| (links[page.end[owner(i)] as usize] - links[owner(i)]) as f64);
    matrix.put("images", |i| outline.common.images[owner(i)] as f64);
    matrix.put("dated", |i| outline.common.is_dated[i] as u8 as f64);
    matrix.put("node_length", |i| outline.length(i) / at_least_one(blocks.nodes(i).len() as f64));
    let pressable = |i: usize| blocks.pressable_length[i] as f64;
    matrix.put("press_share", |i| (pressable(i) / at_least_one(outline.length(i))).clamp(0.0, 1.0));
    matrix.put("owner_blocks", |i| outline.blocks_in(owner(i)).len() as f64);
}

pub fn position(matrix: &mut Matrix, outline: Outline, sums: &Sums, title: i64) {
    let n = outline.len();
    let size = at_least_one(n as f64);
    let (length, prose) = (sums.length, &sums.prose);
    matrix.put("position", |i| i as f64 / size);
    matrix.put("length_before", |i| length[i] / at_least_one(length[n]));
    matrix.put("prose_before", |i| prose[i] / at_least_one(prose[n]));
    matrix.put("blocks_after", |i| (n - i) as f64);
    if title < 0 {
        matrix.fill("from_title", -FAR as f64);
        matrix.fill("length_from_title", FAR_LENGTH);
    } else {
        matrix.put("from_title", |i| (i as i64 - title) as f64);
        matrix.put("length_from_title", |i| length[i] - length[title as usize]);
    }
    let is_heading = &outline.common.is_heading;
    let since_heading = since(n, |i| is_heading[i] && outline.is_visible(i));
    let since_h1 = since(n, |i| outline.tag(i) == T_H1);
    let until_h1 = since(n, |i| outline.tag(n - 1 - i) == T_H1);
    matrix.put("since_heading", |i| since_heading[i]);
    matrix.put("since_h1", |i| since_h1[i]);
    matrix.put("until_h1", |i| until_h1[n - 1 - i]);
    let mut level = 0.0;
    let mut levels = Vec::with_capacity(n);
    for (i, &is_heading) in is_heading.iter().enumerate() {
        if is_heading {
            level = (outline.tag(i) - T_H1 + 1) as f64;
        }
        levels.push(level);
    }
    matrix.put("heading_level", |i| levels[i]);
}

/// Blocks since the last one that is chosen, at most `FAR`.
fn since(blocks: usize, is_chosen: impl Fn(usize) -> bool) -> Vec<f64> {
    let mut last = -FAR;
    let distance = |i: usize| {
        if is_chosen(i) {
            last = i as i64;
        }
        (i as i64 - last).min(FAR) as f64
    };
    (0..blocks).map(distance).collect()
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

pub fn neighbours(matrix: &mut Matrix, outline: Outline, sums: &Sums) {
    let (n, common) = (outline.len(), outline.common);
    let log: Vec<f64> = (0..n).map(|i| outline.length(i).ln_1p()).collect();
    for (names, step) in BESIDE.iter().zip([-1i64, 1]) {
        let beside = |i: usize, steps: i64| usize::try_from(i as i64 + steps * step).ok().filter(|&at| at < n);
        matrix.put(names[0], |i| beside(i, 1).map_or(0.0, |at| log[at]));
        matrix.put(names[1], |i| beside(i, 2).map_or(0.0, |at| log[at]));
        matrix.put(names[2], |i| beside(i, 1).map_or(1.0, |at| outline.blocks.link_share(at)));
        matrix.put(names[3], |i| beside(i, 2).map_or(1.0, |at| outline.blocks.link_share(at)));
        matrix.put(names[4], |i| beside(i, 1).is_some_and(|at| outline.tag(at) == outline.tag(i)) as u8 as f64);
        let parent = |at: Option<usize>| at.map_or(-1, |at| outline.parent(at));
        matrix.put(names[5], |i| (parent(beside(i, 1)) == outline.parent(i)) as u8 as f64);
        matrix.put(names[6], |i| beside(i, 1).is_some_and(|at| common.is_heading[at]) as u8 as f64);
    }
    let money = |i: usize| sums.money[(i + MONEY_AFTER).min(n)] - sums.money[i.saturating_sub(MONEY_BEFORE)];
    matrix.put("window_money", money);
    for (width, names) in WINDOWS {
        let window = |i: usize| i.saturating_sub(width)..(i + width + 1).min(n);
        let over = |sums: &[f64], i: usize| sums[window(i).end] - sums[window(i).start];
        let length = |i: usize| at_least_one(over(&sums.length, i));
        matrix.put(names[0], |i| (length(i) / at_least_one(window(i).len() as f64)).ln_1p());
        matrix.put(names[1], |i| over(&sums.linked, i) / length(i));
        matrix.put(names[2], |i| over(&sums.prose, i) / length(i));
    }
}
