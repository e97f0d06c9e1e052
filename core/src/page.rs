//! A page as columns, one row per element in document order: the compiled form of `honbun.page.Page`.
#![forbid(unsafe_code)]

mod formulas;

use self::formulas::Formula;
use crate::chars::{count, is_blank, is_space as is_white};
use crate::names::flags;
use crate::scan::{contains, find, starts_with_ignoring_case};
use crate::small::Small;
use crate::tables::*;
use crate::tree::{Kind, Node, Tree, NONE};

#[derive(Default)]
pub struct Page {
    pub text: Vec<u8>,
    pub tag: Vec<i32>,
    pub parent: Vec<i32>,
    pub end: Vec<i32>,
    pub is_hidden: Vec<bool>,
    pub node_owner: Vec<i32>,
    /// How many elements open between the text node and the one before.
    node_rows: Small,
    /// Of white space that is no text node how many elements open before it, the row it lies in, and where it ends.
    blanks: Vec<(u32, i32, u32)>,
    /// Where the text node ends, in bytes, and how many bytes of white space are between it and the one before.
    pub node_to: Vec<u32>,
    node_gap: Small,
    pub attribute_row: Vec<i32>,
    pub attribute_name: Vec<i32>,
    pub attribute_start: Vec<u32>,
    pub attribute_end: Vec<u32>,
    /// The values of the attributes and of the data, one after the other.
    pub values: Vec<u8>,
    pub data_row: Vec<i32>,
    pub data_start: Vec<u32>,
    pub data_end: Vec<u32>,
    /// Names of elements that have no fixed code, in the order of their codes.
    pub custom_tags: Vec<Vec<u8>>,
    /// The element or comment that took in all that follows, if the source never closes it: its name, "!--" for a
    /// comment.
    pub unclosed: Option<&'static str>,
}

/// Of pages of so many elements memory is given back at once.
const LARGE: usize = 1 << 16;

impl Page {
    /// Gives back what was asked for and freed, of a large page.
    pub fn give_back(&self) {
        if self.rows() >= LARGE {
            crate::ffi::give_back();
        }
    }

    pub fn rows(&self) -> usize {
        self.tag.len()
    }

    /// Places in the text, in characters instead of bytes: few steps ask for them, and they take much room.
    pub fn in_characters(&self, places: &[u32]) -> Vec<u32> {
        const STRIDE: usize = 64;
        let mut before = vec![0];
        for part in self.text.chunks(STRIDE) {
            before.push(before[before.len() - 1] + count(part) as u32);
        }
        let of = |&place: &u32| {
            let (part, at) = (place as usize / STRIDE, place as usize);
            before[part] + count(&self.text[part * STRIDE..at]) as u32
        };
        places.iter().map(of).collect()
    }

    pub fn nodes(&self) -> usize {
        self.node_owner.len()
    }

    /// For each row how many text nodes come before the element opens, and before it closes.
    pub fn node_ranges(&self) -> (Vec<u32>, Vec<u32>) {
        let (mut opened, mut open) = (0, Vec::with_capacity(self.rows()));
        for (rows, node) in self.node_rows.iter().zip(0u32..) {
            opened += rows as usize;
            open.resize(opened, node);
        }
        open.resize(self.rows(), self.nodes() as u32);
        let mut close = open.clone();
        self.node_owner.iter().zip(1..).for_each(|(&row, after)| close[row as usize] = after);
        for row in (1..self.rows()).rev() {
            if let Ok(above) = usize::try_from(self.parent[row]) {
                close[above] = close[above].max(close[row]);
            }
        }
        (open, close)
    }

