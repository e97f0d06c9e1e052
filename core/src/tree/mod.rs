//! The tree builder of the HTML standard over columns of nodes. Questions about the stack of open elements are
//! answered in constant time: each entry knows the one below it of the same name, scope or class.
//! https://html.spec.whatwg.org/multipage/parsing.html#tree-construction
#![forbid(unsafe_code)]

mod end;
mod formatting;
mod quirks;
mod stack;
mod start;
mod text;

use crate::names::flags;
use crate::scan::is_space;
use crate::tables::*;
use stack::uppermost;
use std::collections::{HashMap, HashSet};
use std::ops::Range;

/// No node.
pub const NONE: u32 = u32::MAX;
/// The code of an attribute without one.
pub const UNKNOWN: u32 = u32::MAX;
/// Set in both ends of a span that lies in `made`, not in the source.
pub const MADE: u32 = 1 << 31;
/// So many formatting elements are remembered, the latest; no page that was meant to be read has more.
const MAX_FORMATTING: usize = 256;
/// So many attributes are gathered from several `<html>` or `<body>` tags.
const MAX_MERGED: u32 = 64;
/// Formatting elements that are moved or opened again cost so much of a budget that grows with the page: beyond it
/// they stay where they are, so that no page takes more than linear time.
const WORK_PER_BYTE: usize = 32;
const FREE_WORK: usize = 1_000_000;
/// What markup is like, to ask for memory once: fewer than the usual, so that little is wasted.
const BYTES_PER_NODE: usize = 48;
const BYTES_PER_ATTRIBUTE: usize = 96;
const WORK_OF_COPY: usize = 50;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Span {
    pub start: u32,
    pub end: u32,
}

impl Span {
    #[inline]
    pub fn new(start: usize, end: usize) -> Span {
        Span { start: start as u32, end: end as u32 }
    }
    #[inline]
    pub fn range(self) -> Range<usize> {
        (self.start & !MADE) as usize..(self.end & !MADE) as usize
    }
}

#[derive(Clone, Copy)]
pub struct Attribute {
    pub code: u32,
    pub hash: u32,
    pub name: Span,
    pub value: Span,
}

#[derive(Clone, Copy)]
pub struct Tag {
    pub code: u32,
    pub self_closing: bool,
    pub a: u32,
    pub b: u32,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    Document,
    Element,
    Text,
    Comment,
    Doctype,
}

/// Of a node there are the code of its name, its kind, its namespace and two flags, in as many bits.
const TAG: u32 = (1 << 24) - 1;
const NS: u32 = 1 << 27;
const OPEN: u32 = 1 << 29;
const HTML_POINT: u32 = 1 << 30;

/// There may be as many as half the bytes of a page.
#[derive(Clone, Copy)]
pub struct Node {
    bits: u32,
    pub parent: u32,
    /// The first child; where a text or a comment ends.
    inner: u32,
    /// The node before it; of the first child the last one.
    prev: u32,
    pub next: u32,
    /// Which attributes an element has; where a text or a comment begins.
    outer: u32,
}

impl Node {
    fn new(kind: Kind, ns: u8, tag: u32, outer: u32, inner: u32) -> Node {
        let bits = (tag & TAG) | (kind as u32) << 24 | NS * ns as u32;
        Node { bits, parent: NONE, inner, prev: NONE, next: NONE, outer }
    }

    pub fn kind(&self) -> Kind {
        const KINDS: [Kind; 8] = {
            use Kind::*;
            [Document, Element, Text, Comment, Doctype, Doctype, Doctype, Doctype]
        };
        KINDS[(self.bits >> 24) as usize % KINDS.len()]
    }

    pub fn ns(&self) -> u8 {
        (self.bits / NS) as u8 & 3
    }

    pub fn tag(&self) -> u32 {
        self.bits & TAG
    }

    fn is_open(&self) -> bool {
        self.bits & OPEN != 0
    }

    pub fn first(&self) -> u32 {
        match self.kind() {
            Kind::Document | Kind::Element => self.inner,
            _ => NONE,
        }
    }

    /// Where a text or a comment stands.
    pub fn span(&self) -> Span {
        Span { start: self.outer, end: self.inner }
    }
}

