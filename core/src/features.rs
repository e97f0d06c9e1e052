//! All features of a page's blocks: the compiled form of `honbun.features.matrix`, family by family.
#![forbid(unsafe_code)]

mod containers;
mod groups;
mod markup;
mod page;
mod position;
mod text;

use crate::article::Article;
use crate::linked::Linked;
use crate::outline::{Outline, Places, Sums};
use crate::tables::{T_A, T_P};
use std::ops::Range;

/// One column after the other, each with a value per block of a part of the page, and their names.
#[derive(Default)]
pub struct Matrix {
    pub blocks: Range<usize>,
    pub values: Vec<f32>,
    pub names: Vec<&'static str>,
}

impl Matrix {
    pub fn new(blocks: Range<usize>, columns: usize) -> Matrix {
        let values = Vec::with_capacity(blocks.len() * columns);
        Matrix { blocks, values, names: Vec::with_capacity(columns) }
    }

    pub fn put(&mut self, name: &'static str, value: impl Fn(usize) -> f64) {
        let blocks = self.blocks.clone();
        self.values.extend(blocks.map(|i| value(i) as f32));
        self.names.push(name);
    }

    pub fn fill(&mut self, name: &'static str, value: f64) {
        self.values.resize(self.values.len() + self.blocks.len(), value as f32);
        self.names.push(name);
    }

    pub fn column(&self, number: usize) -> &[f32] {
        &self.values[number * self.blocks.len()..(number + 1) * self.blocks.len()]
    }
}

/// Sums over the blocks of a page that several families need.
struct Totals {
    linked: Sums,
    prose: Sums,
    paragraphs: Sums,
    money: Sums,
    headings: Places,
}

impl Totals {
    fn of(outline: Outline) -> Totals {
        let (n, common) = (outline.len(), outline.common);
        let prose = |i: usize| if outline.is_prose(i) { outline.blocks.length.at(i) } else { 0 };
        Totals {
            linked: Sums::of(n, |i| outline.blocks.link_length.at(i)),
            prose: Sums::of(n, prose),
            paragraphs: Sums::of(n, |i| if outline.tag(i) == T_P { prose(i) } else { 0 }),
            money: Sums::of(n, |i| outline.blocks.money.at(i)),
            headings: Places::of(n, |i| common.is_heading[i]),
        }
    }
}

/// How many features there are, to ask for memory once.
const COLUMNS: usize = 209;

/// What must be known of a whole page to measure a part of it.
pub struct Whole<'a> {
    outline: Outline<'a>,
    article: &'a Article,
    linked: &'a Linked,
    totals: Totals,
    /// The elements that are links.
    links: Places,
    near: groups::Groups,
    path: groups::Groups,
    copies: groups::Copies,
    items: groups::Siblings,
    around: markup::Around,
    container: Shared,
    page: page::Numbers,
}

impl<'a> Whole<'a> {
    pub fn of(outline: Outline<'a>, article: &'a Article, linked: &'a Linked) -> Whole<'a> {
        let totals = Totals::of(outline);
        Whole {
            links: Places::of(outline.page.rows(), |row| outline.page.is(row, T_A)),
            near: groups::Groups::near(outline),
            path: groups::Groups::path(outline),
            copies: groups::Copies::of(outline),
            items: groups::Siblings::of(outline, &totals),
            around: markup::Around::new((0, 0)),
            container: Shared::with(outline.page, article.container as i32),
            page: page::Numbers::of(outline, linked),
            outline,
            article,
            linked,
            totals,
        }
    }

    /// The features of some blocks: those after the ones that were asked for before.
    pub fn matrix(&mut self, blocks: Range<usize>) -> Matrix {
        let (outline, article, totals) = (self.outline, self.article, &self.totals);
        let mut matrix = Matrix::new(blocks, COLUMNS);
        text::characters(&mut matrix, outline);
        markup::markup(&mut matrix, outline, &mut self.around);
        position::links(&mut matrix, outline, &self.links);
        position::position(&mut matrix, outline, totals, article.title);
        position::neighbours(&mut matrix, outline, totals);
        containers::containers(&mut matrix, outline, totals);
        containers::nearness(&mut matrix, outline, article.container, &self.container);
        self.near.put(&mut matrix, outline, totals, &groups::LIKE);
        self.path.put(&mut matrix, outline, totals, &groups::PATH);
        matrix.put("copies", |i| self.copies.count(outline, i) as f64);
        self.items.put(&mut matrix, outline);
        self.page.put(&mut matrix, outline, totals, article.title);
        text::data(&mut matrix, self.linked, self.page.data_share);
        matrix.put("article", |i| article.score(i) as f64);
        matrix.put("secondary", |i| article.secondary[i] as u8 as f64);
        matrix.put("primary", |i| article.primary[i] as u8 as f64);
        matrix
    }
}

fn at_least_one(value: f64) -> f64 {
    value.max(1.0)
}

pub use containers::{Above, Shared, LEVELS};
