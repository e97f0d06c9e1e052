//! Values as the bytes that cross the seam.
#![forbid(unsafe_code)]

/// What a column of the seam is made of.
pub enum Bytes<'a> {
    Lent(*const u8, usize, std::marker::PhantomData<&'a ()>),
    Owned(Vec<u8>),
    Floats(Vec<f32>),
    Numbers(Vec<u64>),
}

impl<'a> Bytes<'a> {
    pub fn of<T: Copy>(values: &'a [T]) -> Bytes<'a> {
        Bytes::Lent(values.as_ptr().cast(), std::mem::size_of_val(values), std::marker::PhantomData)
    }

    /// Where they begin, and how many they are.
    pub fn parts(&self) -> (*const u8, usize) {
        match self {
            Bytes::Lent(start, length, _) => (*start, *length),
            Bytes::Owned(bytes) => (bytes.as_ptr(), bytes.len()),
            Bytes::Numbers(values) => (values.as_ptr().cast(), std::mem::size_of_val(&values[..])),
            Bytes::Floats(values) => (values.as_ptr().cast(), std::mem::size_of_val(&values[..])),
        }
    }
}
