//! The seam to Python: plain pointers in and out, and no panic gets across. The only file with unsafe code.

use crate::article::SiteEvidence;
use crate::bodies::{find_bodies, Ranges};
use crate::bytes::{
    column, column_length, feature_names, packed_decision, packed_fields, packed_groups, packed_lines,
    part_of_view, Bytes,
};
use crate::comments::{self, called_below, has_times, says_something};
use crate::dates::{listed, DateOrder, Now};
use crate::decision::{decide, Question, View};
use crate::dump::dump;
use crate::fields::{find_fields, Asked, Placed};
use crate::groups::{measure_lines, LINE_WIDTH};
use crate::lists::{find_candidates, Counter};
use crate::model::{Model, Trees};
use crate::outline::Outline;
use crate::page::may_be_self_closed;
use crate::parsed::Parsed;
use crate::posts;
use crate::records::Votes;
use crate::render::Writer;
use crate::tokens::without_carriage_returns;
use crate::tree::Tree;
use std::collections::HashMap;
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::sync::Once;

/// Both sides must be of one version: it changes with every change of what crosses the seam.
const VERSION: u32 = 7;

/// Gives memory that was freed back to the system: else it is kept for later, beside what is asked for meanwhile.
pub fn give_back() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    unsafe {
        extern "C" {
            fn malloc_trim(kept: usize) -> i32;
        }
        malloc_trim(0);
    }
}

static QUIET: Once = Once::new();

/// What a function gives, or the reason why it panicked, written where there is room for it.
fn guarded<T>(reason: *mut u8, room: usize, work: impl FnOnce() -> T) -> Option<T> {
    // A library does not print: the reason goes to the caller.
    QUIET.call_once(|| std::panic::set_hook(Box::new(|_| {})));
    match catch_unwind(AssertUnwindSafe(work)) {
        Ok(found) => Some(found),
        Err(payload) => {
            let text = payload.downcast_ref::<String>().map(String::as_str);
            let text = text.or(payload.downcast_ref::<&str>().copied()).unwrap_or("a panic without a reason");
            let length = text.len().min(room);
            if !reason.is_null() {
                // SAFETY: the caller gives room for so many bytes.
                unsafe { std::ptr::copy_nonoverlapping(text.as_ptr(), reason, length) };
            }
            None
        }
    }
}

/// SAFETY: the caller gives a pointer to so many values that live as long as the call, or null for none.
unsafe fn slice<'a, T>(values: *const T, length: usize) -> &'a [T] {
    if values.is_null() || length == 0 {
        return &[];
    }
    std::slice::from_raw_parts(values, length)
}

#[no_mangle]
pub extern "C" fn honbun_version() -> u32 {
    VERSION
}

/// How many bytes more than characters there are in UTF-8, or -1 if it is none.
///
/// # Safety
/// `body` are `length` bytes.
#[no_mangle]
pub unsafe extern "C" fn honbun_utf8_surplus(body: *const u8, length: usize) -> i64 {
    let body = unsafe { slice(body, length) };
    std::str::from_utf8(body).map_or(-1, |_| (length - crate::chars::count(body)) as i64)
}

/// A page from UTF-8, to be given back to `honbun_free`; null with a reason if the core failed, null without one if
/// elements may be closed as XML closes them, which is for the caller to mend.
///
/// # Safety
/// `html` are `length` bytes, `reason` has room for `room` zeros.
#[no_mangle]
pub unsafe extern "C" fn honbun_parse(
    html: *const u8,
    length: usize,
    is_mended: bool,
    reason: *mut u8,
    room: usize,
) -> *mut Parsed {
    let parsed = guarded(reason, room, || {
        let html = unsafe { slice(html, length) };
        if !is_mended && may_be_self_closed(html) {
            return None;
        }
        Some(Box::new(Parsed::of(html)))
    });
    parsed.flatten().map_or(std::ptr::null_mut(), Box::into_raw)
}

/// # Safety
/// A page of `honbun_parse` that was not freed before.
#[no_mangle]
pub unsafe extern "C" fn honbun_free(parsed: *mut Parsed) {
    if !parsed.is_null() {
        drop(unsafe { Box::from_raw(parsed) });
    }
}

/// Copies bytes to `out` if they fit; how many they are.
///
/// # Safety
/// Room for `room` bytes.
unsafe fn copy(bytes: &Bytes, out: *mut u8, room: usize) -> i64 {
    let (start, length) = bytes.parts();
    if length <= room && length > 0 {
        unsafe { std::ptr::copy_nonoverlapping(start, out, length) };
    }
    length as i64
}

