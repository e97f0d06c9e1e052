//! The tables of a page: the compiled form of `honbun.page.tables`.
#![forbid(unsafe_code)]

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
    row: u32,
    rows: u32,
    cells: u32,
    length: u32,
    link_length: u32,
    longest_cell: u32,
    cell_paragraphs: u32,
    is_filled: bool,
    has_loose: bool,
    has_structure: bool,
    has_table: bool,
    has_filled_table: bool,
}

impl Grid {
    pub fn row(&self) -> usize {
        self.row as usize
    }

    /// Has rows of several cells.
    fn is_grid(&self) -> bool {
        self.rows >= MIN_ROWS && self.cells >= MIN_CELLS_PER_ROW * self.rows
    }

    /// Has rows of several short texts that are not all links: in the cells of other tables there are whole records.
    pub fn is_plain_grid(&self) -> bool {
        self.is_grid() && self.has_plain_cells() && self.link_length < self.length && !self.has_table
    }

    /// Data beyond doubt: a part of it asks for the rest.
    pub fn is_data(&self) -> bool {
        let is_short = self.length as f64 <= MAX_MEAN_CELL_LENGTH * self.cells as f64;
        let is_even = self.longest_cell.max(self.link_length) as f64 <= MAX_SHARE * self.length as f64;
        self.is_grid() && is_short && is_even && !self.has_table
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
    pub length: u32,
    pub link_length: u32,
}

/// Whether an element lies in a row, in a cell and in the caption of the nearest table; in a list and in other structure
/// of the nearest cell, and in a heading of that cell or of a list in it.
const IN_ROW: u8 = 1;
const IN_CELL: u8 = 2;
const IN_CAPTION: u8 = 4;
const IN_LIST: u8 = 8;
const IN_STRUCTURE: u8 = 16;
const IN_HEADING: u8 = 32;

/// An element around a piece of content that differs from those around it in that, or is of a table.
struct Open {
    row: u32,
    is_in: u8,
    opens: Part,
}

#[derive(Clone, Copy, PartialEq)]
enum Part {
    Table,
    Row,
    Cell,
    Other,
}

/// What an element is of a table, and what it lies in, given what those around it do.
fn below(page: &Page, row: usize, is_in: u8) -> (Part, u8) {
    match page.tag[row] as u32 {
        T_TABLE => (Part::Table, is_in & !(IN_ROW | IN_CELL | IN_CAPTION)),
        T_TR => (Part::Row, is_in | IN_ROW),
        T_TD | T_TH => (Part::Cell, IN_CELL | is_in & !(IN_LIST | IN_STRUCTURE | IN_HEADING)),
        T_CAPTION => (Part::Other, is_in | IN_CAPTION),
        T_DD | T_DIR | T_DL | T_DT | T_LI | T_MENU | T_OL | T_UL => (Part::Other, IN_LIST | is_in & !IN_HEADING),
        T_BLOCKQUOTE | T_FIGURE | T_HR => (Part::Other, is_in | IN_STRUCTURE),
        _ if page.flags(row) & IS_PREFORMATTED != 0 => (Part::Other, is_in | IN_STRUCTURE),
        _ if page.flags(row) & IS_HEADING != 0 => (Part::Other, is_in | IN_HEADING),
        _ => (Part::Other, is_in),
    }
}

/// The tables that pieces of content lie in, which are added in document order. Tables may be nested as deep as the page
/// is long, so little is held of each.
pub struct Grids<'a> {
    page: &'a Page,
    tables: Places,
    /// The element of the last piece.
    last: Option<usize>,
    open: Vec<Open>,
    /// Of the open tables which grids they are, of the open rows whether they count, and of the open cells the length and
    /// the paragraphs.
    open_tables: Vec<u32>,
    open_rows: Vec<bool>,
    open_cells: Vec<(u32, u32)>,
    grids: Vec<Grid>,
}

impl<'a> Grids<'a> {
    pub fn of(page: &'a Page) -> Grids<'a> {
        let tables = Places::of(page.rows(), |row| page.is(row, T_TABLE));
        let (open, open_tables, open_rows, open_cells, grids) = Default::default();
        Grids { page, tables, last: None, open, open_tables, open_rows, open_cells, grids }
    }

    pub fn add(&mut self, piece: Piece) {
        if self.tables.len() > 0 {
            self.move_to(piece.owner);
            self.gather(piece);
        }
    }

    /// All of them, in order.
    pub fn found(self) -> Vec<Grid> {
        let mut grids = self.grids;
        grids.retain(|grid| grid.is_filled);
        for number in 0..grids.len() {
            let end = self.page.end[grids[number].row()] as usize;
            let is_filled = grids.get(number + 1).is_some_and(|next| next.row() < end);
            let grid = &mut grids[number];
            grid.has_table = self.tables.within(grid.row()..end) > 1.0;
            grid.has_filled_table = is_filled;
        }
        grids
    }

    /// Closes the elements that do not hold this one, and opens those that do.
    fn move_to(&mut self, owner: usize) {
        let page = self.page;
        let holds = |above: usize, row: usize| (above..page.end[above] as usize).contains(&row);
        while let Some(open) = self.open.last().filter(|open| !holds(open.row as usize, owner)) {
            match open.opens {
                Part::Table => drop(self.open_tables.pop()),
                Part::Row => drop(self.open_rows.pop()),
                Part::Cell => drop(self.open_cells.pop()),
                Part::Other => {}
            }
            self.open.pop();
        }
        let (mut opened, mut row) = (Vec::new(), owner as i32);
        while row >= 0 && !self.last.is_some_and(|last| holds(row as usize, last)) {
            opened.push(row as u32);
            row = page.parent[row as usize];
        }
        for row in opened.into_iter().rev() {
            let around = self.is_in();
            let (opens, is_in) = below(page, row as usize, around);
            match opens {
                Part::Table => {
                    self.open_tables.push(self.grids.len() as u32);
                    self.grids.push(Grid { row, ..Grid::default() });
                }
                Part::Row => self.open_rows.push(false),
                Part::Cell => self.open_cells.push((0, 0)),
                Part::Other if is_in == around => continue,
                Part::Other => {}
            }
            self.open.push(Open { row, is_in, opens });
        }
        self.last = Some(owner);
    }

    fn is_in(&self) -> u8 {
        self.open.last().map_or(0, |open| open.is_in)
    }

    fn gather(&mut self, piece: Piece) {
        let is_in = self.is_in();
        let Some(&table) = self.open_tables.last() else { return };
        let grid = &mut self.grids[table as usize];
        grid.link_length += piece.link_length;
        if piece.length == 0 {
            return;
        }
        grid.is_filled = true;
        grid.length += piece.length;
        match self.open_cells.last_mut() {
            Some((length, paragraphs)) if is_in & IN_CELL != 0 => {
                grid.has_structure |= is_in & (IN_STRUCTURE | IN_HEADING) != 0;
                grid.cells += (*length == 0) as u32;
                *length += piece.length;
                *paragraphs += (is_in & IN_LIST == 0) as u32;
                grid.longest_cell = grid.longest_cell.max(*length);
                grid.cell_paragraphs = grid.cell_paragraphs.max(*paragraphs);
            }
            _ => grid.has_loose |= is_in & IN_CAPTION == 0,
        }
        if let (Some(counts), true) = (self.open_rows.last_mut(), is_in & IN_ROW != 0) {
            grid.rows += !std::mem::replace(counts, true) as u32;
        }
    }
}
