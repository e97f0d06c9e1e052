//! The article of a page by its structure: the compiled form of `honbun.article.structure`.
#![forbid(unsafe_code)]

use crate::completions::find_copies;
use crate::outline::{key_map, running, Keys, Letters, Outline};
use crate::paths::below;
use crate::records::{sort_records, Votes};
use crate::tables::*;
use crate::title::find_title;

const GRANDPARENT_SHARE: f64 = 0.5;
const GROUP_POWER: f64 = 0.5;
const MIN_GROWTH: f64 = 1.7;
const BOILERPLATE_COST: f64 = 2.0;
const MIN_COST: f64 = 10.0;
const MAX_COST: f64 = 60.0;
const SECONDARY_WEIGHT: f64 = 0.1;
const ITEM_WEIGHT: f64 = 0.5;
const HALF_LIFE_BLOCKS: f64 = 200.0;
const WEIGHT_ABOVE_TITLE: f64 = 0.5;
const MIN_HEAD_SHARE: f64 = 0.3;
const MAX_HEADING_DISTANCE: usize = 30;
const MAX_PARAGRAPH_LINK_SHARE: f64 = 0.7;
const MAX_RARE_SHARE: f64 = 0.5;
const MIN_KEPT_ROWS: u32 = 3;
const MIN_KEPT_ROW_SHARE: f64 = 0.5;
const MAX_DATELINE_LENGTH: u32 = 60;
const MAX_DATELINE_DISTANCE: i64 = 10;
const MAX_DATELINE_START: i64 = 3;

/// What other pages of the site say about this one.
pub struct SiteEvidence<'a> {
    /// For each block how many other pages show it; empty for a page that comes alone.
    pub document_frequency: &'a [i32],
    pub votes: Votes<'a>,
}

impl SiteEvidence<'_> {
    fn pages_with(&self, block: usize) -> i32 {
        self.document_frequency.get(block).copied().unwrap_or(0)
    }

    fn is_unique(&self, block: usize) -> bool {
        self.pages_with(block) == 0
    }

    /// Blocks that other pages show, but few of those that share this page's boilerplate.
    fn few(&self, blocks: usize) -> Vec<bool> {
        let mut common: Vec<i32> = self.document_frequency.iter().copied().filter(|&pages| pages > 0).collect();
        if common.is_empty() {
            return vec![false; blocks];
        }
        common.sort_unstable();
        let middle = common.len() / 2;
        let median = if common.len() % 2 == 1 {
            common[middle] as f64
        } else {
            (common[middle - 1] as f64 + common[middle] as f64) / 2.0
        };
        let is_few = |pages: i32| pages > 0 && (pages + 1) as f64 <= MAX_RARE_SHARE * (median + 1.0);
        (0..blocks).map(|block| is_few(self.pages_with(block))).collect()
    }
}

/// The scores that blocks have: of an article, then of a page without one.
const SCORES: [f32; 7] = [0.95, 0.7, 0.3, 0.15, 0.02, 0.5, 0.1];

/// Where the article of a page is: as `honbun.article.structure.Article`, evidence in the order of its `EVIDENCE`.
pub struct Article {
    /// For each block the number of its score in `SCORES`.
    score: Vec<u8>,
    pub evidence: Vec<u16>,
    pub title: i64,
    pub named: i64,
    pub container: i64,
    pub secondary: Vec<bool>,
    pub primary: Vec<bool>,
}

/// The main text: what lies in the container of the page's own prose, from the title on. `comments` are blocks that
/// are known to be such.
pub fn find_article(
    outline: Outline,
    letters: &Letters,
    site: &SiteEvidence,
    comments: Option<&[bool]>,
) -> Article {
    let named = find_title(outline, letters, |block| !site.is_unique(block));
    let (mut secondary, mut primary) = sort_records(outline, &site.votes, named, |block| site.is_unique(block));
    for (block, &is_comment) in comments.unwrap_or(&[]).iter().enumerate() {
        secondary[block] |= is_comment;
        primary[block] &= !is_comment;
    }
    let value = values(outline, site, &secondary, &primary);
    let container = find_container(outline, &value, named);
    let article = Search { outline, site, value, secondary, primary, title: named, named, container };
    if container < 0 {
        return article.fallback();
    }
    article.labelled()
}

struct Search<'a> {
    outline: Outline<'a>,
    site: &'a SiteEvidence<'a>,
    value: Vec<f64>,
    secondary: Vec<bool>,
    primary: Vec<bool>,
    title: i64,
    named: i64,
    container: i64,
}

