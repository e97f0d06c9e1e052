//! Blocks that a template made in the same place, and the items of lists that blocks are part of.
#![forbid(unsafe_code)]

use super::{at_least_one, Matrix, Sums};
use crate::outline::{key_map, Outline};
use crate::paths::hash;

const LIKE: [&str; 9] = [
    "like_count",
    "like_length",
    "like_link",
    "like_spread",
    "like_prose",
    "like_span",
    "like_density",
    "like_rank",
    "like_start",
];
const PATH: [&str; 9] = [
    "path_count",
    "path_length",
    "path_link",
    "path_spread",
    "path_prose",
    "path_span",
    "path_density",
    "path_rank",
    "path_start",
];
/// So many like siblings make an element the item of a list.
const ITEMS: [(u32, [&str; 9]); 2] = [
    (
        3,
        [
            "item_size",
            "item_up",
            "item_blocks",
            "item_length",
            "item_share",
            "item_link",
            "item_images",
            "item_money",
            "item_dates",
        ],
    ),
    (
        8,
        [
            "many_size",
            "many_up",
            "many_blocks",
            "many_length",
            "many_share",
            "many_link",
            "many_images",
            "many_money",
            "many_dates",
        ],
    ),
];

pub fn groups(matrix: &mut Matrix, outline: Outline, sums: &Sums) {
    let (page, signature) = (outline.page, &outline.common.identifiers.signature);
    let of = |row: i32| if row < 0 { 0 } else { signature[row as usize] };
    let near = |i: usize| {
        let parent = outline.parent(i);
        let grand = if parent < 0 { -1 } else { page.parent[parent as usize] };
        let own = signature[outline.owner(i)];
        own.wrapping_mul(3) ^ of(parent).wrapping_mul(5) ^ of(grand).wrapping_mul(7)
    };
    group(matrix, outline, sums, &LIKE, near);
    group(matrix, outline, sums, &PATH, |i| outline.common.path[outline.owner(i)]);
    let keys: Vec<u64> = (0..outline.len()).map(|i| hash(outline.shown.get(i))).collect();
    let mut copies = key_map::<u32>(keys.len());
    keys.iter().for_each(|&key| *copies.entry(key).or_default() += 1);
    matrix.put("copies", |i| copies[&keys[i]] as f64);
}

/// What is summed over the blocks with one key.
#[derive(Clone, Copy, Default)]
struct Group {
    count: f64,
    length: f64,
    linked: f64,
    squares: f64,
    prose: f64,
    first: u32,
    last: u32,
}

fn group(
    matrix: &mut Matrix,
    outline: Outline,
    sums: &Sums,
    names: &[&'static str; 9],
    key: impl Fn(usize) -> u64,
) {
    let n = outline.len();
    let mut index = key_map::<u32>(n);
    let mut found: Vec<Group> = Vec::new();
    let mut which = Vec::with_capacity(n);
    for i in 0..n {
        let number = *index.entry(key(i)).or_insert(found.len() as u32);
        if number as usize == found.len() {
            found.push(Group { first: i as u32, ..Group::default() });
        }
        let (group, length) = (&mut found[number as usize], outline.length(i));
        group.count += 1.0;
        group.length += length;
        group.linked += outline.blocks.link_length[i] as f64;
        group.squares += length * length;
        group.prose += if outline.common.is_prose[i] { length } else { 0.0 };
        group.last = i as u32;
        which.push(number);
    }
    drop(index);
    let of = |i: usize| &found[which[i] as usize];
    let mean = |i: usize| of(i).length / of(i).count;
    let span = |i: usize| (of(i).last - of(i).first + 1) as f64;
    let (size, all_prose) = (at_least_one(n as f64), at_least_one(sums.prose[n]));
    matrix.put(names[0], |i| of(i).count);
    matrix.put(names[1], mean);
    matrix.put(names[2], |i| of(i).linked / at_least_one(of(i).length));
    let spread = |i: usize| (of(i).squares / of(i).count - mean(i) * mean(i)).max(0.0).sqrt();
    matrix.put(names[3], |i| spread(i) / at_least_one(mean(i)));
    matrix.put(names[4], |i| of(i).prose / all_prose);
    matrix.put(names[5], |i| span(i) / size);
    matrix.put(names[6], |i| of(i).count / span(i));
    matrix.put(names[7], |i| (i - of(i).first as usize) as f64);
    matrix.put(names[8], |i| of(i).first as f64 / size);
}

/// What is summed over like siblings.
#[derive(Clone, Copy, Default)]
struct Items {
    count: u32,
    length: f64,
    linked: f64,
    dates: f64,
    money: f64,
    blocks: f64,
    images: f64,
}

pub fn siblings(matrix: &mut Matrix, outline: Outline, sums: &Sums) {
    let page = outline.page;
    let mut index = key_map::<u32>(page.rows() / 2);
    let mut found: Vec<Items> = Vec::new();
    let mut which = vec![u32::MAX; page.rows()];
    for row in 0..page.rows() {
        let held = outline.blocks_in(row);
        if held.is_empty() {
            continue;
        }
        let place = (page.parent[row] as i64 as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let key = outline.common.identifiers.signature[row].wrapping_mul(11) ^ place;
        let number = *index.entry(key).or_insert(found.len() as u32);
        if number as usize == found.len() {
            found.push(Items::default());
        }
        let items = &mut found[number as usize];
        items.count += 1;
        items.length += outline.total(sums.length, row);
        items.linked += outline.total(&sums.linked, row);
        items.dates += outline.total(&outline.common.dated_sum, row);
        items.money += outline.total(&sums.money, row);
        items.blocks += held.len() as f64;
        items.images += outline.common.images[row] as f64;
        which[row] = number;
    }
    drop(index);
    let whole = at_least_one(sums.length[outline.len()]);
    for (least, names) in ITEMS {
        let count = |row: usize| found.get(which[row] as usize).map_or(0, |items| items.count);
        let nearest = page.nearest(|row| page.parent[row] >= 0 && count(row) >= least);
        let item = |i: usize| nearest[outline.owner(i)];
        let of = |i: usize, none: f64, value: &dyn Fn(&Items) -> f64| match item(i) {
            row @ 0.. => value(&found[which[row as usize] as usize]),
            _ => none,
        };
        let per_item =
            |i: usize, value: &dyn Fn(&Items) -> f64| of(i, 0.0, &|items| value(items) / items.count as f64);
        let depth = &outline.common.depth;
        matrix.put(names[0], |i| of(i, 0.0, &|items| items.count as f64));
        matrix.put(names[1], |i| of(i, -1.0, &|_| (depth[outline.owner(i)] - depth[item(i) as usize]) as f64));
        matrix.put(names[2], |i| per_item(i, &|items| items.blocks));
        matrix.put(names[3], |i| per_item(i, &|items| items.length));
        matrix.put(names[4], |i| of(i, 0.0, &|items| items.length / whole));
        matrix.put(names[5], |i| of(i, 0.0, &|items| items.linked / at_least_one(items.length)));
        matrix.put(names[6], |i| per_item(i, &|items| items.images));
        matrix.put(names[7], |i| per_item(i, &|items| items.money));
        matrix.put(names[8], |i| per_item(i, &|items| items.dates));
    }
}
