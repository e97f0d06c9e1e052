//! The lines of a page as numbers, by which a site knows them again: the compiled form of `honbun.site.fingerprint`.
#![forbid(unsafe_code)]

use crate::chars::{count, is_digit, letters, points, push};
use crate::outline::Outline;

/// Up to this length numbers do not tell lines apart.
const MAX_MASKED_LENGTH: usize = 40;
const KEY_BITS: u32 = 48;
const DIGEST_BYTES: u64 = 8;
const CHUNK: usize = 128;

/// A number per block, the same for blocks with the same letters and digits; links apart from other blocks. Then the
/// same once more, but for short blocks with the same letters, whatever their numbers.
pub fn line_keys(outline: Outline) -> Vec<u64> {
    let (mut plain, mut masked) = (Vec::new(), Vec::new());
    let mut normal = Vec::new();
    for block in 0..outline.len() {
        normal.clear();
        if outline.common.is_link[block] {
            normal.extend_from_slice(b"a ");
        }
        let start = normal.len();
        add_letters(outline.shown.get(block), &mut normal);
        plain.push(key(&normal));
        let is_masked = mask_numbers(&mut normal, start);
        masked.push(if is_masked { key(&normal) } else { plain[block] });
    }
    plain.append(&mut masked);
    plain
}

fn key(normal: &[u8]) -> u64 {
    blake2b(normal) >> (u64::BITS - KEY_BITS)
}

/// Adds the letters and digits of a text, or all of it if it has none.
fn add_letters(text: &[u8], out: &mut Vec<u8>) {
    let start = out.len();
    letters(text, out);
    if out.len() == start {
        out.extend_from_slice(text);
    }
}

/// Makes each number 0 from this byte on, if the text is short; whether there is one.
fn mask_numbers(normal: &mut Vec<u8>, start: usize) -> bool {
    let own = normal.split_off(start);
    if count(&own) > MAX_MASKED_LENGTH || !points(&own).any(|(_, point)| is_digit(point)) {
        return false;
    }
    let mut in_number = false;
    for (_, point) in points(&own) {
        let is_number = is_digit(point);
        if !is_number {
            push(point, normal);
        } else if !in_number {
            normal.push(b'0');
        }
        in_number = is_number;
    }
    true
}

const START: [u64; 8] = [
    0x6A09_E667_F3BC_C908,
    0xBB67_AE85_84CA_A73B,
    0x3C6E_F372_FE94_F82B,
    0xA54F_F53A_5F1D_36F1,
    0x510E_527F_ADE6_82D1,
    0x9B05_688C_2B3E_6C1F,
    0x1F83_D9AB_FB41_BD6B,
    0x5BE0_CD19_137E_2179,
];
const ORDER: [[u8; 16]; 10] = [
    [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
    [14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3],
    [11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4],
    [7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8],
    [9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13],
    [2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9],
    [12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11],
    [13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10],
    [6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5],
    [10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0],
];
const ROUNDS: usize = 12;

/// BLAKE2b (RFC 7693) with a digest of eight bytes, as a number whose lowest byte comes first.
fn blake2b(data: &[u8]) -> u64 {
    let mut state = START;
    state[0] ^= 0x0101_0000 ^ DIGEST_BYTES;
    let chunks = data.len().div_ceil(CHUNK).max(1);
    for number in 0..chunks {
        let rest = &data[number * CHUNK..];
        let mut chunk = [0u8; CHUNK];
        let length = rest.len().min(CHUNK);
        chunk[..length].copy_from_slice(&rest[..length]);
        compress(&mut state, &chunk, (number * CHUNK + length) as u64, number + 1 == chunks);
    }
    state[0]
}

fn compress(state: &mut [u64; 8], chunk: &[u8; CHUNK], counted: u64, is_last: bool) {
    let mut words = [0u64; 16];
    for (word, bytes) in words.iter_mut().zip(chunk.chunks_exact(8)) {
        *word = u64::from_le_bytes(bytes.try_into().unwrap_or_default());
    }
    let mut v = [0u64; 16];
    v[..8].copy_from_slice(state);
    v[8..].copy_from_slice(&START);
    v[12] ^= counted;
    v[14] ^= if is_last { u64::MAX } else { 0 };
    for order in ORDER.iter().chain(&ORDER[..ROUNDS - ORDER.len()]) {
        // Of sixteen, which the compiler need not check.
        let word = |i: usize| words[order[i] as usize % 16];
        stir(&mut v, [0, 4, 8, 12], word(0), word(1));
        stir(&mut v, [1, 5, 9, 13], word(2), word(3));
        stir(&mut v, [2, 6, 10, 14], word(4), word(5));
        stir(&mut v, [3, 7, 11, 15], word(6), word(7));
        stir(&mut v, [0, 5, 10, 15], word(8), word(9));
        stir(&mut v, [1, 6, 11, 12], word(10), word(11));
        stir(&mut v, [2, 7, 8, 13], word(12), word(13));
        stir(&mut v, [3, 4, 9, 14], word(14), word(15));
    }
    for i in 0..8 {
        state[i] ^= v[i] ^ v[i + 8];
    }
}

#[inline(always)]
fn stir(v: &mut [u64; 16], [a, b, c, d]: [usize; 4], first: u64, second: u64) {
    v[a] = v[a].wrapping_add(v[b]).wrapping_add(first);
    v[d] = (v[d] ^ v[a]).rotate_right(32);
    v[c] = v[c].wrapping_add(v[d]);
    v[b] = (v[b] ^ v[c]).rotate_right(24);
    v[a] = v[a].wrapping_add(v[b]).wrapping_add(second);
    v[d] = (v[d] ^ v[a]).rotate_right(16);
    v[c] = v[c].wrapping_add(v[d]);
    v[b] = (v[b] ^ v[c]).rotate_right(63);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digests_are_those_of_python() {
        // int.from_bytes(hashlib.blake2b(data, digest_size=8).digest(), "little")
        assert_eq!(blake2b(b""), 0xB4B2_7974_57A0_A6E4);
        assert_eq!(blake2b(b"honbun"), 0xDA92_7EC6_0E13_CCBF);
        assert_eq!(blake2b(&[b'a'; 300]), 0xA229_54C7_A47A_398B);
    }
}
