//! A page's text in blocks: the compiled form of `honbun.page.blocks`, with what is measured in the same pass.
#![forbid(unsafe_code)]

use crate::chars::{counts, decode};
use crate::page::Page;
use crate::small::Small;
use crate::tables::*;

/// Classes of characters, as `honbun.features.text` has them.
pub const CLASSES: usize = 10;
pub const SPACE: u8 = 0;
pub const LETTER: u8 = 1;
pub const UPPER: u8 = 2;
pub const DIGIT: u8 = 3;
pub const STOP: u8 = 4;
pub const COMMA: u8 = 5;
pub const MONEY: u8 = 6;
pub const ARROW: u8 = 7;
pub const MARK: u8 = 8;
pub const HAN: u8 = 9;
/// Full-width forms of ! to ~.
const WIDE: std::ops::Range<u32> = 0xFF01..0xFF5F;
/// Code points from here on may be digits of other scripts.
const FOREIGN_DIGITS: u32 = 0x660;

/// Of pages of more blocks than this the characters are counted again whenever somebody asks.
const MAX_COUNTED: usize = 1 << 12;

const IN_LINK: u8 = 1;
const IN_PRESSABLE: u8 = 2;
const IN_RUNNING: u8 = 4;
const IN_PREFORMATTED: u8 = 8;

#[derive(Default)]
pub struct Blocks {
    /// The nodes of block i are `first_node[i]..first_node[i + 1]`.
    pub first_node: Vec<u32>,
    pub owner: Vec<u32>,
    pub is_hidden: Vec<bool>,
    pub is_preformatted: Vec<bool>,
    pub length: Small,
    pub link_length: Small,
    /// The length of what can be pressed: links, buttons, labels.
    pub pressable_length: Small,
    /// What was read of each, if they are few.
    seen: Vec<Seen>,
    pub money: Small,
    /// Words: a character each in scripts without spaces.
    pub words: Small,
    pub has_digit: Vec<bool>,
    /// For each row the first block in it, and the first after it.
    pub first: Vec<u32>,
    pub last: Vec<u32>,
}

/// What is true of each row because of itself or of an element around it.
struct Surroundings {
    is_in: Vec<u8>,
    /// The nearest block-level element.
    owner: Vec<u32>,
    /// How many text nodes come before the element opens, and before it closes.
    open: Vec<u32>,
    close: Vec<u32>,
}

impl Blocks {
    pub fn len(&self) -> usize {
        self.owner.len()
    }

    pub fn is_empty(&self) -> bool {
        self.owner.is_empty()
    }

    pub fn nodes(&self, block: usize) -> std::ops::Range<usize> {
        self.first_node[block] as usize..self.first_node[block + 1] as usize
    }

    /// What the characters of a block are.
    pub fn seen(&self, page: &Page, block: usize) -> Seen {
        self.seen.get(block).copied().unwrap_or_else(|| self.read(page, block, |_, _| {}))
    }

    /// The share of the characters of a block that is inside links.
    pub fn link_share(&self, block: usize) -> f64 {
        self.link_length.at(block) as f64 / (self.length.at(block) as f64).max(1.0)
    }

    /// Where a block begins and ends in the text, in bytes.
    pub fn range(&self, page: &Page, block: usize) -> std::ops::Range<usize> {
        let nodes = self.nodes(block);
        page.node_from(nodes.start) as usize..page.node_to[nodes.end - 1] as usize
    }

    pub fn segment(page: &Page) -> Blocks {
        let around = surroundings(page);
        let starts = starts_of_blocks(page, &around);
        Blocks::cut(page, around, &starts)
    }

    /// The blocks of a page divided at every `<br>` that is not in preformatted text, as `honbun.features.lines` has
    /// them; None if that divides none.
    pub fn lines(&self, page: &Page) -> Option<Blocks> {
        let around = surroundings(page);
        let mut starts = vec![false; page.nodes() + 1];
        self.first_node.iter().for_each(|&node| starts[node as usize] = true);
        let mut is_divided = false;
        for row in (0..page.rows()).filter(|&row| page.is(row, T_BR)) {
            let node = around.open[row];
            let row = page.node_owner.get(node as usize).map_or(0, |&row| row as usize);
            let is_line = (node as usize) < page.nodes() && around.is_in[row] & IN_PREFORMATTED == 0;
            is_divided |= is_line && !starts[node as usize];
            starts[node as usize] |= is_line;
        }
        is_divided.then(|| Blocks::cut(page, around, &starts))
    }

