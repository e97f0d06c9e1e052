//! Kept blocks as plain text: the compiled form of `honbun.render.tree` and of `honbun.render.text_writer`.
#![forbid(unsafe_code)]

use crate::blocks::Blocks;
use crate::chars::{is_space, trim_start};
use crate::grids::{Grids, Piece};
use crate::nodes::Kind::*;
use crate::nodes::{container_kind, Chain, Kind, Node, Nodes, EMPTY};
use crate::page::Page;
use crate::shown::{collapse, Shown};
use crate::tables::*;
use std::ops::Range;

/// Containers nested deeper than this add nothing to theirs.
const MAX_DEPTH: u32 = 64;
/// A table needs its rows and cells as containers below it.
const MAX_TABLE_DEPTH: u32 = MAX_DEPTH - 2;
const TOP: i32 = -1;

/// A leaf that hangs in no container yet.
#[derive(Clone, Copy)]
struct Leaf {
    kind: Kind,
    row: i32,
    blocks: Chain,
}

pub struct Writer<'a> {
    page: &'a Page,
    blocks: &'a Blocks,
    shown: &'a Shown,
    kept: Vec<u32>,
    /// For each of them whether it goes on in the line of the one before.
    goes_on: Vec<bool>,
    /// If some of it is preformatted, the nearest element of each row that makes it so, where line breaks stand in the
    /// text, and where that of elements begins and ends.
    raw: Vec<i32>,
    breaks: Vec<u32>,
    starts: Vec<u32>,
    ends: Vec<u32>,
}

