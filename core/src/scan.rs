//! Searching bytes. Fixed-size chunks without early exit, which the compiler turns into vector code.
#![forbid(unsafe_code)]

const WIDTH: usize = 32;

/// The first place from `from` on with a byte that is wanted, or the length.
#[inline(always)]
pub fn find(bytes: &[u8], from: usize, is_wanted: impl Fn(u8) -> bool) -> usize {
    let mut at = from;
    // Most texts end soon: a few bytes one by one.
    let near = (at + 8).min(bytes.len());
    while at < near {
        if is_wanted(bytes[at]) {
            return at;
        }
        at += 1;
    }
    if at >= bytes.len() {
        return bytes.len();
    }
    for chunk in bytes[at..].chunks_exact(WIDTH) {
        let mut any = 0u8;
        for &byte in chunk {
            any |= is_wanted(byte) as u8;
        }
        if any != 0 {
            break;
        }
        at += WIDTH;
    }
    while at < bytes.len() && !is_wanted(bytes[at]) {
        at += 1;
    }
    at
}

/// White space of markup.
#[inline]
pub fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\n' | b'\t' | 0x0C | b'\r')
}

pub fn skip_space(bytes: &[u8], mut at: usize) -> usize {
    while at < bytes.len() && is_space(bytes[at]) {
        at += 1;
    }
    at
}

pub fn starts_with_ignoring_case(bytes: &[u8], at: usize, lower: &[u8]) -> bool {
    bytes.get(at..at + lower.len()).is_some_and(|start| start.eq_ignore_ascii_case(lower))
}

/// Whether one text lies in another.
pub fn contains(text: &[u8], part: &[u8]) -> bool {
    find_part(text, part, 0).is_some()
}

/// Where one text begins in another, from a place on.
pub fn find_part(text: &[u8], part: &[u8], from: usize) -> Option<usize> {
    let Some(&first) = part.first() else { return Some(from) };
    let mut at = from;
    while at + part.len() <= text.len() {
        at = find(text, at, |byte| byte == first);
        if text[at..].starts_with(part) {
            return Some(at);
        }
        at += 1;
    }
    None
}
