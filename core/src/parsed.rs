//! What is held of a page from parsing to its text: columns, and what is computed when it is first asked for.
#![forbid(unsafe_code)]

use crate::blocks::Blocks;
use crate::fields::PageTexts;
use crate::lines::Lines;
use crate::marked::find_marked;
use crate::outline::{dated, Common, Outline};
use crate::page::Page;
use crate::shown::Shown;
use crate::tokens::without_carriage_returns;
use crate::tree::Tree;
use std::sync::OnceLock;

/// Offsets are 31 bits and a mark.
const MAX_BYTES: usize = 1 << 31;

/// What Python holds of a page.
pub struct Parsed {
    pub page: Page,
    blocks: OnceLock<Blocks>,
    shown: OnceLock<Shown>,
    common: OnceLock<Common>,
    is_marked: OnceLock<Vec<bool>>,
    lines: OnceLock<Option<Cut>>,
    texts: OnceLock<PageTexts>,
}

/// Blocks divided at line breaks, their texts, and which are dated.
struct Cut {
    blocks: Blocks,
    shown: Shown,
    is_dated: Vec<bool>,
}

impl Parsed {
    pub fn of(html: &[u8]) -> Parsed {
        assert!(html.len() < MAX_BYTES, "a page of 2 GB or more");
        let clean = without_carriage_returns(html);
        let page = Page::new(Tree::parse(clean.as_deref().unwrap_or(html)));
        page.give_back();
        Parsed {
            page,
            blocks: OnceLock::new(),
            shown: OnceLock::new(),
            common: OnceLock::new(),
            is_marked: OnceLock::new(),
            lines: OnceLock::new(),
            texts: OnceLock::new(),
        }
    }

    pub fn blocks(&self) -> &Blocks {
        self.blocks.get_or_init(|| Blocks::segment(&self.page))
    }

    pub fn shown(&self) -> &Shown {
        self.shown.get_or_init(|| Shown::of(&self.page, self.blocks()))
    }

    pub fn outline(&self) -> Outline<'_> {
        let (page, blocks, shown) = (&self.page, self.blocks(), self.shown());
        let common = self.common.get_or_init(|| Common::of(page, blocks, shown));
        Outline { page, blocks, shown, common }
    }

    pub fn is_marked(&self) -> &[bool] {
        self.is_marked.get_or_init(|| find_marked(self.outline()))
    }

    /// The lines; None if they are the blocks.
    fn cut(&self) -> Option<&Cut> {
        let divide = || {
            let blocks = self.blocks().lines(&self.page)?;
            let shown = Shown::of(&self.page, &blocks);
            Some(Cut { is_dated: dated(&blocks, &shown), shown, blocks })
        };
        self.lines.get_or_init(divide).as_ref()
    }

    pub fn line_blocks(&self) -> &Blocks {
        self.cut().map_or_else(|| self.blocks(), |lines| &lines.blocks)
    }

    pub fn line_shown(&self) -> &Shown {
        self.cut().map_or_else(|| self.shown(), |lines| &lines.shown)
    }

    pub fn line_is_dated(&self) -> &[bool] {
        self.cut().map_or_else(|| &self.outline().common.is_dated[..], |lines| &lines.is_dated)
    }

    /// The short texts of lines that may be fields of posts.
    pub fn texts(&self, lines: &Lines) -> &PageTexts {
        self.texts.get_or_init(|| PageTexts::of(lines))
    }

    /// The lines, and what is measured of them.
    pub fn lines(&self) -> Lines<'_> {
        Lines::new(self.outline(), self.line_blocks(), self.line_shown(), self.line_is_dated())
    }
}
