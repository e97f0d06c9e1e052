//! End tags, mode by mode.
#![forbid(unsafe_code)]

use super::*;

impl Tree<'_> {
    pub(super) fn end_caption(&mut self) -> bool {
        if !self.in_table_scope(T_CAPTION) {
            return false;
        }
        self.imply_ends(NONE);
        self.pop_until(T_CAPTION);
        self.clear_formatting();
        self.mode = InTable;
        true
    }

    pub(super) fn end_table_body(&mut self) -> bool {
        if ![T_TBODY, T_THEAD, T_TFOOT].iter().any(|&x| self.in_table_scope(x)) {
            return false;
        }
        self.clear_to(&[T_TBODY, T_TFOOT, T_THEAD]);
        self.pop();
        self.mode = InTable;
        true
    }

    pub(super) fn end_row(&mut self) -> bool {
        if !self.in_table_scope(T_TR) {
            return false;
        }
        self.clear_to(&[T_TR]);
        self.pop();
        self.mode = InTableBody;
        true
    }

    pub(super) fn close_cell(&mut self) {
        self.imply_ends(NONE);
        let at = self.last(T_TD).max(self.last(T_TH));
        if at >= 0 {
            self.pop_to(at as usize);
        }
        self.clear_formatting();
        self.mode = InRow;
    }

    pub fn end(&mut self, tag: u32) {
        self.flush();
        if self.is_foreign() {
            return self.end_foreign(tag);
        }
        if self.mode == InBody {
            self.end_body(tag);
        } else {
            self.end_in(self.mode, tag);
        }
    }

    pub(super) fn end_foreign(&mut self, tag: u32) {
        if matches!(tag, T_BR | T_P) {
            self.pop_foreign();
            return self.end_in(self.mode, tag);
        }
        let at = self.last_foreign[tag as usize];
        if at > self.uppermost_html() {
            return self.pop_to(at as usize);
        }
        self.end_in(self.mode, tag)
    }

    pub(super) fn end_in(&mut self, mode: Mode, tag: u32) {
        match mode {
            Initial => {
                self.advance();
                self.end_in(self.mode, tag)
            }
            BeforeHtml | BeforeHead => {
                if matches!(tag, T_HEAD | T_BODY | T_HTML | T_BR) {
                    self.advance();
                    self.end_in(self.mode, tag)
                } else if mode == BeforeHead && tag == T_TEMPLATE {
                    self.end_template();
                }
            }
            InHead => match tag {
                T_HEAD => self.advance(),
                T_BODY | T_HTML | T_BR => {
                    self.advance();
                    self.end_in(self.mode, tag)
                }
                T_TEMPLATE => self.end_template(),
                _ => {}
            },
            InHeadNoscript => match tag {
                T_NOSCRIPT => self.advance(),
                T_BR => {
                    self.advance();
                    self.end_in(self.mode, tag)
                }
                _ => {}
            },
            AfterHead => match tag {
                T_TEMPLATE => self.end_template(),
                T_BODY | T_HTML | T_BR => {
                    self.advance();
                    self.end_in(self.mode, tag)
                }
                _ => {}
            },
            InBody => self.end_body(tag),
            InTable => self.end_table(tag),
            InCaption => match tag {
                T_CAPTION => {
                    self.end_caption();
                }
                T_TABLE => {
                    if self.end_caption() {
                        self.end_in(self.mode, tag)
                    }
                }
                T_BODY | T_COL | T_COLGROUP | T_HTML | T_TBODY | T_TD | T_TFOOT | T_TH | T_THEAD | T_TR => {}
                _ => self.end_body(tag),
            },
            InColumnGroup => match tag {
                T_COLGROUP => {
                    if self.is_current(T_COLGROUP) {
                        self.pop();
                        self.mode = InTable;
                    }
                }
                T_COL => {}
                T_TEMPLATE => self.end_template(),
                _ => {
                    if self.is_current(T_COLGROUP) {
                        self.pop();
                        self.mode = InTable;
                        self.end_in(self.mode, tag)
                    }
                }
            },
            InTableBody => match tag {
                T_TBODY | T_TFOOT | T_THEAD => {
                    if self.in_table_scope(tag) {
                        self.clear_to(&[T_TBODY, T_TFOOT, T_THEAD]);
                        self.pop();
                        self.mode = InTable;
                    }
                }
                T_TABLE => {
                    if self.end_table_body() {
                        self.end_in(self.mode, tag)
                    }
                }
                T_BODY | T_CAPTION | T_COL | T_COLGROUP | T_HTML | T_TD | T_TH | T_TR => {}
                _ => self.end_table(tag),
            },
            InRow => match tag {
                T_TR => {
                    self.end_row();
                }
                T_TABLE => {
                    if self.end_row() {
                        self.end_in(self.mode, tag)
                    }
                }
                T_TBODY | T_TFOOT | T_THEAD => {
                    if self.in_table_scope(tag) && self.end_row() {
                        self.end_in(self.mode, tag)
                    }
                }
                T_BODY | T_CAPTION | T_COL | T_COLGROUP | T_HTML | T_TD | T_TH => {}
                _ => self.end_table(tag),
            },
            InCell => match tag {
                T_TD | T_TH => {
                    if self.in_table_scope(tag) {
                        self.imply_ends(NONE);
                        self.pop_until(tag);
                        self.clear_formatting();
                        self.mode = InRow;
                    }
                }
                T_BODY | T_CAPTION | T_COL | T_COLGROUP | T_HTML => {}
                T_TABLE | T_TBODY | T_TFOOT | T_THEAD | T_TR => {
                    if self.in_table_scope(tag) {
                        self.close_cell();
                        self.end_in(self.mode, tag)
                    }
                }
                _ => self.end_body(tag),
            },
            InTemplate => {
                if tag == T_TEMPLATE {
                    self.end_template()
                }
            }
            AfterBody => {
                if tag == T_HTML {
                    self.mode = AfterAfterBody;
                } else {
                    self.mode = InBody;
                    self.end_body(tag);
                }
            }
            AfterAfterBody => {
                self.mode = InBody;
                self.end_body(tag);
            }
            InFrameset => {
                if tag == T_FRAMESET && self.open.len() > 1 {
                    self.pop();
                    if !self.is_current(T_FRAMESET) {
                        self.mode = AfterFrameset;
                    }
                }
            }
            AfterFrameset => {
                if tag == T_HTML {
                    self.mode = AfterAfterFrameset;
                }
            }
            AfterAfterFrameset => {}
        }
    }

    pub(super) fn end_template(&mut self) {
        if !self.is_open(T_TEMPLATE) {
            return;
        }
        self.pop_until(T_TEMPLATE);
        self.clear_formatting();
        self.template_modes.pop();
        self.reset_mode();
    }

    pub(super) fn end_table(&mut self, tag: u32) {
        match tag {
            T_TABLE => {
                if self.in_table_scope(T_TABLE) {
                    self.pop_until(T_TABLE);
                    self.reset_mode();
                }
            }
            T_BODY | T_CAPTION | T_COL | T_COLGROUP | T_HTML | T_TBODY | T_TD | T_TFOOT | T_TH | T_THEAD
            | T_TR => {}
            T_TEMPLATE => self.end_template(),
            _ => {
                self.foster = true;
                self.end_body(tag);
                self.foster = false;
            }
        }
    }

    pub(super) fn end_body(&mut self, tag: u32) {
        match tag {
            T_TEMPLATE => self.end_template(),
            T_BODY | T_HTML => {
                if self.in_scope(T_BODY) {
                    self.mode = AfterBody;
                    if tag == T_HTML {
                        self.end_in(self.mode, tag);
                    }
                }
            }
            T_ADDRESS | T_ARTICLE | T_ASIDE | T_BLOCKQUOTE | T_BUTTON | T_CENTER | T_DETAILS | T_DIALOG
            | T_DIR | T_DIV | T_DL | T_FIELDSET | T_FIGCAPTION | T_FIGURE | T_FOOTER | T_HEADER | T_HGROUP
            | T_LISTING | T_MAIN | T_MENU | T_NAV | T_OL | T_PRE | T_SEARCH | T_SECTION | T_SELECT | T_SUMMARY
            | T_UL => {
                if self.in_scope(tag) {
                    self.imply_ends(NONE);
                    self.pop_until(tag);
                }
            }
            T_FORM => {
                if self.is_open(T_TEMPLATE) {
                    if self.in_scope(T_FORM) {
                        self.imply_ends(NONE);
                        self.pop_until(T_FORM);
                    }
                    return;
                }
                let node = std::mem::replace(&mut self.form, NONE);
                if node == NONE || !self.nodes[node as usize].is_open() {
                    return;
                }
                // Only one form is open, unless a template is.
                let at = self.last(T_FORM);
                if at < uppermost(&self.scopes) || at < 0 || self.open[at as usize].node != node {
                    return;
                }
                self.imply_ends(NONE);
                self.remove_open(at as usize);
            }
            T_P => {
                if !self.in_button_scope(T_P) {
                    self.implied(T_P);
                }
                self.pop_until(T_P);
            }
            T_LI => {
                if self.in_list_scope(T_LI) {
                    self.imply_ends(T_LI);
                    self.pop_until(T_LI);
                }
            }
            T_DD | T_DT => {
                if self.in_scope(tag) {
                    self.imply_ends(tag);
                    self.pop_until(tag);
                }
            }
            T_H1 | T_H2 | T_H3 | T_H4 | T_H5 | T_H6 => {
                let at = self.heading_in_scope();
                if at >= 0 {
                    self.imply_ends(NONE);
                    self.pop_to(at as usize);
                }
            }
            T_A | T_B | T_BIG | T_CODE | T_EM | T_FONT | T_I | T_NOBR | T_S | T_SMALL | T_STRIKE | T_STRONG
            | T_TT | T_U => self.adopt(tag),
            T_APPLET | T_MARQUEE | T_OBJECT => {
                if self.in_scope(tag) {
                    self.imply_ends(NONE);
                    self.pop_until(tag);
                    self.clear_formatting();
                }
            }
            T_BR => {
                self.reconstruct();
                let at = self.attributes.len() as u32;
                self.insert_void(Tag { code: T_BR, self_closing: false, a: at, b: at });
                self.frameset_ok = false;
            }
            _ => self.any_other_end(tag),
        }
    }
}
