//! The page as a whole, the same for each of its blocks.
#![forbid(unsafe_code)]

use super::{at_least_one, Matrix, Totals};
use crate::linked::Linked;
use crate::outline::Outline;
use crate::tables::{T_LI, T_TR};

/// What is counted of a page.
pub struct Numbers {
    hidden: f64,
    items: f64,
    rows: f64,
    /// The share of its text that its data for machines repeats.
    pub data_share: f64,
}

impl Numbers {
    pub fn of(outline: Outline, linked: &Linked) -> Numbers {
        let named = |name: u32| outline.page.tag.iter().filter(|&&tag| tag as u32 == name).count() as f64;
        let length = |is_one: &dyn Fn(usize) -> bool| -> f64 {
            (0..outline.len()).filter(|&i| is_one(i)).map(|i| outline.length(i)).sum()
        };
        let repeated = length(&|i| linked.repeated[i] == 2);
        Numbers {
            hidden: length(&|i| !outline.is_visible(i)),
            items: named(T_LI),
            rows: named(T_TR),
            data_share: repeated / at_least_one(outline.common.length_sum.all()),
        }
    }

    pub fn put(&self, matrix: &mut Matrix, outline: Outline, totals: &Totals, title: i64) {
        let (n, common) = (outline.len(), outline.common);
        let length = at_least_one(common.length_sum.all());
        matrix.fill("page_blocks", n as f64);
        matrix.fill("page_length", length.ln_1p());
        matrix.fill("page_prose", totals.prose.all() / length);
        matrix.fill("page_paragraphs", totals.paragraphs.all().ln_1p());
        matrix.fill("page_link", totals.linked.all() / length);
        matrix.fill("page_dates", common.dated.len() as f64);
        matrix.fill("page_images", common.images.len() as f64);
        matrix.fill("page_headings", totals.headings.len() as f64);
        matrix.fill("page_items", self.items);
        matrix.fill("page_tables", self.rows);
        matrix.fill("page_hidden", self.hidden / length);
        matrix.fill("page_title", title as f64 / at_least_one(n as f64));
    }
}
