//! Orders that several parts ask for, by one kind of key: sorting is much code for each type and each way to compare.
#![forbid(unsafe_code)]

use crate::outline::Outline;

/// Numbers of the keys, the lowest first; equal ones in their order.
pub fn lowest_first(keys: impl Iterator<Item = u64>) -> Vec<u32> {
    let mut numbered: Vec<(u64, u32)> = keys.zip(0..).collect();
    numbered.sort_unstable();
    numbered.into_iter().map(|(_, number)| number).collect()
}

/// Numbers of the values, the highest first; equal ones in their order.
pub fn highest_first(values: &[f64]) -> Vec<u32> {
    lowest_first(values.iter().map(|&value| !key_of(value)))
}

/// What has these keys, the lowest first.
pub fn by_key<T>(keyed: Vec<(u64, T)>) -> impl Iterator<Item = T> {
    let order = lowest_first(keyed.iter().map(|&(key, _)| key));
    let mut things: Vec<Option<T>> = keyed.into_iter().map(|(_, thing)| Some(thing)).collect();
    order.into_iter().filter_map(move |i| things[i as usize].take())
}

/// What has these values, the highest first.
pub fn by_value<T>(valued: Vec<(f64, T)>) -> impl Iterator<Item = T> {
    by_key(valued.into_iter().map(|(value, thing)| (!key_of(value), thing)).collect())
}

/// A key in the order of `f64::total_cmp`.
pub fn key_of(value: f64) -> u64 {
    let bits = value.to_bits();
    if bits >> 63 == 0 {
        bits | 1 << 63
    } else {
        !bits
    }
}

/// The same of half as many bits.
pub fn key_of_single(value: f32) -> u64 {
    let bits = value.to_bits();
    (if bits >> 31 == 0 { bits | 1 << 31 } else { !bits }) as u64
}

pub fn ascending(values: &mut [f64]) {
    values.sort_unstable_by(f64::total_cmp);
}

/// Rows with the same parent and the same signature beside each other, in document order.
pub fn siblings_together<'a>(rows: &'a mut [u32], outline: Outline) -> impl Iterator<Item = &'a [u32]> + use<'a> {
    let key = |row: u32| (outline.page.parent[row as usize], outline.common.identifiers.signature(row as usize));
    rows.sort_unstable_by_key(|&row| (key(row), row));
    let ends: Vec<usize> = rows.chunk_by(|&one, &other| key(one) == key(other)).map(<[u32]>::len).collect();
    let mut rest: &'a [u32] = rows;
    ends.into_iter().map(move |length| {
        let (like, after) = rest.split_at(length);
        rest = after;
        like
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_ordered_as_their_values() {
        let values = [f64::NEG_INFINITY, -2.5, -1e-300, -0.0, 0.0, 1e-300, 2.5, f64::INFINITY, f64::NAN];
        assert!(values.windows(2).all(|pair| key_of(pair[0]) < key_of(pair[1])));
        let single = [f32::NEG_INFINITY, -2.5, -0.0, 0.0, 1e-30, 2.5, f32::INFINITY, f32::NAN].map(key_of_single);
        assert!(single.windows(2).all(|pair| pair[0] < pair[1]));
    }

    #[test]
    fn equal_ones_stay_in_their_order() {
        assert_eq!(highest_first(&[1.0, 3.0, 1.0, 3.0]), [1, 3, 0, 2]);
        assert_eq!(by_key(vec![(2, 'a'), (1, 'b'), (2, 'c')]).collect::<String>(), "bac");
    }
}
