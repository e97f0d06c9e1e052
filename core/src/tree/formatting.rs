//! The list of active formatting elements, and the adoption agency.
#![forbid(unsafe_code)]

use super::*;

impl Tree<'_> {
    pub(super) fn clear_formatting(&mut self) {
        while let Some(entry) = self.active.pop() {
            if entry.node == NONE {
                return;
            }
        }
    }

    pub(super) fn find_formatting(&self, tag: u32) -> Option<usize> {
        for (i, entry) in self.active.iter().enumerate().rev() {
            if entry.node == NONE {
                return None;
            }
            if entry.tag == tag {
                return Some(i);
            }
        }
        None
    }

    /// A number that elements with the same attributes share, in whatever order these stand.
    fn attributes_key(&self, node: u32) -> u64 {
        let keys = self.attributes_of(&self.nodes[node as usize]).iter().map(|attribute| {
            let start = (attribute.hash as u64) << 32 | 1;
            let value = self.bytes(attribute.value).iter();
            value.fold(start, |key, &byte| (key ^ byte as u64).wrapping_mul(0x0000_0100_0000_01B3))
        });
        keys.fold(0, u64::wrapping_add)
    }

    /// Of like elements since the last marker three are remembered, the latest.
    pub(super) fn push_formatting(&mut self, node: u32, tag: u32) {
        let key = self.attributes_key(node);
        let (mut same, mut count, mut earliest) = (0, 0, 0);
        for i in (0..self.active.len()).rev() {
            let other = self.active[i];
            if other.node == NONE {
                break;
            }
            count += 1;
            if other.tag == tag && other.key == key {
                same += 1;
                earliest = i;
            }
        }
        if same >= 3 {
            self.active.remove(earliest);
        } else if count >= MAX_FORMATTING {
            let at = self.active.len() - count;
            self.active.remove(at);
        }
        self.active.push(Formatting { node, tag, key });
    }

    pub(super) fn reconstruct(&mut self) {
        let is_settled =
            |tree: &Self, entry: Formatting| entry.node == NONE || tree.nodes[entry.node as usize].is_open();
        match self.active.last() {
            Some(&entry) if !is_settled(self, entry) => {}
            _ => return,
        }
        let mut i = self.active.len() - 1;
        while i > 0 && !is_settled(self, self.active[i - 1]) {
            i -= 1;
        }
        for i in i..self.active.len() {
            self.work += WORK_OF_COPY;
            if self.work > self.max_work {
                self.active.clear();
                return;
            }
            let Formatting { node: old, tag: code, .. } = self.active[i];
            let (a, b) = self.range_of(&self.nodes[old as usize]);
            let node = self.insert(Tag { code, self_closing: false, a, b }, 0);
            self.active[i].node = node;
        }
    }

    pub(super) fn clone(&mut self, node: u32) -> u32 {
        let node = self.nodes[node as usize];
        self.node(Node::new(Kind::Element, 0, node.tag(), node.outer, NONE))
    }

    pub(super) fn adopt(&mut self, tag: u32) {
        let c = self.current();
        if c.ns == 0 && c.tag == tag && !self.active.iter().rev().any(|e| e.node == c.node) {
            self.pop();
            return;
        }
        for _ in 0..8 {
            let Some(mut at) = self.find_formatting(tag) else {
                return self.any_other_end(tag);
            };
            let formatting = self.active[at].node;
            if !self.nodes[formatting as usize].is_open() {
                self.active.remove(at);
                return;
            }
            let index = self.open.iter().rposition(|e| e.node == formatting).expect("flagged as open");
            self.work += self.open.len() - index;
            if self.work > self.max_work {
                return self.any_other_end(tag);
            }
            if (index as i32) < uppermost(&self.scopes) {
                return;
            }
            if uppermost(&self.specials) < index as i32 {
                self.pop_to(index);
                self.active.remove(at);
                return;
            }
            let mut rest: Vec<u32> = self.open[index..].iter().map(|e| e.node).collect();
            let mut furthest =
                1 + self.open[index + 1..].iter().position(|e| classes(e.ns, e.tag).1).expect("one is special");
            let block = rest[furthest];
            let common = self.open[index - 1].node;
            self.pop_to(index);
            let mut bookmark = at;
            let mut last = block;
            let mut i = furthest;
            let mut inner = 0;
            loop {
                inner += 1;
                i -= 1;
                if i == 0 {
                    break;
                }
                let node = rest[i];
                let mut place = self.active.iter().position(|e| e.node == node);
                if let (true, Some(p)) = (inner > 3, place) {
                    self.active.remove(p);
                    bookmark -= (p < bookmark) as usize;
                    at -= (p < at) as usize;
                    place = None;
                }
                let Some(p) = place else {
                    rest.remove(i);
                    furthest -= 1;
                    continue;
                };
                let copy = self.clone(node);
                self.active[p].node = copy;
                rest[i] = copy;
                if last == block {
                    bookmark = p + 1;
                }
                self.detach(last);
                self.append(copy, last);
                last = copy;
            }
            self.detach(last);
            let (parent, before) = self.place(Some(common));
            self.insert_at(parent, before, last);
            let copy = self.clone(formatting);
            let mut child = self.nodes[block as usize].inner;
            while child != NONE {
                self.work += 1;
                let next = self.nodes[child as usize].next;
                self.detach(child);
                self.append(copy, child);
                child = next;
            }
            self.append(block, copy);
            let key = self.active[at].key;
            self.active.insert(bookmark, Formatting { node: copy, tag, key });
            self.active.remove(at + (bookmark <= at) as usize);
            rest.insert(furthest + 1, copy);
            for &node in &rest[1..] {
                self.push(node);
            }
        }
    }

    pub(super) fn any_other_end(&mut self, tag: u32) {
        let at = self.last(tag);
        if at >= 0 && at >= uppermost(&self.specials) {
            self.imply_ends(tag);
            self.pop_to(at as usize);
        }
    }
}
