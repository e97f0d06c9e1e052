//! The tables of a page: the compiled form of `honbun.page.tables`.
#![forbid(unsafe_code)]

use crate::order::by_key;
use crate::outline::Places;
use crate::page::Page;
use crate::tables::*;

const MIN_ROWS: u32 = 2;
const MIN_CELLS_PER_ROW: u32 = 2;
const MAX_MEAN_CELL_LENGTH: f64 = 200.0;
const MAX_SHARE: f64 = 0.5;
const MAX_CELL_PARAGRAPHS: u32 = 2;

/// What is measured of a table that some content lies in without another table between.
#[derive(Clone, Default)]
pub struct Grid {
    pub row: usize,
    rows: u32,
    cells: u32,
    length: f64,
    link_length: f64,
    longest_cell: f64,
    cell_paragraphs: u32,
    has_loose: bool,
    has_structure: bool,
    has_table: bool,
    has_filled_table: bool,
}

impl Grid {
    /// Data beyond doubt: a part of it asks for the rest.
    pub fn is_data(&self) -> bool {
        let is_grid = self.rows >= MIN_ROWS && self.cells >= MIN_CELLS_PER_ROW * self.rows;
        let is_short = self.length <= MAX_MEAN_CELL_LENGTH * self.cells as f64;
        let is_even = self.longest_cell.max(self.link_length) <= MAX_SHARE * self.length;
        is_grid && is_short && is_even && !self.has_table
    }

    /// Can be written row by row, for nothing but short texts is in its cells.
    pub fn has_plain_cells(&self) -> bool {
        let is_plain = !self.has_loose && !self.has_structure && !self.has_filled_table;
        is_plain && self.cells > 0 && self.cell_paragraphs <= MAX_CELL_PARAGRAPHS
    }
}

/// A piece of content: the element it lies in, its length and that of its links. One of no length is not there, but
/// its links count.
pub struct Piece {
    pub owner: usize,
    pub length: f64,
    pub link_length: f64,
}

/// An element around a piece of content: the nearest of some kinds, itself included, or -1, and what is gathered of it
/// if it is one of a table.
struct Open {
    at: i32,
    table: i32,
    row: i32,
    cell: i32,
    caption: i32,
    list: i32,
    heading: i32,
    structure: i32,
    gathered: Option<Box<Gathered>>,
}

#[derive(Default)]
struct Gathered {
    grid: Option<Grid>,
    link_length: f64,
    is_row: bool,
    is_cell: bool,
    length: f64,
    paragraphs: u32,
}

const OUTSIDE: Open = Open {
    at: -1,
    table: -1,
    row: -1,
    cell: -1,
    caption: -1,
    list: -1,
    heading: -1,
    structure: -1,
    gathered: None,
};

impl Open {
    fn below(&self, page: &Page, row: usize) -> Open {
        let (tag, at) = (page.tag[row] as u32, row as i32);
        let nearest = |is_one: bool, above: i32| if is_one { at } else { above };
        let is_structure = page.flags(row) & IS_PREFORMATTED != 0 || matches!(tag, T_BLOCKQUOTE | T_FIGURE | T_HR);
        let is_list = matches!(tag, T_DD | T_DIR | T_DL | T_DT | T_LI | T_MENU | T_OL | T_UL);
        Open {
            at,
            table: nearest(tag == T_TABLE, self.table),
            row: nearest(tag == T_TR, self.row),
            cell: nearest(matches!(tag, T_TD | T_TH), self.cell),
            caption: nearest(tag == T_CAPTION, self.caption),
            list: nearest(is_list, self.list),
            heading: nearest(page.flags(row) & IS_HEADING != 0, self.heading),
            structure: nearest(is_structure, self.structure),
            gathered: None,
        }
    }
}

/// The tables that pieces of content lie in, which are added in document order.
pub struct Grids<'a> {
    page: &'a Page,
    tables: Places,
    open: Vec<Open>,
    done: Vec<Grid>,
}

impl<'a> Grids<'a> {
    pub fn of(page: &'a Page) -> Grids<'a> {
        let tables = Places::of(page.rows(), |row| page.is(row, T_TABLE));
        Grids { page, tables, open: vec![OUTSIDE], done: Vec::new() }
    }

    pub fn add(&mut self, piece: Piece) {
        if self.tables.len() > 0 {
            self.move_to(piece.owner);
            self.gather(piece);
        }
    }

    /// All of them, in order.
    pub fn found(mut self) -> Vec<Grid> {
        self.close_to(1);
        let mut grids: Vec<Grid> =
            by_key(self.done.into_iter().map(|grid| (grid.row as u64, grid)).collect()).collect();
        let filled: Vec<usize> = grids.iter().map(|grid| grid.row).collect();
        for (number, grid) in grids.iter_mut().enumerate() {
            let end = self.page.end[grid.row] as usize;
            grid.has_table = self.tables.within(grid.row..end) > 1.0;
            grid.has_filled_table = filled.get(number + 1).is_some_and(|&next| next < end);
        }
        grids
    }

    fn move_to(&mut self, owner: usize) {
        let page = self.page;
        let is_around =
            |open: &Open| open.at < 0 || (open.at as usize..page.end[open.at as usize] as usize).contains(&owner);
        let depth = self.open.iter().rposition(is_around).map_or(1, |at| at + 1);
        self.close_to(depth);
        let top = self.open[depth - 1].at;
        let mut below = Vec::new();
        let mut row = owner as i32;
        while row != top {
            below.push(row as usize);
            row = page.parent[row as usize];
        }
        for row in below.into_iter().rev() {
            let next = self.open[self.open.len() - 1].below(page, row);
            self.open.push(next);
        }
    }

    /// What is gathered of an element that is open.
    fn gathered(&mut self, row: i32) -> &mut Gathered {
        let at = self.open.partition_point(|open| open.at < row);
        self.open[at].gathered.get_or_insert_default()
    }

    fn gather(&mut self, piece: Piece) {
        let &Open { table, row, cell, caption, list, heading, structure, .. } = &self.open[self.open.len() - 1];
        if table < 0 {
            return;
        }
        let of_table = self.gathered(table);
        of_table.link_length += piece.link_length;
        if piece.length <= 0.0 {
            return;
        }
        let grid = of_table.grid.get_or_insert_with(|| Grid { row: table as usize, ..Grid::default() });
        grid.length += piece.length;
        if cell > table {
            grid.has_structure |= heading > cell.max(list) || structure > cell;
            let of_cell = self.gathered(cell);
            of_cell.is_cell = true;
            of_cell.length += piece.length;
            of_cell.paragraphs += (list <= cell) as u32;
        } else {
            grid.has_loose |= caption <= table;
        }
        if row > table {
            self.gathered(row).is_row = true;
        }
    }

    /// Closes what is open deeper than that: rows and cells count in their table, which is done when it is closed.
    fn close_to(&mut self, depth: usize) {
        while self.open.len() > depth {
            let Some(Open { table, gathered: Some(mut found), .. }) = self.open.pop() else { continue };
            if let Some(grid) = found.grid.take() {
                self.done.push(Grid { link_length: found.link_length, ..grid });
                continue;
            }
            if !found.is_row && !found.is_cell {
                continue;
            }
            if let Some(grid) = &mut self.gathered(table).grid {
                grid.rows += found.is_row as u32;
                if found.is_cell {
                    grid.cells += 1;
                    grid.longest_cell = grid.longest_cell.max(found.length);
                    grid.cell_paragraphs = grid.cell_paragraphs.max(found.paragraphs);
                }
            }
        }
    }
}
