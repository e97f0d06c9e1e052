//! The stack of open elements: questions about it are answered in constant time.
#![forbid(unsafe_code)]

use super::*;

/// The uppermost entry of a class, or -1.
pub(super) fn uppermost(class: &[i32]) -> i32 {
    class.last().copied().unwrap_or(-1)
}

impl Tree<'_> {
    pub(super) fn current(&self) -> Open {
        *self.open.last().expect("the root is open")
    }

    pub(super) fn push(&mut self, node: u32) {
        let entry = &mut self.nodes[node as usize];
        entry.bits |= OPEN;
        let (ns, tag, at) = (entry.ns(), entry.tag(), self.open.len() as i32);
        if ns != 0 && self.uppermost_html() == at - 1 {
            self.foreigns.push(at);
        }
        let slot = if ns == 0 { &mut self.last_html[tag as usize] } else { &mut self.last_foreign[tag as usize] };
        self.open.push(Open { node, tag, ns, same: *slot });
        *slot = at;
        let (is_scope, is_special, is_hard) = classes(ns, tag);
        if is_scope {
            self.scopes.push(at);
        }
        if is_special {
            self.specials.push(at);
        }
        if is_hard {
            self.hards.push(at);
        }
    }

    pub(super) fn pop(&mut self) -> Open {
        let e = self.open.pop().expect("something is open");
        self.nodes[e.node as usize].bits &= !OPEN;
        let slot =
            if e.ns == 0 { &mut self.last_html[e.tag as usize] } else { &mut self.last_foreign[e.tag as usize] };
        *slot = e.same;
        let at = self.open.len() as i32;
        for class in [&mut self.scopes, &mut self.specials, &mut self.hards, &mut self.foreigns] {
            if uppermost(class) == at {
                class.pop();
            }
        }
        e
    }

    pub(super) fn uppermost_html(&self) -> i32 {
        match self.open.last() {
            Some(e) if e.ns != 0 => uppermost(&self.foreigns) - 1,
            _ => self.open.len() as i32 - 1,
        }
    }

    pub(super) fn pop_to(&mut self, depth: usize) {
        while self.open.len() > depth.max(1) {
            self.pop();
        }
    }

    pub(super) fn last(&self, tag: u32) -> i32 {
        self.last_html[tag as usize]
    }

    pub(super) fn is_open(&self, tag: u32) -> bool {
        self.last(tag) >= 0
    }

    pub(super) fn is_current(&self, tag: u32) -> bool {
        let c = self.current();
        c.ns == 0 && c.tag == tag
    }

    pub(super) fn in_scope(&self, tag: u32) -> bool {
        let at = self.last(tag);
        at >= 0 && at >= uppermost(&self.scopes)
    }

    pub(super) fn in_button_scope(&self, tag: u32) -> bool {
        self.in_scope(tag) && self.last(tag) > self.last(T_BUTTON)
    }

    pub(super) fn in_list_scope(&self, tag: u32) -> bool {
        self.in_scope(tag) && self.last(tag) > self.last(T_OL).max(self.last(T_UL))
    }

    pub(super) fn in_table_scope(&self, tag: u32) -> bool {
        let at = self.last(tag);
        at >= 0 && at >= self.last(T_HTML).max(self.last(T_TABLE)).max(self.last(T_TEMPLATE))
    }

    pub(super) fn heading_in_scope(&self) -> i32 {
        let at = (T_H1..=T_H6).map(|h| self.last(h)).max().unwrap_or(-1);
        if at > uppermost(&self.scopes) {
            at
        } else {
            -1
        }
    }

    pub(super) fn imply_ends(&mut self, except: u32) {
        loop {
            let c = self.current();
            if c.ns != 0 || c.tag == except || flags(c.tag) & IS_IMPLIED == 0 {
                return;
            }
            self.pop();
        }
    }

    pub(super) fn pop_until(&mut self, tag: u32) {
        let at = self.last(tag);
        if at >= 0 {
            self.pop_to(at as usize);
        }
    }

    pub(super) fn close_p(&mut self) {
        if self.in_button_scope(T_P) {
            self.pop_until(T_P);
        }
    }

    pub(super) fn clear_to(&mut self, wanted: &[u32]) {
        loop {
            let c = self.current();
            if self.open.len() <= 1
                || (c.ns == 0 && (wanted.contains(&c.tag) || c.tag == T_TEMPLATE || c.tag == T_HTML))
            {
                return;
            }
            self.pop();
        }
    }

    pub(super) fn reset_mode(&mut self) {
        for i in (0..self.open.len()).rev() {
            let e = self.open[i];
            if e.ns != 0 {
                continue;
            }
            self.mode = match e.tag {
                T_TD | T_TH if i > 0 => InCell,
                T_TR => InRow,
                T_TBODY | T_THEAD | T_TFOOT => InTableBody,
                T_CAPTION => InCaption,
                T_COLGROUP => InColumnGroup,
                T_TABLE => InTable,
                T_TEMPLATE => *self.template_modes.last().unwrap_or(&InBody),
                T_HEAD if i > 0 => InHead,
                T_BODY => InBody,
                T_FRAMESET => InFrameset,
                T_HTML => {
                    if self.head == NONE {
                        BeforeHead
                    } else {
                        AfterHead
                    }
                }
                _ => continue,
            };
            return;
        }
        self.mode = InBody;
    }
}