    /// For each row where the text of the element begins, in bytes: few steps ask for that.
    pub fn text_starts(&self) -> impl Iterator<Item = u32> + '_ {
        let (mut blank, mut at, mut opened) = (0, 0, 0);
        let mut nodes = self.node_rows.iter().zip(&self.node_to).peekable();
        (0..self.rows() as u32).map(move |row| {
            while let Some((rows, &end)) = nodes.next_if(|&(rows, _)| opened + rows <= row) {
                opened += rows;
                at = at.max(end);
            }
            while self.blanks.get(blank).is_some_and(|&(rows, _, _)| rows <= row) {
                at = at.max(self.blanks[blank].2);
                blank += 1;
            }
            at
        })
    }

    /// For each row where the text of the element ends, given where it begins.
    pub fn text_ends(&self, starts: &[u32]) -> Vec<u32> {
        let mut ends = starts.to_vec();
        let nodes = self.node_owner.iter().copied().zip(self.node_to.iter().copied());
        for (row, end) in nodes.chain(self.blanks.iter().map(|&(_, row, end)| (row, end))) {
            if let Ok(row) = usize::try_from(row) {
                ends[row] = ends[row].max(end);
            }
        }
        for row in (1..self.rows()).rev() {
            if let Ok(above) = usize::try_from(self.parent[row]) {
                ends[above] = ends[above].max(ends[row]);
            }
        }
        ends
    }

    /// Where each line break stands in the text, in bytes.
    pub fn breaks(&self) -> Vec<u32> {
        self.text_starts().enumerate().filter(|&(row, _)| self.is(row, T_BR)).map(|(_, start)| start).collect()
    }

    /// The classes that the element of a row is in.
    #[inline]
    pub fn flags(&self, row: usize) -> u32 {
        let tag = self.tag[row] as u32;
        if tag < FIRST_CUSTOM {
            TAG_FLAGS[tag as usize]
        } else {
            0
        }
    }

    #[inline]
    pub fn is(&self, row: usize, tag: u32) -> bool {
        self.tag[row] as u32 == tag
    }

    /// Where the text node begins, in bytes.
    pub fn node_from(&self, node: usize) -> u32 {
        let before = if node > 0 { self.node_to[node - 1] } else { 0 };
        before + self.node_gap.at(node)
    }

    pub fn node_text(&self, node: usize) -> &[u8] {
        &self.text[self.node_from(node) as usize..self.node_to[node] as usize]
    }

    /// Row, code of the name and value of each attribute that is kept.
    pub fn attributes(&self) -> impl Iterator<Item = (usize, u32, &[u8])> {
        (0..self.attribute_row.len()).map(|i| {
            let value = &self.values[self.attribute_start[i] as usize..self.attribute_end[i] as usize];
            (self.attribute_row[i] as usize, self.attribute_name[i] as u32, value)
        })
    }

    /// Row and content of each element that is data.
    pub fn data(&self) -> impl Iterator<Item = (usize, &[u8])> {
        (0..self.data_row.len()).map(|i| {
            let content = &self.values[self.data_start[i] as usize..self.data_end[i] as usize];
            (self.data_row[i] as usize, content)
        })
    }

    /// For each row, whether it or an element around it is chosen.
    pub fn within(&self, is_chosen: impl Fn(usize) -> bool) -> Vec<bool> {
        let mut until = 0;
        (0..self.rows())
            .map(|row| {
                if is_chosen(row) {
                    until = until.max(self.end[row] as usize);
                }
                row < until
            })
            .collect()
    }

    /// For each row the nearest chosen row among itself and those around it, or -1.
    pub fn nearest(&self, is_chosen: impl Fn(usize) -> bool) -> Vec<i32> {
        let mut found: Vec<i32> = Vec::with_capacity(self.rows());
        for row in 0..self.rows() {
            let above = self.parent[row];
            found.push(if is_chosen(row) {
                row as i32
            } else if above >= 0 {
                found[above as usize]
            } else {
                -1
            });
        }
        found
    }

    pub fn new(mut tree: Tree) -> Page {
        let mut walk = Walk::new(&tree);
        // What follows each open element.
        let mut after = Vec::new();
        let mut at = tree.nodes[0].first();
        while at != NONE {
            if !tree.moved {
                tree.nodes.free_before(at);
            }
            let node = tree.nodes[at as usize];
            match node.kind() {
                Kind::Element => walk.open(&tree, &node),
                Kind::Text => walk.text(tree.bytes(node.span())),
                Kind::Comment => walk.comment(),
                _ => walk.is_joined = false,
            }
            if node.first() != NONE {
                after.push(node.next);
                at = node.first();
                continue;
            }
            if node.kind() == Kind::Element {
                walk.close();
            }
            at = node.next;
            while at == NONE && !after.is_empty() {
                walk.close();
                at = after.pop().unwrap_or(NONE);
            }
        }
        walk.finish(tree.src)
    }
}