    fn with_capacity(count: usize) -> Blocks {
        let mut blocks = Blocks {
            first_node: Vec::with_capacity(count + 1),
            owner: Vec::with_capacity(count),
            is_hidden: Vec::with_capacity(count),
            is_preformatted: Vec::with_capacity(count),
            seen: Vec::with_capacity(if count > MAX_COUNTED { 0 } else { count }),
            has_digit: Vec::with_capacity(count),
            ..Blocks::default()
        };
        let small = [&mut blocks.length, &mut blocks.link_length, &mut blocks.pressable_length];
        let small = small.into_iter().chain([&mut blocks.words, &mut blocks.money]);
        small.for_each(|column| column.reserve_exact(count));
        blocks
    }

    fn cut(page: &Page, mut around: Surroundings, starts: &[bool]) -> Blocks {
        let nodes = page.nodes();
        let mut blocks = Blocks::with_capacity(starts[..nodes].iter().filter(|&&is_start| is_start).count());
        let mut blocks_before = vec![0u32; nodes + 1];
        for node in 0..nodes {
            blocks_before[node] = blocks.first_node.len() as u32;
            if starts[node] {
                let row = page.node_owner[node] as usize;
                blocks.first_node.push(node as u32);
                blocks.owner.push(around.owner[row]);
                blocks.is_hidden.push(page.is_hidden[row]);
                blocks.is_preformatted.push(around.is_in[row] & IN_PREFORMATTED != 0);
            }
        }
        blocks_before[nodes] = blocks.first_node.len() as u32;
        blocks.first_node.push(nodes as u32);
        let nodes = around.open.iter_mut().chain(&mut around.close);
        nodes.for_each(|node| *node = blocks_before[*node as usize]);
        (blocks.first, blocks.last) = (std::mem::take(&mut around.open), std::mem::take(&mut around.close));
        for block in 0..blocks.len() {
            blocks.measure(page, &around.is_in, block);
        }
        blocks
    }

    /// Reads the characters of a block; `take` is told the nodes, and how long each is.
    fn read(&self, page: &Page, block: usize, mut take: impl FnMut(usize, u32)) -> Seen {
        let mut seen = Seen::default();
        let mut until = u32::MAX;
        for node in self.nodes(block) {
            // Between two nodes there is white space or nothing.
            seen.in_word &= until == page.node_from(node);
            until = page.node_to[node];
            let before = seen.length;
            seen.read(page.node_text(node));
            take(node, seen.length - before);
        }
        seen
    }

    fn measure(&mut self, page: &Page, is_in: &[u8], block: usize) {
        let (mut linked, mut pressable) = (0, 0);
        let seen = self.read(page, block, |node, length| {
            let is_in = is_in[page.node_owner[node] as usize];
            linked += if is_in & IN_LINK != 0 { length } else { 0 };
            pressable += if is_in & IN_PRESSABLE != 0 { length } else { 0 };
        });
        self.length.push(seen.length);
        self.link_length.push(linked);
        self.pressable_length.push(pressable);
        self.words.push(seen.words + seen.counts[HAN as usize]);
        self.money.push(seen.counts[MONEY as usize]);
        self.has_digit.push(seen.is_foreign || seen.counts[DIGIT as usize] > 0);
        if self.len() <= MAX_COUNTED {
            self.seen.push(seen);
        }
    }
}

/// What was read of a block.
#[derive(Clone, Copy, Default)]
pub struct Seen {
    counts: [u32; CLASSES],
    length: u32,
    words: u32,
    in_word: bool,
    first: Option<u8>,
    last: u8,
    is_foreign: bool,
}

impl Seen {
    /// How many characters of a class there are.
    pub fn count(&self, class: u8) -> f64 {
        self.counts[class as usize] as f64
    }

    /// The class of the first character.
    pub fn first(&self) -> u8 {
        self.first.unwrap_or(SPACE)
    }

    /// The class of the last character.
    pub fn last(&self) -> u8 {
        self.last
    }

    fn read(&mut self, bytes: &[u8]) {
        let (mut at, mut length, mut words, mut in_word) = (0, 0, 0, self.in_word);
        let (mut first, mut last) = (None, self.last);
        while at < bytes.len() {
            let byte = bytes[at];
            let class = if byte < 0x80 {
                length += (byte > 0x20) as u32;
                at += 1;
                CHARACTER_CLASS[byte as usize]
            } else {
                let (point, size) = decode(bytes, at);
                length += counts(point) as u32;
                self.is_foreign |= point >= FOREIGN_DIGITS;
                at += size;
                class_of(point)
            };
            self.counts[class as usize] += 1;
            let is_word = (LETTER..=DIGIT).contains(&class);
            words += (is_word & !in_word) as u32;
            in_word = is_word;
            first = first.or(Some(class));
            last = class;
        }
        self.length += length;
        self.words += words;
        self.first = self.first.or(first);
        (self.in_word, self.last) = (in_word, last);
    }
}

