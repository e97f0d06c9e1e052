//! The tokenizer: bytes of UTF-8, without carriage returns, to calls of the tree builder.
//! https://html.spec.whatwg.org/multipage/parsing.html#tokenization
#![forbid(unsafe_code)]

use crate::names::{attribute_code, tag_code, NameHash};
use crate::references::reference;
use crate::scan::{find, is_space, skip_space, starts_with_ignoring_case};
use crate::tables::*;
use crate::tree::{Attribute, Raw, Span, Tag, Tree, MADE, UNKNOWN};

/// So many attributes are compared one by one; more, by a set.
const MAX_COMPARED: usize = 24;

/// Carriage returns are line breaks; None if there are none.
pub fn without_carriage_returns(source: &[u8]) -> Option<Vec<u8>> {
    let mut at = find(source, 0, |b| b == b'\r');
    if at == source.len() {
        return None;
    }
    let mut out = Vec::with_capacity(source.len());
    let mut from = 0;
    while at < source.len() {
        out.extend_from_slice(&source[from..at]);
        out.push(b'\n');
        from = at + 1 + (source.get(at + 1) == Some(&b'\n')) as usize;
        at = find(source, from, |b| b == b'\r');
    }
    if from < source.len() {
        out.extend_from_slice(&source[from..]);
    }
    Some(out)
}

impl<'a> Tree<'a> {
    pub fn run(&mut self) {
        let src = self.src;
        let mut at = if src.starts_with(b"\xEF\xBB\xBF") { 3 } else { 0 };
        loop {
            if let Some(raw) = self.raw.take() {
                at = self.raw_text(at, raw);
                continue;
            }
            let stop = find(src, at, |b| (b == b'<') | (b == b'&') | (b == 0));
            if stop > at {
                self.text(Span::new(at, stop));
            }
            if stop >= src.len() {
                break;
            }
            at = match src[stop] {
                b'<' => self.markup(stop),
                b'&' => self.reference_in_text(stop),
                _ => {
                    self.nul();
                    stop + 1
                }
            };
        }
        self.eof();
    }

    fn reference_in_text(&mut self, at: usize) -> usize {
        let start = self.made.len();
        let next = reference(self.src, at, self.src.len(), false, &mut self.made);
        if next == at {
            self.text(Span::new(at, at + 1));
            return at + 1;
        }
        let span = Span { start: start as u32 | MADE, end: self.made.len() as u32 | MADE };
        self.text(span);
        next
    }

    /// What begins with "<"; where it ends.
    fn markup(&mut self, at: usize) -> usize {
        let src = self.src;
        match src.get(at + 1) {
            Some(b) if b.is_ascii_alphabetic() => self.tag(at + 1, true),
            Some(b'/') => match src.get(at + 2) {
                Some(b) if b.is_ascii_alphabetic() => self.tag(at + 2, false),
                Some(b'>') => at + 3,
                None => {
                    self.text(Span::new(at, at + 2));
                    at + 2
                }
                Some(_) => self.bogus_comment(at + 2),
            },
            Some(b'!') => self.declaration(at + 2),
            Some(b'?') => self.bogus_comment(at + 1),
            _ => {
                self.text(Span::new(at, at + 1));
                at + 1
            }
        }
    }

    fn bogus_comment(&mut self, at: usize) -> usize {
        let end = find(self.src, at, |b| b == b'>');
        self.comment(Span::new(at, end));
        (end + 1).min(self.src.len())
    }

    fn declaration(&mut self, at: usize) -> usize {
        let src = self.src;
        if src[at..].starts_with(b"--") {
            return self.real_comment(at + 2);
        }
        if starts_with_ignoring_case(src, at, b"doctype") {
            return self.doctype_token(at + 7);
        }
        if src[at..].starts_with(b"[CDATA[") && self.is_foreign() {
            return self.cdata(at + 7);
        }
        self.bogus_comment(at)
    }