/// Copies a column to `out`, unless that is null, if it fits; how many bytes it has, or -1 if there is no such column.
///
/// # Safety
/// A page that lives, and room for `room` bytes.
#[no_mangle]
pub unsafe extern "C" fn honbun_column(parsed: *const Parsed, number: u32, out: *mut u8, room: usize) -> i64 {
    let copied = guarded(std::ptr::null_mut(), 0, || {
        let parsed = unsafe { &*parsed };
        match out.is_null() {
            true => column_length(parsed, number).map(|length| length as i64),
            false => column(parsed, number).map(|bytes| unsafe { copy(&bytes, out, room) }),
        }
    });
    copied.flatten().unwrap_or(-1)
}

/// The names of features as `feature_names` has them.
///
/// # Safety
/// Room for `room` bytes.
#[no_mangle]
pub unsafe extern "C" fn honbun_names(which: u32, out: *mut u8, room: usize) -> i64 {
    let names = || unsafe { copy(&Bytes::Owned(feature_names(which)), out, room) };
    guarded(std::ptr::null_mut(), 0, names).unwrap_or(-1)
}

/// Trees as they cross the seam: how many, how deep, how many classes, of how many columns they may ask.
#[repr(C)]
pub struct Grown {
    trees: usize,
    depth: usize,
    classes: usize,
    columns: usize,
    column: *const i32,
    border: *const f32,
    leaf: *const f32,
    bias: *const f32,
}

impl Grown {
    /// SAFETY: the arrays have as many values as the numbers say.
    unsafe fn read(&self) -> Option<Trees> {
        if self.depth > 16 || self.classes > 1 << 16 {
            return None;
        }
        let asked = self.trees.checked_mul(self.depth)?;
        let leaves = (self.trees << self.depth).checked_mul(self.classes)?;
        let (column, border) = unsafe { (slice(self.column, asked), slice(self.border, asked)) };
        let (leaf, bias) = unsafe { (slice(self.leaf, leaves), slice(self.bias, self.classes)) };
        Trees::new(self.depth, self.columns, column, border, leaf, bias)
    }
}

/// A model from trees for blocks and, unless they are null, for blocks in their context and for pages; to be given
/// back to `honbun_free_model`. Null if they are not well formed.
///
/// # Safety
/// What is not null is as `Grown` says.
#[no_mangle]
pub unsafe extern "C" fn honbun_model(
    blocks: *const Grown,
    context: *const Grown,
    pages: *const Grown,
) -> *mut Model {
    let read = |grown: *const Grown| match unsafe { grown.as_ref() } {
        Some(grown) => unsafe { grown.read() }.map(Some),
        None => Some(None),
    };
    let model = guarded(std::ptr::null_mut(), 0, || {
        Some(Model { blocks: read(blocks)??, context: read(context)?, pages: read(pages)? })
    });
    model.flatten().map_or(std::ptr::null_mut(), |model| Box::into_raw(Box::new(model)))
}

/// # Safety
/// A model of `honbun_model` that was not freed before.
#[no_mangle]
pub unsafe extern "C" fn honbun_free_model(model: *mut Model) {
    if !model.is_null() {
        drop(unsafe { Box::from_raw(model) });
    }
}

/// What structure and a model see on a page, to be given back to `honbun_free_view`; null if the core failed.
/// `document_frequency` and `comments` have a value per block, `count` of them, or are null.
///
/// # Safety
/// A page and a model that live, and arrays of as many values as they should have.
#[no_mangle]
pub unsafe extern "C" fn honbun_look(
    parsed: *const Parsed,
    model: *const Model,
    document_frequency: *const i32,
    comments: *const bool,
    count: usize,
    vote_paths: *const u64,
    votes: *const i32,
    vote_count: usize,
) -> *mut View {
    let view = guarded(std::ptr::null_mut(), 0, || {
        let (outline, model) = unsafe { ((*parsed).outline(), &*model) };
        let n = checked(outline, count);
        let site = unsafe {
            SiteEvidence {
                document_frequency: slice(document_frequency, n),
                votes: Votes { paths: slice(vote_paths, vote_count), votes: slice(votes, vote_count) },
            }
        };
        Box::new(View::of(outline, model, &site, unsafe { optional(comments, n) }))
    });
    view.map_or(std::ptr::null_mut(), Box::into_raw)
}

/// The number of blocks, once the caller's arrays are known to be of that length.
fn checked(outline: Outline, count: usize) -> usize {
    assert_eq!(outline.len(), count, "values for another number of blocks");
    count
}

