//! Characters: where they begin in UTF-8, and what kinds of them Python's `str` knows.
#![forbid(unsafe_code)]

use crate::tables::{ALPHANUMERIC, OTHER_DIGITS, ZEROS};

/// The character that begins here, given that the bytes are UTF-8, and its size in bytes.
#[inline]
pub fn decode(bytes: &[u8], at: usize) -> (u32, usize) {
    let next = |i: usize| bytes.get(at + i).map_or(0, |&byte| (byte & 0x3F) as u32);
    match bytes[at] {
        byte @ 0..=0x7F => (byte as u32, 1),
        byte @ 0x80..=0xDF => (((byte & 0x1F) as u32) << 6 | next(1), 2),
        byte @ 0xE0..=0xEF => (((byte & 0x0F) as u32) << 12 | next(1) << 6 | next(2), 3),
        byte => (((byte & 0x07) as u32) << 18 | next(1) << 12 | next(2) << 6 | next(3), 4),
    }
}

/// Each character with its place.
pub fn points(bytes: &[u8]) -> impl Iterator<Item = (usize, u32)> + '_ {
    let mut at = 0;
    std::iter::from_fn(move || {
        if at >= bytes.len() {
            return None;
        }
        let start = at;
        let (point, size) = decode(bytes, at);
        at += size;
        Some((start, point))
    })
}

/// How many characters begin in these bytes.
pub fn count(bytes: &[u8]) -> usize {
    // Counted in bytes while they cannot overflow, which is many at once.
    let begins = |chunk: &[u8]| chunk.iter().fold(0u8, |sum, &byte| sum + ((byte as i8) >= -0x40) as u8) as usize;
    bytes.chunks(u8::MAX as usize - 15).map(begins).sum()
}

/// How many bytes the first so many characters take.
pub fn bytes_of_first(bytes: &[u8], characters: usize) -> usize {
    if bytes.len() <= characters {
        return bytes.len();
    }
    points(bytes).nth(characters).map_or(bytes.len(), |(at, _)| at)
}

/// How many bytes the last so many characters take.
pub fn bytes_of_last(bytes: &[u8], characters: usize) -> usize {
    let starts = bytes.iter().rev().enumerate().filter(|(_, &byte)| byte & 0xC0 != 0x80);
    starts.take(characters).last().map_or(0, |(at, _)| at + 1)
}

/// `str.isspace` of one character.
#[inline]
pub fn is_space(point: u32) -> bool {
    if point < 0x80 {
        return matches!(point, 9..=13 | 28..=32);
    }
    matches!(point, 0x85 | 0xA0 | 0x1680 | 0x2000..=0x200A | 0x2028 | 0x2029 | 0x202F | 0x205F | 0x3000)
}

/// Whether a character counts in a length: white space, control characters and U+200B do not.
#[inline]
pub fn counts(point: u32) -> bool {
    point > 0x20 && (point < 0x80 || (point != 0x200B && !is_space(point)))
}

pub fn is_blank(bytes: &[u8]) -> bool {
    points(bytes).all(|(_, point)| is_space(point))
}

/// `str.isalnum` of one character.
pub fn is_alphanumeric(point: u32) -> bool {
    if point < 0x80 {
        return (point as u8).is_ascii_alphanumeric();
    }
    let after = ALPHANUMERIC.partition_point(|&(start, _)| start <= point);
    after > 0 && point < ALPHANUMERIC[after - 1].1
}

/// What `\w` is in Python.
pub fn is_word(point: u32) -> bool {
    point == b'_' as u32 || is_alphanumeric(point)
}

/// What `\d` is in Python.
pub fn is_digit(point: u32) -> bool {
    if point < 0x80 {
        return (point as u8).is_ascii_digit();
    }
    let after = ZEROS.partition_point(|&zero| zero <= point);
    after > 0 && point < ZEROS[after - 1] + 10
}

/// The value of a decimal digit of any script.
pub fn digit_value(point: u32) -> usize {
    if point < 0x80 {
        return point.wrapping_sub('0' as u32) as usize;
    }
    let zero = ZEROS[..ZEROS.partition_point(|&zero| zero <= point)].last().copied().unwrap_or(point);
    (point - zero) as usize
}

/// What `str.isdigit` is true of in Python: decimal digits, and others such as ² and ①.
pub fn is_counted_digit(point: u32) -> bool {
    is_digit(point) || OTHER_DIGITS.iter().any(|&(first, end)| (first..end).contains(&point))
}

/// Without white space at the start.
pub fn trim_start(bytes: &[u8]) -> &[u8] {
    let start = points(bytes).find(|&(_, point)| !is_space(point)).map_or(bytes.len(), |(at, _)| at);
    &bytes[start..]
}

/// Without white space at the ends.
pub fn trim(bytes: &[u8]) -> &[u8] {
    let rest = trim_start(bytes);
    let end =
        points(rest).filter(|&(_, point)| !is_space(point)).last().map_or(0, |(at, _)| at + decode(rest, at).1);
    &rest[..end]
}

/// The words between white space.
pub fn words(bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let rest = trim_start(&bytes[at..]);
        if rest.is_empty() {
            return None;
        }
        let start = bytes.len() - rest.len();
        let length = points(rest).find(|&(_, point)| is_space(point)).map_or(rest.len(), |(at, _)| at);
        at = start + length;
        Some(&bytes[start..at])
    })
}

/// `str.lower`.
pub fn lower(bytes: &[u8], out: &mut Vec<u8>) {
    if bytes.is_ascii() {
        out.extend(bytes.iter().map(u8::to_ascii_lowercase));
    } else if let Ok(text) = std::str::from_utf8(bytes) {
        out.extend_from_slice(text.to_lowercase().as_bytes());
    }
}

/// Only the letters and digits, in lower case.
pub fn letters(bytes: &[u8], out: &mut Vec<u8>) {
    if bytes.is_ascii() {
        out.extend(bytes.iter().filter(|byte| byte.is_ascii_alphanumeric()).map(u8::to_ascii_lowercase));
        return;
    }
    let mut lowered = Vec::with_capacity(bytes.len());
    lower(bytes, &mut lowered);
    for (at, point) in points(&lowered) {
        if is_alphanumeric(point) {
            let size = decode(&lowered, at).1;
            out.extend_from_slice(&lowered[at..(at + size).min(lowered.len())]);
        }
    }
}

pub fn push(point: u32, out: &mut Vec<u8>) {
    let character = char::from_u32(point).unwrap_or('\u{FFFD}');
    out.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
}
