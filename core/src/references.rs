//! Character references: `&amp;`, `&#8212;`, `&#x2014;`.
//! https://html.spec.whatwg.org/multipage/parsing.html#character-reference-state
#![forbid(unsafe_code)]

use crate::chars::push;
use crate::tables::{ENTITY_NAMES, ENTITY_STARTS, ENTITY_VALUES};

/// What numbers from 0x80 on mean to browsers.
const WINDOWS_1252: [u16; 32] = [
    0x20AC, 0, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0, 0x017D,
    0, 0, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0,
    0x017E, 0x0178,
];

/// Writes the character that the reference at "&" stands for; where it ends, or `at` if it is none.
pub fn reference(src: &[u8], at: usize, to: usize, in_value: bool, out: &mut Vec<u8>) -> usize {
    let src = &src[..to];
    match src.get(at + 1) {
        Some(b'#') => numeric(src, at, out),
        Some(b) if b.is_ascii_alphanumeric() => named(src, at, in_value, out),
        _ => at,
    }
}

fn numeric(src: &[u8], at: usize, out: &mut Vec<u8>) -> usize {
    let hex = matches!(src.get(at + 2), Some(b'x' | b'X'));
    let start = at + 2 + hex as usize;
    let mut end = start;
    let mut point = 0u32;
    while let Some(digit) = src.get(end).and_then(|&b| (b as char).to_digit(if hex { 16 } else { 10 })) {
        point = (point * if hex { 16 } else { 10 } + digit).min(0x110000);
        end += 1;
    }
    if end == start {
        return at;
    }
    if src.get(end) == Some(&b';') {
        end += 1;
    }
    if (0x80..0xA0).contains(&point) && WINDOWS_1252[point as usize - 0x80] != 0 {
        point = WINDOWS_1252[point as usize - 0x80] as u32;
    }
    push(if point == 0 { 0xFFFD } else { point }, out);
    end
}

fn entity(i: usize) -> &'static [u8] {
    &ENTITY_NAMES[ENTITY_STARTS[i] as usize..ENTITY_STARTS[i + 1] as usize]
}

fn named(src: &[u8], at: usize, in_value: bool, out: &mut Vec<u8>) -> usize {
    let (mut low, mut high) = (0, ENTITY_VALUES.len());
    let mut best = None;
    let mut n = 0;
    while let Some(&b) = src.get(at + 1 + n) {
        // Of the names that begin with what was read, those whose next byte is this one.
        low += partition(low, high, |i| entity(i).get(n).is_none_or(|&x| x < b));
        let end = low + partition(low, high, |i| entity(i).get(n).is_none_or(|&x| x <= b));
        high = end;
        if low >= high {
            break;
        }
        n += 1;
        if entity(low).len() == n {
            best = Some((low, n));
        }
        if b == b';' {
            break;
        }
    }
    let Some((i, length)) = best else { return at };
    let end = at + 1 + length;
    if in_value && src[end - 1] != b';' && src.get(end).is_some_and(|&b| b == b'=' || b.is_ascii_alphanumeric()) {
        return at;
    }
    let (first, second) = ENTITY_VALUES[i];
    push(first, out);
    if second != 0 {
        push(second, out);
    }
    end
}

/// How many from `low` on are true, given that those come first.
fn partition(low: usize, high: usize, before: impl Fn(usize) -> bool) -> usize {
    let (mut a, mut b) = (low, high);
    while a < b {
        let mid = (a + b) / 2;
        if before(mid) {
            a = mid + 1;
        } else {
            b = mid;
        }
    }
    a - low
}
