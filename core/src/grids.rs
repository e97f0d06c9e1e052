//! The tables of a page: the compiled form of `honbun.page.tables`.
#![forbid(unsafe_code)]

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

/// For each row the nearest element of some kind, itself included, or -1.
struct Nearest {
    table: Vec<i32>,
    row: Vec<i32>,
    cell: Vec<i32>,
    caption: Vec<i32>,
    list: Vec<i32>,
    heading: Vec<i32>,
    structure: Vec<i32>,
}

impl Nearest {
    fn of(page: &Page) -> Nearest {
        let named = |names: &[u32]| page.nearest(|row| names.contains(&(page.tag[row] as u32)));
        let structure = |row: usize| {
            page.flags(row) & IS_PREFORMATTED != 0
                || matches!(page.tag[row] as u32, T_BLOCKQUOTE | T_FIGURE | T_HR)
        };
        Nearest {
            table: named(&[T_TABLE]),
            row: named(&[T_TR]),
            cell: named(&[T_TD, T_TH]),
            caption: named(&[T_CAPTION]),
            list: named(&[T_DD, T_DIR, T_DL, T_DT, T_LI, T_MENU, T_OL, T_UL]),
            heading: page.nearest(|row| page.flags(row) & IS_HEADING != 0),
            structure: page.nearest(structure),
        }
    }
}

/// The tables that pieces of content lie in.
pub fn find_grids(page: &Page, pieces: impl Iterator<Item = Piece>) -> Vec<Grid> {
    if !(0..page.rows()).any(|row| page.is(row, T_TABLE)) {
        return Vec::new();
    }
    let near = Nearest::of(page);
    let rows = page.rows();
    let mut grids: Vec<Option<Grid>> = vec![None; rows];
    let mut linked = vec![0.0; rows];
    let mut cell_length = vec![0.0; rows];
    let mut cell_paragraphs = vec![0u32; rows];
    let (mut is_cell, mut is_row) = (vec![false; rows], vec![false; rows]);
    for Piece { owner, length, link_length } in pieces {
        let table = near.table[owner];
        if table < 0 {
            continue;
        }
        linked[table as usize] += link_length;
        if length <= 0.0 {
            continue;
        }
        let grid = grids[table as usize].get_or_insert_with(|| Grid { row: table as usize, ..Grid::default() });
        grid.length += length;
        if near.row[owner] > table {
            is_row[near.row[owner] as usize] = true;
        }
        let (cell, list) = (near.cell[owner], near.list[owner]);
        if cell > table {
            is_cell[cell as usize] = true;
            cell_length[cell as usize] += length;
            cell_paragraphs[cell as usize] += (list <= cell) as u32;
            grid.has_structure |= near.heading[owner] > cell.max(list) || near.structure[owner] > cell;
        } else {
            grid.has_loose |= near.caption[owner] <= table;
        }
    }
    for row in 0..rows {
        let Some(grid) = usize::try_from(near.table[row]).ok().and_then(|table| grids[table].as_mut()) else {
            continue;
        };
        grid.rows += is_row[row] as u32;
        if is_cell[row] {
            grid.cells += 1;
            grid.longest_cell = grid.longest_cell.max(cell_length[row]);
            grid.cell_paragraphs = grid.cell_paragraphs.max(cell_paragraphs[row]);
        }
    }
    with_inner(page, grids, &linked)
}

/// The tables, each with what is known of those in it.
fn with_inner(page: &Page, grids: Vec<Option<Grid>>, linked: &[f64]) -> Vec<Grid> {
    let mut tables = vec![(0u32, 0u32)];
    for (row, grid) in grids.iter().enumerate() {
        let (all, filled) = tables[row];
        tables.push((all + page.is(row, T_TABLE) as u32, filled + grid.is_some() as u32));
    }
    let finish = |mut grid: Grid| {
        let (before, after) = (tables[grid.row], tables[page.end[grid.row] as usize]);
        grid.has_table = after.0 - before.0 > 1;
        grid.has_filled_table = after.1 - before.1 > 1;
        grid.link_length = linked[grid.row];
        grid
    };
    grids.into_iter().flatten().map(finish).collect()
}
