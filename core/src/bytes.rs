//! Values as the bytes that cross the seam.
#![forbid(unsafe_code)]

use crate::fingerprint::line_keys;
use crate::parsed::Parsed;
use std::mem::size_of;

/// What a column of the seam is made of.
pub enum Bytes<'a> {
    Lent(*const u8, usize, std::marker::PhantomData<&'a ()>),
    Owned(Vec<u8>),
    Floats(Vec<f32>),
    Numbers(Vec<u64>),
    Places(Vec<u32>),
}

impl<'a> Bytes<'a> {
    pub fn of<T: Copy>(values: &'a [T]) -> Bytes<'a> {
        Bytes::Lent(values.as_ptr().cast(), std::mem::size_of_val(values), std::marker::PhantomData)
    }

    /// Where they begin, and how many they are.
    pub fn parts(&self) -> (*const u8, usize) {
        match self {
            Bytes::Lent(start, length, _) => (*start, *length),
            Bytes::Owned(bytes) => (bytes.as_ptr(), bytes.len()),
            Bytes::Numbers(values) => (values.as_ptr().cast(), std::mem::size_of_val(&values[..])),
            Bytes::Places(values) => (values.as_ptr().cast(), std::mem::size_of_val(&values[..])),
            Bytes::Floats(values) => (values.as_ptr().cast(), std::mem::size_of_val(&values[..])),
        }
    }
}

/// How many bytes a column has; None if there is no such column. What is computed when it is asked for is not.
pub fn column_length(parsed: &Parsed, number: u32) -> Option<usize> {
    let page = &parsed.page;
    Some(match number {
        3 | 4 => size_of::<u32>() * page.rows(),
        7 | 8 => size_of::<u32>() * page.nodes(),
        45 => size_of::<u64>() * parsed.blocks().len(),
        _ => column(parsed, number)?.parts().1,
    })
}

/// A column as bytes, by its number in `honbun.core.handle`; None if there is no such column.
pub fn column(parsed: &Parsed, number: u32) -> Option<Bytes<'_>> {
    let page = &parsed.page;
    Some(match number {
        0 => Bytes::of(&page.tag),
        1 => Bytes::of(&page.parent),
        2 => Bytes::of(&page.end),
        3 => Bytes::Places(page.in_characters(&page.text_from)),
        4 => Bytes::Places(page.in_characters(&page.text_to)),
        5 => Bytes::of(&page.is_hidden),
        6 => Bytes::of(&page.node_owner),
        7 => Bytes::Places(page.in_characters(&page.node_from)),
        8 => Bytes::Places(page.in_characters(&page.node_to)),
        9 => Bytes::of(&page.attribute_row),
        10 => Bytes::of(&page.attribute_name),
        11 => Bytes::of(&page.attribute_start),
        12 => Bytes::of(&page.attribute_end),
        13 => Bytes::of(&page.values),
        14 => Bytes::of(&page.data_row),
        15 => Bytes::of(&page.data_start),
        16 => Bytes::of(&page.data_end),
        17 => Bytes::of(&page.text),
        18 => Bytes::Owned(page.custom_tags.join(&0)),
        19 => Bytes::Owned(page.unclosed.unwrap_or_default().as_bytes().to_vec()),
        20 => Bytes::of(&parsed.blocks().first_node),
        21 => Bytes::of(&parsed.blocks().owner),
        22 => Bytes::of(&parsed.blocks().is_hidden),
        23 => Bytes::of(&parsed.blocks().is_preformatted),
        24 => Bytes::of(&parsed.blocks().length),
        25 => Bytes::of(&parsed.blocks().link_length),
        26 => Bytes::of(&parsed.blocks().first),
        27 => Bytes::of(&parsed.blocks().last),
        28 => Bytes::of(&parsed.shown().text),
        29 => Bytes::of(&parsed.shown().character_ends),
        30 => Bytes::of(&parsed.outline().common.is_dated),
        31 => Bytes::of(&parsed.outline().common.identifiers.signature),
        32 => Bytes::of(&parsed.outline().common.path),
        33 => Bytes::of(parsed.is_marked()),
        34 => Bytes::of(&parsed.line_blocks().first_node),
        35 => Bytes::of(&parsed.line_blocks().owner),
        36 => Bytes::of(&parsed.line_blocks().is_hidden),
        37 => Bytes::of(&parsed.line_blocks().is_preformatted),
        38 => Bytes::of(&parsed.line_blocks().length),
        39 => Bytes::of(&parsed.line_blocks().link_length),
        40 => Bytes::of(&parsed.line_blocks().first),
        41 => Bytes::of(&parsed.line_blocks().last),
        42 => Bytes::of(&parsed.line_shown().text),
        43 => Bytes::of(&parsed.line_shown().character_ends),
        44 => Bytes::of(parsed.line_is_dated()),
        45 => Bytes::Numbers(line_keys(parsed.outline())),
        46 => Bytes::of(&parsed.blocks().has_digit),
        _ => return None,
    })
}
