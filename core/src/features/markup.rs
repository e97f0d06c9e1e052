//! What the markup says: names of elements around a block, and words in their identifiers.
#![forbid(unsafe_code)]

use super::Matrix;
use crate::outline::{Inherited, Outline};
use crate::tables::*;

/// The names and the words of all elements around the first text of a block, a bit each.
pub type Around = Inherited<(u32, u32)>;

/// The element of the first text of a block.
fn inner(outline: Outline, block: usize) -> usize {
    outline.page.node_owner[outline.blocks.first_node[block] as usize] as usize
}

/// `around` goes on where the blocks before left it.
pub fn markup(matrix: &mut Matrix, outline: Outline, around: &mut Around) {
    let (page, first) = (outline.page, matrix.blocks.start);
    let above = |row: i32| if row < 0 { -1 } else { page.parent[row as usize] };
    // Above the root, an index of -1 is the last row: as the readable form has it, the model was trained so.
    let code = |row: i32| {
        let row = if row < 0 { page.rows() - 1 } else { row as usize };
        (page.tag[row] as u32).min(FIRST_CUSTOM)
    };
    let rank = |row: i32| TAG_RANK[code(row) as usize] as f64;
    let parent = |i: usize| outline.parent(i);
    let grand = |i: usize| above(parent(i));
    matrix.put("tag", |i| rank(outline.owner(i) as i32));
    matrix.put("parent_tag", |i| rank(parent(i)));
    matrix.put("grandparent_tag", |i| rank(grand(i)));
    let inner = |i: usize| inner(outline, i);
    let inline_code = |i: usize| if inner(i) == outline.owner(i) { -1.0 } else { code(inner(i) as i32) as f64 };
    matrix.put("inline_tag", inline_code);
    matrix.put("depth", |i| outline.depth(outline.owner(i)) as f64);
    matrix.put("hidden", |i| outline.blocks.is_hidden[i] as u8 as f64);

    let own = |row: usize| outline.common.identifiers.words(row);
    let gather = |row: usize, above: (u32, u32)| {
        (above.0 | TAG_AROUND[(page.tag[row] as u32).min(FIRST_CUSTOM) as usize], above.1 | own(row))
    };
    let around: Vec<(u32, u32)> = matrix.blocks.clone().map(|i| around.at(page, inner(i), gather)).collect();
    for (bit, name) in IN_NAMES.into_iter().enumerate() {
        matrix.put(name, |i| (around[i - first].0 >> bit & 1) as f64);
    }
    let own_of = |row: i32| usize::try_from(row).map_or(0, own);
    let near_of = |i: usize| own(inner(i)) | own(outline.owner(i)) | own_of(parent(i)) | own_of(grand(i));
    let near: Vec<u32> = matrix.blocks.clone().map(near_of).collect();
    for (bit, name) in WORD_NAMES.into_iter().enumerate() {
        matrix.put(name, |i| (2 * (near[i - first] >> bit & 1) + (around[i - first].1 >> bit & 1)) as f64);
    }
}
