//! Who wrote each post of a group, and when: candidates, what is measured of them, what trees and other pages say, and
//! which are taken. The compiled form of `fields`, `field_dates`, `field_features` and `picking` of `honbun.threads`.
#![forbid(unsafe_code)]

mod candidates;
mod measures;
mod texts;

use crate::dates::{Date, Now};
use crate::lines::Lines;
use crate::model::Trees;
use crate::order::highest_first;
use candidates::Candidate;
use measures::{Measures, FIELDS};
use std::collections::HashMap;

pub use candidates::head_labels;
pub use measures::FIELD_FEATURES;
pub use texts::PageTexts;

/// A candidate is taken from this logit on, if no larger share of it lies in bodies.
const MIN_LOGIT: f64 = -5.0;
const MAX_SHARE_IN_BODIES: f64 = 0.5;
const MAX_LOGIT: f64 = 30.0;
/// How other pages are weighed: see `honbun.thread`.
const PATH_WEIGHT: f64 = 0.7;
const PAGES_OF_PREDICTION: f64 = 1.0;
const MAX_VOTE: f64 = 4.0;

/// What other pages of a site say: by key the weight of all votes, and their sum.
pub type Votes<'a> = HashMap<&'a [u8], (f64, f64)>;

/// The posts of a group.
pub struct Placed<'a> {
    /// For each line its member, or -1.
    pub member: &'a [i32],
    /// The lines of bodies.
    pub body: &'a [bool],
    pub members: usize,
}

/// Whom to ask about authors, or about dates.
pub struct Asked<'a> {
    pub trees: &'a Trees,
    pub votes: &'a Votes<'a>,
}

/// One short text of a member.
#[derive(Clone)]
pub struct Value {
    pub member: u32,
    pub line: u32,
    pub row: u32,
    /// The number of its text.
    pub text: u32,
    /// Which piece of its text node; 0 is all of it, negative numbers what its dates leave.
    pub part: i32,
    pub date: Option<Date>,
    pub in_attribute: bool,
}

/// The candidates for a field by their keys, the logit of each, and the values that are taken, each of another member.
#[derive(Default)]
pub struct Found {
    pub keys: Vec<String>,
    pub logits: Vec<f32>,
    pub expected: f64,
    pub picked: Vec<Value>,
    /// The text of each of these.
    pub texts: Vec<Vec<u8>>,
}

/// The authors and the dates of posts.
pub fn find_fields(
    lines: &Lines,
    page: &PageTexts,
    placed: &Placed,
    names: &Asked,
    dates: &Asked,
    now: Option<&Now>,
) -> [Found; 2] {
    let n = lines.len();
    assert!(placed.member.len() == n && placed.body.len() == n, "values for another number of lines");
    let is_member = |&of: &i32| of < placed.members as i32;
    assert!(placed.member.iter().all(is_member), "more members than there are");
    let mut pool = texts::Pool::of(&page.texts);
    let labels = candidates::head_labels(lines, page, placed.member);
    let found = candidates::authors(lines, page, placed, &labels, &mut pool);
    let authors = picked(lines, page, placed, names, found, &pool, &HashMap::new());
    let author_of = authors.picked.iter().map(|value| (value.member, value.text)).collect();
    let found = candidates::dates(lines, page, placed, &labels, now, &mut pool);
    let dates = picked(lines, page, placed, dates, found, &pool, &author_of);
    [authors, dates]
}

/// For each member the value of the likeliest candidate that it has.
fn picked(
    lines: &Lines,
    page: &PageTexts,
    placed: &Placed,
    asked: &Asked,
    candidates: Vec<Candidate>,
    pool: &texts::Pool,
    author_of: &HashMap<u32, u32>,
) -> Found {
    if candidates.is_empty() {
        return Found::default();
    }
    let table = Measures::of(lines, page, placed, &candidates, pool).table(author_of);
    let logits = asked.trees.scores_of_rows(&table, FIELDS);
    let keys: Vec<String> = candidates.iter().map(|candidate| written(candidate.key)).collect();
    let weighed = path_logits(asked.votes, &keys, &logits);
    let mut found = Found { keys, logits, ..Found::default() };
    let mut is_known = vec![false; placed.members];
    let order = highest_first(&weighed).into_iter().map(|i| i as usize);
    for i in order.take_while(|&i| weighed[i] >= MIN_LOGIT) {
        let values = &candidates[i].values;
        let inside = values.iter().filter(|value| placed.body[value.line as usize]).count();
        if inside as f64 / values.len() as f64 > MAX_SHARE_IN_BODIES {
            continue;
        }
        let sure = 1.0 / (1.0 + (-weighed[i].clamp(-MAX_LOGIT, MAX_LOGIT)).exp());
        for value in values {
            if !std::mem::replace(&mut is_known[value.member as usize], true) {
                found.expected += sure;
                found.texts.push(pool.get(value.text).utf8.clone());
                found.picked.push(value.clone());
            }
        }
    }
    found
}

/// Logits of what stands in the paths of these keys: the mean of each path is moved towards what other pages say of it,
/// so that lines of one path stay as unlike as the page has them.
pub fn path_logits(votes: &Votes, keys: &[String], alone: &[f32]) -> Vec<f64> {
    let mut own: HashMap<&str, (f64, f64)> = HashMap::new();
    for (key, &logit) in keys.iter().zip(alone) {
        let (sum, count) = own.entry(key).or_default();
        *sum += (logit as f64).clamp(-MAX_VOTE, MAX_VOTE);
        *count += 1.0;
    }
    let moved = |key: &String, logit: f64| {
        let (pages, total) = votes.get(key.as_bytes()).copied().unwrap_or((0.0, 0.0));
        let weight = PATH_WEIGHT * pages / (pages + PAGES_OF_PREDICTION);
        let (sum, count) = own[key.as_str()];
        logit + weight * (total / pages.max(1e-9) - sum / count)
    };
    keys.iter().zip(alone).map(|(key, &logit)| moved(key, logit as f64)).collect()
}

/// A key as Python writes it to the base of 16.
fn written(key: i128) -> String {
    format!("{}{:x}", if key < 0 { "-" } else { "" }, key.unsigned_abs())
}
