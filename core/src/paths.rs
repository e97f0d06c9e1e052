//! What elements are called, and their paths: the compiled form of `honbun.page.paths`, of the words in identifiers,
//! and of the names by which dialogs about consent and comments are known.
#![forbid(unsafe_code)]

use crate::chars::{bytes_of_first, is_digit, lower, points, words};
use crate::names::word_groups;
use crate::outline::key_map;
use crate::page::Page;
use crate::small::Narrow;
use crate::tables::*;

/// Longer values are data, not names: so many characters are read.
const MAX_VALUE_LENGTH: usize = 300;
/// Values that are read once however often they come, by their hash.
const REMEMBERED: usize = 1024;

const fn crc_table() -> [u32; 256] {
    let mut table = [0u32; 256];
    let mut i = 0;
    while i < 256 {
        let mut value = i as u32;
        let mut bit = 0;
        while bit < 8 {
            value = if value & 1 != 0 { 0xEDB8_8320 ^ (value >> 1) } else { value >> 1 };
            bit += 1;
        }
        table[i] = value;
        i += 1;
    }
    table
}

static CRC: [u32; 256] = crc_table();

pub fn crc32(bytes: impl Iterator<Item = u8>) -> u32 {
    !bytes.fold(!0, |crc: u32, byte| CRC[(crc as u8 ^ byte) as usize] ^ (crc >> 8))
}

/// A value as another one, so that combining it with a second tells the two apart.
#[inline]
pub fn mix(value: u64) -> u64 {
    let mixed = value.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    mixed ^ (mixed >> 29)
}

pub fn hash(bytes: &[u8]) -> u64 {
    let mut hash = bytes.len() as u64;
    let mut rest = bytes;
    while let Some((word, after)) = rest.split_first_chunk() {
        hash = mix(hash ^ u64::from_le_bytes(*word)).rotate_left(23);
        rest = after;
    }
    let last = rest.iter().rev().fold(0u64, |word, &byte| word << 8 | byte as u64);
    mix(mix(hash ^ last))
}

/// What the names and the identifiers of elements say: for each row the number of what is said, of which there is
/// little that differs.
pub struct Identifiers {
    which: Narrow,
    /// A signature, and the groups of words that identifiers name, a bit each, and whether an element is called comments
    /// or like a dialog about consent.
    said: Vec<(u64, u32)>,
}

const SAYS_CONSENT: u32 = 1 << 31;
const SAYS_COMMENT: u32 = 1 << 30;

/// What one value says.
#[derive(Clone, Copy, Default)]
struct Meaning {
    words: u32,
    first_word: u64,
    is_consent: bool,
    is_comment: bool,
}

impl Identifiers {
    pub fn of(page: &Page) -> Identifiers {
        let names = name_hashes(page);
        let mut which: Vec<u32> = page.tag.iter().map(|&tag| tag as u32).collect();
        let mut said: Vec<(u64, u32)> = names.into_iter().map(|name| (name, 0)).collect();
        let mut numbers = key_map(0);
        // A value and the name it has, and what it says.
        let mut known: Vec<(&[u8], u32, Meaning)> = vec![(b"", KEPT, Meaning::default()); REMEMBERED];
        for (row, name, value) in page.attributes() {
            if !matches!(name, A_CLASS | A_ID | A_ROLE | A_ITEMPROP) {
                continue;
            }
            let (mut signature, mut words) = said[which[row] as usize];
            let slot = &mut known[(hash(value) >> 32) as usize % REMEMBERED];
            if slot.1 != name || slot.0 != value {
                *slot = (value, name, meaning(name, value));
            }
            let says = slot.2;
            words |= says.words;
            words |= if says.is_comment { SAYS_COMMENT } else { 0 };
            let is_consent = says.is_consent && page.flags(row) & IS_NOT_CONSENT == 0;
            words |= if is_consent { SAYS_CONSENT } else { 0 };
            if name == A_CLASS && page.flags(row) & IS_PLAIN == 0 {
                signature ^= says.first_word;
            }
            which[row] = *numbers.entry((signature, words as u64)).or_insert_with(|| {
                said.push((signature, words));
                said.len() as u32 - 1
            });
        }
        Identifiers { which: Narrow::of(which), said }
    }

