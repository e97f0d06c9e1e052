//! The texts of blocks as a reader sees them: the compiled form of `Blocks.texts`.
#![forbid(unsafe_code)]

use crate::blocks::Blocks;
use crate::chars::{count, decode, is_space, points};
use crate::page::Page;

/// Characters from here on are of scripts written without spaces, or stand among them.
const FIRST_UNSPACED: u32 = 0x2E80;

/// The texts of all blocks, one after the other.
#[derive(Default)]
pub struct Shown {
    pub text: Vec<u8>,
    /// Where each text ends, in bytes.
    pub ends: Vec<u32>,
}

/// Where line breaks stand in the text of a page, and, if some of it is preformatted, where that of elements begins.
struct Places {
    breaks: Vec<u32>,
    starts: Vec<u32>,
}

impl Shown {
    pub fn of(page: &Page, blocks: &Blocks) -> Shown {
        let mut shown = Shown { text: Vec::with_capacity(page.text.len()), ..Shown::default() };
        let has_raw = blocks.is_preformatted.iter().any(|&is| is);
        let places = Places {
            breaks: page.breaks(),
            starts: if has_raw { page.text_starts().collect() } else { Vec::new() },
        };
        shown.ends.reserve_exact(blocks.len());
        for block in 0..blocks.len() {
            shown.add(page, blocks, &places, block);
            shown.ends.push(shown.text.len() as u32);
        }
        shown
    }

    pub fn get(&self, block: usize) -> &[u8] {
        let start = if block > 0 { self.ends[block - 1] } else { 0 };
        &self.text[start as usize..self.ends[block] as usize]
    }

    /// How many characters the text of a block has.
    pub fn characters(&self, block: usize) -> u32 {
        count(self.get(block)) as u32
    }

    /// Where each text ends, in characters.
    pub fn character_ends(&self) -> Vec<u32> {
        let mut end = 0;
        let after = |block: usize| {
            end += self.characters(block);
            end
        };
        (0..self.ends.len()).map(after).collect()
    }

    fn add(&mut self, page: &Page, blocks: &Blocks, places: &Places, block: usize) {
        let (range, breaks) = (blocks.range(page, block), &places.breaks);
        let low = breaks.partition_point(|&at| at as usize <= range.start);
        let inside = breaks[low..].iter().map(|&at| at as usize).take_while(|&at| at < range.end);
        if blocks.is_preformatted[block] {
            let before = if block > 0 { blocks.range(page, block - 1).end } else { 0 };
            let opened = places.starts[blocks.owner[block] as usize] as usize;
            let line = if low > 0 { breaks[low - 1] as usize } else { 0 };
            let mut whole = page.text[before.max(opened).max(line)..range.start].to_vec();
            let mut from = range.start;
            for at in inside {
                whole.extend_from_slice(&page.text[from..at]);
                whole.push(b'\n');
                from = at;
            }
            whole.extend_from_slice(&page.text[from..range.end]);
            self.text.extend_from_slice(without_blank_lines(&whole));
            return;
        }
        let start = self.text.len();
        let mut from = range.start;
        for at in inside {
            self.add_line(&page.text[from..at], start);
            from = at;
        }
        self.add_line(&page.text[from..range.end], start);
    }

    /// Adds a line of the block that begins at `start`, if there is something to see in it.
    fn add_line(&mut self, line: &[u8], start: usize) {
        let end = self.text.len();
        if end > start {
            self.text.push(b'\n');
        }
        let before = self.text.len();
        if line.is_ascii() || !line.contains(&b'\n') {
            collapse(line, &mut self.text);
        } else {
            collapse(&without_source_breaks(line), &mut self.text);
        }
        if self.text.len() == before {
            self.text.truncate(end);
        }
    }
}

/// Without blank lines before the first line that is none, and without line breaks at the end.
fn without_blank_lines(text: &[u8]) -> &[u8] {
    let blank = points(text).find(|&(_, point)| !is_space(point)).map_or(text.len(), |(at, _)| at);
    let start = text[..blank].iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
    let rest = &text[start..];
    let end = rest.iter().rposition(|&byte| !matches!(byte, b'\r' | b'\n')).map_or(0, |at| at + 1);
    &rest[..end]
}

/// Adds a text with white space as a browser shows it: one space, and none at the ends.
pub fn collapse(text: &[u8], out: &mut Vec<u8>) {
    let start = out.len();
    let mut has_gap = false;
    let mut at = 0;
    while at < text.len() {
        let word = at;
        while at < text.len() && (0x21..0x80).contains(&text[at]) {
            at += 1;
        }
        if at > word {
            if has_gap && out.len() > start {
                out.push(b' ');
            }
            out.extend_from_slice(&text[word..at]);
            has_gap = false;
            continue;
        }
        let (point, size) = decode(text, at);
        if is_space(point) {
            has_gap = true;
        } else {
            if has_gap && out.len() > start {
                out.push(b' ');
            }
            out.extend_from_slice(&text[at..(at + size).min(text.len())]);
            has_gap = false;
        }
        at += size;
    }
}

/// Scripts written without spaces between words; Hangul is left out, Korean separates words.
fn is_unspaced(point: u32) -> bool {
    matches!(point, 0x2E80..=0x31FF | 0x3400..=0x4DBF | 0x4E00..=0x9FFF | 0xF900..=0xFAFF | 0xFF00..=0xFFEF
        | 0x20000..=0x3FFFF)
}

/// A text without the line breaks of its source between two characters of such scripts, where they are no spaces.
fn without_source_breaks(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    let mut at = 0;
    while at < text.len() {
        let (point, size) = decode(text, at);
        let next = (at + size).min(text.len());
        out.extend_from_slice(&text[at..next]);
        at = next;
        if point >= FIRST_UNSPACED && is_unspaced(point) {
            at = end_of_source_break(text, at).unwrap_or(at);
        }
    }
    out
}

/// Where the break ends that begins here, if it is one and a character of such a script follows.
fn end_of_source_break(text: &[u8], start: usize) -> Option<usize> {
    let mut at = start;
    while matches!(text.get(at), Some(b' ' | b'\t' | b'\r' | 0x0C)) {
        at += 1;
    }
    if text.get(at) != Some(&b'\n') {
        return None;
    }
    at += 1;
    // The ideographic space is white space and such a character.
    let mut ideographic = None;
    while at < text.len() {
        let (point, size) = decode(text, at);
        if !is_space(point) {
            return if is_unspaced(point) { Some(at) } else { ideographic };
        }
        if is_unspaced(point) {
            ideographic = Some(at);
        }
        at += size;
    }
    ideographic
}