impl Search<'_> {
    fn labelled(mut self) -> Article {
        let (outline, site, n) = (self.outline, self.site, self.outline.len());
        let common = outline.common;
        let held = outline.blocks_in(self.container as usize);
        if !(0..held.end as i64).contains(&self.title) {
            self.title = self.heading_above(held.start);
        }
        let title = self.title;
        let inside = self.extent(held.start, held.end);
        let few = site.few(n);
        let own = |i: usize| site.is_unique(i) && inside[i] && outline.is_prose(i);
        let beside_prose = if few.iter().any(|&is| is) { self.beside(own) } else { vec![false; n] };
        let rare: Vec<bool> = (0..n).map(|i| few[i] && inside[i] && beside_prose[i]).collect();
        let is_read = |i: usize| self.is_readable(i) || (self.primary[i] && outline.is_visible(i));
        let mut keep: Vec<bool> = (0..n)
            .map(|i| (site.is_unique(i) || rare[i]) && inside[i] && is_read(i) && !self.secondary[i])
            .collect();
        let row = self.data_rows(&keep, &inside);
        let date = self.dateline(&few, &inside, held.start as i64);
        (0..n).for_each(|i| keep[i] |= row[i] || date[i]);
        let is_title = |i: usize| i as i64 == title;
        let copy = find_copies(outline, |i| keep[i] || is_title(i));
        (0..n).for_each(|i| keep[i] = (keep[i] && !copy[i]) || is_title(i));
        if !(0..n).any(|i| keep[i] && outline.blocks.length.at(i) > 0) {
            return self.fallback();
        }
        let mut found = Article::empty(n, &self);
        for i in 0..n {
            let unique = site.is_unique(i);
            let is_lead = inside[i] && i < held.start;
            let masks = [
                !unique && !rare[i],
                rare[i],
                common.is_link[i],
                !outline.is_visible(i),
                is_title(i),
                inside[i] && !is_lead,
                is_lead,
                self.secondary[i],
                date[i],
                row[i],
                copy[i],
                false,
            ];
            found.evidence[i] = bits(&masks);
            found.score[i] = match (keep[i], unique, inside[i]) {
                (true, true, true) => 0,
                (true, _, _) => 1,
                (false, _, true) => 2,
                (false, true, false) => 3,
                (false, false, false) => 4,
            };
        }
        found.finish(self)
    }

    /// For a page without prose: what only this page shows, else all it shows, else all it has.
    fn fallback(self) -> Article {
        let (outline, n) = (self.outline, self.outline.len());
        let is_shown = |i: usize| outline.is_visible(i) && outline.blocks.length.at(i) > 0;
        let is_own = |i: usize| is_shown(i) && self.site.is_unique(i);
        let (any_own, any_shown) = ((0..n).any(is_own), (0..n).any(is_shown));
        let mut found = Article::empty(n, &self);
        for i in 0..n {
            let keep = if any_own { is_own(i) } else { is_shown(i) || !any_shown };
            let (is_link, is_hidden) = (outline.common.is_link[i], !outline.is_visible(i));
            let mut masks = [false; 12];
            (masks[0], masks[2], masks[3], masks[11]) = (!self.site.is_unique(i), is_link, is_hidden, keep);
            found.evidence[i] = bits(&masks);
            found.score[i] = if keep { 5 } else { 6 };
        }
        found.finish(self)
    }

    /// The last h1, else the last heading, shortly above the container; or -1.
    fn heading_above(&self, first: usize) -> i64 {
        let outline = self.outline;
        let fits = |&i: &usize| {
            let common = outline.common;
            common.is_heading[i] && outline.is_visible(i) && !common.is_link[i] && self.site.is_unique(i)
        };
        let headings = || (first.saturating_sub(MAX_HEADING_DISTANCE)..first).rev().filter(fits);
        let top = headings().find(|&i| outline.tag(i) == T_H1);
        top.or(headings().next()).map_or(-1, |i| i as i64)
    }

    /// The blocks of the article's region: the container, from the title on, which may stand above it.
    fn extent(&self, first: usize, last: usize) -> Vec<bool> {
        let mut inside = vec![false; self.value.len()];
        inside[first..last].fill(true);
        let gain =
            |blocks: std::ops::Range<usize>| self.value[blocks].iter().map(|&value| value.max(0.0)).sum::<f64>();
        if self.title >= 0 {
            let title = self.title as usize;
            if first < title && title < last && gain(first..title) < MIN_HEAD_SHARE * gain(first..last) {
                inside[first..title].fill(false);
            }
            if title < first {
                inside[title..first].fill(true);
            }
        }
        inside
    }

    /// Blocks whose owner has the same parent as the owner of one of these.
    fn beside(&self, is_one: impl Fn(usize) -> bool) -> Vec<bool> {
        let outline = self.outline;
        let mut has_one = vec![false; outline.page.rows() + 1];
        let place = |i: usize| (outline.parent(i) + 1) as usize;
        (0..outline.len()).filter(|&i| is_one(i)).for_each(|i| has_one[place(i)] = true);
        (0..outline.len()).map(|i| has_one[place(i)]).collect()
    }

    /// Date and author below the title, which other pages show too.
    fn dateline(&self, few: &[bool], inside: &[bool], first: i64) -> Vec<bool> {
        let (outline, n) = (self.outline, self.outline.len());
        if self.title < 0 {
            return vec![false; n];
        }
        let (page, title) = (outline.page, self.title);
        let head = outline.parent(title as usize);
        let end = if head < 0 { page.rows() as i32 } else { page.end[head as usize] };
        let is_short_below = |i: usize| {
            let below = i as i64 - title;
            inside[i]
                && outline.is_visible(i)
                && (1..=MAX_DATELINE_DISTANCE).contains(&below)
                && outline.blocks.length.at(i) <= MAX_DATELINE_LENGTH
        };
        let is_near = |i: usize| {
            let owner = outline.owner(i) as i32;
            (owner > head && owner < end) || (i as i64 >= first && (i as i64) < title + MAX_DATELINE_START)
        };
        let common = outline.common;
        let is_date = |i: usize| is_short_below(i) && common.is_dated[i] && !common.is_link[i] && is_near(i);
        let beside = self.beside(is_date);
        (0..n).map(|i| is_date(i) || (is_short_below(i) && few[i] && beside[i])).collect()
    }

    /// Lines of a table most of whose rows are kept.
    fn data_rows(&self, keep: &[bool], inside: &[bool]) -> Vec<bool> {
        let (outline, n) = (self.outline, self.outline.len());
        let page = outline.page;
        if !(0..page.rows()).any(|row| page.is(row, T_TR)) {
            return vec![false; n];
        }
        let (nearest_row, nearest_table) =
            (page.nearest(|row| page.is(row, T_TR)), page.nearest(|row| page.is(row, T_TABLE)));
        let row = |i: usize| nearest_row[outline.owner(i)];
        let table = |i: usize| nearest_table[outline.owner(i)];
        let is_cell = |i: usize| row(i) > table(i) && table(i) >= 0 && outline.is_visible(i);
        let mut has_kept = vec![false; page.rows()];
        (0..n).filter(|&i| keep[i] && is_cell(i)).for_each(|i| has_kept[row(i) as usize] = true);
        let (mut rows, mut kept_rows) = (vec![0u32; page.rows()], vec![0u32; page.rows()]);
        for i in (0..n).filter(|&i| is_cell(i) && (i == 0 || row(i) != row(i - 1))) {
            rows[table(i) as usize] += 1;
            kept_rows[table(i) as usize] += has_kept[row(i) as usize] as u32;
        }
        let is_data = |table: usize| {
            kept_rows[table] >= MIN_KEPT_ROWS && kept_rows[table] as f64 >= MIN_KEPT_ROW_SHARE * rows[table] as f64
        };
        let is_row =
            |i: usize| is_cell(i) && is_data(table(i) as usize) && inside[i] && !outline.common.is_link[i];
        (0..n).map(|i| is_row(i) && !keep[i]).collect()
    }

    /// Blocks that are shown and are no links; paragraphs may hold more link than other blocks.
    fn is_readable(&self, i: usize) -> bool {
        let (outline, common) = (self.outline, self.outline.common);
        let is_loose = || outline.tag(i) == T_P && outline.blocks.link_share(i) <= MAX_PARAGRAPH_LINK_SHARE;
        outline.is_visible(i) && (!common.is_link[i] || is_loose())
    }
}

