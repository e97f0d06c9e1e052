//! Kept blocks as plain text: the compiled form of `honbun.render.tree` and of `honbun.render.text_writer`.
#![forbid(unsafe_code)]

use crate::blocks::Blocks;
use crate::chars::{is_space, trim_start};
use crate::grids::{find_grids, Piece};
use crate::page::Page;
use crate::shown::{collapse, Shown};
use crate::tables::*;

/// Containers nested deeper than this add nothing to theirs.
const MAX_DEPTH: u32 = 64;
/// A table needs its rows and cells as containers below it.
const MAX_TABLE_DEPTH: u32 = MAX_DEPTH - 2;
const TOP: i32 = -1;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Paragraph,
    Heading,
    Preformatted,
    UnorderedList,
    OrderedList,
    DefinitionList,
    Item,
    Term,
    Definition,
    Table,
    Row,
    /// A container that leaves no trace in plain text: a quote, a figure, a cell, a table that lays out.
    Box,
}
use Kind::*;

impl Kind {
    fn is_leaf(self) -> bool {
        matches!(self, Paragraph | Heading | Preformatted)
    }

    fn is_list(self) -> bool {
        matches!(self, UnorderedList | OrderedList | DefinitionList)
    }

    /// Whether a list of this kind has such items.
    fn has_items(self, item: Kind) -> bool {
        match self {
            UnorderedList | OrderedList => item == Item,
            DefinitionList => matches!(item, Term | Definition),
            _ => false,
        }
    }

    /// The list that an item without one gets.
    fn list(self) -> Option<Kind> {
        match self {
            Item => Some(UnorderedList),
            Term | Definition => Some(DefinitionList),
            _ => None,
        }
    }
}

/// What an element is as a container, or None if it is none; a heading is structural, but contains no blocks.
fn container_kind(tag: u32) -> Option<Kind> {
    Some(match tag {
        T_UL | T_DIR | T_MENU => UnorderedList,
        T_OL => OrderedList,
        T_DL => DefinitionList,
        T_LI => Item,
        T_DT => Term,
        T_DD => Definition,
        T_TABLE => Table,
        T_TR => Row,
        T_BLOCKQUOTE | T_CAPTION | T_FIGCAPTION | T_FIGURE | T_TD | T_TH => Box,
        _ => return None,
    })
}

/// A container with its children, or a leaf with the blocks that it shows.
struct Node {
    kind: Kind,
    row: i32,
    children: Vec<Node>,
    /// Of the kept ones, from the first to the one after the last.
    blocks: (u32, u32),
}

impl Node {
    fn container(kind: Kind, row: i32, children: Vec<Node>) -> Node {
        Node { kind, row, children, blocks: (0, 0) }
    }
}

/// A leaf that hangs in no container yet.
struct Leaf {
    kind: Kind,
    row: i32,
    blocks: (u32, u32),
}

pub struct Writer<'a> {
    page: &'a Page,
    blocks: &'a Blocks,
    shown: &'a Shown,
    kept: Vec<u32>,
}

/// Texts with the same bytes between them.
fn joined(parts: impl IntoIterator<Item = Vec<u8>>, between: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    for (i, part) in parts.into_iter().enumerate() {
        if i > 0 {
            out.extend_from_slice(between);
        }
        out.extend_from_slice(&part);
    }
    out
}

impl<'a> Writer<'a> {
    pub fn new(page: &'a Page, blocks: &'a Blocks, shown: &'a Shown, keep: &[bool]) -> Writer<'a> {
        let is_kept = |&i: &u32| keep[i as usize] && blocks.length[i as usize] > 0;
        Writer { page, blocks, shown, kept: (0..keep.len() as u32).filter(is_kept).collect() }
    }

    /// The kept blocks in document order, an empty line between paragraphs; items and rows follow line by line.
    pub fn text(&self) -> Vec<u8> {
        let kept = &self.kept;
        let (first, last) = self.arranged();
        let mut out = Vec::new();
        let mut add = |part: &[u8]| {
            if !part.is_empty() {
                if !out.is_empty() {
                    out.extend_from_slice(b"\n\n");
                }
                out.extend_from_slice(part);
            }
        };
        kept[..first].iter().for_each(|&block| add(self.shown.get(block as usize)));
        if first < last {
            let nodes = Forest::new(self.page).grown(self.leaves(first, last));
            self.parts(&nodes).iter().for_each(|part| add(part));
        }
        kept[last..].iter().for_each(|&block| add(self.shown.get(block as usize)));
        out
    }

    /// From which of the kept blocks to which there are some in lists, tables or preformatted text, which are more
    /// than paragraphs.
    fn arranged(&self) -> (usize, usize) {
        let within = self.page.within(|row| {
            let tag = self.page.tag[row] as u32;
            matches!(container_kind(tag), Some(kind) if kind != Box) || matches!(tag, T_CAPTION | T_TD | T_TH)
        });
        let is_arranged =
            |&i: &u32| within[self.blocks.owner[i as usize] as usize] || self.blocks.is_preformatted[i as usize];
        let first = self.kept.iter().position(is_arranged).unwrap_or(self.kept.len());
        (first, self.kept.iter().rposition(is_arranged).map_or(self.kept.len(), |at| at + 1))
    }

    /// The blocks of a leaf.
    fn blocks_of(&self, leaf: &Node) -> impl Iterator<Item = usize> + '_ {
        self.kept[leaf.blocks.0 as usize..leaf.blocks.1 as usize].iter().map(|&block| block as usize)
    }