/// Nodes in chunks, so that what was read of a large page can be given back while the rest is.
#[derive(Default)]
pub struct Nodes {
    chunks: Vec<Vec<Node>>,
    freed: usize,
}

const CHUNK: usize = 1 << 16;

impl Nodes {
    fn with_capacity(count: usize) -> Nodes {
        Nodes { chunks: vec![Vec::with_capacity(count.min(CHUNK))], freed: 0 }
    }

    pub(crate) fn len(&self) -> usize {
        (self.chunks.len() - 1) * CHUNK + self.chunks.last().map_or(0, Vec::len)
    }

    /// How many are of a kind.
    pub(crate) fn count(&self, kind: Kind) -> usize {
        self.chunks.iter().flatten().filter(|node| node.kind() == kind).count()
    }

    fn push(&mut self, node: Node) {
        if self.chunks.last().is_none_or(|last| last.len() == CHUNK) {
            self.chunks.push(Vec::with_capacity(CHUNK));
        }
        self.chunks.last_mut().expect("there is a chunk").push(node);
    }

    /// Gives back the chunks before the one of a node: nobody asks for them again.
    pub fn free_before(&mut self, node: u32) {
        while self.freed < node as usize / CHUNK {
            self.chunks[self.freed] = Vec::new();
            self.freed += 1;
            if self.freed % 4 == 0 {
                crate::ffi::give_back();
            }
        }
    }
}

impl std::ops::Index<usize> for Nodes {
    type Output = Node;

    #[inline]
    fn index(&self, at: usize) -> &Node {
        &self.chunks[at / CHUNK][at % CHUNK]
    }
}

impl std::ops::IndexMut<usize> for Nodes {
    #[inline]
    fn index_mut(&mut self, at: usize) -> &mut Node {
        &mut self.chunks[at / CHUNK][at % CHUNK]
    }
}

#[derive(Clone, Copy)]
struct Open {
    node: u32,
    tag: u32,
    ns: u8,
    /// The one below it of the same name.
    same: i32,
}

/// An active formatting element.
#[derive(Clone, Copy)]
struct Formatting {
    node: u32,
    tag: u32,
    /// What it shares with elements of the same attributes.
    key: u64,
}

const MARKER: Formatting = Formatting { node: NONE, tag: NONE, key: 0 };

#[derive(Clone, Copy)]
pub struct Raw {
    pub tag: u32,
    pub has_references: bool,
    pub is_script: bool,
    pub is_plain: bool,
    pub skip_lf: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Mode {
    Initial,
    BeforeHtml,
    BeforeHead,
    InHead,
    InHeadNoscript,
    AfterHead,
    InBody,
    InTable,
    InCaption,
    InColumnGroup,
    InTableBody,
    InRow,
    InCell,
    InTemplate,
    AfterBody,
    InFrameset,
    AfterFrameset,
    AfterAfterBody,
    AfterAfterFrameset,
}
use Mode::*;

/// Name, public and system identifier.
pub type Doctype = (Vec<u8>, Option<Vec<u8>>, Option<Vec<u8>>);

pub struct Tree<'a> {
    pub src: &'a [u8],
    pub made: Vec<u8>,
    pub nodes: Nodes,
    pub attributes: Vec<Attribute>,
    /// From which to which attribute those of an element are; the first is that of all without any.
    attributes_of: Vec<(u32, u32)>,
    pub raw: Option<Raw>,
    pub doctype: Option<Doctype>,
    pub custom_names: Vec<Vec<u8>>,
    custom_codes: HashMap<Vec<u8>, u32>,
    pub names: HashSet<Vec<u8>>,
    pub names_of: usize,
    open: Vec<Open>,
    last_html: Vec<i32>,
    last_foreign: Vec<i32>,
    /// Which entries of the stack bound scopes, are special, and are special but for address, div and p.
    scopes: Vec<i32>,
    specials: Vec<i32>,
    hards: Vec<i32>,
    /// Which entries that are no HTML stand on one that is.
    foreigns: Vec<i32>,
    active: Vec<Formatting>,
    pending: Vec<Span>,
    mode: Mode,
    template_modes: Vec<Mode>,
    head: u32,
    form: u32,
    quirks: bool,
    frameset_ok: bool,
    foster: bool,
    skip_lf: bool,
    /// Nodes were put elsewhere than at the end, so that rows are not in document order.
    pub moved: bool,
    work: usize,
    max_work: usize,
}