/// One pass over the tree in document order.
struct Walk {
    page: Page,
    /// Code within the page of each name that has no fixed code, or -1.
    custom_codes: Vec<i32>,
    /// Row of the element that is open.
    row: i32,
    /// How many elements are open inside one that is not text, itself included.
    skipped: u32,
    is_in_head: bool,
    /// The next text goes on where the last one ended.
    is_joined: bool,
    /// Where the text that goes on began, in bytes.
    begun: u32,
    /// How many rows there were at the last text node.
    rows_before: usize,
    /// The name that took in the last text, and how many rows were before; text after it resets the name.
    swallowed: Option<&'static str>,
    before: usize,
    /// The last formula that began, and the row that was closed last.
    formula: Formula,
    closed: i32,
}

impl Walk {
    fn new(tree: &Tree) -> Walk {
        let mut page = Page { text: Vec::with_capacity(tree.src.len() / 4), ..Page::default() };
        // Columns that grow leave holes where they were.
        let (rows, texts) = (tree.nodes.count(Kind::Element), tree.nodes.count(Kind::Text));
        [&mut page.tag, &mut page.parent, &mut page.end].into_iter().for_each(|column| column.reserve_exact(rows));
        page.is_hidden.reserve_exact(rows);
        page.node_owner.reserve_exact(texts);
        page.node_to.reserve_exact(texts);
        [&mut page.node_rows, &mut page.node_gap].into_iter().for_each(|column| column.reserve_exact(texts));
        let customs = tree.custom_names.len() + (KNOWN - FIRST_CUSTOM) as usize;
        Walk {
            page,
            custom_codes: vec![-1; customs],
            row: -1,
            skipped: 0,
            is_in_head: false,
            is_joined: false,
            begun: 0,
            rows_before: 0,
            swallowed: None,
            before: 0,
            formula: Formula::none(),
            closed: -1,
        }
    }

    fn open(&mut self, tree: &Tree, node: &Node) {
        self.is_joined = false;
        if self.skipped > 0 {
            self.skipped += 1;
            return;
        }
        let code = self.code_of(tree, node.tag());
        let page = &mut self.page;
        let row = page.tag.len() as i32;
        page.tag.push(code);
        page.parent.push(self.row);
        page.end.push(0);
        self.row = row;
        match code as u32 {
            T_HEAD => self.is_in_head = true,
            T_MATH => self.formula = Formula::new(row, page, self.rows_before),
            T_ANNOTATION if self.states_formula(tree, node) => {
                self.rows_before = self.formula.take_back(&mut self.page);
            }
            known if known < FIRST_CUSTOM && flags(known) & IS_NOT_TEXT != 0 => self.skipped = 1,
            known if known < FIRST_CUSTOM && self.draws_formula(tree, node) => self.skipped = 1,
            _ => {}
        }
        let is_hidden = self.keep_attributes(tree, node, row);
        self.page.is_hidden.push(is_hidden);
    }

    /// Whether an annotation says in TeX what the formula around it is.
    fn states_formula(&self, tree: &Tree, node: &Node) -> bool {
        self.formula.is_open(&self.page) && has(tree, node, A_ENCODING, b"application/x-tex")
    }

    /// Whether an element shows once more the formula right before it, for the eye only.
    fn draws_formula(&self, tree: &Tree, node: &Node) -> bool {
        self.formula.is_all_of(self.closed)
            && self.page.parent[self.closed as usize] == self.page.parent[self.row as usize]
            && has(tree, node, A_ARIA_HIDDEN, b"true")
    }

    fn code_of(&mut self, tree: &Tree, tag: u32) -> i32 {
        let Some(at) = tag.checked_sub(FIRST_CUSTOM) else { return tag as i32 };
        let code = &mut self.custom_codes[at as usize];
        if *code < 0 {
            *code = FIRST_CUSTOM as i32 + self.page.custom_tags.len() as i32;
            self.page.custom_tags.push(match tag.checked_sub(KNOWN) {
                Some(i) => tree.custom_names[i as usize].clone(),
                None => TAG_NAMES[tag as usize].as_bytes().to_vec(),
            });
        }
        *code
    }

    /// Adds the attributes of an element that are kept; whether one of them hides it.
    fn keep_attributes(&mut self, tree: &Tree, node: &Node, row: i32) -> bool {
        let page = &mut self.page;
        let mut is_hidden = false;
        for attribute in tree.attributes_of(node) {
            if attribute.code < KEPT {
                page.attribute_row.push(row);
                page.attribute_name.push(attribute.code as i32);
                page.attribute_start.push(page.values.len() as u32);
                page.values.extend_from_slice(tree.bytes(attribute.value));
                page.attribute_end.push(page.values.len() as u32);
            } else {
                is_hidden |= attribute.code == A_HIDDEN
                    || (attribute.code == A_STYLE && hides(tree.bytes(attribute.value)));
            }
        }
        is_hidden
    }

