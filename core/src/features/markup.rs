//! What the markup says: names of elements around a block, and words in their identifiers.
#![forbid(unsafe_code)]

use super::Matrix;
use crate::outline::Outline;
use crate::tables::*;

pub fn markup(matrix: &mut Matrix, outline: Outline) {
    let (page, n) = (outline.page, outline.len());
    let above = |row: i32| if row < 0 { -1 } else { page.parent[row as usize] };
    // Above the root, an index of -1 is the last row: as the readable form has it, the model was trained so.
    let code = |row: i32| {
        let row = if row < 0 { page.rows() - 1 } else { row as usize };
        (page.tag[row] as u32).min(FIRST_CUSTOM)
    };
    let rank = |row: i32| TAG_RANK[code(row) as usize] as f64;
    let parent: Vec<i32> = (0..n).map(|i| outline.parent(i)).collect();
    let grand: Vec<i32> = parent.iter().map(|&row| above(row)).collect();
    let inner: Vec<usize> =
        (0..n).map(|i| page.node_owner[outline.blocks.first_node[i] as usize] as usize).collect();
    matrix.put("tag", |i| rank(outline.owner(i) as i32));
    matrix.put("parent_tag", |i| rank(parent[i]));
    matrix.put("grandparent_tag", |i| rank(grand[i]));
    let inline_code = |i: usize| if inner[i] == outline.owner(i) { -1.0 } else { code(inner[i] as i32) as f64 };
    matrix.put("inline_tag", inline_code);
    matrix.put("depth", |i| outline.common.depth[outline.owner(i)] as f64);
    matrix.put("hidden", |i| outline.blocks.is_hidden[i] as u8 as f64);

    let own = &outline.common.identifiers.words;
    let (mut names, mut words) = (vec![0u32; page.rows()], own.clone());
    for row in 0..page.rows() {
        names[row] = TAG_AROUND[(page.tag[row] as u32).min(FIRST_CUSTOM) as usize];
        if page.parent[row] >= 0 {
            names[row] |= names[page.parent[row] as usize];
            words[row] |= words[page.parent[row] as usize];
        }
    }
    for (bit, name) in IN_NAMES.into_iter().enumerate() {
        matrix.put(name, |i| (names[inner[i]] >> bit & 1) as f64);
    }
    let own_of = |row: i32| if row < 0 { 0 } else { own[row as usize] };
    let near_of = |i: usize| own[inner[i]] | own[outline.owner(i)] | own_of(parent[i]) | own_of(grand[i]);
    let near: Vec<u32> = (0..n).map(near_of).collect();
    for (bit, name) in WORD_NAMES.into_iter().enumerate() {
        matrix.put(name, |i| (2 * (near[i] >> bit & 1) + (words[inner[i]] >> bit & 1)) as f64);
    }
}