fn is_text_point(ns: u8, tag: u32) -> bool {
    ns == 2 && matches!(tag, T_MI | T_MO | T_MN | T_MS | T_MTEXT)
}

/// Whether an element bounds scopes, is special, and is special but for address, div and p.
#[inline]
fn classes(ns: u8, tag: u32) -> (bool, bool, bool) {
    if ns == 0 {
        let f = flags(tag);
        return (f & IS_SCOPE != 0, f & IS_SPECIAL != 0, f & IS_HARD != 0);
    }
    let bound = is_text_point(ns, tag)
        || (ns == 2 && tag == T_ANNOTATION_XML)
        || (ns == 1 && matches!(tag, T_FOREIGNOBJECT | T_DESC | T_TITLE));
    (bound, bound, bound)
}

impl<'a> Tree<'a> {
    pub fn parse(src: &'a [u8]) -> Tree<'a> {
        let mut tree = Tree {
            src,
            made: Vec::new(),
            nodes: Nodes::with_capacity(src.len() / BYTES_PER_NODE + 16),
            attributes: Vec::with_capacity(src.len() / BYTES_PER_ATTRIBUTE + 16),
            attributes_of: vec![(0, 0)],
            raw: None,
            doctype: None,
            custom_names: Vec::new(),
            custom_codes: HashMap::new(),
            names: HashSet::new(),
            names_of: usize::MAX,
            open: Vec::with_capacity(64),
            last_html: vec![-1; KNOWN as usize],
            last_foreign: vec![-1; KNOWN as usize],
            scopes: Vec::new(),
            specials: Vec::new(),
            hards: Vec::new(),
            foreigns: Vec::new(),
            active: Vec::new(),
            pending: Vec::new(),
            mode: Initial,
            template_modes: Vec::new(),
            head: NONE,
            form: NONE,
            quirks: false,
            frameset_ok: true,
            foster: false,
            skip_lf: false,
            moved: false,
            work: 0,
            max_work: WORK_PER_BYTE * src.len() + FREE_WORK,
        };
        tree.nodes.push(Node::new(Kind::Document, 0, NONE, 0, NONE));
        tree.run();
        // Only what builds it needs these.
        (tree.open, tree.last_html, tree.last_foreign) = Default::default();
        (tree.scopes, tree.specials, tree.hards) = Default::default();
        tree.custom_codes = HashMap::new();
        tree
    }

    pub fn bytes(&self, span: Span) -> &[u8] {
        if span.start & MADE != 0 {
            &self.made[span.range()]
        } else {
            &self.src[span.range()]
        }
    }

    pub fn custom(&mut self, name: Span) -> u32 {
        let mut lower = self.src[name.range()].to_ascii_lowercase();
        if lower.contains(&0) {
            lower = String::from_utf8_lossy(&lower).replace('\0', "\u{FFFD}").into_bytes();
        }
        if let Some(&code) = self.custom_codes.get(&lower) {
            return code;
        }
        let code = KNOWN + self.custom_names.len() as u32;
        if code + 1 == TAG {
            return code - 1; // a page of so many names is none
        }
        self.custom_names.push(lower.clone());
        self.custom_codes.insert(lower, code);
        self.last_html.push(-1);
        self.last_foreign.push(-1);
        code
    }

    fn attr(&self, t: &Tag, code: u32) -> Option<&[u8]> {
        self.attributes[t.a as usize..t.b as usize].iter().find(|a| a.code == code).map(|a| self.bytes(a.value))
    }

    /// From which to which attribute those of an element are.
    fn range_of(&self, node: &Node) -> (u32, u32) {
        self.attributes_of[node.outer as usize]
    }

    pub fn attributes_of(&self, node: &Node) -> &[Attribute] {
        let (a, b) = self.range_of(node);
        &self.attributes[a as usize..b as usize]
    }

    /// The number of a range of attributes.
    fn numbered(&mut self, a: u32, b: u32) -> u32 {
        if a == b {
            return 0;
        }
        if self.attributes_of.last() != Some(&(a, b)) {
            self.attributes_of.push((a, b));
        }
        self.attributes_of.len() as u32 - 1
    }

    // Nodes

    fn node(&mut self, node: Node) -> u32 {
        self.nodes.push(node);
        self.nodes.len() as u32 - 1
    }

    fn element(&mut self, ns: u8, tag: u32, a: u32, b: u32) -> u32 {
        let attributes = self.numbered(a, b);
        self.node(Node::new(Kind::Element, ns, tag, attributes, NONE))
    }

    fn last_child(&self, parent: u32) -> u32 {
        match self.nodes[parent as usize].inner {
            NONE => NONE,
            first => self.nodes[first as usize].prev,
        }
    }

    fn append(&mut self, parent: u32, node: u32) {
        let first = self.nodes[parent as usize].inner;
        let last = self.last_child(parent);
        let n = &mut self.nodes[node as usize];
        n.parent = parent;
        n.next = NONE;
        if first == NONE {
            n.prev = node;
            self.nodes[parent as usize].inner = node;
        } else {
            n.prev = last;
            self.nodes[last as usize].next = node;
            self.nodes[first as usize].prev = node;
        }
    }

    fn insert_at(&mut self, parent: u32, before: u32, node: u32) {
        if before == NONE {
            return self.append(parent, node);
        }
        self.moved = true;
        let prev = self.nodes[before as usize].prev;
        let n = &mut self.nodes[node as usize];
        n.parent = parent;
        n.prev = prev;
        n.next = before;
        self.nodes[before as usize].prev = node;
        if self.nodes[parent as usize].inner == before {
            self.nodes[parent as usize].inner = node;
        } else {
            self.nodes[prev as usize].next = node;
        }
    }

    fn detach(&mut self, node: u32) {
        self.moved = true;
        let Node { parent, prev, next, .. } = self.nodes[node as usize];
        if parent == NONE {
            return;
        }
        let first = self.nodes[parent as usize].inner;
        if first == node {
            self.nodes[parent as usize].inner = next;
        } else {
            self.nodes[prev as usize].next = next;
        }
        let after = if next == NONE { first } else { next };
        self.nodes[after as usize].prev = prev;
        let n = &mut self.nodes[node as usize];
        (n.parent, n.prev, n.next) = (NONE, NONE, NONE);
    }

    /// Where a node is put: the parent, and the child it comes before.
    fn place(&self, target: Option<u32>) -> (u32, u32) {
        let target = target.unwrap_or_else(|| self.current().node);
        if self.foster {
            let t = &self.nodes[target as usize];
            if t.ns() == 0 && matches!(t.tag(), T_TABLE | T_TBODY | T_TFOOT | T_THEAD | T_TR) {
                let (table, template) = (self.last_html[T_TABLE as usize], self.last_html[T_TEMPLATE as usize]);
                if template >= 0 && template > table {
                    return (self.open[template as usize].node, NONE);
                }
                if table < 0 {
                    return (self.open[0].node, NONE);
                }
                let node = self.open[table as usize].node;
                let parent = self.nodes[node as usize].parent;
                if parent != NONE {
                    return (parent, node);
                }
                return (self.open[(table - 1).max(0) as usize].node, NONE);
            }
        }
        (target, NONE)
    }

    pub fn insert_text(&mut self, span: Span) {
        let (parent, before) = self.place(None);
        let beside = match before {
            NONE => self.last_child(parent),
            before if self.nodes[parent as usize].inner == before => NONE,
            before => self.nodes[before as usize].prev,
        };
        if beside != NONE {
            let n = &mut self.nodes[beside as usize];
            if n.kind() == Kind::Text && n.inner == span.start {
                n.inner = span.end;
                return;
            }
        }
        let node = self.node(Node::new(Kind::Text, 0, NONE, span.start, span.end));
        self.insert_at(parent, before, node);
    }

    fn insert(&mut self, t: Tag, ns: u8) -> u32 {
        let (parent, before) = self.place(None);
        let node = self.element(ns, t.code, t.a, t.b);
        self.insert_at(parent, before, node);
        self.push(node);
        node
    }

    fn insert_void(&mut self, t: Tag) {
        self.insert(t, 0);
        self.pop();
    }

    fn implied(&mut self, code: u32) -> u32 {
        let at = self.attributes.len() as u32;
        self.insert(Tag { code, self_closing: false, a: at, b: at }, 0)
    }
}
