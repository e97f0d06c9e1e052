//! The seam as Python uses it: run under AddressSanitizer and valgrind, too.

use super::*;
use std::ptr::{null, null_mut};

const HTML: &[u8] =
    "<title>Maps</title><h1>Maps</h1><p class=x>I found an old 地図 by the station.<p>2011-11-22<pre>a\n b"
        .as_bytes();

fn parsed(html: &[u8]) -> *mut Parsed {
    unsafe { honbun_parse(html.as_ptr(), html.len(), true, null_mut(), 0) }
}

fn column_of(parsed: *const Parsed, number: u32) -> Vec<u8> {
    let size = unsafe { honbun_column(parsed, number, null_mut(), 0) };
    let mut out = vec![0; size as usize];
    assert_eq!(unsafe { honbun_column(parsed, number, out.as_mut_ptr(), out.len()) }, size);
    out
}

fn model() -> *mut Model {
    let (column, border, leaf, bias) = ([0, 1], [3.0f32, 0.5], [-1.0f32, 0.5, 0.5, 2.0], [0.1f32]);
    let grown = Grown {
        trees: 1,
        depth: 2,
        classes: 1,
        columns: 209,
        column: column.as_ptr(),
        border: border.as_ptr(),
        leaf: leaf.as_ptr(),
        bias: bias.as_ptr(),
    };
    unsafe { honbun_model(&grown, &grown, null()) }
}

#[test]
fn columns_cross_the_seam() {
    let page = parsed(HTML);
    assert!(column_of(page, 17).starts_with(b"Maps"));
    (0..34).for_each(|number| drop(column_of(page, number)));
    assert_eq!(unsafe { honbun_column(page, 999, null_mut(), 0) }, -1);
    unsafe { honbun_free(page) };
    unsafe { honbun_free(null_mut()) };
}

#[test]
fn a_page_is_looked_at_and_decided() {
    let (page, model) = (parsed(HTML), model());
    let blocks = column_of(page, 21).len() / 4;
    let view = unsafe { honbun_look(page, model, null(), null(), blocks, null(), null(), 0) };
    assert!(!view.is_null());
    assert!(unsafe { honbun_view(page, view, 1, null_mut(), 0) } as usize == 4 * 209 * blocks);
    let (logit, out) = (vec![1.0f32; blocks], vec![false; blocks]);
    let mut found = vec![0u8; 1000];
    let size = unsafe {
        honbun_decide(
            page,
            model,
            view,
            logit.as_ptr(),
            1.0,
            null(),
            null(),
            out.as_ptr(),
            blocks,
            found.as_mut_ptr(),
            1000,
        )
    };
    assert!(size > 20);
    let keep = vec![true; blocks];
    let mut length = 0;
    assert!(unsafe { honbun_text(page, keep.as_ptr(), blocks - 1, &mut length) }.is_null());
    let text = unsafe { honbun_text(page, keep.as_ptr(), blocks, &mut length) };
    assert!(length > 40);
    unsafe {
        honbun_free_bytes(text, length);
        honbun_free_view(view);
        honbun_free_model(model);
        honbun_free(page);
    }
}

#[test]
fn a_panic_is_a_reason() {
    let mut reason = [0u8; 20];
    let found: Option<()> = guarded(reason.as_mut_ptr(), reason.len(), || panic!("as if something was wrong"));
    assert!(found.is_none());
    assert_eq!(&reason, b"as if something was ");
}

#[test]
fn groups_and_lines_of_posts_cross_the_seam() {
    let html = "<ul><li class=post>Anna <b>2011-11-22</b><p>I found an old map.<li class=post>Otto<p>Where?</ul>";
    let page = parsed(html.as_bytes());
    let mut length = 0;
    let found = unsafe { honbun_posts(page, -1, null(), 0, &mut length) };
    assert!(!found.is_null() && length > 12);
    unsafe { honbun_free_bytes(found, length) };
    let (sizes, first, last) = ([2i64], [0u32, 2], [2u32, 3]);
    let found = unsafe {
        honbun_lines(page, sizes.as_ptr(), 1, first.as_ptr(), last.as_ptr(), null(), null(), &mut length)
    };
    assert_eq!(length, 4 + 3 * 4 + 3 * 46 * 4);
    unsafe { honbun_free_bytes(found, length) };
    let last = [2u32, 9];
    assert!(unsafe {
        honbun_lines(page, sizes.as_ptr(), 1, first.as_ptr(), last.as_ptr(), null(), null(), &mut length)
    }
    .is_null());
    unsafe { honbun_free(page) };
}

#[test]
fn trees_are_asked_row_by_row() {
    let (model, values, mut scores) = (model(), [1.0f32, 1.0, 5.0, 0.0], [0.0f32; 2]);
    assert!(unsafe { honbun_scores(model, values.as_ptr(), 2, 2, scores.as_mut_ptr()) });
    assert_eq!(scores, [0.6, 0.6]);
    assert!(!unsafe { honbun_scores(model, values.as_ptr(), 4, 1, scores.as_mut_ptr()) });
    unsafe { honbun_free_model(model) };
}

#[test]
fn bodies_and_fields_cross_the_seam() {
    let html = b"<ul><li><b>Anna</b> 2011-11-22 12:30<p>Is the pier open today?<li><b>Otto</b> 3 hours ago<p>No, it is not.";
    let (page, model) = (parsed(html), model());
    let (keys, values) = (b"12\034", [1.0, 2.0, 1.0, -1.0]);
    let voted = Voted { keys: keys.as_ptr(), length: keys.len(), values: values.as_ptr(), count: 2 };
    let lines = unsafe { (*page).lines().len() };
    let (sizes, first, last, mut length) = ([2i64], [0u32, 2], [2u32, lines as u32], 0);
    let (first, last) = (first.as_ptr(), last.as_ptr());
    let found = unsafe { honbun_lines(page, sizes.as_ptr(), 1, first, last, model, &voted, &mut length) };
    assert!(!found.is_null() && length == 4 + lines * 10);
    unsafe { honbun_free_bytes(found, length) };
    let member: Vec<i32> = (0..lines).map(|line| (line > 1) as i32).collect();
    let body: Vec<bool> = (0..lines).map(|line| line % 2 == 1).collect();
    let read = Read { seconds: 738_000 * 86_400, offset: b"+09:00".as_ptr(), length: 6 };
    for (members, is_found) in [(2, true), (1, false)] {
        let (member, body, voted) = (member.as_ptr(), body.as_ptr(), &voted as *const Voted);
        let found = unsafe {
            honbun_fields(page, member, body, lines, members, model, model, voted, voted, &read, &mut length)
        };
        assert_eq!(!found.is_null(), is_found);
        if is_found {
            unsafe { honbun_free_bytes(found, length) };
        }
    }
    let text = b"3 hours ago\0none";
    let found = unsafe { honbun_dates(text.as_ptr(), text.len(), &read, 0, &mut length) };
    assert!(unsafe { slice(found, length) }.starts_with(b"0 0 11 1 2021-"));
    unsafe { honbun_free_bytes(found, length) };
    unsafe { honbun_free_model(model) };
    unsafe { honbun_free(page) };
}