impl Article {
    fn empty(blocks: usize, search: &Search) -> Article {
        Article {
            score: vec![0; blocks],
            evidence: vec![0; blocks],
            title: search.title,
            named: search.named,
            container: search.container,
            secondary: Vec::new(),
            primary: Vec::new(),
        }
    }

    pub fn score(&self, block: usize) -> f32 {
        SCORES[self.score[block] as usize]
    }

    fn finish(self, search: Search) -> Article {
        Article { secondary: search.secondary, primary: search.primary, ..self }
    }
}

fn bits(masks: &[bool; 12]) -> u16 {
    masks.iter().enumerate().fold(0, |bits, (bit, &is)| bits | (is as u16) << bit)
}

/// What each block is worth to a container: prose its length, boilerplate a cost, the rest nothing.
fn values(outline: Outline, site: &SiteEvidence, secondary: &[bool], primary: &[bool]) -> Vec<f64> {
    let common = outline.common;
    let value_of = |i: usize| {
        let (length, unique, is_link) = (outline.length(i), site.is_unique(i), common.is_link[i]);
        if primary[i] && unique && outline.is_visible(i) && is_link {
            return ITEM_WEIGHT * length;
        }
        if outline.is_visible(i) && (is_link || !unique) {
            return -BOILERPLATE_COST * length.clamp(MIN_COST, MAX_COST);
        }
        let value = if outline.is_prose(i) && unique { length } else { 0.0 };
        if secondary[i] {
            SECONDARY_WEIGHT * value
        } else {
            value
        }
    };
    (0..outline.len()).map(value_of).collect()
}

