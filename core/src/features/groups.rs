//! Blocks that a template made in the same place, and the items of lists that blocks are part of.
#![forbid(unsafe_code)]

use super::{at_least_one, Matrix, Totals};
use crate::order::siblings_together;
use crate::outline::{Inherited, Keys, Outline};
use crate::paths::hash;

pub const LIKE: [&str; 9] = [
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
pub const PATH: [&str; 9] = [
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

/// What is summed over the blocks with one key.
#[derive(Clone, Copy, Default)]
struct Group {
    squares: f64,
    count: u32,
    length: u32,
    linked: u32,
    prose: u32,
    first: u32,
    last: u32,
}

impl Group {
    fn add(&mut self, outline: Outline, block: usize) {
        let length = outline.blocks.length.at(block);
        if self.count == 0 {
            self.first = block as u32;
        }
        self.count += 1;
        self.length += length;
        self.linked += outline.blocks.link_length.at(block);
        self.squares += length as f64 * length as f64;
        self.prose += if outline.is_prose(block) { length } else { 0 };
        self.last = block as u32;
    }
}

/// What blocks with the same key have together.
type KeyOf = fn(Outline, usize) -> u64;

/// The blocks of a page in groups of two and more that have the same key.
pub struct Groups {
    key: KeyOf,
    keys: Keys,
    found: Vec<Group>,
}

impl Groups {
    /// Blocks whose owners are alike, and what is above them, twice.
    pub fn near(outline: Outline) -> Groups {
        Groups::of(outline, |outline, i| {
            let (page, identifiers) = (outline.page, &outline.common.identifiers);
            let of = |row: i32| if row < 0 { 0 } else { identifiers.signature(row as usize) };
            let parent = outline.parent(i);
            let grand = if parent < 0 { -1 } else { page.parent[parent as usize] };
            let own = identifiers.signature(outline.owner(i));
            own.wrapping_mul(3) ^ of(parent).wrapping_mul(5) ^ of(grand).wrapping_mul(7)
        })
    }

    /// Blocks whose owners have the same path.
    pub fn path(outline: Outline) -> Groups {
        Groups::of(outline, |outline, i| outline.common.path[i])
    }

    fn of(outline: Outline, key: KeyOf) -> Groups {
        let (keys, _) = Keys::repeated((0..outline.len()).map(|i| key(outline, i)));
        let mut found = vec![Group::default(); keys.len()];
        for i in 0..outline.len() {
            if let Some(number) = keys.find(key(outline, i)) {
                found[number].add(outline, i);
            }
        }
        Groups { key, keys, found }
    }

    fn group(&self, outline: Outline, block: usize) -> Group {
        self.keys.find((self.key)(outline, block)).map_or_else(
            || {
                let mut own = Group::default();
                own.add(outline, block);
                own
            },
            |number| self.found[number],
        )
    }

    pub fn put(&self, matrix: &mut Matrix, outline: Outline, totals: &Totals, names: &[&'static str; 9]) {
        let first = matrix.blocks.start;
        let groups: Vec<Group> = matrix.blocks.clone().map(|i| self.group(outline, i)).collect();
        let of = |i: usize| groups[i - first];
        let count = |i: usize| of(i).count as f64;
        let mean = |i: usize| of(i).length as f64 / count(i);
        let span = |i: usize| (of(i).last - of(i).first + 1) as f64;
        let (size, all_prose) = (at_least_one(outline.len() as f64), at_least_one(totals.prose.all()));
        matrix.put(names[0], count);
        matrix.put(names[1], mean);
        matrix.put(names[2], |i| of(i).linked as f64 / at_least_one(of(i).length as f64));
        let spread = |i: usize| (of(i).squares / count(i) - mean(i) * mean(i)).max(0.0).sqrt();
        matrix.put(names[3], |i| spread(i) / at_least_one(mean(i)));
        matrix.put(names[4], |i| of(i).prose as f64 / all_prose);
        matrix.put(names[5], |i| span(i) / size);
        matrix.put(names[6], |i| count(i) / span(i));
        matrix.put(names[7], |i| (i - of(i).first as usize) as f64);
        matrix.put(names[8], |i| of(i).first as f64 / size);
    }
}

/// The texts that more than one block has, and how many have each.
pub struct Copies {
    texts: Keys,
    counts: Vec<u32>,
}

impl Copies {
    pub fn of(outline: Outline) -> Copies {
        let (texts, counts) = Keys::repeated((0..outline.len()).map(|i| hash(outline.shown.get(i))));
        Copies { texts, counts }
    }

    /// How many blocks have the text of this one.
    pub fn count(&self, outline: Outline, block: usize) -> u32 {
        self.texts.find(hash(outline.shown.get(block))).map_or(1, |number| self.counts[number])
    }
}

/// What is summed over like siblings.
#[derive(Clone, Default)]
struct Items {
    depth: i32,
    count: u32,
    length: f64,
    linked: f64,
    dates: f64,
    money: f64,
    blocks: f64,
    images: f64,
}

/// Like siblings of a page.
pub struct Siblings {
    found: Vec<Items>,
    /// For each row those that it is one of, if there are any.
    which: Vec<u32>,
    /// Those that the nearest element around a block belongs to which has so many.
    near: Inherited<[u32; ITEMS.len()]>,
}

/// A block that is like no other, a row without like siblings.
const ALONE: u32 = u32::MAX;

impl Siblings {
    pub fn of(outline: Outline, totals: &Totals) -> Siblings {
        let mut rows = of_many(outline);
        let mut found: Vec<Items> = Vec::new();
        let mut which = if rows.is_empty() { Vec::new() } else { vec![ALONE; outline.page.rows()] };
        for like in siblings_together(&mut rows, outline) {
            if like.len() < ITEMS[0].0 as usize {
                continue;
            }
            let mut items = Items { depth: outline.depth(like[0] as usize), ..Items::default() };
            for &row in like {
                which[row as usize] = found.len() as u32;
                let held = outline.blocks_in(row as usize);
                items.count += 1;
                items.length += outline.common.length_sum.over(held.clone());
                items.linked += totals.linked.over(held.clone());
                items.dates += outline.common.dated.within(held.clone());
                items.money += totals.money.over(held.clone());
                items.blocks += held.len() as f64;
                items.images += outline.images(row as usize);
            }
            found.push(items);
        }
        Siblings { found, which, near: Inherited::new([ALONE; ITEMS.len()]) }
    }

    /// Of the blocks after those that were asked for before.
    pub fn put(&mut self, matrix: &mut Matrix, outline: Outline) {
        let (found, which, first) = (&self.found, &self.which, matrix.blocks.start);
        let own = |row: usize, above: [u32; ITEMS.len()]| {
            let items = which.get(row).copied().unwrap_or(ALONE);
            let count = found.get(items as usize).map_or(0, |items| items.count);
            std::array::from_fn(|number| if count >= ITEMS[number].0 { items } else { above[number] })
        };
        let near = &mut self.near;
        let blocks = matrix.blocks.clone();
        let near: Vec<_> = blocks.map(|i| near.at(outline.page, outline.owner(i), own)).collect();
        let whole = at_least_one(outline.common.length_sum.all());
        for (number, (_, names)) in ITEMS.iter().enumerate() {
            let of = |i: usize, none: f64, value: &dyn Fn(&Items) -> f64| {
                found.get(near[i - first][number] as usize).map_or(none, value)
            };
            let per_item =
                |i: usize, value: &dyn Fn(&Items) -> f64| of(i, 0.0, &|items| value(items) / items.count as f64);
            let depth = |i: usize| outline.depth(outline.owner(i));
            matrix.put(names[0], |i| of(i, 0.0, &|items| items.count as f64));
            matrix.put(names[1], |i| of(i, -1.0, &|items| (depth(i) - items.depth) as f64));
            matrix.put(names[2], |i| per_item(i, &|items| items.blocks));
            matrix.put(names[3], |i| per_item(i, &|items| items.length));
            matrix.put(names[4], |i| of(i, 0.0, &|items| items.length / whole));
            matrix.put(names[5], |i| of(i, 0.0, &|items| items.linked / at_least_one(items.length)));
            matrix.put(names[6], |i| per_item(i, &|items| items.images));
            matrix.put(names[7], |i| per_item(i, &|items| items.money));
            matrix.put(names[8], |i| per_item(i, &|items| items.dates));
        }
    }
}

/// The elements that hold text beside enough others that do to be the item of a list.
fn of_many(outline: Outline) -> Vec<u32> {
    let page = outline.page;
    let parent =
        |row: usize| usize::try_from(page.parent[row]).ok().filter(|_| !outline.blocks_in(row).is_empty());
    let mut children = vec![0u8; page.rows()];
    for above in (0..page.rows()).filter_map(parent) {
        children[above] = children[above].saturating_add(1);
    }
    let has_many = |&row: &u32| parent(row as usize).is_some_and(|above| children[above] as u32 >= ITEMS[0].0);
    (0..page.rows() as u32).filter(has_many).collect()
}
