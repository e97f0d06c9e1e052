//! The page as a whole, the same for each of its blocks.
#![forbid(unsafe_code)]

use super::{at_least_one, Matrix, Sums};
use crate::outline::Outline;
use crate::tables::{T_IMG, T_LI, T_TR};

pub fn page(matrix: &mut Matrix, outline: Outline, sums: &Sums, title: i64) {
    let n = outline.len();
    let length = at_least_one(sums.length[n]);
    let hidden: f64 = (0..n).filter(|&i| !outline.is_visible(i)).map(|i| outline.length(i)).sum();
    let named = |name: u32| outline.page.tag.iter().filter(|&&tag| tag as u32 == name).count() as f64;
    matrix.fill("page_blocks", n as f64);
    matrix.fill("page_length", length.ln_1p());
    matrix.fill("page_prose", sums.prose[n] / length);
    matrix.fill("page_paragraphs", sums.paragraphs[n].ln_1p());
    matrix.fill("page_link", sums.linked[n] / length);
    matrix.fill("page_dates", outline.common.dated_sum[n]);
    matrix.fill("page_images", named(T_IMG));
    matrix.fill("page_headings", sums.headings[n]);
    matrix.fill("page_items", named(T_LI));
    matrix.fill("page_tables", named(T_TR));
    matrix.fill("page_hidden", hidden / length);
    matrix.fill("page_title", title as f64 / at_least_one(n as f64));
}
