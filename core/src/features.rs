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
use crate::outline::{running, Outline};
use crate::tables::T_P;
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

/// Sums over blocks that several families need.
struct Sums<'a> {
    length: &'a [f64],
    linked: Vec<f64>,
    prose: Vec<f64>,
    paragraphs: Vec<f64>,
    headings: Vec<f64>,
    money: Vec<f64>,
}

impl<'a> Sums<'a> {
    fn of(outline: Outline<'a>) -> Sums<'a> {
        let (n, common) = (outline.len(), outline.common);
        let prose = |i: usize| if common.is_prose[i] { outline.length(i) } else { 0.0 };
        Sums {
            length: &common.length_sum,
            linked: running(n, |i| outline.blocks.link_length[i] as f64),
            prose: running(n, prose),
            paragraphs: running(n, |i| if outline.tag(i) == T_P { prose(i) } else { 0.0 }),
            headings: running(n, |i| common.is_heading[i] as u8 as f64),
            money: running(n, |i| outline.blocks.count(crate::blocks::MONEY, i)),
        }
    }
}

/// How many features there are, to ask for memory once.
const COLUMNS: usize = 209;

/// The features of some blocks of a page.
pub fn feature_matrix(outline: Outline, article: &Article, linked: &Linked, blocks: Range<usize>) -> Matrix {
    let mut matrix = Matrix::new(blocks, COLUMNS);
    let sums = Sums::of(outline);
    text::characters(&mut matrix, outline);
    markup::markup(&mut matrix, outline);
    position::links(&mut matrix, outline);
    position::position(&mut matrix, outline, &sums, article.title);
    position::neighbours(&mut matrix, outline, &sums);
    containers::containers(&mut matrix, outline, &sums);
    containers::nearness(&mut matrix, outline, article.container);
    groups::groups(&mut matrix, outline, &sums);
    groups::siblings(&mut matrix, outline, &sums);
    page::page(&mut matrix, outline, &sums, article.title);
    text::data(&mut matrix, outline, linked);
    matrix.put("article", |i| article.score[i] as f64);
    matrix.put("secondary", |i| article.secondary[i] as u8 as f64);
    matrix.put("primary", |i| article.primary[i] as u8 as f64);
    matrix
}

fn at_least_one(value: f64) -> f64 {
    value.max(1.0)
}

pub use containers::{shared_with, Above, LEVELS};
