//! What a page's data for machines repeats: the compiled form of `honbun.features.text.data_features`.
#![forbid(unsafe_code)]

use crate::chars::{bytes_of_first, count, decode, is_space, is_word, letters, lower, push, trim_start};
use crate::outline::{Letters, Outline};
use crate::page::Page;
use crate::scan::{contains, find};
use crate::tables::*;

const MIN_LETTERS: u32 = 10;
const DESCRIPTION_LETTERS: usize = 60;
const NAMES: [&str; 4] = ["description", "articleBody", "text", "reviewBody"];
const KINDS: [&[&str]; 5] = [
    &["Article", "BlogPosting", "Report", "article"],
    &["Product", "Offer", "product"],
    &["Discussion", "QAPage", "Question", "Comment"],
    &["ItemList", "CollectionPage", "SearchResults"],
    &["LocalBusiness", "Organization", "Service"],
];
const NOTHING: i8 = 0;
const REPEATED: i8 = 2;
const REVIEWED: i8 = -1;
/// Bytes by which a search for many texts in one begins, and the bits that remember them.
const WINDOW: usize = 8;
const BITS_PER_BYTE: usize = 16;
const MIN_BITS: usize = 1 << 10;
const MAX_BITS: usize = 1 << 18;

pub struct Linked {
    pub repeated: Vec<i8>,
    pub is_described: Vec<bool>,
    /// How many letters the texts of the data have.
    pub letters: usize,
    /// For each kind of page whether the data name a type of it.
    pub kinds: [bool; 5],
}

impl Linked {
    pub fn of(outline: Outline, known: &Letters) -> Linked {
        let data = joined_data(outline.page);
        let (mut texts, mut reviews) = (Texts::default(), Texts::default());
        for_each_text(&data, |name, value| {
            let mut own = Vec::new();
            letters(&without_tags(&unescaped(value)), &mut own);
            if count(&own) as u32 >= MIN_LETTERS {
                if name == "reviewBody" { &mut reviews } else { &mut texts }.add(&own);
            }
        });
        let mut kinds = Vec::new();
        types(&data, &mut kinds);
        let descriptions = head(outline.page, &mut kinds);
        for (_, name, value) in outline.page.attributes() {
            if name == A_ITEMTYPE {
                kinds.push(b' ');
                kinds.extend_from_slice(value);
            }
        }
        Linked {
            letters: count(&texts.joined),
            repeated: repeated(outline, known, texts, reviews),
            is_described: described(outline, known, &descriptions),
            kinds: std::array::from_fn(|i| is_of_kind(&kinds, i)),
        }
    }
}

/// Texts, letters only, with a mark between them.
#[derive(Default)]
struct Texts {
    joined: Vec<u8>,
    count: usize,
}

impl Texts {
    fn add(&mut self, letters: &[u8]) {
        if self.count > 0 {
            self.joined.push(b'|');
        }
        self.joined.extend_from_slice(letters);
        self.count += 1;
    }
}

/// Answers fast for most of many texts that they are not in a long one.
struct Haystack {
    text: Vec<u8>,
    windows: Vec<u64>,
}

impl Haystack {
    fn new(text: Vec<u8>) -> Haystack {
        let bits = (text.len() * BITS_PER_BYTE).next_power_of_two().clamp(MIN_BITS, MAX_BITS);
        let mut found = Haystack { windows: vec![0; bits / 64], text: Vec::new() };
        for window in text.windows(WINDOW) {
            let bit = found.bit(window);
            found.windows[bit / 64] |= 1 << (bit % 64);
        }
        Haystack { text, ..found }
    }

    fn bit(&self, window: &[u8]) -> usize {
        let word = window.first_chunk().map_or(0, |bytes| u64::from_le_bytes(*bytes));
        (crate::paths::mix(word) >> 40) as usize % (64 * self.windows.len())
    }

    /// Whether a text of at least `WINDOW` bytes is in it.
    fn holds(&self, text: &[u8]) -> bool {
        if text.len() > self.text.len() || text.len() < WINDOW {
            return false;
        }
        let is_known = |window: &[u8]| {
            let bit = self.bit(window);
            self.windows[bit / 64] >> (bit % 64) & 1 == 1
        };
        is_known(&text[..WINDOW]) && is_known(&text[text.len() - WINDOW..]) && contains(&self.text, text)
    }
}