/// For each kept block whether only inline elements keep it apart from the one before, of which nothing is left out.
fn lines(page: &Page, blocks: &Blocks, kept: &[u32]) -> Vec<bool> {
    let mut goes_on = vec![false; kept.len()];
    let mut edges: Option<Vec<u32>> = None;
    for at in 1..kept.len() {
        let (last, block) = (kept[at - 1] as usize, kept[at] as usize);
        let is_raw = blocks.is_preformatted[last] || blocks.is_preformatted[block];
        if block != last + 1 || blocks.owner[block] != blocks.owner[last] || is_raw {
            continue;
        }
        // Where elements that end a line begin in the text.
        let edges = edges.get_or_insert_with(|| {
            let is_edge = |row: usize| page.flags(row) & IS_BLOCK != 0 || page.is(row, T_BR);
            page.text_starts().enumerate().filter(|&(row, _)| is_edge(row)).map(|(_, start)| start).collect()
        });
        let (end, start) = (blocks.range(page, last).end as u32, blocks.range(page, block).start as u32);
        let next = edges.partition_point(|&edge| edge < end);
        goes_on[at] = edges.get(next).map_or(true, |&edge| edge > start);
    }
    goes_on
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
        let is_kept = |&i: &u32| keep[i as usize] && blocks.length.at(i as usize) > 0;
        let kept: Vec<u32> = (0..keep.len() as u32).filter(is_kept).collect();
        let has_raw = kept.iter().any(|&block| blocks.is_preformatted[block as usize]);
        let goes_on = lines(page, blocks, &kept);
        let (raw, breaks, starts, ends) = Default::default();
        let mut writer = Writer { page, blocks, shown, kept, goes_on, raw, breaks, starts, ends };
        if has_raw {
            writer.raw = page.nearest(|row| page.flags(row) & IS_PREFORMATTED != 0);
            writer.breaks = page.breaks();
            writer.starts = page.text_starts().collect();
            writer.ends = page.text_ends(&writer.starts);
        }
        writer
    }

    /// The kept blocks in document order, an empty line between paragraphs; items and rows follow line by line.
    pub fn text(&self) -> Vec<u8> {
        let kept = &self.kept;
        let (first, last) = self.arranged();
        let mut out = Vec::new();
        let mut add = |part: &[u8], between: &[u8]| {
            if !part.is_empty() {
                if !out.is_empty() {
                    out.extend_from_slice(between);
                }
                out.extend_from_slice(part);
            }
        };
        let add_blocks = |range: Range<usize>, add: &mut dyn FnMut(&[u8], &[u8])| {
            for at in range {
                let between: &[u8] = if self.goes_on[at] { b" " } else { b"\n\n" };
                add(self.shown.get(kept[at] as usize), between);
            }
        };
        add_blocks(0..first, &mut add);
        if first < last {
            let leaves = |take: &mut dyn FnMut(Leaf)| self.for_each_leaf(first, last, take);
            let (nodes, top) = grown(self.page, last - first, leaves);
            let mut add = |part: &[u8]| add(part, b"\n\n");
            nodes.chained(top).for_each(|node| self.for_each_part(&nodes, &node, &mut add));
        }
        add_blocks(last..kept.len(), &mut add);
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
        self.kept[leaf.held.first as usize..leaf.held.last as usize].iter().map(|&block| block as usize)
    }

    /// Kept blocks as leaves: those of one line are a paragraph, all of one `<pre>` are one leaf.
    fn for_each_leaf(&self, first: usize, last: usize, take: &mut dyn FnMut(Leaf)) {
        let kept = &self.kept[first..last];
        let mut open: Option<Leaf> = None;
        for (at, &block) in (first as u32..).zip(kept) {
            let owner = self.blocks.owner[block as usize] as usize;
            let is_raw = self.blocks.is_preformatted[block as usize];
            let row = if is_raw { self.raw[owner] } else { owner as i32 };
            match &mut open {
                Some(last) if is_raw && last.kind == Preformatted && last.row == row => last.blocks.last = at + 1,
                Some(last) if self.goes_on[at as usize] => last.blocks.last = at + 1,
                _ => {
                    let kind = if is_raw { Preformatted } else { Paragraph };
                    open.replace(Leaf { kind, row, blocks: Chain { first: at, last: at + 1 } })
                        .into_iter()
                        .for_each(&mut *take);
                }
            }
        }
        open.into_iter().for_each(take);
    }

    /// The paragraphs, lists and tables of a node that have something to show.
    fn for_each_part(&self, nodes: &Nodes, node: &Node, take: &mut dyn FnMut(&[u8])) {
        let part = if node.kind.is_leaf() {
            self.leaf(node)
        } else if node.kind.is_list() {
            let between: &[u8] = if nodes.is_tight(node) { b"\n" } else { b"\n\n" };
            let item = |item: Node| {
                let mut own = Vec::new();
                let mut add = |part: &[u8]| {
                    if !own.is_empty() {
                        own.extend_from_slice(between);
                    }
                    own.extend_from_slice(part);
                };
                nodes.children(&item).for_each(|child| self.for_each_part(nodes, &child, &mut add));
                own
            };
            joined(nodes.children(node).map(item), between)
        } else if node.kind == Table && self.is_lines(nodes, node) {
            joined(nodes.children(node).map(|row| self.row(nodes, &row)).filter(|row| !row.is_empty()), b"\n")
        } else {
            return nodes.children(node).for_each(|child| self.for_each_part(nodes, &child, take));
        };
        if !part.is_empty() {
            take(&part);
        }
    }

    fn leaf(&self, leaf: &Node) -> Vec<u8> {
        if leaf.kind != Preformatted {
            return joined(self.blocks_of(leaf).map(|block| self.shown.get(block).to_vec()), b" ");
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
        let row = self.blocks_of(leaf).next().map_or(0, |block| self.raw[blocks.owner[block] as usize] as usize);
        let (first, last) = (blocks.first[row] as usize, blocks.last[row] as usize);
        // Breaks in the element itself: there is no text between its start and the first of them that is not its own.
        let opened = self.breaks.partition_point(|&at| at < self.starts[row]);
        let mut code: Vec<u8> = Vec::new();
        for block in self.blocks_of(leaf) {
            let start = if block == first { self.starts[row] as usize } else { blocks.range(page, block - 1).end };
            let end = if block + 1 == last { self.ends[row] as usize } else { blocks.range(page, block).end };
            let low = opened + self.breaks[opened..].partition_point(|&at| (at as usize) < start);
            let mut part = Vec::with_capacity(end - start);
            let mut from = start;
            for &at in self.breaks[low..].iter().take_while(|&&at| (at as usize) < end) {
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
    fn is_lines(&self, nodes: &Nodes, table: &Node) -> bool {
        let mut rows = nodes.children(table);
        if rows.clone().any(|row| row.kind == Row && nodes.children(&row).nth(1).is_some()) {
            return true;
        }
        let is_line = |row: Node| {
            let leaves = nodes.leaves(&row);
            leaves.len() == 1 && !self.leaf(&leaves[0]).contains(&b'\n')
        };
        rows.all(is_line)
    }

    /// A row on one line; a caption is a row of one cell.
    fn row(&self, nodes: &Nodes, row: &Node) -> Vec<u8> {
        let write = |cell: &Node| {
            let whole = joined(nodes.leaves(cell).iter().map(|leaf| self.leaf(leaf)), b" ");
            let mut out = Vec::with_capacity(whole.len());
            collapse(&whole, &mut out);
            out
        };
        if row.kind == Row {
            joined(nodes.children(row).map(|cell| write(&cell)), b"\t")
        } else {
            write(row)
        }
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

/// An element around a leaf: the nearest structural row, itself included, or -1, and how many containers are open.
struct Around {
    row: i32,
    near: i32,
    depth: u32,
}

/// Hangs leaves in document order into the containers around them: the nodes, and the first of the uppermost.
fn grown(page: &Page, blocks: usize, for_each_leaf: impl Fn(&mut dyn FnMut(Leaf))) -> (Nodes, u32) {
    let mut forest = Forest {
        page,
        plain: plain_tables(page, &for_each_leaf),
        around: vec![Around { row: TOP, near: TOP, depth: 0 }],
        open: vec![(TOP, EMPTY)],
        // Leaves and as many containers, and lists: there may be very many, which are not to be copied while they grow.
        nodes: Nodes(Vec::with_capacity(3 * blocks)),
    };
    for_each_leaf(&mut |leaf| forest.add(leaf));
    forest.close_to(1);
    let top = forest.open[0].1;
    let top = forest.nodes.with_lists(None, top);
    (forest.nodes, top.first)
}

/// The tables of which nothing but short texts in cells is kept, in order.
fn plain_tables(page: &Page, for_each_leaf: impl Fn(&mut dyn FnMut(Leaf))) -> Vec<usize> {
    let mut grids = Grids::of(page);
    for_each_leaf(&mut |leaf| grids.add(Piece { owner: leaf.row as usize, length: 1, link_length: 1 }));
    grids.found().into_iter().filter(|grid| grid.has_plain_cells()).map(|grid| grid.row()).collect()
}

struct Forest<'a> {
    page: &'a Page,
    plain: Vec<usize>,
    around: Vec<Around>,
    /// The containers that are open, and what they hold.
    open: Vec<(i32, Chain)>,
    nodes: Nodes,
}

impl Forest<'_> {
    fn add(&mut self, leaf: Leaf) {
        self.move_to(leaf.row);
        let near = self.around[self.around.len() - 1].near;
        let is_heading = leaf.kind == Paragraph && near >= 0 && self.page.flags(near as usize) & IS_HEADING != 0;
        let id = self.nodes.push(if is_heading { Heading } else { leaf.kind }, leaf.blocks);
        self.hang(id);
    }

    fn hang(&mut self, id: u32) {
        if let Some((_, children)) = self.open.last_mut() {
            self.nodes.append(children, id);
        }
    }

    /// Closes the containers that a row is not in, and opens those that it is in.
    fn move_to(&mut self, row: i32) {
        let page = self.page;
        let holds = |around: &Around| around.row < 0 || (around.row <= row && row < page.end[around.row as usize]);
        let length = self.around.iter().rposition(holds).map_or(1, |at| at + 1);
        self.around.truncate(length);
        let Around { row: top, mut near, mut depth } = self.around[length - 1];
        self.close_to(depth as usize + 1);
        let mut next = row;
        while next != top {
            self.around.push(Around { row: next, near: TOP, depth: 0 });
            next = page.parent[next as usize];
        }
        self.around[length..].reverse();
        for at in length..self.around.len() {
            let row = self.around[at].row;
            let is_heading = page.flags(row as usize) & IS_HEADING != 0;
            let is_container = container_kind(page.tag[row as usize] as u32).is_some();
            near = if is_heading || is_container { row } else { near };
            if is_container && !is_heading && depth < MAX_DEPTH {
                depth += 1;
                self.open.push((row, EMPTY));
            }
            (self.around[at].near, self.around[at].depth) = (near, depth);
        }
    }

    fn close_to(&mut self, length: usize) {
        while self.open.len() > length {
            let Some((row, children)) = self.open.pop() else { return };
            let mut kind = container_kind(self.page.tag[row as usize] as u32).unwrap_or(Box);
            let beside = self.open.last_mut().map(|(_, children)| children);
            if matches!(kind, Item | Term | Definition | Box) {
                if let (Some(held), Some(beside)) = (self.nodes.take_only_paragraph(children), beside) {
                    self.nodes.append_run(beside, kind, held);
                    continue;
                }
            }
            let is_plain = || self.plain.binary_search(&(row as usize)).is_ok();
            if kind == Table && (self.open.len() > MAX_TABLE_DEPTH as usize || !is_plain()) {
                kind = Box;
            }
            let children = self.nodes.with_lists(Some(kind), children);
            let id = self.nodes.push(kind, children);
            self.hang(id);
        }
    }
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