/// SAFETY: null, or a pointer to so many values.
unsafe fn optional<'a, T>(values: *const T, length: usize) -> Option<&'a [T]> {
    (!values.is_null()).then(|| unsafe { slice(values, length) })
}

/// # Safety
/// A view of `honbun_look` that was not freed before.
#[no_mangle]
pub unsafe extern "C" fn honbun_free_view(view: *mut View) {
    if !view.is_null() {
        drop(unsafe { Box::from_raw(view) });
    }
}

/// A part of a view, see `part_of_view`.
///
/// # Safety
/// A view that lives, the page it is of, and room for `room` bytes.
#[no_mangle]
pub unsafe extern "C" fn honbun_view(
    parsed: *const Parsed,
    view: *const View,
    part: u32,
    out: *mut u8,
    room: usize,
) -> i64 {
    let part = || unsafe { copy(&part_of_view(&*parsed, &*view, part), out, room) };
    guarded(std::ptr::null_mut(), 0, part).unwrap_or(-1)
}

/// Decides on a page: what is kept, in one piece as `honbun.core.handle` reads it; its size, or -1 if the core
/// failed. The arrays have a value per block, `count` of them; `forced` and `apart` may be null.
///
/// # Safety
/// A page, a model and a view that live, arrays of as many values as there are blocks, room for `room` bytes.
#[no_mangle]
pub unsafe extern "C" fn honbun_decide(
    parsed: *const Parsed,
    model: *const Model,
    view: *const View,
    logit: *const f32,
    beta: f64,
    forced: *const bool,
    apart: *const bool,
    out_of_text: *const bool,
    count: usize,
    out: *mut u8,
    room: usize,
) -> i64 {
    let copied = guarded(std::ptr::null_mut(), 0, || {
        let (outline, model, view) = unsafe { ((*parsed).outline(), &*model, &*view) };
        let n = checked(outline, count);
        let question = unsafe {
            Question {
                logit: slice(logit, n),
                beta,
                forced: optional(forced, n),
                apart: optional(apart, n),
                out: slice(out_of_text, n),
            }
        };
        let found = decide(outline, model, view, &question);
        unsafe { copy(&Bytes::Owned(packed_decision(found)), out, room) }
    });
    copied.unwrap_or(-1)
}

/// Whether a page may have comments below a title, or -1: then they are searched for.
///
/// # Safety
/// A page that lives.
#[no_mangle]
pub unsafe extern "C" fn honbun_may_have_comments(parsed: *const Parsed, title: i64, only_called: bool) -> bool {
    let found = guarded(std::ptr::null_mut(), 0, || {
        let outline = unsafe { (*parsed).outline() };
        says_something(outline, &called_below(outline, title)) || (!only_called && has_times(outline, title))
    });
    found.unwrap_or(true)
}

/// The groups that may be the comments of a page, `length` bytes as `honbun.core.groups` reads them, to be given back
/// to `honbun_free_bytes`; null if the core failed. `logit` has a value per block, `count` of them; `known` are keys
/// of which one member is enough, with zeros between them.
///
/// # Safety
/// A page that lives, arrays of as many values as they should have, room for the length.
#[no_mangle]
pub unsafe extern "C" fn honbun_comments(
    parsed: *const Parsed,
    title: i64,
    logit: *const f32,
    count: usize,
    known: *const u8,
    known_length: usize,
    length: *mut usize,
) -> *mut u8 {
    let found = guarded(std::ptr::null_mut(), 0, || {
        let parsed = unsafe { &*parsed };
        let (outline, known) = (parsed.outline(), unsafe { slice(known, known_length) });
        let logit = unsafe { slice(logit, checked(outline, count)) };
        let called = called_below(outline, title);
        let known = known.split(|&byte| byte == 0).collect();
        let found = comments::search(&parsed.lines(), title, &called, logit, &known);
        packed_groups(&found.groups, &found.features, &called)
    });
    unsafe { given(found, length) }
}

/// The groups that may be the posts of a page, given the line of the title, or -1, and keys of which one member is
/// enough, with zeros between them: as `honbun_comments` gives groups.
///
/// # Safety
/// A page that lives, arrays of as many values as they should have, room for the length.
#[no_mangle]
pub unsafe extern "C" fn honbun_posts(
    parsed: *const Parsed,
    title: i64,
    known: *const u8,
    known_length: usize,
    length: *mut usize,
) -> *mut u8 {
    let found = guarded(std::ptr::null_mut(), 0, || {
        let (lines, known) = unsafe { ((*parsed).lines(), slice(known, known_length)) };
        let called = posts::called(&lines);
        let known = known.split(|&byte| byte == 0).collect();
        let (groups, features) = posts::search(&lines, title, &called, &known);
        packed_groups(&groups, &features, &called)
    });
    unsafe { given(found, length) }
}

