//! Whether a page can have comments at all: the early exits of `honbun.threads.comments.find_comments`, so that most
//! pages are not searched for them.
#![forbid(unsafe_code)]

use crate::dates::is_timed;
use crate::outline::Outline;

/// So many lines below the title state the time of day, if something is to be comments that is not called so.
const MIN_TIMES: usize = 2;

/// Whether something below the title that is called comments says something.
pub fn is_any_called(outline: Outline, title: i64) -> bool {
    let is_comment = &outline.common.identifiers.is_comment;
    let called = outline.page.within(|row| is_comment[row] && outline.blocks.first[row] as i64 > title);
    (0..outline.len()).any(|i| outline.common.is_prose[i] && called[outline.owner(i)])
}

/// Whether lines below the title state the time of day.
pub fn has_times(outline: Outline, title: i64) -> bool {
    let below = (title + 1).max(0) as usize;
    let is_dated = &outline.common.is_dated;
    let timed = (below..outline.len()).filter(|&i| is_dated[i] && is_timed(outline.shown.get(i)));
    timed.take(MIN_TIMES).count() >= MIN_TIMES
}