fn repeated(outline: Outline, known: &Letters, texts: Texts, reviews: Texts) -> Vec<i8> {
    if texts.count + reviews.count == 0 {
        return vec![NOTHING; outline.len()];
    }
    let (texts, reviews) = (Haystack::new(texts.joined), Haystack::new(reviews.joined));
    let find = |i: usize| match known.get(i) {
        letters if (count(letters) as u32) < MIN_LETTERS => NOTHING,
        letters if texts.holds(letters) => REPEATED,
        letters if reviews.holds(letters) => REVIEWED,
        _ => NOTHING,
    };
    (0..outline.len()).map(find).collect()
}

/// Which blocks are in a description or hold the beginning of one.
fn described(outline: Outline, known: &Letters, descriptions: &[Vec<u8>]) -> Vec<bool> {
    let whole = Haystack::new(descriptions.join(&b'|'));
    let mut starts: Vec<&[u8]> =
        descriptions.iter().map(|text| &text[..bytes_of_first(text, DESCRIPTION_LETTERS)]).collect();
    starts.sort_unstable();
    starts.dedup();
    let is_described = |i: usize| {
        let letters = known.get(i);
        let is_part = count(letters) as u32 >= MIN_LETTERS && whole.holds(letters);
        is_part || starts.iter().any(|start| start.len() <= letters.len() && contains(letters, start))
    };
    if descriptions.is_empty() {
        return vec![false; outline.len()];
    }
    (0..outline.len()).map(is_described).collect()
}

/// All data that begins like JSON, a line break between scripts.
fn joined_data(page: &Page) -> Vec<u8> {
    let mut joined = Vec::new();
    for (_, content) in page.data() {
        if matches!(trim_start(content).first(), Some(b'{' | b'[')) {
            if !joined.is_empty() {
                joined.push(b'\n');
            }
            joined.extend_from_slice(content);
        }
    }
    joined
}

fn skip_white(bytes: &[u8], mut at: usize) -> usize {
    while at < bytes.len() {
        let (point, size) = decode(bytes, at);
        if !is_space(point) {
            break;
        }
        at += size;
    }
    at
}

/// The value that stands at a place after white space, a colon and white space.
fn after_colon(data: &[u8], at: usize) -> Option<usize> {
    let colon = skip_white(data, at);
    (data.get(colon) == Some(&b':')).then(|| skip_white(data, colon + 1))
}

/// Each text of JSON with the name it has there, whether or not the JSON is well formed.
fn for_each_text(data: &[u8], mut take: impl FnMut(&str, &[u8])) {
    let mut at = 0;
    loop {
        at = find(data, at, |byte| byte == b'"');
        if at >= data.len() {
            return;
        }
        at += 1;
        let rest = &data[at..];
        if !matches!(rest.first(), Some(b'd' | b'a' | b't' | b'r')) {
            continue;
        }
        let is_name = |name: &&&str| rest.starts_with(name.as_bytes()) && rest.get(name.len()) == Some(&b'"');
        let Some(name) = NAMES.iter().find(is_name) else { continue };
        let Some(value) = after_colon(data, at + name.len() + 1) else { continue };
        if data.get(value) == Some(&b'"') {
            if let Some(end) = end_of_string(data, value + 1) {
                take(name, &data[value + 1..end]);
                at = end + 1;
            }
        }
    }
}

/// Where the quote stands that ends a string.
fn end_of_string(data: &[u8], mut at: usize) -> Option<usize> {
    loop {
        at = find(data, at, |byte| (byte == b'"') | (byte == b'\\'));
        match data.get(at)? {
            b'"' => return Some(at),
            _ if data.get(at + 1).is_none_or(|&byte| byte == b'\n') => return None,
            _ => at += 2,
        }
    }
}

/// The string that is so written in JSON; as it is written, if it is not well formed.
fn unescaped(value: &[u8]) -> Vec<u8> {
    if !value.contains(&b'\\') {
        return value.to_vec();
    }
    let mut out = Vec::with_capacity(value.len());
    let mut at = 0;
    while at < value.len() {
        let stop = find(value, at, |byte| byte == b'\\');
        out.extend_from_slice(&value[at..stop]);
        if stop >= value.len() {
            break;
        }
        at = stop + 2;
        match value.get(stop + 1) {
            Some(&byte @ (b'"' | b'\\' | b'/')) => out.push(byte),
            Some(b'b') => out.push(8),
            Some(b'f') => out.push(12),
            Some(b'n') => out.push(b'\n'),
            Some(b'r') => out.push(b'\r'),
            Some(b't') => out.push(b'\t'),
            Some(b'u') => {
                let Some(first) = hexadecimal(value, at) else { return value.to_vec() };
                at += 4;
                let mut point = first;
                if (0xD800..0xDC00).contains(&first) && value[at.min(value.len())..].starts_with(b"\\u") {
                    if let Some(second) = hexadecimal(value, at + 2).filter(|unit| (0xDC00..0xE000).contains(unit))
                    {
                        point = 0x10000 + ((first - 0xD800) << 10 | (second - 0xDC00));
                        at += 6;
                    }
                }
                push(point, &mut out);
            }
            _ => return value.to_vec(),
        }
    }
    out
}