/// Votes of other pages as they cross the seam: keys with zeros between them, and two numbers for each of `count`.
#[repr(C)]
pub struct Voted {
    keys: *const u8,
    length: usize,
    values: *const f64,
    count: usize,
}

impl Voted {
    /// SAFETY: the arrays have as many values as the numbers say.
    unsafe fn read(&self) -> HashMap<&[u8], (f64, f64)> {
        let (keys, values) = unsafe { (slice(self.keys, self.length), slice(self.values, 2 * self.count)) };
        keys.split(|&byte| byte == 0).zip(values.chunks_exact(2).map(|pair| (pair[0], pair[1]))).collect()
    }
}

/// The lines of groups, each of so many members, of which the first line and the first after them are told: as
/// `packed_lines` has them, with features if there is no model, else with bodies.
///
/// # Safety
/// A page that lives, `groups` sizes, as many members as these add up to, votes if there is a model, room for the
/// length.
#[no_mangle]
pub unsafe extern "C" fn honbun_lines(
    parsed: *const Parsed,
    sizes: *const i64,
    groups: usize,
    first: *const u32,
    last: *const u32,
    model: *const Model,
    voted: *const Voted,
    length: *mut usize,
) -> *mut u8 {
    let found = guarded(std::ptr::null_mut(), 0, || {
        let (parsed, lines, sizes) = unsafe { (&*parsed, (*parsed).lines(), slice(sizes, groups)) };
        let members = sizes.iter().map(|&size| size as usize).sum();
        let ranges = unsafe { Ranges { first: slice(first, members), last: slice(last, members) } };
        let found = measure_lines(&lines, sizes, ranges.first, ranges.last);
        let bodies = unsafe { model.as_ref() }.map(|model| {
            let asked = Asked { trees: &model.blocks, votes: &unsafe { (*voted).read() } };
            find_bodies(&lines, parsed.texts(&lines), ranges, &found, LINE_WIDTH, &asked)
        });
        packed_lines(&found, bodies.as_ref())
    });
    unsafe { given(found, length) }
}

/// When a page was read, as `Now` has it, with the offset from UTC in `length` bytes.
#[repr(C)]
pub struct Read {
    seconds: i64,
    offset: *const u8,
    length: usize,
}

impl Read {
    /// SAFETY: the offset has as many bytes as the number says.
    unsafe fn now(&self) -> Now {
        let offset = unsafe { slice(self.offset, self.length) };
        Now { seconds: self.seconds, offset: String::from_utf8_lossy(offset).into_owned() }
    }
}

/// The authors and dates of the posts of a group, as `honbun.core.fields` reads them, to be given back to
/// `honbun_free_bytes`; null if the core failed. `member` and `body` have a value per line, `count` of them; `now` may
/// be null.
///
/// # Safety
/// A page and two models that live, arrays of as many values as they should have, room for the length.
#[no_mangle]
pub unsafe extern "C" fn honbun_fields(
    parsed: *const Parsed,
    member: *const i32,
    body: *const bool,
    count: usize,
    members: usize,
    names: *const Model,
    dates: *const Model,
    names_voted: *const Voted,
    dates_voted: *const Voted,
    now: *const Read,
    length: *mut usize,
) -> *mut u8 {
    let found = guarded(std::ptr::null_mut(), 0, || {
        let (parsed, lines) = unsafe { (&*parsed, (*parsed).lines()) };
        let placed = unsafe { Placed { member: slice(member, count), body: slice(body, count), members } };
        let voted = unsafe { [(*names_voted).read(), (*dates_voted).read()] };
        let (names, dates) = unsafe { (&(*names).blocks, &(*dates).blocks) };
        let (names, dates) = (Asked { trees: names, votes: &voted[0] }, Asked { trees: dates, votes: &voted[1] });
        let now = unsafe { now.as_ref().map(|read| read.now()) };
        packed_fields(&find_fields(&lines, parsed.texts(&lines), &placed, &names, &dates, now.as_ref()))
    });
    unsafe { given(found, length) }
}

