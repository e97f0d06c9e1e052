//! Names with a code: elements, attributes, words of identifiers.
#![forbid(unsafe_code)]

use crate::expressions::POOL;
use crate::tables::*;

const NO_SLOT: u16 = 0xFFFF;

/// A string of the tables: where it begins in the pool of all of them, and how many bytes it has. Tables of
/// references are three times as large, and the loader has to go through each of them.
#[derive(Clone, Copy)]
pub struct Piece(pub u16, pub u8);

impl Piece {
    pub fn text(self) -> &'static str {
        &POOL[self.0 as usize..self.0 as usize + self.1 as usize]
    }
}

/// FNV-1a of a name in lower case, byte by byte.
#[derive(Clone, Copy)]
pub struct NameHash(pub u32);

impl NameHash {
    pub const START: NameHash = NameHash(0x811C_9DC5);

    #[inline]
    pub fn add(&mut self, byte: u8) {
        self.0 = (self.0 ^ byte.to_ascii_lowercase() as u32).wrapping_mul(0x0100_0193);
    }

    pub fn of(name: &[u8]) -> NameHash {
        let mut hash = NameHash::START;
        name.iter().for_each(|&byte| hash.add(byte));
        hash
    }
}

/// The number of a name, by slots of which there are a power of two.
#[inline]
fn lookup<const SLOTS: usize>(slots: &[u16; SLOTS], names: &[&str], hash: NameHash, name: &[u8]) -> Option<u32> {
    let mut at = (hash.0 ^ (hash.0 >> 15)) as usize % SLOTS;
    while slots[at] != NO_SLOT {
        let known = names[slots[at] as usize].as_bytes();
        if known.eq_ignore_ascii_case(name) {
            return Some(slots[at] as u32);
        }
        at = (at + 1) % SLOTS;
    }
    None
}

pub fn tag_code(hash: NameHash, name: &[u8]) -> Option<u32> {
    lookup(&TAG_SLOTS, &TAG_NAMES, hash, name)
}

pub fn attribute_code(hash: NameHash, name: &[u8]) -> Option<u32> {
    lookup(&ATTRIBUTE_SLOTS, &ATTRIBUTE_NAMES, hash, name)
}

/// The groups that a word of an identifier is in, a bit each.
pub fn word_groups(word: &[u8]) -> u32 {
    lookup(&WORD_SLOTS, &WORDS, NameHash::of(word), word).map_or(0, |i| WORD_BITS[i as usize])
}

/// The classes that an element of this name is in; unknown names are in none.
#[inline]
pub fn flags(tag: u32) -> u32 {
    TAG_FLAGS[tag.min(KNOWN) as usize]
}