    fn close(&mut self) {
        self.is_joined = false;
        if self.skipped > 1 {
            self.skipped -= 1;
            return;
        }
        self.skipped = 0;
        let (page, row) = (&mut self.page, self.row as usize);
        if page.is(row, T_HEAD) {
            self.is_in_head = false;
        }
        page.end[row] = page.tag.len() as i32;
        self.closed = self.row;
        self.row = page.parent[row];
    }

    fn comment(&mut self) {
        self.is_joined = false;
        self.swallowed = Some("!--");
        self.before = self.page.rows();
    }

    fn text(&mut self, bytes: &[u8]) {
        if self.skipped == 0 && !self.is_in_head {
            self.add_text(bytes);
        } else if self.skipped == 1 {
            self.add_data(bytes);
        }
        self.is_joined = true;
    }

    fn add_text(&mut self, bytes: &[u8]) {
        let page = &mut self.page;
        let from = page.text.len() as u32;
        if !self.is_joined {
            self.begun = from;
        }
        page.text.extend_from_slice(bytes);
        let goes_on = self.is_joined && page.node_to.last() == Some(&from);
        if goes_on {
            page.node_to.pop();
        } else if is_blank(bytes) {
            page.blanks.push((page.tag.len() as u32, self.row, page.text.len() as u32));
            return;
        } else {
            page.node_owner.push(self.row);
            page.node_rows.push((page.tag.len() - self.rows_before) as u32);
            self.rows_before = page.tag.len();
            page.node_gap.push(self.begun - page.node_to.last().copied().unwrap_or(0));
        }
        page.node_to.push(page.text.len() as u32);
        self.swallowed = None;
    }

    /// Text right in an element that is not text: kept if the element is data, or the text sets a state.
    fn add_data(&mut self, bytes: &[u8]) {
        let page = &mut self.page;
        let tag = page.tag[self.row as usize] as usize;
        self.swallowed = Some(TAG_NAMES[tag]);
        self.before = page.rows();
        let is_begun = page.data_row.last() == Some(&self.row);
        if !is_begun {
            let is_data = tag as u32 == T_TITLE || self.is_json() || is_state(bytes);
            if !is_data {
                return;
            }
            let page = &mut self.page;
            page.data_row.push(self.row);
            page.data_start.push(page.values.len() as u32);
            page.data_end.push(page.values.len() as u32);
        }
        let page = &mut self.page;
        page.values.extend_from_slice(bytes);
        if let Some(end) = page.data_end.last_mut() {
            *end = page.values.len() as u32;
        }
    }

    /// Whether the type of the element that was opened last says that it holds JSON.
    fn is_json(&self) -> bool {
        let page = &self.page;
        let own = page.attribute_row.iter().rev().take_while(|&&row| row == self.row).count();
        (page.attribute_row.len() - own..page.attribute_row.len()).any(|i| {
            let value = &page.values[page.attribute_start[i] as usize..page.attribute_end[i] as usize];
            page.attribute_name[i] as u32 == A_TYPE && contains(&value.to_ascii_lowercase(), b"json")
        })
    }

    fn finish(self, src: &[u8]) -> Page {
        let mut page = self.page;
        let is_last = page.tag[self.before.min(page.rows())..].iter().all(|&tag| tag as u32 == T_BODY);
        page.unclosed = self.swallowed.filter(|name| is_last && is_never_closed(src, name));
        let is_hidden = std::mem::take(&mut page.is_hidden);
        page.is_hidden = page.within(|row| is_hidden[row]);
        page
    }
}

/// Whether an attribute of the element has this value.
fn has(tree: &Tree, node: &Node, code: u32, value: &[u8]) -> bool {
    tree.attributes_of(node).iter().any(|attribute| attribute.code == code && tree.bytes(attribute.value) == value)
}

/// Whether a style says `display: none` or `visibility: hidden`.
fn hides(style: &[u8]) -> bool {
    let states = |name: &[u8], value: &[u8]| {
        let mut at = 0;
        while at < style.len() {
            at = find(style, at, |byte| byte.eq_ignore_ascii_case(&name[0]));
            if starts_with_ignoring_case(style, at, name) {
                let after = skip_white(style, at + name.len());
                if style.get(after) == Some(&b':')
                    && starts_with_ignoring_case(style, skip_white(style, after + 1), value)
                {
                    return true;
                }
            }
            at += 1;
        }
        false
    };
    states(b"display", b"none") || states(b"visibility", b"hidden")
}