/// The row of the element that holds most of the weight in one place, or -1 if nothing has any. Blocks weigh less
/// the further they are from the title.
fn find_container(outline: Outline, value: &[f64], title: i64) -> i64 {
    let page = outline.page;
    let weight = |i: usize| {
        let below = i as i64 - title;
        let nearness = match below {
            _ if title < 0 => 1.0,
            0.. => 0.5f64.powf(below as f64 / HALF_LIFE_BLOCKS),
            _ => WEIGHT_ABOVE_TITLE,
        };
        nearness * value[i]
    };
    let weights: Vec<(u32, f64)> =
        (0..value.len()).filter(|&i| value[i] > 0.0).map(|i| (i as u32, weight(i))).collect();
    // The elements that these lie in, those above them, and those above these.
    let above = |row: i32| if row < 0 { -1 } else { page.parent[row as usize] };
    let place =
        |block: u32, level: usize| (0..level).fold(outline.owner(block as usize) as i32, |row, _| above(row));
    let rows = |level: usize| weights.iter().map(move |&(block, _)| place(block, level)).filter(|&row| row >= 0);
    let known = Keys::of((0..3).flat_map(rows).map(|row| row as u64));
    let mut mass = vec![0.0; known.len()];
    for (level, share) in [1.0, 1.0, GRANDPARENT_SHARE].into_iter().enumerate() {
        for &(block, weight) in &weights {
            if let Ok(row) = u64::try_from(place(block, level)) {
                mass[known.number(row)] += share * weight;
            }
        }
    }
    let weighty: Vec<(u32, f64)> =
        known.iter().zip(mass).filter(|&(_, mass)| mass > 0.0).map(|(row, mass)| (row as u32, mass)).collect();
    let (mut best, mut best_score) = (-1, f64::NEG_INFINITY);
    for (&(row, mass), size) in weighty.iter().zip(like_elements(outline, &weighty)) {
        let score = mass.ln_1p() - GROUP_POWER * (size as f64).ln();
        if score > best_score {
            (best, best_score) = (row as i64, score);
        }
    }
    if best < 0 {
        return -1;
    }
    grow(outline, best as usize, value) as i64
}

/// For each of these rows how many elements have its path.
fn like_elements(outline: Outline, rows: &[(u32, f64)]) -> Vec<u32> {
    let (mut wanted, mut at) = (Vec::with_capacity(rows.len()), 0);
    for_each_path(outline, |row, path| {
        if rows.get(at).is_some_and(|next| next.0 as usize == row) {
            wanted.push(path);
            at += 1;
        }
    });
    let mut counts = key_map(wanted.len());
    counts.extend(wanted.iter().map(|&path| (path, 0)));
    for_each_path(outline, |_, path| {
        if let Some(count) = counts.get_mut(&path) {
            *count += 1;
        }
    });
    wanted.into_iter().map(|path| counts[&path]).collect()
}

/// Each element of a page with its path; only those of open elements are remembered.
fn for_each_path(outline: Outline, mut take: impl FnMut(usize, u64)) {
    let (page, common) = (outline.page, outline.common);
    let mut open: Vec<u64> = Vec::new();
    for row in 0..page.rows() {
        open.truncate(common.depth.at(row) as usize);
        let above = open.last().copied().unwrap_or(0);
        let path = below(above, page.parent[row], common.identifiers.signature(row));
        open.push(path);
        take(row, path);
    }
}

/// The row, or the last of its ancestors that is worth clearly more than the one before.
fn grow(outline: Outline, mut row: usize, value: &[f64]) -> usize {
    let sums = running(value.len(), |i| value[i]);
    let mut above = outline.page.parent[row];
    while above >= 0 {
        if outline.total(&sums, above as usize) >= MIN_GROWTH * outline.total(&sums, row).max(1.0) {
            row = above as usize;
        }
        above = outline.page.parent[above as usize];
    }
    row
}
