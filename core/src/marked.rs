//! Blocks that a page itself marks as no part of its content: the compiled form of `honbun.article.marked`.
#![forbid(unsafe_code)]

use crate::chars::{lower, trim};
use crate::outline::Outline;
use crate::tables::*;

const ROLES: [&str; 6] = ["alertdialog", "contentinfo", "dialog", "menu", "menubar", "navigation"];
const MAX_MARKED_SHARE: f64 = 0.9;

/// Blocks in navigation, in the footer of the page, in dialogs or in questions about cookies, and escaped markup.
pub fn find_marked(outline: Outline) -> Vec<bool> {
    let (page, blocks) = (outline.page, outline.blocks);
    let has_own_footer = page.within(|row| page.flags(row) & IS_OWN_FOOTER != 0);
    let mut marked: Vec<bool> = (0..page.rows())
        .map(|row| match page.tag[row] as u32 {
            T_FOOTER => !has_own_footer[row] || outline.common.identifiers.is_consent(row),
            T_DIALOG | T_NAV => true,
            _ => outline.common.identifiers.is_consent(row),
        })
        .collect();
    for (row, name, value) in page.attributes() {
        if name == A_ROLE {
            let mut role = Vec::new();
            lower(trim(value), &mut role);
            marked[row] |= ROLES.iter().any(|known| known.as_bytes() == role);
        }
    }
    let within = page.within(|row| marked[row]);
    let first_row = |i: usize| page.node_owner[blocks.first_node[i] as usize] as usize;
    let mut inside: Vec<bool> = (0..blocks.len()).map(|i| within[first_row(i)]).collect();
    let whole: u64 = blocks.length.iter().map(|length| length as u64).sum();
    let part: u64 = (0..blocks.len()).filter(|&i| inside[i]).map(|i| blocks.length.at(i) as u64).sum();
    if part as f64 >= MAX_MARKED_SHARE * whole as f64 {
        inside = vec![false; blocks.len()];
    }
    mark_escaped(outline, &mut inside);
    inside
}

/// Blocks of `noscript` that are markup by mistake: a script escaped it, so that a parser sees text.
fn mark_escaped(outline: Outline, marked: &mut [bool]) {
    let (page, blocks) = (outline.page, outline.blocks);
    for row in (0..page.rows()).filter(|&row| page.tag[row] as u32 == T_NOSCRIPT) {
        for block in blocks.first[row] as usize..blocks.last[row] as usize {
            marked[block] |= is_markup(outline.shown.get(block));
        }
    }
}

fn is_markup(text: &[u8]) -> bool {
    matches!(text, [b'<', first, .., b'>'] if first.is_ascii_alphabetic())
}