    /// What kind of element it is: its name and the first word of its class, digits left out.
    #[inline]
    pub fn signature(&self, row: usize) -> u64 {
        self.said[self.which.at(row) as usize].0
    }

    /// Those of all elements.
    pub fn signatures(&self) -> Vec<u64> {
        (0..self.which.len()).map(|row| self.signature(row)).collect()
    }

    fn said(&self, row: usize) -> u32 {
        self.said[self.which.at(row) as usize].1
    }

    pub fn words(&self, row: usize) -> u32 {
        self.said(row) & !(SAYS_CONSENT | SAYS_COMMENT)
    }

    pub fn is_comment(&self, row: usize) -> bool {
        self.said(row) & SAYS_COMMENT != 0
    }

    pub fn is_consent(&self, row: usize) -> bool {
        self.said(row) & SAYS_CONSENT != 0
    }
}

fn meaning(name: u32, value: &[u8]) -> Meaning {
    let mut found = Meaning { words: groups(value), ..Meaning::default() };
    if matches!(name, A_CLASS | A_ID) {
        let mut lowered = Vec::with_capacity(value.len());
        lower(value, &mut lowered);
        found.is_consent = is_called_consent(&lowered);
        found.is_comment = is_called_comment(&lowered);
    }
    if name == A_CLASS {
        found.first_word = words(value).next().map_or(0, |word| (crc_without_digits(word) as u64) << 20);
    }
    found
}

fn crc_without_digits(word: &[u8]) -> u32 {
    if word.is_ascii() {
        return crc32(word.iter().copied().filter(|byte| !byte.is_ascii_digit()));
    }
    let mut kept = Vec::with_capacity(word.len());
    for (at, point) in points(word) {
        if !is_digit(point) {
            crate::chars::push(point, &mut kept);
        }
        debug_assert!(at < word.len());
    }
    crc32(kept.into_iter())
}

/// Of the names of elements, by their codes on this page.
fn name_hashes(page: &Page) -> Vec<u64> {
    let known = TAG_NAMES[..FIRST_CUSTOM as usize].iter().map(|name| crc32(name.bytes()));
    let custom = page.custom_tags.iter().map(|name| crc32(name.iter().copied()));
    known.chain(custom).map(|hash| hash as u64).collect()
}

/// For each row a hash of the signatures from the root down to it, given these.
pub fn paths(page: &Page, mut path: Vec<u64>) -> Vec<u64> {
    for row in 0..path.len() {
        let parent = page.parent[row];
        path[row] = below(if parent < 0 { 0 } else { path[parent as usize] }, parent, path[row]);
    }
    path
}

/// The path of an element, given that of its parent, the row of this or -1, and its own signature.
pub fn below(above: u64, parent: i32, signature: u64) -> u64 {
    if parent < 0 {
        return signature;
    }
    signature ^ mix(above)
}

/// The groups that the words of a value are in. A capital begins a word, and so does a small letter after several.
fn groups(value: &[u8]) -> u32 {
    let value = &value[..bytes_of_first(value, MAX_VALUE_LENGTH)];
    if !value.iter().any(u8::is_ascii_uppercase) {
        let words = value.split(|byte| !byte.is_ascii_lowercase()).filter(|word| !word.is_empty());
        return words.fold(0, |bits, word| bits | word_groups(word));
    }
    let is_upper = |i: usize| value[i].is_ascii_uppercase();
    let (mut bits, mut start) = (0, 0);
    for i in 0..=value.len() {
        let is_letter = i < value.len() && value[i].is_ascii_alphabetic();
        let begins = is_letter
            && i > start
            && ((is_upper(i) && !is_upper(i - 1))
                || (i > start + 1 && !is_upper(i) && is_upper(i - 1) && is_upper(i - 2)));
        if !is_letter || begins {
            if i > start {
                bits |= word_groups(&value[start..i]);
            }
            start = if is_letter { i } else { i + 1 };
        }
    }
    bits
}