    fn cdata(&mut self, at: usize) -> usize {
        let src = self.src;
        let mut stop = at;
        let end = loop {
            stop = find(src, stop, |b| b == b']');
            if stop >= src.len() {
                break src.len();
            }
            if src[stop..].starts_with(b"]]>") {
                break stop;
            }
            stop += 1;
        };
        let mut from = at;
        while from < end {
            let nul = find(&src[..end], from, |b| b == 0);
            if nul > from {
                self.text(Span::new(from, nul));
            }
            if nul < end {
                self.nul();
            }
            from = nul + 1;
        }
        (end + 3).min(src.len())
    }

    fn real_comment(&mut self, at: usize) -> usize {
        let src = self.src;
        if src.get(at) == Some(&b'>') {
            self.comment(Span::new(at, at));
            return at + 1;
        }
        if src[at..].starts_with(b"->") {
            self.comment(Span::new(at, at));
            return at + 2;
        }
        let mut from = at;
        loop {
            let dash = find(src, from, |b| b == b'-');
            if dash >= src.len() {
                self.comment(Span::new(at, src.len()));
                return src.len();
            }
            let rest = &src[dash..];
            if rest.starts_with(b"-->") {
                self.comment(Span::new(at, dash));
                return dash + 3;
            }
            if rest.starts_with(b"--!>") {
                self.comment(Span::new(at, dash));
                return dash + 4;
            }
            if rest == b"-" || rest == b"--" || rest == b"--!" {
                self.comment(Span::new(at, dash));
                return src.len();
            }
            from = dash + 1;
        }
    }

    fn doctype_token(&mut self, at: usize) -> usize {
        let src = self.src;
        let mut at = skip_space(src, at);
        let name_start = at;
        while at < src.len() && !is_space(src[at]) && src[at] != b'>' {
            at += 1;
        }
        let name = src[name_start..at].to_ascii_lowercase();
        at = skip_space(src, at);
        let (mut public, mut system) = (None, None);
        let mut quirks = name.is_empty();
        let mut at_end = at >= src.len();
        let quoted = |at: usize| -> Option<(Vec<u8>, usize, bool)> {
            let q = *src.get(at)?;
            if q != b'"' && q != b'\'' {
                return None;
            }
            let end = find(src, at + 1, |b| (b == q) | (b == b'>'));
            let ok = src.get(end) == Some(&q);
            Some((src[at + 1..end].to_vec(), if ok { end + 1 } else { end }, ok))
        };
        let skip = |at| skip_space(src, at);
        if starts_with_ignoring_case(src, at, b"public") {
            match quoted(skip(at + 6)) {
                None => {
                    quirks = true;
                    at = skip(at + 6);
                }
                Some((value, next, ok)) => {
                    public = Some(value);
                    quirks |= !ok;
                    at = skip(next);
                    if let (true, Some((value, next, ok))) = (ok, quoted(at)) {
                        system = Some(value);
                        quirks |= !ok;
                        at = next;
                    } else if ok && at < src.len() && src[at] != b'>' {
                        quirks = true;
                    }
                }
            }
        } else if starts_with_ignoring_case(src, at, b"system") {
            match quoted(skip(at + 6)) {
                None => {
                    quirks = true;
                    at = skip(at + 6);
                }
                Some((value, next, ok)) => {
                    system = Some(value);
                    quirks |= !ok;
                    at = next;
                }
            }
        } else if at < src.len() && src[at] != b'>' {
            quirks = true;
        }
        let end = find(src, at, |b| b == b'>');
        at_end |= end >= src.len();
        quirks |= at_end;
        self.doctype(name, public, system, quirks);
        (end + 1).min(src.len())
    }