fn skip_white(bytes: &[u8], mut at: usize) -> usize {
    while at < bytes.len() {
        let (point, size) = crate::chars::decode(bytes, at);
        if !is_white(point) {
            break;
        }
        at += size;
    }
    at
}

/// Whether a script begins by naming the state of the page: `window.__INITIAL_STATE__ = {`.
fn is_state(script: &[u8]) -> bool {
    let is = |at: usize, set: &[u8]| script.get(at).is_some_and(|byte| set.contains(byte));
    let skip = |at: usize, set: &[u8], max: usize| at + (0..max).take_while(|&i| is(at + i, set)).count();
    let mut at = skip_white(script, 0);
    if script[at..].starts_with(b"var") {
        let after = skip_white(script, at + 3);
        if after == at + 3 {
            return false;
        }
        at = after;
    }
    let names: [&[u8]; 3] = [b"window", b"self", b"globalThis"];
    at += names.iter().find(|name| script[at..].starts_with(name)).map_or(0, |name| name.len());
    at = skip(at, b".[\"'", 2);
    if !script[at..].starts_with(b"__") {
        return false;
    }
    at += 2;
    let is_letter = |&&byte: &&u8| byte.is_ascii_alphabetic() || byte == b'_';
    let length = script[at..].iter().take(41).take_while(is_letter).count();
    if !(3..=40).contains(&length) {
        return false;
    }
    at = skip_white(script, skip(at + length, b"\"']", 2));
    if !is(at, b"=") {
        return false;
    }
    at = skip_white(script, at + 1);
    at += if script[at..].starts_with(b"JSON.parse(") { 11 } else { 0 };
    is(at, b"[\"{")
}

/// Whether the last element of this name, or the last comment, has no end in the source.
fn is_never_closed(src: &[u8], name: &str) -> bool {
    let begins = |at: usize| {
        let rest = &src[at + 1..];
        rest.starts_with(name.as_bytes()) || rest.starts_with(name.to_ascii_uppercase().as_bytes())
    };
    let Some(start) = (0..src.len()).rev().find(|&at| src[at] == b'<' && begins(at)) else { return false };
    let tail = &src[start + name.len()..];
    let end = if name == "!--" { "--".into() } else { format!("</{name}") };
    let mut at = 0;
    while at < tail.len() {
        at = find(tail, at, |byte| byte == end.as_bytes()[0]);
        if starts_with_ignoring_case(tail, at, end.as_bytes()) {
            return false;
        }
        at += 1;
    }
    true
}

/// Whether elements may be in the source that XML closed in their start tag: `<script src="x" />`.
pub fn may_be_self_closed(src: &[u8]) -> bool {
    const NAMES: [&str; 14] = [
        "audio", "canvas", "iframe", "noembed", "noframes", "object", "script", "select", "style", "template",
        "textarea", "title", "video", "xmp",
    ];
    let mut at = 0;
    loop {
        at = find(src, at, |byte| byte == b'<') + 1;
        let Some(&[first, second]) = src.get(at..at + 2).and_then(|start| start.first_chunk()) else {
            return false;
        };
        // Most elements have other letters.
        if !matches!(first | 0x20, b'a' | b'c' | b'i' | b'n' | b'o' | b's' | b't' | b'v' | b'x')
            || !matches!(second | 0x20, b'a' | b'b' | b'c' | b'e' | b'f' | b'i' | b'm' | b'o' | b't' | b'u')
        {
            continue;
        }
        if NAMES.iter().any(|name| starts_with_ignoring_case(src, at, name.as_bytes())) {
            let end = find(src, at, |byte| (byte == b'>') | (byte == b'<'));
            if src.get(end) == Some(&b'>') && src[end - 1] == b'/' {
                return true;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_in_characters() {
        let text = "a\u{672c}\u{6587}".repeat(100);
        let page = Page { text: text.as_bytes().to_vec(), ..Page::default() };
        let places: Vec<u32> = text.char_indices().map(|(at, _)| at as u32).chain([text.len() as u32]).collect();
        assert_eq!(page.in_characters(&places), (0..=300).collect::<Vec<u32>>());
        assert_eq!(Page::default().in_characters(&[0]), [0]);
    }
}
