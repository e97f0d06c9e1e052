//! The block that shows a page's title: the compiled form of `honbun.features.title`.
#![forbid(unsafe_code)]

use crate::chars::{count, is_space, letters, points};
use crate::outline::{Letters, Outline};
use crate::page::Page;
use crate::scan::contains;
use crate::shown::collapse;
use crate::tables::T_TITLE;

const MAX_TITLE_PARTS: usize = 30;
const MIN_LETTERS: u32 = 4;
const MAX_CHARACTERS: u32 = 300;
const MIN_LIKENESS: f64 = 0.55;
const HEADING: f64 = 1.5;
const LINK: f64 = 0.4;
const LINKED_HEADING: f64 = 0.8;
const REPEATED: f64 = 0.6;

/// A part of the title: its letters, how many they are, and what it weighs.
struct Part {
    letters: Vec<u8>,
    count: u32,
    weight: f64,
}

/// The block that shows what `<title>` says, or -1. `is_repeated` are blocks that other pages show.
pub fn find_title(outline: Outline, letters: &Letters, is_repeated: impl Fn(usize) -> bool) -> i64 {
    let parts = parts(&title(outline.page));
    let (mut best, mut best_likeness) = (-1, 0.0);
    if parts.is_empty() {
        return best;
    }
    let common = outline.common;
    for block in 0..outline.len() {
        if !outline.is_visible(block) || outline.shown.characters(block) > MAX_CHARACTERS {
            continue;
        }
        let own = count(letters.get(block)) as u32;
        if own < MIN_LETTERS {
            continue;
        }
        let mut weight = if common.is_heading[block] { HEADING } else { 1.0 };
        if common.is_link[block] {
            weight *= if common.is_heading[block] { LINKED_HEADING } else { LINK };
        }
        weight *= if is_repeated(block) { REPEATED } else { 1.0 };
        // What is less alike than the best is not looked at.
        let least = MIN_LIKENESS.max(best_likeness) / weight * 0.999;
        let likeness = weight * likeness(letters.get(block), own, &parts, least);
        if likeness >= MIN_LIKENESS && likeness > best_likeness * 1.001 {
            (best, best_likeness) = (block as i64, likeness);
        }
    }
    best
}

/// How alike a text is to the part that it is most alike to; 0 if that is less than `least`.
fn likeness(text: &[u8], count: u32, parts: &[Part], least: f64) -> f64 {
    let mut most = 0.0f64;
    for part in parts {
        let (short, long) = (part.count.min(count) as f64, part.count.max(count) as f64);
        let likeness = part.weight * short / long;
        if likeness >= least
            && likeness > most
            && if part.letters.len() <= text.len() {
                contains(text, &part.letters)
            } else {
                contains(&part.letters, text)
            }
        {
            most = likeness;
        }
    }
    most
}

/// The content of the first `<title>` that has some, white space collapsed.
fn title(page: &Page) -> Vec<u8> {
    let mut title = Vec::new();
    for (row, content) in page.data() {
        if page.is(row, T_TITLE) && title.is_empty() {
            collapse(content, &mut title);
        }
    }
    title
}

/// Parts of the title, alone and from its start on, each with the weight its length deserves.
fn parts(title: &[u8]) -> Vec<Part> {
    let mut whole = Vec::new();
    letters(title, &mut whole);
    let mut known: Vec<Vec<u8>> = vec![whole.clone()];
    let mut start = Vec::new();
    for piece in pieces(title) {
        let mut own = Vec::new();
        letters(piece, &mut own);
        start.extend_from_slice(&own);
        known.push(own);
        known.push(start.clone());
    }
    known.sort();
    known.dedup();
    let all = count(&whole) as f64;
    let weigh = |part: Vec<u8>| {
        let count = count(&part) as u32;
        let length = count as f64;
        Part { weight: (length / 20.0 + 0.5).min(1.0) * (length / all).powf(0.3), letters: part, count }
    };
    known.into_iter().map(weigh).filter(|part| part.count >= MIN_LETTERS).collect()
}

/// The title between its separators.
fn pieces(title: &[u8]) -> Vec<&[u8]> {
    let all: Vec<(usize, u32)> = points(title).chain([(title.len(), 0)]).collect();
    let mut found = Vec::new();
    let (mut from, mut at) = (0, 0);
    while at + 1 < all.len() && found.len() < MAX_TITLE_PARTS {
        let end = end_of_separator(&all, at);
        if end > at {
            found.push(&title[from..all[at].0]);
            from = all[end].0;
            at = end;
        } else {
            at += 1;
        }
    }
    found.push(&title[from..]);
    found
}

/// Where the separator ends that begins here; the same place if there is none. The last entry is no character.
fn end_of_separator(all: &[(usize, u32)], at: usize) -> usize {
    let is_one_of = |i: usize, set: &str| i + 1 < all.len() && set.chars().any(|c| c as u32 == all[i].1);
    let after = |from: usize, fits: &dyn Fn(usize) -> bool| {
        let mut i = from;
        while i + 1 < all.len() && fits(i) {
            i += 1;
        }
        i
    };
    let is_white = |i: usize| is_space(all[i].1);
    let marks = after(at, &is_white);
    let end = after(marks, &|i| is_one_of(i, "|-–—:»«>·/"));
    let last = after(end, &is_white);
    if marks > at && end > marks && last > end {
        return last;
    }
    if is_one_of(marks, "|»«｜") {
        return after(marks + 1, &is_white);
    }
    at + is_one_of(at, "_－：") as usize
}

#[cfg(test)]
mod tests {
    use super::pieces;

    #[test]
    fn titles_are_cut_at_separators() {
        let of = |title: &'static str| {
            let found: Vec<_> =
                pieces(title.as_bytes()).into_iter().map(|p| std::str::from_utf8(p).unwrap()).collect();
            found
        };
        assert_eq!(of("A map - The Paper"), ["A map", "The Paper"]);
        assert_eq!(of("A-map|Paper » x"), ["A-map", "Paper", "x"]);
        assert_eq!(of("地図：新聞_x"), ["地図", "新聞", "x"]);
        assert_eq!(of("a -"), ["a -"]);
        assert_eq!(of(""), [""]);
        assert_eq!(of("_a"), ["", "a"]);
    }
}
