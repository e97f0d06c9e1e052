//! Values as the bytes that cross the seam.
#![forbid(unsafe_code)]

use crate::article::{find_article, Article, SiteEvidence};
use crate::bodies::Bodies;
use crate::comments::AROUND;
use crate::context::Context;
use crate::decision::{Decision, View};
use crate::features::Whole;
use crate::fields::{Found, Value, FIELD_FEATURES};
use crate::fingerprint::line_keys;
use crate::groups::{keys_and_columns, Group, MeasuredLines, GROUP_FEATURES, LINE_FEATURES};
use crate::linked::Linked;
use crate::outline::Letters;
use crate::parsed::Parsed;
use crate::records::Votes;
use crate::small::Small;
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
        24 | 25 | 29 => size_of::<u32>() * parsed.blocks().len(),
        38 | 39 | 43 => size_of::<u32>() * parsed.line_blocks().len(),
        31 => size_of::<u64>() * page.rows(),
        45 => 2 * size_of::<u64>() * parsed.blocks().len(),
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
        3 => Bytes::Places(page.in_characters(&page.text_starts().collect::<Vec<u32>>())),
        4 => Bytes::Places(page.in_characters(&page.text_ends(&page.text_starts().collect::<Vec<u32>>()))),
        5 => Bytes::of(&page.is_hidden),
        6 => Bytes::of(&page.node_owner),
        7 => Bytes::Places(
            page.in_characters(&(0..page.nodes()).map(|node| page.node_from(node)).collect::<Vec<u32>>()),
        ),
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
        24 => Bytes::Places(parsed.blocks().length.iter().collect()),
        25 => Bytes::Places(parsed.blocks().link_length.iter().collect()),
        26 => Bytes::of(&parsed.blocks().first),
        27 => Bytes::of(&parsed.blocks().last),
        28 => Bytes::of(&parsed.shown().text),
        29 => Bytes::Places(parsed.shown().character_ends()),
        30 => Bytes::of(&parsed.outline().common.is_dated),
        31 => Bytes::Numbers(parsed.outline().common.identifiers.signatures()),
        32 => Bytes::of(parsed.outline().row_path()),
        33 => Bytes::of(parsed.is_marked()),
        34 => Bytes::of(&parsed.line_blocks().first_node),
        35 => Bytes::of(&parsed.line_blocks().owner),
        36 => Bytes::of(&parsed.line_blocks().is_hidden),
        37 => Bytes::of(&parsed.line_blocks().is_preformatted),
        38 => Bytes::Places(parsed.line_blocks().length.iter().collect()),
        39 => Bytes::Places(parsed.line_blocks().link_length.iter().collect()),
        40 => Bytes::of(&parsed.line_blocks().first),
        41 => Bytes::of(&parsed.line_blocks().last),
        42 => Bytes::of(&parsed.line_shown().text),
        43 => Bytes::Places(parsed.line_shown().character_ends()),
        44 => Bytes::of(parsed.line_is_dated()),
        45 => Bytes::Numbers(line_keys(parsed.outline())),
        _ => return None,
    })
}

/// The names of features, with zeros between them: of blocks, of their context, of groups that may be comments or
/// posts, of lines, of fields.
pub fn feature_names(which: u32) -> Vec<u8> {
    let parsed = Parsed::of(b"<p>a");
    let site = SiteEvidence { document_frequency: &[], votes: Votes { paths: &[], votes: &[] } };
    let outline = parsed.outline();
    let names = match which {
        0 => {
            let letters = Letters::of(outline.shown);
            let article = find_article(outline, &letters, &site, None);
            Whole::of(outline, &article, &Linked::of(outline, &letters)).matrix(0..1).names
        }
        1 => Context::of(outline, &vec![0.0; outline.len()]).matrix(0..1).names,
        2 => GROUP_FEATURES.split_whitespace().chain(AROUND.split_whitespace()).collect(),
        3 => GROUP_FEATURES.split_whitespace().collect(),
        4 => LINE_FEATURES.split_whitespace().collect(),
        _ => FIELD_FEATURES.split_whitespace().collect(),
    };
    names.join("\0").into_bytes()
}

/// Numbers and truth values as they lie in memory.
pub trait Plain: Copy {
    fn put(self, out: &mut Vec<u8>);
}

macro_rules! plain {
    ($($kind:ty),*) => {
        $(impl Plain for $kind {
            #[inline]
            fn put(self, out: &mut Vec<u8>) {
                out.extend_from_slice(&self.to_ne_bytes());
            }
        })*
    };
}
plain!(u8, i32, u32, f32, f64);

impl Plain for bool {
    #[inline]
    fn put(self, out: &mut Vec<u8>) {
        out.push(self as u8);
    }
}

/// Columns one after the other.
#[derive(Default)]
struct Packed(Vec<u8>);

impl Packed {
    fn add<T: Plain>(&mut self, values: &[T]) {
        self.0.reserve(std::mem::size_of_val(values));
        values.iter().for_each(|value| value.put(&mut self.0));
    }