    /// Kept blocks as leaves: a paragraph each, but all blocks of one `<pre>` are one.
    fn leaves(&self, first: usize, last: usize) -> Vec<Leaf> {
        let kept = &self.kept[first..last];
        let has_raw = kept.iter().any(|&block| self.blocks.is_preformatted[block as usize]);
        let raw = if has_raw {
            self.page.nearest(|row| self.page.flags(row) & IS_PREFORMATTED != 0)
        } else {
            Vec::new()
        };
        let mut found: Vec<Leaf> = Vec::with_capacity(kept.len());
        for (at, &block) in (first as u32..).zip(kept) {
            let block = block as usize;
            let owner = self.blocks.owner[block] as usize;
            let is_raw = self.blocks.is_preformatted[block];
            let row = if is_raw { raw[owner] } else { owner as i32 };
            match found.last_mut() {
                Some(last) if is_raw && last.kind == Preformatted && last.row == row => last.blocks.1 = at + 1,
                _ => {
                    let kind = if is_raw { Preformatted } else { Paragraph };
                    found.push(Leaf { kind, row, blocks: (at, at + 1) });
                }
            }
        }
        found
    }

    /// The nodes as paragraphs, lists and tables that have something to show.
    fn parts(&self, nodes: &[Node]) -> Vec<Vec<u8>> {
        let mut parts = Vec::new();
        for node in nodes {
            if node.kind.is_leaf() {
                parts.push(self.leaf(node));
            } else if node.kind.is_list() {
                let between: &[u8] = if is_tight(node) { b"\n" } else { b"\n\n" };
                let items = node.children.iter().map(|item| joined(self.parts(&item.children), between));
                parts.push(joined(items, between));
            } else if node.kind == Table && self.is_lines(node) {
                let rows = node.children.iter().map(|row| self.row(row)).filter(|row| !row.is_empty());
                parts.push(joined(rows, b"\n"));
            } else {
                parts.extend(self.parts(&node.children));
            }
        }
        parts.retain(|part| !part.is_empty());
        parts
    }

    fn leaf(&self, leaf: &Node) -> Vec<u8> {
        if leaf.kind != Preformatted {
            return joined(self.blocks_of(leaf).map(|block| self.shown.get(block).to_vec()), b"\n");
        }
        let code = self.preformatted(leaf);
        let is_break = |byte: &u8| matches!(byte, b'\r' | b'\n');
        let start = code.iter().position(|byte| !is_break(byte)).unwrap_or(code.len());
        let end = code.iter().rposition(|byte| !is_break(byte)).map_or(start, |at| at + 1);
        code[start..end].to_vec()
    }

    /// The characters of a preformatted leaf as the page has them, with a newline for each `<br>`.
    fn preformatted(&self, leaf: &Node) -> Vec<u8> {
        let (page, blocks) = (self.page, self.blocks);
        let row = leaf.row as usize;
        let (first, last) = (blocks.first[row] as usize, blocks.last[row] as usize);
        // Breaks in the element itself: there is no text between its start and the first of them that is not its own.
        let opened = page.breaks.partition_point(|&(at, _)| at < page.text_from[row]);
        let mut code: Vec<u8> = Vec::new();
        for block in self.blocks_of(leaf) {
            let start =
                if block == first { page.text_from[row] as usize } else { blocks.range(page, block - 1).end };
            let end = if block + 1 == last { page.text_to[row] as usize } else { blocks.range(page, block).end };
            let low = opened + page.breaks[opened..].partition_point(|&(at, _)| (at as usize) < start);
            let mut part = Vec::with_capacity(end - start);
            let mut from = start;
            for &(at, _) in page.breaks[low..].iter().take_while(|&&(at, _)| (at as usize) < end) {
                part.extend_from_slice(&page.text[from..at as usize]);
                part.push(b'\n');
                from = at as usize;
            }
            part.extend_from_slice(&page.text[from..end]);
            let leading = part.len() - trim_start(&part).len();
            if !code.is_empty() && !part[..leading].contains(&b'\n') && !ends_with_break(&code) {
                code.push(b'\n');
            }
            code.extend_from_slice(&part);
        }
        code
    }

