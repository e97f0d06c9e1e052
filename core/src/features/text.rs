//! What the text of a block is: its characters, and whether the page's data for machines repeats it.
#![forbid(unsafe_code)]

use super::{at_least_one, Matrix};
use crate::blocks::*;
use crate::linked::Linked;
use crate::outline::Outline;

pub fn characters(matrix: &mut Matrix, outline: Outline) {
    let blocks = outline.blocks;
    let words = |i: usize| blocks.words.at(i) as f64;
    let per_word = |value: f64, i: usize| value / at_least_one(words(i));
    let first = matrix.blocks.start;
    let seen: Vec<Seen> = matrix.blocks.clone().map(|i| blocks.seen(outline.page, i)).collect();
    let count = |class: u8, i: usize| seen[i - first].count(class);
    let share = |class: u8, i: usize| count(class, i) / at_least_one(outline.length(i));
    matrix.put("words", words);
    matrix.put("log_length", |i| outline.length(i).ln_1p());
    matrix.put("word_length", |i| per_word(at_least_one(outline.length(i)), i));
    matrix.put("stops", |i| count(STOP, i));
    matrix.put("commas", |i| count(COMMA, i));
    matrix.put("stop_share", |i| per_word(count(STOP, i), i));
    matrix.put("comma_share", |i| per_word(count(COMMA, i), i));
    matrix.put("digit_share", |i| share(DIGIT, i));
    matrix.put("upper_share", |i| per_word(count(UPPER, i), i));
    matrix.put("money", |i| count(MONEY, i));
    matrix.put("arrow_share", |i| share(ARROW, i));
    matrix.put("mark_share", |i| share(MARK, i));
    matrix.put("han_share", |i| share(HAN, i));
    matrix.put("ends_with_stop", |i| matches!(seen[i - first].last(), STOP | COMMA) as u8 as f64);
    matrix.put("starts_upper", |i| matches!(seen[i - first].first(), UPPER | HAN) as u8 as f64);
}

pub fn data(matrix: &mut Matrix, linked: &Linked, share: f64) {
    const KINDS: [&str; 5] = ["kind_article", "kind_product", "kind_forum", "kind_list", "kind_place"];
    matrix.put("in_data", |i| linked.repeated[i] as f64);
    matrix.put("in_description", |i| linked.is_described[i] as u8 as f64);
    matrix.fill("data_length", (linked.letters as f64).ln_1p());
    matrix.fill("data_share", share);
    for (name, is_named) in KINDS.into_iter().zip(linked.kinds) {
        matrix.fill(name, is_named as u8 as f64);
    }
}