    /// Zeros, so that numbers may follow.
    fn align(&mut self) {
        self.0.resize(self.0.len().next_multiple_of(8), 0);
    }
}

/// Part 0 of a view is what every page is asked for, in one piece as `honbun.core.model` reads it; part 1 the features,
/// column after column; part 2 what it says of where the article is, block by block.
pub fn part_of_view(parsed: &Parsed, view: &View, part: u32) -> Bytes<'static> {
    match part {
        0 => Bytes::Owned(packed_view(view, &parsed.blocks().words)),
        1 => Bytes::Floats(view.features(parsed.outline())),
        _ => Bytes::Owned(packed_article(&view.article)),
    }
}

/// All of a view but its features, and the words of the blocks.
fn packed_view(view: &View, words: &Small) -> Vec<u8> {
    let (mut packed, article) = (Packed::default(), &view.article);
    let numbers = [article.title, article.named, article.container].map(|number| number as i32);
    packed.add(&numbers);
    packed.add(&[view.kinds.len() as i32]);
    packed.add(&view.kinds);
    packed.add(&view.logit);
    packed.add(&words.iter().map(|words| words as f32).collect::<Vec<_>>());
    packed.0
}

/// What a view says of where the article is, block by block.
fn packed_article(article: &Article) -> Vec<u8> {
    let mut packed = Packed::default();
    packed.add(&(0..article.evidence.len()).map(|block| article.score(block)).collect::<Vec<_>>());
    packed.add(&article.evidence.iter().map(|&evidence| evidence as u32).collect::<Vec<_>>());
    packed.add(&article.secondary);
    packed.add(&article.primary);
    packed.0
}

/// What was decided of a page, which is given back part by part: of many blocks it takes much room.
pub fn packed_decision(found: Decision) -> Vec<u8> {
    let Decision { expected, threshold, kinds, score, completed, chosen } = found;
    let mut packed = Packed(Vec::with_capacity(20 + 4 * kinds.len() + 6 * score.len()));
    packed.add(&[expected, threshold]);
    packed.add(&[kinds.len() as i32]);
    packed.add(&kinds);
    packed.add(&score);
    drop(score);
    packed.add(&completed);
    packed.add(&chosen);
    packed.0
}

/// Groups in one piece, as `keys_and_columns` has them, what is measured of them, and the elements that are called
/// comments.
pub fn packed_groups<T: Plain>(groups: &[Group], measured: &[T], called: &[bool]) -> Vec<u8> {
    let (mut packed, (keys, columns)) = (Packed::default(), keys_and_columns(groups));
    packed.add(&[groups.len() as i32, groups.iter().map(Group::len).sum::<usize>() as i32, keys.len() as i32]);
    packed.add(&keys);
    // Numbers of four bytes come after the keys.
    packed.add(&vec![0u8; keys.len().next_multiple_of(4) - keys.len()]);
    packed.add(&columns);
    packed.add(measured);
    packed.add(called);
    packed.0
}

/// The numbers of lines of groups, the lines, and what is measured of them; or the logit of each, whether it is below
/// a rule, and whether it is of a body.
pub fn packed_lines(found: &MeasuredLines, bodies: Option<&Bodies>) -> Vec<u8> {
    let mut packed = Packed::default();
    packed.add(&found.counts);
    packed.add(&found.lines);
    match bodies {
        None => packed.add(&found.features),
        Some(bodies) => {
            packed.add(&bodies.logits);
            packed.add(&found.is_below);
            packed.add(&bodies.is_body);
        }
    }
    packed.0
}

/// Authors and dates: of each how many are expected to be right, how many candidates and values there are, how long
/// texts are; logits, columns of values; keys, texts and dates with zeros between them.
pub fn packed_fields(fields: &[Found]) -> Vec<u8> {
    let mut packed = Packed::default();
    for found in fields {
        let dates = || found.picked.iter().filter_map(|value| value.date.as_ref());
        let isos: Vec<&[u8]> = dates().map(|date| date.iso.as_bytes()).collect();
        let joined = [found.keys.join("\0").into_bytes(), found.texts.join(&0), isos.join(&0)];
        packed.add(&[found.expected]);
        packed.add(&[found.keys.len() as i32, found.picked.len() as i32, isos.len() as i32]);
        packed.add(&joined.each_ref().map(|text| text.len() as i32));
        packed.add(&found.logits);
        let mut column = |value: &dyn Fn(&Value) -> i32| {
            packed.add(&found.picked.iter().map(value).collect::<Vec<_>>());
        };
        column(&|value| value.member as i32);
        column(&|value| value.line as i32);
        column(&|value| value.row as i32);
        column(&|value| value.part);
        column(&|value| value.in_attribute as i32);
        packed.add(&dates().map(|date| date.start as i32).collect::<Vec<_>>());
        packed.add(&dates().map(|date| date.end as i32).collect::<Vec<_>>());
        packed.add(&dates().map(|date| date.is_relative as i32).collect::<Vec<_>>());
        joined.iter().for_each(|text| packed.add(text));
        packed.align();
    }
    packed.0
}