    /// Whether the rows of a table are lines: some have several cells, or all have a cell of one line.
    fn is_lines(&self, table: &Node) -> bool {
        if table.children.iter().any(|row| row.kind == Row && row.children.len() > 1) {
            return true;
        }
        let is_line = |row: &Node| {
            let mut leaves = Vec::new();
            add_leaves(row, &mut leaves);
            leaves.len() == 1 && !self.leaf(leaves[0]).contains(&b'\n')
        };
        table.children.iter().all(is_line)
    }

    /// A row on one line; a caption is a row of one cell.
    fn row(&self, row: &Node) -> Vec<u8> {
        let cells = if row.kind == Row { &row.children[..] } else { std::slice::from_ref(row) };
        let write = |cell: &Node| {
            let mut leaves = Vec::new();
            add_leaves(cell, &mut leaves);
            let whole = joined(leaves.into_iter().map(|leaf| self.leaf(leaf)), b" ");
            let mut out = Vec::with_capacity(whole.len());
            collapse(&whole, &mut out);
            out
        };
        joined(cells.iter().map(write), b"\t")
    }
}

/// Whether a text ends in white space with a line break in it.
fn ends_with_break(code: &[u8]) -> bool {
    for at in (0..code.len()).rev() {
        if code[at] & 0xC0 == 0x80 {
            continue;
        }
        let (point, _) = crate::chars::decode(code, at);
        if point == b'\n' as u32 || !is_space(point) {
            return point == b'\n' as u32;
        }
    }
    false
}

fn add_leaves<'a>(node: &'a Node, leaves: &mut Vec<&'a Node>) {
    if node.kind.is_leaf() {
        leaves.push(node);
    }
    node.children.iter().for_each(|child| add_leaves(child, leaves));
}

/// Whether every item of a list is one block, or a paragraph and lists: then no empty lines separate them.
fn is_tight(list: &Node) -> bool {
    list.children.iter().all(|item| match &item.children[..] {
        [_] => true,
        [first, rest @ ..] => {
            (first.kind.is_list() || first.kind == Paragraph) && rest.iter().all(|child| child.kind.is_list())
        }
        [] => false,
    })
}

/// Hangs leaves into the containers around them.
struct Forest<'a> {
    page: &'a Page,
    /// For each row the nearest structural row, itself included, or -1.
    nearest: Vec<i32>,
    /// For each structural row the container that it is or lies in, or -1; for others nothing.
    container: Vec<i32>,
    /// For each container the one around it, and its depth.
    above: Vec<(i32, u32)>,
}

struct Open {
    row: i32,
    end: i32,
    children: Vec<Node>,
}

