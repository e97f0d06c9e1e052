//! The compiled core of honbun: a page from bytes to columns, blocks, features, probabilities and text.
//!
//! It computes what the readable form in `src/honbun` computes; where the two differ, that form is right. Nothing
//! is kept between calls, and only `ffi` knows pointers.
#![deny(unsafe_code)]
// A row is an index into several columns; older compilers do not know `is_multiple_of`.
#![allow(clippy::needless_range_loop, clippy::manual_is_multiple_of)]

pub mod article;
pub mod blocks;
pub mod bodies;
pub mod bytes;
pub mod chars;
pub mod comments;
pub mod completions;
pub mod context;
pub mod dates;
pub mod decision;
pub mod dump;
#[rustfmt::skip]
pub mod expressions;
pub mod features;
#[allow(unsafe_code)]
mod ffi;
pub mod fields;
pub mod fingerprint;
pub mod grids;
pub mod groups;
pub mod lines;
pub mod linked;
pub mod lists;
pub mod marked;
pub mod model;
pub mod names;
mod nodes;
pub mod order;
pub mod outline;
pub mod page;
pub mod parsed;
pub mod paths;
pub mod patterns;
pub mod posts;
pub mod records;
pub mod references;
pub mod render;
pub mod scan;
pub mod shown;
pub mod small;
#[rustfmt::skip]
pub mod tables;
pub mod title;
pub mod tokens;
pub mod tree;
