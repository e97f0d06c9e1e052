//! Formulas that the page states in TeX: that is their text, not what MathML shows of them.
#![forbid(unsafe_code)]

use super::Page;

/// Where a formula begins: its row, and how much there was before it.
pub struct Formula {
    row: i32,
    text: usize,
    nodes: usize,
    blanks: usize,
    rows_before: usize,
    is_stated: bool,
}

impl Formula {
    pub fn none() -> Formula {
        Formula { row: -1, text: 0, nodes: 0, blanks: 0, rows_before: 0, is_stated: false }
    }

    pub fn new(row: i32, page: &Page, rows_before: usize) -> Formula {
        let (text, nodes, blanks) = (page.text.len(), page.node_owner.len(), page.blanks.len());
        Formula { row, text, nodes, blanks, rows_before, is_stated: false }
    }

    /// Whether the formula goes on, and nothing has stated it.
    pub fn is_open(&self, page: &Page) -> bool {
        self.row >= 0 && page.end[self.row as usize] == 0 && !self.is_stated
    }

    /// Takes back what the formula has shown, and tells how many rows there were at the text before it.
    pub fn take_back(&mut self, page: &mut Page) -> usize {
        page.text.truncate(self.text);
        page.node_owner.truncate(self.nodes);
        page.node_to.truncate(self.nodes);
        page.node_rows.truncate(self.nodes);
        page.node_gap.truncate(self.nodes);
        page.blanks.truncate(self.blanks);
        self.is_stated = true;
        self.rows_before
    }

    /// Whether the element of a row is the formula, or holds it and began with it.
    pub fn is_all_of(&self, row: i32) -> bool {
        row >= 0 && (row..=row + 1).contains(&self.row)
    }
}
