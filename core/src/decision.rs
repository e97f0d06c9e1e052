//! What is seen on a page, and what is kept of it: the compiled form of `honbun.article.decision`.
#![forbid(unsafe_code)]

use crate::article::{find_article, Article, SiteEvidence};
use crate::completions::complete;
use crate::linked::Linked;
use crate::model::{choose_threshold, probabilities, Measured, Model};
use crate::outline::{Letters, Outline};

/// The scores that are just kept and just dropped.
const KEPT: f32 = 0.5;
const DROPPED: f32 = 0.49;

/// What structure and a model see on a page.
pub struct View {
    pub article: Article,
    pub measured: Measured,
    pub logit: Vec<f32>,
    pub kinds: Vec<i32>,
}

impl View {
    pub fn of(outline: Outline, model: &Model, site: &SiteEvidence, comments: Option<&[bool]>) -> View {
        let letters = Letters::of(outline.shown);
        let article = find_article(outline, &letters, site, comments);
        let linked = Linked::of(outline, &letters);
        drop(letters);
        let measured = Measured::new(outline, &article, linked);
        let (logit, kinds) = model.predict(outline, &article, &measured);
        outline.page.give_back();
        View { article, measured, logit, kinds }
    }

    /// All features, column after column.
    pub fn features(&self, outline: Outline) -> Vec<f32> {
        let mut all = Vec::new();
        self.measured.for_each(outline, &self.article, |features| {
            let columns = features.names.len();
            all.resize(columns * outline.len(), 0.0);
            for number in 0..columns {
                let start = number * outline.len() + features.blocks.start;
                all[start..start + features.blocks.len()].copy_from_slice(features.column(number));
            }
        });
        all
    }
}

/// What to decide by: the sum of the evidence on each block, and where blocks lie.
pub struct Question<'a> {
    pub logit: &'a [f32],
    pub beta: f64,
    /// Blocks that are kept whatever is said of them.
    pub forced: Option<&'a [bool]>,
    /// Blocks of comments, which say nothing of the kind of the page.
    pub apart: Option<&'a [bool]>,
    /// Blocks that complete nothing.
    pub out: &'a [bool],
}

pub struct Decision {
    pub score: Vec<f32>,
    pub completed: Vec<bool>,
    /// Blocks above the threshold.
    pub chosen: Vec<bool>,
    pub kinds: Vec<i32>,
    pub expected: f64,
    pub threshold: f64,
}

pub fn decide(outline: Outline, model: &Model, view: &View, question: &Question) -> Decision {
    let n = outline.len();
    let probability = probabilities(question.logit);
    let chosen = choose_threshold(&probability, |i| outline.blocks.words.at(i) as f32, question.beta);
    let first = |i: usize| {
        if question.forced.is_some_and(|forced| forced[i]) {
            KEPT
        } else if chosen.is_likely() {
            chosen.rescaled(probability[i])
        } else {
            probability[i].min(DROPPED)
        }
    };
    let mut score: Vec<f32> = (0..n).map(first).collect();
    let likely: Vec<bool> = score.iter().map(|&score| score >= KEPT).collect();
    let (kept, completed) = complete(outline, &likely, question.out);
    for i in 0..n {
        if completed[i] {
            score[i] = KEPT;
        }
        if score[i] >= KEPT && !kept[i] {
            score[i] = DROPPED;
        }
    }
    let kinds = if question.apart.is_none() && question.logit == view.logit {
        view.kinds.clone()
    } else {
        model.kinds(outline, &view.article, &view.measured, &probability, question.apart)
    };
    outline.page.give_back();
    Decision { score, completed, kinds, expected: chosen.expected, threshold: chosen.value, chosen: chosen.keep }
}