impl<'a> Forest<'a> {
    fn new(page: &'a Page) -> Forest<'a> {
        let is_heading = |row: usize| page.flags(row) & IS_HEADING != 0;
        let is_container = |row: usize| container_kind(page.tag[row] as u32).is_some();
        let nearest = page.nearest(|row| is_heading(row) || is_container(row));
        let mut container = vec![TOP; page.rows()];
        let mut above = vec![(TOP, 0); page.rows()];
        for row in 0..page.rows() {
            if nearest[row] != row as i32 {
                continue;
            }
            let outer = match page.parent[row] {
                parent @ 0.. if nearest[parent as usize] >= 0 => container[nearest[parent as usize] as usize],
                _ => TOP,
            };
            let depth = if outer < 0 { 0 } else { above[outer as usize].1 };
            if is_heading(row) || depth >= MAX_DEPTH {
                container[row] = outer;
            } else {
                container[row] = row as i32;
                above[row] = (outer, depth + 1);
            }
        }
        Forest { page, nearest, container, above }
    }

    /// The tree of leaves in document order.
    fn grown(&self, mut leaves: Vec<Leaf>) -> Vec<Node> {
        let mut places = Vec::with_capacity(leaves.len());
        for leaf in &mut leaves {
            let near = self.nearest[leaf.row as usize];
            if leaf.kind == Paragraph && near >= 0 && self.page.flags(near as usize) & IS_HEADING != 0 {
                (leaf.kind, leaf.row) = (Heading, near);
            }
            places.push(if near < 0 { TOP } else { self.container[near as usize] });
        }
        let is_plain = self.plain_tables(&leaves);
        let mut stack = vec![Open { row: TOP, end: self.page.rows() as i32, children: Vec::new() }];
        for (leaf, place) in leaves.into_iter().zip(places) {
            while stack.len() > 1 && !stack.last().is_some_and(|top| top.row <= place && place < top.end) {
                self.close(&mut stack, &is_plain);
            }
            let top = stack.last().map_or(TOP, |top| top.row);
            let start = stack.len();
            let mut row = place;
            while row != top {
                stack.push(Open { row, end: self.page.end[row as usize], children: Vec::new() });
                row = self.above[row as usize].0;
            }
            stack[start..].reverse();
            if let Some(top) = stack.last_mut() {
                let Leaf { kind, row, blocks } = leaf;
                if top.children.is_empty() {
                    top.children.reserve_exact(1); // most items hold one, and there may be very many
                }
                top.children.push(Node { kind, row, children: Vec::new(), blocks });
            }
        }
        while stack.len() > 1 {
            self.close(&mut stack, &is_plain);
        }
        stack.pop().map_or(Vec::new(), |top| with_lists(None, top.children))
    }

    fn close(&self, stack: &mut Vec<Open>, is_plain: &[usize]) {
        let Some(Open { row, children, .. }) = stack.pop() else { return };
        let mut kind = container_kind(self.page.tag[row as usize] as u32).unwrap_or(Box);
        if kind == Table && is_plain.binary_search(&(row as usize)).is_err() {
            kind = Box;
        }
        let children = with_lists(Some(kind), children);
        if let Some(top) = stack.last_mut() {
            top.children.push(Node::container(kind, row, children));
        }
    }

    /// The tables of which nothing but short texts in cells is kept, in order.
    fn plain_tables(&self, leaves: &[Leaf]) -> Vec<usize> {
        let pieces = leaves.iter().map(|leaf| Piece { owner: leaf.row as usize, length: 1.0, link_length: 1.0 });
        let grids = find_grids(self.page, pieces).into_iter().filter(|grid| grid.has_plain_cells());
        let is_container = |row: usize| self.container[row] == row as i32;
        let depth = |row: usize| if is_container(row) { self.above[row].1 } else { MAX_DEPTH };
        grids.map(|grid| grid.row).filter(|&row| depth(row) <= MAX_TABLE_DEPTH).collect()
    }
}

/// The children of a container, once items stand in lists and lists hold nothing but items.
fn with_lists(kind: Option<Kind>, children: Vec<Node>) -> Vec<Node> {
    let is_own = |child: &Node| kind.is_some_and(|kind| kind.has_items(child.kind));
    let is_stray = |child: &Node| child.kind.list().is_some() && !is_own(child);
    let is_pure = children.iter().all(is_own);
    let children = if children.iter().any(is_stray) { listed(children, is_own) } else { children };
    match kind {
        Some(kind) if kind.is_list() && !is_pure => adopted(children, is_own, kind),
        _ => children,
    }
}

/// The children with items of other lists than this wrapped in such lists.
fn listed(children: Vec<Node>, is_own: impl Fn(&Node) -> bool) -> Vec<Node> {
    let mut found: Vec<Node> = Vec::new();
    let mut open = None;
    for child in children {
        let list = if is_own(&child) { None } else { child.kind.list() };
        match (list, found.last_mut()) {
            (Some(kind), Some(last)) if open == Some(kind) => last.children.push(child),
            (Some(kind), _) => found.push(Node::container(kind, TOP, vec![child])),
            _ => found.push(child),
        }
        open = list;
    }
    found
}

/// The items of a list, each with what follows it and is no item.
fn adopted(children: Vec<Node>, is_own: impl Fn(&Node) -> bool, list: Kind) -> Vec<Node> {
    let mut found: Vec<Node> = Vec::new();
    for child in children {
        match found.last_mut() {
            _ if is_own(&child) => found.push(child),
            Some(item) => item.children.push(child),
            None => {
                let kind = if list == DefinitionList { Definition } else { Item };
                found.push(Node::container(kind, TOP, vec![child]));
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn breaks_at_the_end() {
        assert!(ends_with_break("a \n\u{3000} ".as_bytes()));
        assert!(!ends_with_break("a\nb\u{3000}".as_bytes()));
        assert!(!ends_with_break(b"a "));
    }
}