fn hexadecimal(value: &[u8], at: usize) -> Option<u32> {
    let digits = value.get(at..at + 4)?;
    digits.iter().try_fold(0, |number, &byte| Some(number * 16 + (byte as char).to_digit(16)?))
}

/// With a space for each tag.
fn without_tags(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    let mut at = 0;
    while at < text.len() {
        let open = find(text, at, |byte| byte == b'<');
        out.extend_from_slice(&text[at..open]);
        if open >= text.len() {
            break;
        }
        let close = find(text, open + 1, |byte| (byte == b'>') | (byte == b'<'));
        if text.get(close) == Some(&b'>') {
            out.push(b' ');
            at = close + 1;
        } else {
            out.extend_from_slice(&text[open..close]);
            at = close;
        }
    }
    out
}

/// Adds the types that JSON-LD names.
fn types(data: &[u8], kinds: &mut Vec<u8>) {
    let mut at = 0;
    loop {
        let start = find(data, at, |byte| byte == b'@');
        if start >= data.len() {
            return;
        }
        at = start + 1;
        if start == 0 || data[start - 1] != b'"' || !data[start..].starts_with(b"@type\"") {
            continue;
        }
        at = start + 6;
        let Some(mut value) = after_colon(data, at) else { continue };
        if data.get(value) == Some(&b'[') {
            value = skip_white(data, value + 1);
        }
        if data.get(value) != Some(&b'"') {
            continue;
        }
        let mut end = value + 1;
        while end < data.len() {
            let (point, size) = decode(data, end);
            if !is_word(point) {
                break;
            }
            end += size;
        }
        if end > value + 1 && data.get(end) == Some(&b'"') {
            kinds.push(b' ');
            kinds.extend_from_slice(&data[value + 1..end]);
            at = end + 1;
        }
    }
}

/// The descriptions in the head of the page, letters only; the types it declares are added.
fn head(page: &Page, kinds: &mut Vec<u8>) -> Vec<Vec<u8>> {
    let mut descriptions = Vec::new();
    let all: Vec<(usize, u32, &[u8])> =
        page.attributes().filter(|one| matches!(one.1, A_NAME | A_PROPERTY | A_CONTENT)).collect();
    for own in all.chunk_by(|one, other| one.0 == other.0) {
        let value_of = |code: u32| own.iter().find(|one| one.1 == code).map(|one| one.2);
        let Some(content) = value_of(A_CONTENT) else { continue };
        let mut name = Vec::new();
        lower(value_of(A_PROPERTY).or(value_of(A_NAME)).unwrap_or(b""), &mut name);
        if name.ends_with(b"description") {
            let mut text = Vec::new();
            letters(content, &mut text);
            if count(&text) >= DESCRIPTION_LETTERS / 3 {
                descriptions.push(text);
            }
        } else if name == b"og:type" {
            kinds.push(b' ');
            kinds.extend_from_slice(content);
        }
    }
    descriptions
}

fn is_of_kind(kinds: &[u8], number: usize) -> bool {
    let is_place = number == 4 && (kinds.ends_with(b"WebPage") || kinds.ends_with(b"WebPage\n"));
    is_place || KINDS[number].iter().any(|name| contains(kinds, name.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_of_json_are_found() {
        let mut found = Vec::new();
        let data =
            br#"{"text" : "a \"b\"", "name": "text", "description":"c\u00e9", "text": 5, "articleBody": "open"#;
        for_each_text(data, |name, value| found.push((name.to_string(), unescaped(value))));
        assert_eq!(found, [("text".into(), b"a \"b\"".to_vec()), ("description".into(), "cé".into())]);
    }

    #[test]
    fn strings_that_are_not_well_formed_stay() {
        assert_eq!(unescaped(br"a\qb"), br"a\qb");
        assert_eq!(unescaped(br"\ud83d\ude00"), "😀".as_bytes());
        assert_eq!(without_tags(b"a<b>c<d<e>f<g"), b"a c<d f<g");
    }

    #[test]
    fn types_are_found() {
        let mut kinds = Vec::new();
        types(br#"{"@type":"Article","@type": [ "WebPage", "X"]}"#, &mut kinds);
        assert_eq!(kinds, b" Article WebPage");
        assert!(is_of_kind(&kinds, 0) && is_of_kind(&kinds, 4) && !is_of_kind(&kinds, 1));
    }
}