    /// A tag whose name begins here; where it ends. One that the page ends in is dropped.
    fn tag(&mut self, at: usize, is_start: bool) -> usize {
        let src = self.src;
        let name_start = at;
        let mut at = at;
        let mut hash = NameHash::START;
        while at < src.len() {
            let b = src[at];
            if is_space(b) || b == b'/' || b == b'>' {
                break;
            }
            hash.add(b);
            at += 1;
        }
        let name = Span::new(name_start, at);
        let first_attr = self.attributes.len();
        let mut self_closing = false;
        let mut seen = 0u64;
        let closed = loop {
            while at < src.len() && (is_space(src[at]) || src[at] == b'/') {
                self_closing = src[at] == b'/';
                at += 1;
            }
            // "/" closes only right before ">".
            match src.get(at) {
                None => break false,
                Some(b'>') => {
                    self_closing &= src[at - 1] == b'/';
                    at += 1;
                    break true;
                }
                Some(_) => {
                    self_closing = false;
                    at = self.attribute(at, is_start, first_attr, &mut seen);
                }
            }
        };
        if !closed {
            self.attributes.truncate(first_attr);
            return src.len();
        }
        let code = match tag_code(hash, &src[name.range()]) {
            Some(code) => code,
            None => self.custom(name),
        };
        if is_start {
            let tag = Tag { code, self_closing, a: first_attr as u32, b: self.attributes.len() as u32 };
            self.start(tag);
        } else {
            self.attributes.truncate(first_attr);
            self.end(code);
        }
        at
    }

    fn attribute(&mut self, at: usize, keep: bool, first: usize, seen: &mut u64) -> usize {
        let src = self.src;
        let start = at;
        let mut at = at;
        let mut hash = NameHash::START;
        if src[at] == b'=' {
            hash.add(b'=');
            at += 1;
        }
        while at < src.len() {
            let b = src[at];
            if is_space(b) || b == b'/' || b == b'>' || b == b'=' {
                break;
            }
            hash.add(b);
            at += 1;
        }
        let name = Span::new(start, at);
        let mut value = Span::new(at, at);
        let mut after = skip_space(src, at);
        if src.get(after) == Some(&b'=') {
            after = skip_space(src, after + 1);
            match src.get(after) {
                None => return src.len(),
                Some(b'>') => {}
                Some(&q) if q == b'"' || q == b'\'' => {
                    let (end, plain) = self.value_end(after + 1, |b| b == q);
                    if end >= src.len() {
                        return src.len();
                    }
                    value = self.value(after + 1, end, plain);
                    after = end + 1;
                }
                Some(_) => {
                    let (end, plain) = self.value_end(after, |b| is_space(b) | (b == b'>'));
                    value = self.value(after, end, plain);
                    after = end;
                }
            }
            at = after;
        } else {
            at = after;
        }
        if !keep {
            return at;
        }
        let code = attribute_code(hash, &src[name.range()]).unwrap_or(UNKNOWN);
        if code != UNKNOWN {
            let bit = 1u64 << code;
            if *seen & bit != 0 {
                return at;
            }
            *seen |= bit;
        } else {
            let bytes = &src[name.range()];
            let others = &self.attributes[first..];
            if others.len() < MAX_COMPARED {
                if others.iter().any(|a| {
                    a.hash == hash.0 && a.code == UNKNOWN && self.src[a.name.range()].eq_ignore_ascii_case(bytes)
                }) {
                    return at;
                }
            } else {
                // Many attributes: a set, filled when it is first needed.
                if self.names_of != first {
                    self.names_of = first;
                    self.names.clear();
                    for a in others {
                        self.names.insert(src[a.name.range()].to_ascii_lowercase());
                    }
                }
                if !self.names.insert(bytes.to_ascii_lowercase()) {
                    return at;
                }
            }
        }
        self.attributes.push(Attribute { code, hash: hash.0, name, value });
        at
    }

    #[inline(always)]
    fn value_end(&self, at: usize, stops: impl Fn(u8) -> bool) -> (usize, bool) {
        let end = find(self.src, at, |b| stops(b) | (b == b'&') | (b == 0));
        if end < self.src.len() && !stops(self.src[end]) {
            return (find(self.src, end, stops), false);
        }
        (end, true)
    }

    fn value(&mut self, from: usize, to: usize, plain: bool) -> Span {
        if plain {
            return Span::new(from, to);
        }
        let start = self.made.len() as u32 | MADE;
        let mut at = from;
        while at < to {
            let stop = find(&self.src[..to], at, |b| (b == b'&') | (b == 0));
            self.made.extend_from_slice(&self.src[at..stop]);
            at = stop;
            if at < to {
                if self.src[at] == 0 {
                    self.made.extend_from_slice("\u{FFFD}".as_bytes());
                    at += 1;
                } else {
                    let next = reference(self.src, at, to, true, &mut self.made);
                    if next == at {
                        self.made.push(b'&');
                        at += 1;
                    } else {
                        at = next;
                    }
                }
            }
        }
        Span { start, end: self.made.len() as u32 | MADE }
    }