fn class_of(point: u32) -> u8 {
    let point = if WIDE.contains(&point) { point - (WIDE.start - 0x21) } else { point };
    CHARACTER_CLASS[(point as usize).min(CHARACTER_CLASS.len() - 1)]
}

fn surroundings(page: &Page) -> Surroundings {
    let rows = page.rows();
    let mut is_in = vec![0u8; rows];
    for (i, &row) in page.attribute_row.iter().enumerate() {
        if page.attribute_name[i] as u32 == A_HREF && page.is(row as usize, T_A) {
            is_in[row as usize] = IN_LINK;
        }
    }
    let mut owner = vec![0u32; rows];
    for row in 0..rows {
        let flags = page.flags(row);
        let above = page.parent[row];
        if above >= 0 {
            is_in[row] |= is_in[above as usize];
            owner[row] = owner[above as usize];
        }
        for (class, bit) in
            [(IS_PRESSABLE, IN_PRESSABLE), (IS_RUNNING, IN_RUNNING), (IS_PREFORMATTED, IN_PREFORMATTED)]
        {
            is_in[row] |= if flags & class != 0 { bit } else { 0 };
        }
        if flags & IS_BLOCK != 0 {
            owner[row] = row as u32;
        }
    }
    let (open, close) = page.node_ranges();
    Surroundings { is_in, owner, open, close }
}

/// For each node whether a block starts with it: at the edges of block-level elements and of parts, after two line
/// breaks, and between displayed and hidden text.
fn starts_of_blocks(page: &Page, around: &Surroundings) -> Vec<bool> {
    let nodes = page.nodes();
    let mut starts = vec![false; nodes + 1];
    starts[0] = true;
    let mut own_text = vec![false; page.rows()];
    page.node_owner.iter().for_each(|&row| own_text[row as usize] = true);
    let mut parts = vec![0u8; page.rows()];
    for row in 0..page.rows() {
        if page.flags(row) & IS_BLOCK != 0 {
            starts[around.open[row] as usize] = true;
            starts[around.close[row] as usize] = true;
        }
        if is_part(page, around, row) {
            let count = &mut parts[page.parent[row] as usize];
            *count = count.saturating_add(1);
        }
    }
    for row in 0..page.rows() {
        if is_part(page, around, row) {
            let above = page.parent[row] as usize;
            if parts[above] >= 2 && !own_text[above] {
                starts[around.open[row] as usize] = true;
                starts[around.close[row] as usize] = true;
            }
        }
    }
    let mut last = None;
    for row in (0..page.rows()).filter(|&row| page.is(row, T_BR)) {
        let node = around.open[row];
        if last.replace(node) == Some(node) {
            starts[node as usize] = true;
        }
    }
    let is_hidden = |node: usize| page.is_hidden[page.node_owner[node] as usize];
    for node in 1..nodes {
        starts[node] |= is_hidden(node) != is_hidden(node - 1);
    }
    starts
}

/// Whether an element may be one of several parts that stand side by side: links of a menu, name and price.
fn is_part(page: &Page, around: &Surroundings, row: usize) -> bool {
    page.flags(row) & IS_SIDE_BY_SIDE != 0
        && around.close[row] > around.open[row]
        && page.parent[row] >= 0
        && around.is_in[row] & IN_RUNNING == 0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::Tree;

    #[test]
    fn many_blocks_are_read_again_when_asked_for() {
        let html = "<p>It costs $ 5, or &yen; 600.<p>A <b>1</b>2".to_string();
        let counts = |times: usize| {
            let page = Page::new(Tree::parse(html.repeat(times).as_bytes()));
            let blocks = Blocks::segment(&page);
            let seen = [0, 1].map(|block| blocks.seen(&page, block));
            assert_eq!(blocks.seen.is_empty(), blocks.len() > MAX_COUNTED);
            seen.map(|seen| {
                ([DIGIT, UPPER, MONEY, STOP].map(|class| seen.count(class)), seen.first(), seen.last())
            })
        };
        assert_eq!(counts(1), [([4.0, 1.0, 2.0, 1.0], UPPER, STOP), ([2.0, 1.0, 0.0, 0.0], UPPER, DIGIT)]);
        assert_eq!(counts(1), counts(MAX_COUNTED));
    }
}