/// `com+ent`, `kom+ent`, `responses?` that no letter follows.
pub fn is_called_comment(lowered: &[u8]) -> bool {
    lowered.windows(2).enumerate().any(|(at, pair)| match pair {
        b"co" | b"ko" if lowered.get(at + 2) == Some(&b'm') => {
            let rest = &lowered[at + 2..];
            let after = rest.iter().take_while(|&&byte| byte == b'm').count();
            rest[after..].starts_with(b"ent")
        }
        b"re" if lowered[at..].starts_with(b"response") => {
            let rest = &lowered[at + 8..];
            let follows = |at: usize| rest.get(at).is_some_and(u8::is_ascii_lowercase);
            !follows(0) || (rest[0] == b's' && !follows(1))
        }
        _ => false,
    })
}

/// Named by a program that asks for consent, or like the box that it asks in.
fn is_called_consent(lowered: &[u8]) -> bool {
    const BOXES: [&str; 23] = [
        "alert",
        "banner",
        "bar",
        "bot",
        "consent",
        "dialog",
        "disclaimer",
        "info",
        "law",
        "manager",
        "message",
        "modal",
        "notice",
        "notification",
        "overlay",
        "policy",
        "popup",
        "preferences",
        "prompt",
        "sdk",
        "settings",
        "tools",
        "wall",
    ];
    let is_box = |rest: &[u8]| {
        let rest = if matches!(rest.first(), Some(b'-' | b'_')) { &rest[1..] } else { rest };
        BOXES.iter().any(|name| rest.starts_with(name.as_bytes()))
    };
    let is_program = |at: usize| {
        let begins_word = at == 0 || !lowered[at - 1].is_ascii_lowercase();
        begins_word && CONSENT_PROGRAMS.iter().any(|name| lowered[at..].starts_with(name.as_bytes()))
    };
    let is_asking = |rest: &[u8]| {
        rest.strip_prefix(b"cookie")
            .is_some_and(|after| is_box(after) || after.strip_prefix(b"s").is_some_and(is_box))
            || rest.strip_prefix(b"consent").is_some_and(is_box)
    };
    // By the letters that these names begin with: most values have none of them.
    lowered.windows(2).enumerate().any(|(at, pair)| match pair {
        b"co" => is_asking(&lowered[at..]),
        b"ck" | b"cm" | b"cl" | b"cc" | b"on" | b"os" | b"iu" | b"di" | b"us" | b"bo" | b"tr" | b"qc" | b"sp"
        | b"gd" => is_program(at),
        _ => false,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn checksums_are_those_of_zlib() {
        assert_eq!(crc32("123456789".bytes()), 0xCBF4_3926);
        assert_eq!(crc_without_digits(b"row12"), crc32("row".bytes()));
        assert_eq!(crc_without_digits("行１２".as_bytes()), crc32("行".bytes()));
    }

    #[test]
    fn names_of_comments_and_of_consent() {
        for name in ["comment", "commment-list", "kommentare", "response", "x-responses-y"] {
            assert!(is_called_comment(name.as_bytes()), "{name}");
        }
        for name in ["coment2x", "responsive", "responsesx"] {
            assert_eq!(is_called_comment(name.as_bytes()), name == "coment2x", "{name}");
        }
        for name in ["cookie-banner", "cookiesettings", "cookies_bar", "consentmanager", "x cky-bar", "onetrust"] {
            assert!(is_called_consent(name.as_bytes()), "{name}");
        }
        for name in ["sticky-bar", "cookie", "cookie-recipe", "consent"] {
            assert!(!is_called_consent(name.as_bytes()), "{name}");
        }
    }

    #[test]
    fn every_program_is_found() {
        for name in CONSENT_PROGRAMS {
            assert!(is_called_consent(name.as_bytes()), "{name}");
        }
    }

    #[test]
    fn words_begin_with_capitals() {
        assert_eq!(groups(b"relatedPosts"), groups(b"related posts"));
        assert_eq!(groups(b"RELATED_POSTS"), groups(b"related-posts"));
        assert_eq!(groups(b"xyz"), 0);
    }
}