    fn raw_text(&mut self, at: usize, raw: Raw) -> usize {
        let src = self.src;
        let name = TAG_NAMES[raw.tag as usize].as_bytes();
        let is_end = |at: usize| {
            starts_with_ignoring_case(src, at + 2, name)
                && src.get(at + 1) == Some(&b'/')
                && matches!(src.get(at + 2 + name.len()), Some(b'\t' | b'\n' | 0x0C | b' ' | b'/' | b'>'))
        };
        let end = if raw.is_script {
            script_end(src, at, is_end)
        } else if raw.is_plain {
            src.len()
        } else {
            let mut from = at;
            loop {
                let open = find(src, from, |b| b == b'<');
                if open >= src.len() || is_end(open) {
                    break open;
                }
                from = open + 1;
            }
        };
        let mut from = at;
        if raw.skip_lf && src.get(from) == Some(&b'\n') && from < end {
            from += 1;
        }
        while from < end {
            let stop = if raw.has_references {
                find(&src[..end], from, |b| (b == b'&') | (b == 0))
            } else {
                find(&src[..end], from, |b| b == 0)
            };
            if stop > from {
                self.raw_chars(Span::new(from, stop), raw);
            }
            if stop >= end {
                break;
            }
            let start = self.made.len() as u32 | MADE;
            let mut next = stop + 1;
            if src[stop] == 0 {
                self.made.extend_from_slice("\u{FFFD}".as_bytes());
            } else {
                let after = reference(src, stop, end, false, &mut self.made);
                if after == stop {
                    self.made.push(b'&');
                } else {
                    next = after;
                }
            }
            let span = Span { start, end: self.made.len() as u32 | MADE };
            self.raw_chars(span, raw);
            from = next;
        }
        if raw.is_plain {
            return end;
        }
        if end >= src.len() {
            self.raw_done();
            return end;
        }
        // The end tag: its attributes are dropped; one that the page ends in is no end tag, but nothing follows.
        let first_attr = self.attributes.len();
        let mut at = end + 2 + name.len();
        let mut seen = 0;
        loop {
            while at < src.len() && (is_space(src[at]) || src[at] == b'/') {
                at += 1;
            }
            match src.get(at) {
                None => break,
                Some(b'>') => {
                    at += 1;
                    break;
                }
                Some(_) => at = self.attribute(at, false, first_attr, &mut seen),
            }
        }
        self.raw_done();
        at
    }

    fn raw_chars(&mut self, span: Span, raw: Raw) {
        if raw.is_plain {
            self.text(span);
        } else {
            self.insert_text(span);
        }
    }
}

/// Where a script ends: "<!--" hides its end tag if another "<script" follows.
fn script_end(src: &[u8], at: usize, is_end: impl Fn(usize) -> bool) -> usize {
    let mut from = at;
    let (mut escaped, mut double) = (false, false);
    // The first two dashes of "<!-->" also close.
    loop {
        let stop =
            if escaped { find(src, from, |b| (b == b'<') | (b == b'-')) } else { find(src, from, |b| b == b'<') };
        if stop >= src.len() {
            return src.len();
        }
        if src[stop] == b'-' {
            if src[stop..].starts_with(b"-->") {
                (escaped, double) = (false, false);
                from = stop + 3;
            } else {
                from = stop + 1;
            }
            continue;
        }
        if !double && is_end(stop) {
            return stop;
        }
        if !escaped && src[stop..].starts_with(b"<!--") {
            escaped = true;
            from = stop + 2;
            continue;
        }
        if escaped {
            let word = |at: usize| {
                starts_with_ignoring_case(src, at, b"script")
                    && matches!(src.get(at + 6), Some(b'\t' | b'\n' | 0x0C | b' ' | b'/' | b'>'))
            };
            if !double && word(stop + 1) {
                double = true;
            } else if double && src.get(stop + 1) == Some(&b'/') && word(stop + 2) {
                double = false;
            }
        }
        from = stop + 1;
    }
}
