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

/// The classes from here on are remembered.
const COUNTED: usize = UPPER as usize;

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
    /// How many characters of each class but spaces and small letters: in a byte each, for most blocks are short.
    counts: Vec<[u8; CLASSES - COUNTED]>,
    /// The same of blocks that have more of one than a byte can tell, in order.
    large_counts: Vec<(u32, [u32; CLASSES - COUNTED])>,
    /// Words: a character each in scripts without spaces.
    pub words: Small,
    /// The classes of the first and the last character.
    pub edges: Vec<(u8, u8)>,
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

    /// How many characters of a class a block has; spaces and small letters are not counted.
    pub fn count(&self, class: u8, block: usize) -> f64 {
        let class = class as usize - COUNTED;
        match self.counts[block][class] {
            u8::MAX => self.large_count(class, block),
            few => few as f64,
        }
    }

    fn large_count(&self, class: usize, block: usize) -> f64 {
        let at = self.large_counts.partition_point(|&(other, _)| (other as usize) < block);
        self.large_counts[at].1[class] as f64
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
            counts: Vec::with_capacity(count),
            edges: Vec::with_capacity(count),
            has_digit: Vec::with_capacity(count),
            ..Blocks::default()
        };
        let small = [&mut blocks.length, &mut blocks.link_length, &mut blocks.pressable_length, &mut blocks.words];
        small.into_iter().for_each(|column| column.reserve_exact(count));
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

    fn measure(&mut self, page: &Page, is_in: &[u8], block: usize) {
        let mut seen = Seen::default();
        let (mut linked, mut pressable) = (0, 0);
        let mut until = u32::MAX;
        for node in self.nodes(block) {
            // Between two nodes there is white space or nothing.
            seen.in_word &= until == page.node_from(node);
            until = page.node_to[node];
            let before = seen.length;
            seen.read(page.node_text(node));
            let is_in = is_in[page.node_owner[node] as usize];
            let length = seen.length - before;
            linked += if is_in & IN_LINK != 0 { length } else { 0 };
            pressable += if is_in & IN_PRESSABLE != 0 { length } else { 0 };
        }
        self.length.push(seen.length);
        self.link_length.push(linked);
        self.pressable_length.push(pressable);
        self.words.push(seen.words + seen.counts[HAN as usize]);
        self.edges.push((seen.first.unwrap_or(SPACE), seen.last));
        self.has_digit.push(seen.is_foreign || seen.counts[DIGIT as usize] > 0);
        let counts = std::array::from_fn(|class| seen.counts[COUNTED + class]);
        self.counts.push(counts.map(|count| count.min(u8::MAX as u32) as u8));
        if counts.iter().any(|&count| count >= u8::MAX as u32) {
            self.large_counts.push((block as u32, counts));
        }
    }
}

/// What was read of a block.
#[derive(Default)]
struct Seen {
    counts: [u32; CLASSES],
    length: u32,
    words: u32,
    in_word: bool,
    first: Option<u8>,
    last: u8,
    is_foreign: bool,
}

impl Seen {
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
    fn counts_around_what_a_byte_can_tell() {
        let html: String = [3usize, 254, 255, 256, 0, 1000, 7].map(|n| format!("<p>X{}", "9".repeat(n))).concat();
        let blocks = Blocks::segment(&Page::new(Tree::parse(html.as_bytes())));
        let digits: Vec<f64> = (0..blocks.len()).map(|block| blocks.count(DIGIT, block)).collect();
        assert_eq!(digits, [3.0, 254.0, 255.0, 256.0, 0.0, 1000.0, 7.0]);
        assert!((0..blocks.len()).all(|block| blocks.count(UPPER, block) == 1.0));
    }
}
