//! Start tags, mode by mode.
#![forbid(unsafe_code)]

use super::*;

impl Tree<'_> {
    pub fn start(&mut self, t: Tag) {
        self.flush();
        if let Some(&c) = self.open.last() {
            let takes_html = c.ns == 0
                || (is_text_point(c.ns, c.tag) && !matches!(t.code, T_MGLYPH | T_MALIGNMARK))
                || (c.ns == 2 && c.tag == T_ANNOTATION_XML && t.code == T_SVG)
                || self.is_html_point(c);
            if !takes_html {
                return self.start_foreign(t);
            }
        }
        if self.mode == InBody {
            self.start_body(t);
        } else {
            self.start_in(self.mode, t);
        }
    }

    pub(super) fn start_foreign(&mut self, t: Tag) {
        let breaks = flags(t.code) & IS_BREAKOUT != 0
            || (t.code == T_FONT && [A_COLOR, A_FACE, A_SIZE].iter().any(|&a| self.attr(&t, a).is_some()));
        if breaks {
            self.pop_foreign();
            return self.start_in(self.mode, t);
        }
        let ns = self.current().ns;
        self.insert_foreign(t, ns);
    }

    pub(super) fn pop_foreign(&mut self) {
        while !self.takes_html_text(self.current()) && self.open.len() > 1 {
            self.pop();
        }
    }

    pub(super) fn insert_foreign(&mut self, t: Tag, ns: u8) {
        let node = self.insert(t, ns);
        if ns == 2 && t.code == T_ANNOTATION_XML {
            let is_html = self.attr(&t, A_ENCODING).is_some_and(|v| {
                v.eq_ignore_ascii_case(b"text/html") || v.eq_ignore_ascii_case(b"application/xhtml+xml")
            });
            if is_html {
                self.nodes[node as usize].bits |= HTML_POINT;
            }
        }
        if t.self_closing {
            self.pop();
        }
    }

    pub(super) fn merge_attributes(&mut self, node: u32, t: Tag) {
        let (a, b) = self.range_of(&self.nodes[node as usize]);
        if t.a == t.b || b - a + (t.b - t.a) > MAX_MERGED {
            return;
        }
        let name = |tree: &Self, x: &Attribute| tree.src[x.name.range()].to_ascii_lowercase();
        let mut merged: Vec<Attribute> = self.attributes[a as usize..b as usize].to_vec();
        for i in t.a..t.b {
            let one = self.attributes[i as usize];
            if !merged.iter().any(|x| name(self, x) == name(self, &one)) {
                merged.push(one);
            }
        }
        let start = self.attributes.len() as u32;
        self.attributes.extend(merged);
        self.nodes[node as usize].outer = self.numbered(start, self.attributes.len() as u32);
    }

    pub(super) fn start_in(&mut self, mode: Mode, t: Tag) {
        match mode {
            Initial => {
                self.advance();
                self.start_in(self.mode, t)
            }
            BeforeHtml => {
                if t.code == T_HTML {
                    let node = self.element(0, T_HTML, t.a, t.b);
                    self.append(0, node);
                    self.push(node);
                    self.mode = BeforeHead;
                } else {
                    self.advance();
                    self.start_in(self.mode, t)
                }
            }
            BeforeHead => match t.code {
                T_HTML => self.start_body(t),
                T_HEAD => {
                    self.head = self.insert(t, 0);
                    self.mode = InHead;
                }
                _ => {
                    self.advance();
                    self.start_in(self.mode, t)
                }
            },
            InHead => match t.code {
                T_HTML => self.start_body(t),
                T_BASE | T_BASEFONT | T_BGSOUND | T_LINK | T_META => self.insert_void(t),
                T_TITLE | T_STYLE | T_NOFRAMES | T_SCRIPT => self.raw(t),
                T_NOSCRIPT => {
                    self.insert(t, 0);
                    self.mode = InHeadNoscript;
                }
                T_TEMPLATE => {
                    self.insert(t, 0);
                    self.active.push(MARKER);
                    self.frameset_ok = false;
                    self.mode = InTemplate;
                    self.template_modes.push(InTemplate);
                }
                T_HEAD => {}
                _ => {
                    self.advance();
                    self.start_in(self.mode, t)
                }
            },
            InHeadNoscript => match t.code {
                T_HTML => self.start_body(t),
                T_BASEFONT | T_BGSOUND | T_LINK | T_META | T_NOFRAMES | T_STYLE => self.start_in(InHead, t),
                T_HEAD | T_NOSCRIPT => {}
                _ => {
                    self.advance();
                    self.start_in(self.mode, t)
                }
            },
            AfterHead => match t.code {
                T_HTML => self.start_body(t),
                T_BODY => {
                    self.insert(t, 0);
                    self.frameset_ok = false;
                    self.mode = InBody;
                }
                T_FRAMESET => {
                    self.insert(t, 0);
                    self.mode = InFrameset;
                }
                T_BASE | T_BASEFONT | T_BGSOUND | T_LINK | T_META | T_NOFRAMES | T_SCRIPT | T_STYLE
                | T_TEMPLATE | T_TITLE => {
                    let head = self.head;
                    self.push(head);
                    let at = self.open.len() - 1;
                    self.start_in(InHead, t);
                    self.moved = true;
                    self.remove_open(at);
                }
                T_HEAD => {}
                _ => {
                    self.advance();
                    self.start_in(self.mode, t)
                }
            },
            InBody => self.start_body(t),
            InTable => self.start_table(t),
            InCaption => match t.code {
                T_CAPTION | T_COL | T_COLGROUP | T_TBODY | T_TD | T_TFOOT | T_TH | T_THEAD | T_TR => {
                    if self.end_caption() {
                        self.start_in(self.mode, t)
                    }
                }
                _ => self.start_body(t),
            },
            InColumnGroup => match t.code {
                T_HTML => self.start_body(t),
                T_COL => self.insert_void(t),
                T_TEMPLATE => self.start_in(InHead, t),
                _ => {
                    if self.is_current(T_COLGROUP) {
                        self.pop();
                        self.mode = InTable;
                        self.start_in(self.mode, t)
                    }
                }
            },
            InTableBody => match t.code {
                T_TR => {
                    self.clear_to(&[T_TBODY, T_TFOOT, T_THEAD]);
                    self.insert(t, 0);
                    self.mode = InRow;
                }
                T_TH | T_TD => {
                    self.clear_to(&[T_TBODY, T_TFOOT, T_THEAD]);
                    self.implied(T_TR);
                    self.mode = InRow;
                    self.start_in(self.mode, t)
                }
                T_CAPTION | T_COL | T_COLGROUP | T_TBODY | T_TFOOT | T_THEAD => {
                    if self.end_table_body() {
                        self.start_in(self.mode, t)
                    }
                }
                _ => self.start_table(t),
            },
            InRow => match t.code {
                T_TH | T_TD => {
                    self.clear_to(&[T_TR]);
                    self.insert(t, 0);
                    self.mode = InCell;
                    self.active.push(MARKER);
                }
                T_CAPTION | T_COL | T_COLGROUP | T_TBODY | T_TFOOT | T_THEAD | T_TR => {
                    if self.end_row() {
                        self.start_in(self.mode, t)
                    }
                }
                _ => self.start_table(t),
            },
            InCell => match t.code {
                T_CAPTION | T_COL | T_COLGROUP | T_TBODY | T_TD | T_TFOOT | T_TH | T_THEAD | T_TR => {
                    if self.in_table_scope(T_TD) || self.in_table_scope(T_TH) {
                        self.close_cell();
                        self.start_in(self.mode, t)
                    }
                }
                _ => self.start_body(t),
            },
            InTemplate => {
                let mode = match t.code {
                    T_BASE | T_BASEFONT | T_BGSOUND | T_LINK | T_META | T_NOFRAMES | T_SCRIPT | T_STYLE
                    | T_TEMPLATE | T_TITLE => {
                        return self.start_in(InHead, t);
                    }
                    T_CAPTION | T_COLGROUP | T_TBODY | T_TFOOT | T_THEAD => InTable,
                    T_COL => InColumnGroup,
                    T_TR => InTableBody,
                    T_TD | T_TH => InRow,
                    _ => InBody,
                };
                self.template_modes.pop();
                self.template_modes.push(mode);
                self.mode = mode;
                self.start_in(mode, t)
            }
            AfterBody | AfterAfterBody => {
                if t.code == T_HTML {
                    return self.start_body(t);
                }
                self.mode = InBody;
                self.start_body(t)
            }
            InFrameset => match t.code {
                T_HTML => self.start_body(t),
                T_FRAMESET => {
                    self.insert(t, 0);
                }
                T_FRAME => self.insert_void(t),
                T_NOFRAMES => self.start_in(InHead, t),
                _ => {}
            },
            AfterFrameset | AfterAfterFrameset => match t.code {
                T_HTML => self.start_body(t),
                T_NOFRAMES => self.start_in(InHead, t),
                _ => {}
            },
        }
    }

    pub(super) fn remove_open(&mut self, at: usize) {
        let rest: Vec<u32> = self.open[at + 1..].iter().map(|e| e.node).collect();
        while self.open.len() > at {
            self.pop();
        }
        rest.into_iter().for_each(|node| self.push(node));
    }

    pub(super) fn start_body(&mut self, t: Tag) {
        match t.code {
            T_HTML => {
                if !self.is_open(T_TEMPLATE) {
                    let root = self.open[0].node;
                    self.merge_attributes(root, t);
                }
            }
            T_BASE | T_BASEFONT | T_BGSOUND | T_LINK | T_META | T_NOFRAMES | T_SCRIPT | T_STYLE | T_TEMPLATE
            | T_TITLE => self.start_in(InHead, t),
            T_BODY => {
                let second = self.open.get(1).copied();
                if let Some(body) = second.filter(|e| e.ns == 0 && e.tag == T_BODY && !self.is_open(T_TEMPLATE)) {
                    self.frameset_ok = false;
                    self.merge_attributes(body.node, t);
                }
            }
            T_FRAMESET => {
                let second = self.open.get(1).copied();
                if let (true, Some(body)) = (self.frameset_ok, second.filter(|e| e.ns == 0 && e.tag == T_BODY)) {
                    self.detach(body.node);
                    self.pop_to(1);
                    self.insert(t, 0);
                    self.mode = InFrameset;
                }
            }
            T_ADDRESS | T_ARTICLE | T_ASIDE | T_BLOCKQUOTE | T_CENTER | T_DETAILS | T_DIALOG | T_DIR | T_DIV
            | T_DL | T_FIELDSET | T_FIGCAPTION | T_FIGURE | T_FOOTER | T_HEADER | T_HGROUP | T_MAIN | T_MENU
            | T_NAV | T_OL | T_P | T_SEARCH | T_SECTION | T_SUMMARY | T_UL => {
                self.close_p();
                self.insert(t, 0);
            }
            T_H1 | T_H2 | T_H3 | T_H4 | T_H5 | T_H6 => {
                self.close_p();
                let c = self.current();
                if c.ns == 0 && flags(c.tag) & IS_HEADING != 0 {
                    self.pop();
                }
                self.insert(t, 0);
            }
            T_PRE | T_LISTING => {
                self.close_p();
                self.insert(t, 0);
                self.skip_lf = true;
                self.frameset_ok = false;
            }
            T_FORM => {
                let in_template = self.is_open(T_TEMPLATE);
                if self.form == NONE || in_template {
                    self.close_p();
                    let node = self.insert(t, 0);
                    if !in_template {
                        self.form = node;
                    }
                }
            }
            T_LI => {
                self.frameset_ok = false;
                let at = self.last(T_LI);
                if at >= 0 && at >= uppermost(&self.hards) {
                    self.imply_ends(T_LI);
                    self.pop_to(at as usize);
                }
                self.close_p();
                self.insert(t, 0);
            }
            T_DD | T_DT => {
                self.frameset_ok = false;
                let at = self.last(T_DD).max(self.last(T_DT));
                if at >= 0 && at >= uppermost(&self.hards) {
                    self.imply_ends(self.open[at as usize].tag);
                    self.pop_to(at as usize);
                }
                self.close_p();
                self.insert(t, 0);
            }
            T_PLAINTEXT => {
                self.close_p();
                self.insert(t, 0);
                self.raw = Some(Raw {
                    tag: t.code,
                    has_references: false,
                    is_script: false,
                    is_plain: true,
                    skip_lf: false,
                });
            }
            T_BUTTON => {
                if self.in_scope(T_BUTTON) {
                    self.imply_ends(NONE);
                    self.pop_until(T_BUTTON);
                }
                self.reconstruct();
                self.insert(t, 0);
                self.frameset_ok = false;
            }
            T_A => {
                if let Some(i) = self.find_formatting(T_A) {
                    let node = self.active[i].node;
                    self.adopt(T_A);
                    if let Some(i) = self.active.iter().rposition(|e| e.node == node) {
                        self.active.remove(i);
                    }
                    if self.nodes[node as usize].is_open() {
                        if let Some(at) = self.open.iter().rposition(|e| e.node == node) {
                            self.work += self.open.len() - at;
                            self.remove_open(at);
                        }
                    }
                }
                self.reconstruct();
                let node = self.insert(t, 0);
                self.push_formatting(node, T_A);
            }
            T_B | T_BIG | T_CODE | T_EM | T_FONT | T_I | T_S | T_SMALL | T_STRIKE | T_STRONG | T_TT | T_U => {
                self.reconstruct();
                let node = self.insert(t, 0);
                self.push_formatting(node, t.code);
            }
            T_NOBR => {
                self.reconstruct();
                if self.in_scope(T_NOBR) {
                    self.adopt(T_NOBR);
                    self.reconstruct();
                }
                let node = self.insert(t, 0);
                self.push_formatting(node, t.code);
            }
            T_APPLET | T_MARQUEE | T_OBJECT => {
                self.reconstruct();
                self.insert(t, 0);
                self.active.push(MARKER);
                self.frameset_ok = false;
            }
            T_TABLE => {
                if !self.quirks {
                    self.close_p();
                }
                self.insert(t, 0);
                self.frameset_ok = false;
                self.mode = InTable;
            }
            T_AREA | T_BR | T_EMBED | T_IMG | T_KEYGEN | T_WBR => {
                self.reconstruct();
                self.insert_void(t);
                self.frameset_ok = false;
            }
            T_INPUT => {
                if self.in_scope(T_SELECT) {
                    self.pop_until(T_SELECT);
                }
                self.reconstruct();
                self.insert_void(t);
                if !self.attr(&t, A_TYPE).is_some_and(|v| v.eq_ignore_ascii_case(b"hidden")) {
                    self.frameset_ok = false;
                }
            }
            T_PARAM | T_SOURCE | T_TRACK => self.insert_void(t),
            T_HR => {
                self.close_p();
                if self.in_scope(T_SELECT) {
                    self.imply_ends(NONE);
                }
                self.insert_void(t);
                self.frameset_ok = false;
            }
            T_IMAGE => self.start_in(self.mode, Tag { code: T_IMG, ..t }),
            T_TEXTAREA => {
                self.raw(t);
                self.frameset_ok = false;
            }
            T_XMP => {
                self.close_p();
                self.reconstruct();
                self.frameset_ok = false;
                self.raw(t);
            }
            T_IFRAME => {
                self.frameset_ok = false;
                self.raw(t);
            }
            T_NOEMBED => self.raw(t),
            T_SELECT => {
                if self.in_scope(T_SELECT) {
                    self.pop_until(T_SELECT);
                    return;
                }
                self.reconstruct();
                self.insert(t, 0);
                self.frameset_ok = false;
            }
            T_OPTION => {
                if self.in_scope(T_SELECT) {
                    self.imply_ends(T_OPTGROUP);
                } else if self.is_current(T_OPTION) {
                    self.pop();
                }
                self.reconstruct();
                self.insert(t, 0);
            }
            T_OPTGROUP => {
                if self.in_scope(T_SELECT) {
                    self.imply_ends(NONE);
                } else if self.is_current(T_OPTION) {
                    self.pop();
                }
                self.reconstruct();
                self.insert(t, 0);
            }
            T_RB | T_RTC => {
                if self.in_scope(T_RUBY) {
                    self.imply_ends(NONE);
                }
                self.insert(t, 0);
            }
            T_RP | T_RT => {
                if self.in_scope(T_RUBY) {
                    self.imply_ends(T_RTC);
                }
                self.insert(t, 0);
            }
            T_MATH => {
                self.reconstruct();
                self.insert_foreign(t, 2);
            }
            T_SVG => {
                self.reconstruct();
                self.insert_foreign(t, 1);
            }
            T_CAPTION | T_COL | T_COLGROUP | T_FRAME | T_HEAD | T_TBODY | T_TD | T_TFOOT | T_TH | T_THEAD
            | T_TR => {}
            _ => {
                self.reconstruct();
                self.insert(t, 0);
            }
        }
    }

    pub(super) fn start_table(&mut self, t: Tag) {
        match t.code {
            T_CAPTION => {
                self.clear_to(&[T_TABLE]);
                self.active.push(MARKER);
                self.insert(t, 0);
                self.mode = InCaption;
            }
            T_COLGROUP => {
                self.clear_to(&[T_TABLE]);
                self.insert(t, 0);
                self.mode = InColumnGroup;
            }
            T_COL => {
                self.clear_to(&[T_TABLE]);
                self.implied(T_COLGROUP);
                self.mode = InColumnGroup;
                self.start_in(self.mode, t);
            }
            T_TBODY | T_TFOOT | T_THEAD => {
                self.clear_to(&[T_TABLE]);
                self.insert(t, 0);
                self.mode = InTableBody;
            }
            T_TD | T_TH | T_TR => {
                self.clear_to(&[T_TABLE]);
                self.implied(T_TBODY);
                self.mode = InTableBody;
                self.start_in(self.mode, t);
            }
            T_TABLE => {
                if self.in_table_scope(T_TABLE) {
                    self.pop_until(T_TABLE);
                    self.reset_mode();
                    self.start_in(self.mode, t);
                }
            }
            T_STYLE | T_SCRIPT | T_TEMPLATE => self.start_in(InHead, t),
            T_INPUT if self.attr(&t, A_TYPE).is_some_and(|v| v.eq_ignore_ascii_case(b"hidden")) => {
                self.insert_void(t)
            }
            T_FORM => {
                if !self.is_open(T_TEMPLATE) && self.form == NONE {
                    self.form = self.insert(t, 0);
                    self.pop();
                }
            }
            _ => {
                self.foster = true;
                self.start_body(t);
                self.foster = false;
            }
        }
    }
}
