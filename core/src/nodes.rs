//! The tree that plain text is written from: containers and leaves, in as little room as they need.
#![forbid(unsafe_code)]

use crate::tables::*;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
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
    pub fn is_leaf(self) -> bool {
        matches!(self, Paragraph | Heading | Preformatted)
    }

    pub fn is_list(self) -> bool {
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
pub fn container_kind(tag: u32) -> Option<Kind> {
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

/// No node.
pub const NONE: u32 = u32::MAX;

/// A container with its children, or a leaf with the blocks that it shows; very many of them may be needed.
#[derive(Clone, Copy)]
pub struct Node {
    pub kind: Kind,
    /// It stands for as many containers beside each other as it has blocks, each with a paragraph of one of them.
    is_run: bool,
    /// The children, or, of a leaf or a run, the kept blocks from the first to the one after the last.
    pub held: Chain,
    /// The node beside it.
    next: u32,
}

impl Node {
    /// The containers of a run, each as a run of one; of any other node itself.
    fn each(self) -> impl Iterator<Item = Node> + Clone {
        let Chain { first, last } = if self.is_run { self.held } else { Chain { first: 0, last: 1 } };
        (first..last).map(move |at| match self.is_run {
            true => Node { held: Chain { first: at, last: at + 1 }, ..self },
            false => self,
        })
    }

    fn paragraph(held: Chain) -> Node {
        Node { kind: Paragraph, is_run: false, held, next: NONE }
    }
}

/// Numbers that follow each other: the first and the last.
#[derive(Clone, Copy)]
pub struct Chain {
    pub first: u32,
    pub last: u32,
}

pub const EMPTY: Chain = Chain { first: NONE, last: NONE };

pub struct Nodes(pub Vec<Node>);

impl Nodes {
    pub fn get(&self, id: u32) -> &Node {
        &self.0[id as usize]
    }

    /// The nodes of a chain.
    pub fn chained(&self, first: u32) -> impl Iterator<Item = Node> + Clone + '_ {
        std::iter::successors(self.0.get(first as usize), |node| self.0.get(node.next as usize))
            .flat_map(|node| node.each())
    }

    pub fn children(&self, node: &Node) -> impl Iterator<Item = Node> + Clone + '_ {
        let only = node.is_run.then(|| Node::paragraph(node.held));
        let is_held = node.is_run || node.kind.is_leaf();
        only.into_iter().chain(self.chained(if is_held { NONE } else { node.held.first }))
    }

    pub fn push(&mut self, kind: Kind, held: Chain) -> u32 {
        self.add(Node { kind, is_run: false, held, next: NONE })
    }

    fn add(&mut self, node: Node) -> u32 {
        self.0.push(node);
        self.0.len() as u32 - 1
    }

    /// The block of the last node, if it is a paragraph of one and all that these children are: it is taken away.
    pub fn take_only_paragraph(&mut self, children: Chain) -> Option<Chain> {
        let last = self.0.len().checked_sub(1)?;
        let is_it = children.first == children.last && children.first as usize == last;
        let held = self.0[last].held;
        if !is_it || self.0[last].kind != Paragraph || held.last - held.first > 1 {
            return None;
        }
        self.0.pop();
        Some(held)
    }

    /// Adds a container with nothing but a paragraph to others beside it, to those like it if they are the last.
    pub fn append_run(&mut self, beside: &mut Chain, kind: Kind, held: Chain) {
        match self.0.get_mut(beside.last as usize) {
            Some(run) if run.is_run && run.kind == kind && run.held.last == held.first => {
                run.held.last = held.last
            }
            _ => {
                let id = self.add(Node { kind, is_run: true, held, next: NONE });
                self.append(beside, id);
            }
        }
    }

    /// The last container of a chain as a node of its own, with its paragraph as a child, if it is one of a run.
    fn last_alone(&mut self, chain: &mut Chain) -> u32 {
        let run = *self.get(chain.last);
        if run.is_run {
            let Chain { first, last } = run.held;
            let paragraph = self.add(Node::paragraph(Chain { first: last - 1, last }));
            let held = Chain { first: paragraph, last: paragraph };
            if first + 1 == last {
                self.0[chain.last as usize] = Node { is_run: false, held, ..run };
            } else {
                self.0[chain.last as usize].held.last = last - 1;
                let id = self.push(run.kind, held);
                self.append(chain, id);
            }
        }
        chain.last
    }

    pub fn append(&mut self, chain: &mut Chain, id: u32) {
        self.0[id as usize].next = NONE;
        match chain.last {
            NONE => chain.first = id,
            last => self.0[last as usize].next = id,
        }
        chain.last = id;
    }

    fn append_child(&mut self, parent: u32, id: u32) {
        let mut children = self.get(parent).held;
        self.append(&mut children, id);
        self.0[parent as usize].held = children;
    }

    /// The children of a container, once items stand in lists and lists hold nothing but items.
    pub fn with_lists(&mut self, kind: Option<Kind>, children: Chain) -> Chain {
        let is_own = |child: &Node| kind.is_some_and(|kind| kind.has_items(child.kind));
        let is_stray = |child: &Node| child.kind.list().is_some() && !is_own(child);
        let is_pure = self.chained(children.first).all(|child| is_own(&child));
        let has_stray = self.chained(children.first).any(|child| is_stray(&child));
        let children = if has_stray { self.listed(children, is_own) } else { children };
        match kind {
            Some(kind) if kind.is_list() && !is_pure => self.adopted(children, is_own, kind),
            _ => children,
        }
    }

    /// The children with items of other lists than this wrapped in such lists.
    fn listed(&mut self, children: Chain, is_own: impl Fn(&Node) -> bool) -> Chain {
        let mut found = EMPTY;
        let mut open = None;
        let mut id = children.first;
        while id != NONE {
            let child = self.get(id);
            let (next, list) = (child.next, if is_own(child) { None } else { child.kind.list() });
            match list {
                Some(_) if open == list => self.append_child(found.last, id),
                Some(kind) => {
                    let wrapped = self.push(kind, EMPTY);
                    self.append_child(wrapped, id);
                    self.append(&mut found, wrapped);
                }
                None => self.append(&mut found, id),
            }
            (open, id) = (list, next);
        }
        found
    }

    /// The items of a list, each with what follows it and is no item.
    fn adopted(&mut self, children: Chain, is_own: impl Fn(&Node) -> bool, list: Kind) -> Chain {
        let mut found = EMPTY;
        let mut id = children.first;
        while id != NONE {
            let child = self.get(id);
            let next = child.next;
            if is_own(child) {
                self.append(&mut found, id);
            } else {
                if found.last == NONE {
                    let kind = if list == DefinitionList { Definition } else { Item };
                    let item = self.push(kind, EMPTY);
                    self.append(&mut found, item);
                }
                let item = self.last_alone(&mut found);
                self.append_child(item, id);
            }
            id = next;
        }
        found
    }

    /// Whether every item of a list is one block, or a paragraph and lists: then no empty lines separate them.
    pub fn is_tight(&self, list: &Node) -> bool {
        self.children(list).all(|item| {
            let mut children = self.children(&item);
            let Some(first) = children.next() else { return false };
            let is_one = children.clone().next().is_none();
            is_one
                || ((first.kind.is_list() || first.kind == Paragraph)
                    && children.all(|child| child.kind.is_list()))
        })
    }

    fn add_leaves(&self, node: &Node, leaves: &mut Vec<Node>) {
        if node.kind.is_leaf() {
            leaves.push(*node);
        }
        self.children(node).for_each(|child| self.add_leaves(&child, leaves));
    }

    pub fn leaves(&self, node: &Node) -> Vec<Node> {
        let mut leaves = Vec::new();
        self.add_leaves(node, &mut leaves);
        leaves
    }
}