/// The dates of texts, for tests: see `listed`. First comes, by `order`, the month (1), the day (2), the year (3).
///
/// # Safety
/// `texts` are `size` bytes, `now` may be null, and there is room for the length.
#[no_mangle]
pub unsafe extern "C" fn honbun_dates(
    texts: *const u8,
    size: usize,
    now: *const Read,
    order: u32,
    length: *mut usize,
) -> *mut u8 {
    let found = guarded(std::ptr::null_mut(), 0, || {
        let now = unsafe { now.as_ref().map(|read| read.now()) };
        let day_first = if order % 3 == 0 { None } else { Some(order == 2) };
        let order = DateOrder { day_first, year_first: order == 3 };
        listed(unsafe { slice(texts, size) }, now.as_ref(), order)
    });
    unsafe { given(found, length) }
}

/// For each of so many rows of so many values what the trees for blocks of a model say, into `out`; false if the core
/// failed.
///
/// # Safety
/// A model that lives, `rows` times `columns` values, room for `rows` numbers.
#[no_mangle]
pub unsafe extern "C" fn honbun_scores(
    model: *const Model,
    values: *const f32,
    rows: usize,
    columns: usize,
    out: *mut f32,
) -> bool {
    let found = guarded(std::ptr::null_mut(), 0, || {
        let (model, values) = unsafe { (&*model, slice(values, rows * columns)) };
        let scores = model.blocks.scores_of_rows(values, columns);
        unsafe { std::ptr::copy_nonoverlapping(scores.as_ptr(), out, scores.len()) };
    });
    found.is_some()
}

/// Bytes that the caller frees: their address, and how many they are.
unsafe fn given(bytes: Option<Vec<u8>>, length: *mut usize) -> *mut u8 {
    bytes.map_or(std::ptr::null_mut(), |bytes| {
        unsafe { *length = bytes.len() };
        Box::into_raw(bytes.into_boxed_slice()).cast()
    })
}

/// The kept blocks of a page as plain text, `length` bytes to be given back to `honbun_free_bytes`; null if the core
/// failed.
///
/// # Safety
/// A page that lives, `count` truth values, room for the length.
#[no_mangle]
pub unsafe extern "C" fn honbun_text(
    parsed: *const Parsed,
    keep: *const bool,
    count: usize,
    length: *mut usize,
) -> *mut u8 {
    let text = guarded(std::ptr::null_mut(), 0, || {
        let parsed = unsafe { &*parsed };
        assert_eq!(parsed.blocks().len(), count, "values for another number of blocks");
        let keep = unsafe { slice(keep, count) };
        Writer::new(&parsed.page, parsed.blocks(), parsed.shown(), keep).text()
    });
    unsafe { given(text, length) }
}

/// The groups that may be the list of a page, and what is counted of each, `length` bytes as `honbun.core.lists` reads
/// them, to be given back to `honbun_free_bytes`; null if the core failed. The arrays have a truth value per line,
/// `count` of them.
///
/// # Safety
/// A page that lives, arrays of as many values as they should have, room for the length.
#[no_mangle]
pub unsafe extern "C" fn honbun_lists(
    parsed: *const Parsed,
    on_subject: *const bool,
    on_siblings: *const bool,
    count: usize,
    length: *mut usize,
) -> *mut u8 {
    let found = guarded(std::ptr::null_mut(), 0, || {
        let lines = unsafe { (*parsed).lines() };
        assert_eq!(lines.len(), count, "values for another number of lines");
        let (on_subject, on_siblings) = unsafe { (slice(on_subject, count), slice(on_siblings, count)) };
        let groups = find_candidates(&lines);
        let counter = Counter::of(&lines, on_subject, on_siblings);
        let mut counts = Vec::new();
        groups.iter().for_each(|group| counter.count(group, &mut counts));
        packed_groups(&groups, &counts, &[])
    });
    unsafe { given(found, length) }
}

/// The tree of a page as `dump` writes it, to be given back to `honbun_free_bytes`; null if the core failed.
///
/// # Safety
/// `html` are `size` bytes, and there is room for the length.
#[no_mangle]
pub unsafe extern "C" fn honbun_dump(html: *const u8, size: usize, length: *mut usize) -> *mut u8 {
    let dumped = guarded(std::ptr::null_mut(), 0, || {
        let html = unsafe { slice(html, size) };
        let clean = without_carriage_returns(html);
        dump(&Tree::parse(clean.as_deref().unwrap_or(html)))
    });
    unsafe { given(dumped, length) }
}

/// # Safety
/// Bytes that the core gave, of this length, and that were not freed before.
#[no_mangle]
pub unsafe extern "C" fn honbun_free_bytes(bytes: *mut u8, length: usize) {
    if !bytes.is_null() {
        drop(unsafe { Box::from_raw(std::ptr::slice_from_raw_parts_mut(bytes, length)) });
    }
}

#[cfg(test)]
mod tests;
