//! Text, comments and the doctype.
#![forbid(unsafe_code)]

use super::*;

impl Tree<'_> {
    pub(super) fn flush(&mut self) {
        self.skip_lf = false;
        if self.pending.is_empty() {
            return;
        }
        let pending = std::mem::take(&mut self.pending);
        if pending.iter().all(|&s| self.bytes(s).iter().all(|&b| is_space(b))) {
            pending.iter().for_each(|&s| self.insert_text(s));
        } else {
            self.foster = true;
            pending.iter().for_each(|&s| self.body_text(s));
            self.foster = false;
        }
    }

    pub fn doctype(&mut self, name: Vec<u8>, public: Option<Vec<u8>>, system: Option<Vec<u8>>, forced: bool) {
        self.flush();
        if self.mode != Initial {
            return;
        }
        self.quirks = forced || quirks::is_quirky(&name, public.as_deref(), system.as_deref());
        let node = self.node(Node::new(Kind::Doctype, 0, NONE, 0, 0));
        self.append(0, node);
        self.doctype = Some((name, public, system));
        self.mode = BeforeHtml;
    }

    pub fn comment(&mut self, span: Span) {
        self.flush();
        let node = self.node(Node::new(Kind::Comment, 0, NONE, span.start, span.end));
        match self.mode {
            Initial | BeforeHtml | AfterAfterBody | AfterAfterFrameset => self.append(0, node),
            AfterBody => {
                let root = self.open[0].node;
                self.append(root, node)
            }
            _ => {
                let (parent, before) = self.place(None);
                self.insert_at(parent, before, node)
            }
        }
    }

    pub fn is_foreign(&self) -> bool {
        self.open.last().is_some_and(|e| e.ns != 0)
    }

    pub(super) fn takes_html_text(&self, e: Open) -> bool {
        e.ns == 0 || is_text_point(e.ns, e.tag) || self.is_html_point(e)
    }

    pub(super) fn is_html_point(&self, e: Open) -> bool {
        (e.ns == 1 && matches!(e.tag, T_FOREIGNOBJECT | T_DESC | T_TITLE))
            || (e.ns == 2 && self.nodes[e.node as usize].bits & HTML_POINT != 0)
    }

    pub fn nul(&mut self) {
        if self.is_foreign() && !self.takes_html_text(self.current()) {
            let start = self.made.len() as u32 | MADE;
            self.made.extend_from_slice("\u{FFFD}".as_bytes());
            self.insert_text(Span { start, end: self.made.len() as u32 | MADE });
        } else if matches!(self.mode, Initial | BeforeHtml | BeforeHead | InHead | InHeadNoscript | AfterHead) {
            self.text_in(Span::new(0, 0), true);
        }
    }

    pub fn text(&mut self, mut span: Span) {
        if self.skip_lf {
            self.skip_lf = false;
            if self.bytes(span).first() == Some(&b'\n') {
                span.start += 1;
                if span.start == span.end {
                    return;
                }
            }
        }
        if let Some(&top) = self.open.last() {
            if top.ns != 0 && !self.takes_html_text(top) {
                if self.frameset_ok && !self.is_blank(span) {
                    self.frameset_ok = false;
                }
                return self.insert_text(span);
            }
        }
        if self.mode == InBody {
            return self.body_text(span);
        }
        self.text_in(span, false);
    }

    pub(super) fn is_blank(&self, span: Span) -> bool {
        self.bytes(span).iter().all(|&b| is_space(b))
    }

    pub(super) fn body_text(&mut self, span: Span) {
        if !self.active.is_empty() {
            self.reconstruct();
        }
        self.insert_text(span);
        if self.frameset_ok && !self.is_blank(span) {
            self.frameset_ok = false;
        }
    }

    /// White space at the start of a text, and the rest.
    pub(super) fn split(&self, span: Span) -> (Span, Span) {
        let n = self.bytes(span).iter().take_while(|&&b| is_space(b)).count() as u32;
        (Span { start: span.start, end: span.start + n }, Span { start: span.start + n, end: span.end })
    }

    /// `forced`: there is a character that counts, but is not shown.
    pub(super) fn text_in(&mut self, mut span: Span, forced: bool) {
        loop {
            let is_empty = span.start == span.end && !forced;
            match self.mode {
                Initial | BeforeHtml | BeforeHead => {
                    span = self.split(span).1;
                    if span.start == span.end && !forced {
                        return;
                    }
                    self.advance();
                }
                InHead | InHeadNoscript | AfterHead => {
                    let (blank, rest) = self.split(span);
                    if blank.start < blank.end {
                        self.insert_text(blank);
                    }
                    span = rest;
                    if span.start == span.end && !forced {
                        return;
                    }
                    self.advance();
                }
                _ if is_empty || forced => return,
                InBody | InCaption | InCell | InTemplate => return self.body_text(span),
                InTable | InTableBody | InRow => {
                    let c = self.current();
                    if c.ns == 0 && matches!(c.tag, T_TABLE | T_TBODY | T_TEMPLATE | T_TFOOT | T_THEAD | T_TR) {
                        self.pending.push(span);
                    } else {
                        self.foster = true;
                        self.body_text(span);
                        self.foster = false;
                    }
                    return;
                }
                InColumnGroup => {
                    let (blank, rest) = self.split(span);
                    if blank.start < blank.end {
                        self.insert_text(blank);
                    }
                    span = rest;
                    if span.start == span.end || !self.is_current(T_COLGROUP) {
                        return;
                    }
                    self.pop();
                    self.mode = InTable;
                }
                AfterBody | AfterAfterBody => {
                    if !self.is_blank(span) {
                        self.mode = InBody;
                    }
                    return self.body_text(span);
                }
                InFrameset | AfterFrameset | AfterAfterFrameset => {
                    let (mut at, end) = (span.start, span.end);
                    while at < end {
                        let one = Span { start: at, end: at + 1 };
                        if self.is_blank(one) {
                            self.insert_text(one);
                        }
                        at += 1;
                    }
                    return;
                }
            }
        }
    }

    /// "Anything else" of the modes before the body: what is missing is made.
    pub(super) fn advance(&mut self) {
        match self.mode {
            Initial => {
                self.quirks = true;
                self.mode = BeforeHtml;
            }
            BeforeHtml => {
                let at = self.attributes.len() as u32;
                let node = self.element(0, T_HTML, at, at);
                self.append(0, node);
                self.push(node);
                self.mode = BeforeHead;
            }
            BeforeHead => {
                self.head = self.implied(T_HEAD);
                self.mode = InHead;
            }
            InHead => {
                self.pop();
                self.mode = AfterHead;
            }
            InHeadNoscript => {
                self.pop();
                self.mode = InHead;
            }
            AfterHead => {
                self.implied(T_BODY);
                self.mode = InBody;
            }
            _ => {}
        }
    }

    pub fn eof(&mut self) {
        self.flush();
        loop {
            match self.mode {
                Initial | BeforeHtml | BeforeHead | InHead | InHeadNoscript | AfterHead => self.advance(),
                _ if self.is_open(T_TEMPLATE) && !self.template_modes.is_empty() => {
                    self.pop_until(T_TEMPLATE);
                    self.clear_formatting();
                    self.template_modes.pop();
                    self.reset_mode();
                }
                _ => return,
            }
        }
    }

    pub fn raw_done(&mut self) {
        self.pop();
    }

    pub(super) fn raw(&mut self, t: Tag) {
        self.insert(t, 0);
        self.raw = Some(Raw {
            tag: t.code,
            has_references: matches!(t.code, T_TITLE | T_TEXTAREA),
            is_script: t.code == T_SCRIPT,
            is_plain: false,
            skip_lf: t.code == T_TEXTAREA,
        });
    }
}
