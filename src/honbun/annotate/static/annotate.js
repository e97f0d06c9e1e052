// The app: who labels, which page, what was asked of the server, and what it answered.
import { Frame, LABELS, own } from "./frame.js";

const $ = (id) => document.getElementById(id);
const { say: word } = voice;
const letterOf = (name) => Object.keys(LABELS).find((letter) => LABELS[letter].name === name);
const SIGNS = { new: "○", open: "◐", review: "◇", done: "●", skipped: "–" };
const FILTERS = ["all", "to do", ...Object.keys(SIGNS), "flagged"];
const CLOSED = ["done", "skipped"];
const RETRY = 1000; // milliseconds until the server is asked again

let annotator = "";
let queue = [];
let page = null; // what the server says of the page that is open
let brush = "content";
let last = null; // the blocks that were labelled last, and their label
let waiting = Promise.resolve(); // requests go one after the other
let unsaved = 0;

const make = (parent, name, text, kind) => {
  const element = document.createElement(name);
  if (text !== undefined) element.textContent = text;
  if (kind) element.className = kind;
  parent.append(element);
  return element;
};

// Asking the server

const say = (text, isBad = false) => {
  $("status").textContent = text;
  $("status").classList.toggle("bad", isBad);
};

const ask = async (path, body) => {
  const options = body === undefined ? {} : { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
  const answer = await fetch(path, options);
  const value = await answer.json();
  if (!answer.ok) throw Object.assign(new Error(`${value.error} (${value.advice})`), { isAnswer: true });
  return value;
};

// Asks again until the server answers: a change is not lost because the server was restarted.
const persist = async (path, body) => {
  for (;;) {
    try {
      return await ask(path, body);
    } catch (error) {
      if (error.isAnswer) throw error;
      say(word("not saved"), true);
      await new Promise((resolve) => setTimeout(resolve, RETRY));
    }
  }
};

// One after the other; `work` sees the state that the one before left, and may return what is to be said.
const enqueue = (work) => {
  waiting = waiting.then(work).then((words) => say(words ?? word("saved")), (error) => say(error.message, true));
  return waiting;
};

const change = (path, extra) => {
  unsaved += 1;
  return enqueue(() => askChange(path, extra)).finally(() => { unsaved -= 1; });
};

const askChange = async (path, extra) => {
  if (!page) return;
  const values = typeof extra === "function" ? extra() : extra;
  if (!values) return;
  const number = page.number;
  const state = await persist(`/pages/${number}/${path}`, { annotator, ...values });
  const item = queue.find((each) => each.page === number);
  item.status = state.status;
  item.note = state.note;
  showItem(item);
  if (page.number === number) {
    page.state = state;
    paint();
  }
};

// Labels

const alike = (blocks) => {
  const places = new Set(blocks.map((block) => page.like[block]));
  return page.like.map((_, block) => block).filter((block) => places.has(page.like[block]) && frame.isShown(block));
};

// One cell of a column proposes the others: those at the same place of the template.
const label = (blocks, name) => {
  last = { blocks, name };
  const scope = LABELS[letterOf(name)].scope;
  const others = scope === "column" ? alike(blocks).filter((block) => !blocks.includes(block)) : [];
  frame.propose(others);
  showLike(others.length);
  return change("labels", { blocks, label: name });
};

const gesture = (blocks, first) => {
  const isSame = page.state.marks[first].toLowerCase() === letterOf(brush);
  label(blocks, isSame ? "other" : brush);
};

const larger = (blocks) => {
  frame.pick(blocks);
  if (last) label(blocks, last.name);
};

const section = () => {
  const picked = frame.picked;
  if (!picked.length) return;
  const [low, high] = [Math.min(...picked), Math.max(...picked)];
  const around = page.ranges.filter(([first, end]) => first <= low && end > high && frame.range(first, end - 1).length > picked.length);
  const smallest = around.sort((one, other) => one[1] - one[0] - (other[1] - other[0]))[0];
  if (smallest) larger(frame.range(smallest[0], smallest[1] - 1));
};

const like = () => {
  if (frame.picked.length) larger(alike(frame.picked));
};

const begin = () => { if (frame.picked.length) change("turn", { block: Math.min(...frame.picked) }); };
const undo = (again) => change("undo", () => {
  const number = again ? page.state.redo : page.state.undo;
  return number === null ? null : { change: number, again };
});

const difference = () => {
  const after = page.state.differing.filter((block) => frame.isShown(block));
  const next = after.find((block) => block > frame.focused) ?? after[0];
  if (next !== undefined) frame.focus(next);
};

// What is seen

const frame = new Frame($("page"), { gesture, key: (event) => key(event) });

const paint = () => {
  const { state, sureness: certainty, guess } = page;
  const isReview = state.status === "review";
  frame.paint(state.marks, certainty, guess, isReview ? state.differing : []);
  $("undo").disabled = state.undo === null;
  $("redo").disabled = state.redo === null;
  $("done").textContent = word(state.status === "done" ? "done already" : "done next");
  $("flag").setAttribute("aria-pressed", String(Boolean(state.note)));
  $("flag").title = state.note || word("flag hint");
  $("kind").value = state.kind;
  $("carry").hidden = !page.alike;
  $("carry").textContent = word("carry", { n: page.alike });
  $("review").hidden = !isReview;
  const from = queue.find((each) => each.page === state.template);
  $("review-text").textContent = word("review of", { n: state.differing.length, name: from ? from.title || from.source : word("another page") });
  for (const letter of Object.keys(LABELS)) {
    const count = [...state.marks].filter((mark) => mark.toLowerCase() === letter).length;
    document.querySelector(`#labels [data-letter="${letter}"] span`).textContent = count;
  }
  showResult();
};

const showProgress = () => {
  const done = queue.filter((each) => each.status === "done").length;
  $("count").textContent = word("count", { done, n: queue.length });
  $("meter").max = queue.length || 1;
  $("meter").value = done;
};

// One page of the queue, as it is now.
const showItem = (each) => {
  const button = document.querySelector(`#list [data-page="${each.page}"]`);
  const words = word(each.status);
  button.replaceChildren();
  button.setAttribute("aria-current", String(page?.number === each.page));
  const mark = make(button, "span", each.note ? "⚑" : SIGNS[each.status]);
  mark.title = words;
  mark.setAttribute("aria-label", words);
  make(button, "b", each.title || each.source);
  const others = each.others.length ? word("done by", { names: each.others.join(", ") }) : "";
  make(button, "small", [words + others, each.note, `F1 ${each.confidence.toFixed(2)}`, each.source].filter(Boolean).join(" · "));
  showProgress();
};

const isAsked = (each) => {
  const filter = $("filter").value;
  const wanted = $("search").value.trim().toLowerCase();
  if (wanted && !`${each.title} ${each.source} ${each.note}`.toLowerCase().includes(wanted)) return false;
  return filter === "all" || (filter === "flagged" ? Boolean(each.note) : filter === "to do" ? !CLOSED.includes(each.status) : each.status === filter);
};

const sift = () => {
  const asked = queue.filter(isAsked);
  for (const item of $("list").children) item.hidden = !asked.some((each) => String(each.page) === item.firstChild.dataset.page);
  $("matching").textContent = asked.length < queue.length ? word("matching", { n: asked.length }) : "";
};

const showQueue = () => {
  $("list").replaceChildren();
  for (const each of queue) {
    const button = make(make($("list"), "li"), "button");
    button.type = "button";
    button.dataset.page = each.page;
    button.addEventListener("click", () => open(each.page));
  }
  queue.forEach(showItem);
  showProgress();
  sift();
};

const showResult = async () => {
  if ($("result").hidden || !page) return;
  const number = page.number;
  const found = await ask(`/pages/${number}/result?annotator=${encodeURIComponent(annotator)}`).catch(() => null);
  if (!found || page.number !== number) return;
  const box = $("result");
  box.replaceChildren();
  make(box, "h2", word("will say"));
  for (const name of ["title", "author", "date"]) {
    if (found[name]) {
      make(box, "h3", word(name));
      make(box, "p", found[name]);
    }
  }
  found.posts.forEach((post, i) => {
    make(box, "h3", [word("post n", { number: i + 1 }), post.author, post.date].filter(Boolean).join(" · "));
    make(box, "p", post.text);
  });
  if (!found.posts.length) {
    make(box, "h3", word("text"));
    make(box, "p", found.text || word("none"));
  }
  found.comments.forEach((text, i) => {
    make(box, "h3", word("comment n", { number: i + 1 }));
    make(box, "p", text);
  });
  for (const [name, values] of Object.entries(found.fields ?? {})) {
    make(box, "h3", name);
    make(box, "p", values.join("\n"));
  }
  if (found.records) {
    make(box, "h3", word("records", { n: found.records.length }));
    const names = [...new Set(found.records.flatMap(Object.keys))];
    const table = make(box, "table");
    const line = (cells, tag) => { const row = make(table, "tr"); for (const cell of cells) make(row, tag, cell ?? ""); };
    line(names, "th");
    for (const record of found.records) line(names.map((name) => record[name]), "td");
  }
};

const fetchQueue = async () => {
  const found = await persist(`/queue?annotator=${encodeURIComponent(annotator)}&order=${$("order").value}`);
  queue = found.pages;
  if (!$("kind").options.length) for (const kind of ["", ...found.kinds]) {
    const option = make($("kind"), "option", word(kind || "unknown"));
    option.value = kind;
    option.dataset.word = kind || "unknown";
  }
  own(found.labels);
  showLabels();
  showQueue();
};

const open = (number) => enqueue(async () => {
  const found = await persist(`/pages/${number}?annotator=${encodeURIComponent(annotator)}`);
  const before = queue.find((each) => each.page === page?.number);
  page = { number, ...found };
  last = null;
  await frame.open(number);
  $("title").textContent = found.title || found.source;
  document.title = `${found.title || found.source} · honbun annotate`;
  location.hash = String(number);
  frame.inner.documentElement.classList.toggle("plain", $("plain").getAttribute("aria-pressed") === "true");
  showLike(0);
  paint();
  for (const each of [before, queue.find((other) => other.page === number)]) if (each) showItem(each);
  document.querySelector('#list [aria-current="true"]')?.scrollIntoView({ block: "nearest" });
  if (matchMedia("(max-width: 760px)").matches) toggle("pages", "queue", false);
  frame.element.focus();
});

const openNext = () => {
  const at = queue.findIndex((each) => each.page === page?.number);
  const order = [...queue.slice(at + 1), ...queue.slice(0, at + 1)];
  const left = order.filter((each) => !CLOSED.includes(each.status));
  const next = left.find(isAsked) ?? left[0];
  if (next) return open(next.page);
  return show(word("all done"), (box) => make(box, "p", word("all done hint")));
};

const done = async () => {
  if (page.state.status !== "done") await change("finish", { is_done: true, kind: $("kind").value });
  await openNext();
};

const skip = async () => {
  await change("skip", {});
  await openNext();
};

const flag = () => show(word("flag"), (box) => {
  make(box, "p", word("flag hint"));
  ask1(box, page.state.note, word("save"), (note) => change("note", { note }), false);
});

const makeLabel = () => show(word("make"), (box) => {
  make(box, "p", word("make hint"));
  const scopes = make(box, "select");
  scopes.id = "scope";
  scopes.setAttribute("aria-label", word("scope"));
  for (const scope of ["column", "field"]) make(scopes, "option", word(`scope ${scope}`)).value = scope;
  ask1(box, "", word("make"), (name) => enqueue(async () => {
    own((await persist("/labels", { annotator, name, scope: scopes.value })).labels);
    showLabels();
    choose(name);
    paint();
  }));
});

// Dialogs

// A line of words, and what is to be done with it.
const ask1 = (box, value, words, work, required = true) => {
  const form = make(box, "form");
  form.method = "dialog";
  const input = make(form, "input");
  input.id = "line";
  Object.assign(input, { required, value, maxLength: required ? 40 : 1000 });
  input.setAttribute("aria-labelledby", "dialog-title");
  make(form, "button", words, "main");
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (required && !input.value.trim()) return;
    work(input.value.trim());
    $("dialog").close();
  });
  setTimeout(() => input.focus());
};

const show = (title, fill) => {
  $("dialog-title").textContent = title;
  $("dialog-body").replaceChildren();
  fill($("dialog-body"));
  if (!$("dialog").open) $("dialog").showModal();
};

// Who closes the dialog without a name goes by the one before.
const rename = () => new Promise((resolve) => {
  $("dialog").addEventListener("close", () => resolve(annotator || "me"), { once: true });
  show(word("who"), (box) => {
    make(box, "p", word("who hint"));
    ask1(box, annotator, word("start"), resolve);
  });
});

const be = async (name) => {
  annotator = name;
  localStorage.setItem("annotator", name);
  $("who").textContent = word("labels by", { name });
  await fetchQueue();
  const wanted = queue.find((each) => String(each.page) === location.hash.slice(1)) ?? queue.find((each) => !CLOSED.includes(each.status)) ?? queue[0];
  if (wanted) await open(wanted.page);
};

const agreement = async () => {
  const { rows } = await ask("/agreement");
  show(word("agreement"), (box) => {
    if (!rows.length) return make(box, "p", word("no page done"));
    make(box, "p", word("agreement hint"));
    const table = make(box, "table");
    const head = make(table, "tr");
    for (const name of ["annotator", "against", "what", "pages", "precision", "recall", "F1", "perfect pages"]) make(head, "th", word(name));
    for (const row of rows) {
      const line = make(table, "tr");
      for (const name of ["annotator", "against", "what"]) make(line, "td", row[name]);
      make(line, "td", row.pages, "n");
      for (const name of ["precision", "recall", "f1", "perfect"]) make(line, "td", row[name].toFixed(3), "n");
    }
    return table;
  });
};

const train = async () => {
  let progress = await ask("/training");
  if (!["training", "guessing"].includes(progress.state)) progress = await ask("/training", {});
  for (;;) {
    show(word(`training ${progress.state}`), (box) => {
      if (progress.said) make(box, "pre", progress.said);
      if (progress.state === "done") make(box, "p", word("trained", { model: progress.model, n: progress.guessed }));
    });
    if (!["training", "guessing"].includes(progress.state)) break;
    await new Promise((resolve) => setTimeout(resolve, 500));
    if (!$("dialog").open) return;
    progress = await ask("/training");
  }
  await fetchQueue();
  if (page && page.state.status === "new") await open(page.number);
};

const KEYS = ["click", "drag", "Shift + click", "↑ ↓ ← →", "1 … 7, 0", "+", "Space", "E", "L", "N", "U, Ctrl + Z", "Y, Ctrl + Shift + Z", "X", "P", "O", "H", "F",
  "S", "/", "Enter", "F6"];
const help = () => show(word("keys"), (box) => {
  const table = make(box, "table");
  for (const key of KEYS) {
    const line = make(table, "tr");
    make(make(line, "td"), "kbd", key === "click" || key === "drag" ? word(key) : key);
    make(line, "td", word(`key ${key}`));
  }
});

const toggle = (button, panel, is = $(panel).hidden) => {
  $(panel).hidden = !is;
  $(button).setAttribute("aria-expanded", String(is));
};

const carry = () => enqueue(async () => {
  const { changed } = await persist(`/pages/${page.number}/carry`, { annotator });
  await fetchQueue();
  const total = changed.reduce((sum, each) => sum + each.differing, 0);
  show(word("carried"), (box) => {
    make(box, "p", changed.length ? word("carried hint", { n: changed.length, total }) : word("carried none"));
    const list = make(box, "ol");
    for (const each of changed) {
      const item = queue.find((other) => other.page === each.page);
      const button = make(make(list, "li"), "button", `${item.title || item.source} (${each.differing})`);
      button.type = "button";
      button.addEventListener("click", () => {
        $("dialog").close();
        open(each.page);
      });
    }
  });
});

const toggleClass = (id, name) => {
  const is = frame.inner.documentElement.classList.toggle(name);
  $(id).setAttribute("aria-pressed", String(is));
};
const hidden = () => toggleClass("hidden", "show-hidden");
const plain = () => toggleClass("plain", "plain");

// Keys

const choose = (name) => {
  brush = name;
  for (const button of document.querySelectorAll("#labels button")) button.setAttribute("aria-checked", String(button.dataset.name === name));
};

// The buttons of all labels, those that people made included.
const showLabels = () => {
  $("labels").replaceChildren();
  for (const [letter, { name, kind, key: shortcut, words }] of Object.entries(LABELS)) {
    const button = make($("labels"), "button", words(), kind);
    button.type = "button";
    Object.assign(button.dataset, { letter, name, ...(shortcut ? { key: shortcut } : {}) });
    button.setAttribute("role", "radio");
    make(button, "span");
    button.addEventListener("click", () => choose(name));
  }
  choose(brush);
};

const showLike = (count) => { $("like").textContent = count ? word("like n", { n: count }) : word("like"); };

const ACTIONS = { e: section, l: like, n: begin, x: difference, p: carry, o: plain, h: hidden, f: flag, s: skip, "+": makeLabel, "/": () => $("search").focus(), u: () => undo(false), y: () => undo(true), "?": help, Enter: done };
const STEPS = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };

const key = (event) => {
  if (!page || $("dialog").open || event.altKey) return;
  const isInFrame = event.target.ownerDocument !== document;
  const isControl = !isInFrame && /^(INPUT|SELECT|BUTTON|TEXTAREA)$/.test(event.target.nodeName);
  const act = (work) => {
    event.preventDefault();
    work();
  };
  if (event.key === "F6") return act(() => (isInFrame ? document.querySelector('#labels [aria-checked="true"]').focus() : frame.focus(frame.focused < 0 ? frame.start + 1 : frame.focused)));
  if (event.ctrlKey || event.metaKey) {
    if (event.key.toLowerCase() === "z") act(() => undo(event.shiftKey));
    return undefined;
  }
  if (isControl && (event.key === "Enter" || event.key === " " || event.target.nodeName !== "BUTTON")) return undefined;
  const numbered = Object.values(LABELS).find(({ key: number }) => number && number === event.key);
  if (numbered) {
    return act(() => {
      choose(numbered.name);
      if (frame.picked.length) label(frame.picked, numbered.name);
    });
  }
  if (isInFrame && STEPS[event.key]) return act(() => frame.step(STEPS[event.key], event.shiftKey));
  if (event.key === " " && frame.picked.length) return act(() => gesture(frame.picked, frame.picked[0]));
  const action = ACTIONS[event.key.length === 1 ? event.key.toLowerCase() : event.key];
  return action ? act(action) : undefined;
};

// The beginning

for (const name of FILTERS) Object.assign(make($("filter"), "option"), { value: name }).dataset.word = name;
const speak = () => {
  voice.translate(document);
  say("");
  showLabels();
  showLike(0);
  $("search").placeholder = word("search");
  if (annotator) $("who").textContent = word("labels by", { name: annotator });
  queue.forEach(showItem);
  if (page) paint();
};
speak();
for (const [id, work] of Object.entries({
  undo: () => undo(false), redo: () => undo(true), section, like, begin, hidden, plain, difference, carry, flag, skip, done, help, agreement, train, make: makeLabel,
  language: () => { voice.turn(); speak(); },
  discard: () => undo(false), pages: () => toggle("pages", "queue"), who: async () => be(await rename()),
  export: () => enqueue(async () => {
    const { pages, corpus } = await ask("/export", {});
    return word("written", { n: pages, corpus });
  }),
  "result-button": () => { toggle("result-button", "result"); showResult(); },
})) $(id).addEventListener("click", () => Promise.resolve(work()).catch((error) => say(error.message, true)));
$("order").addEventListener("change", fetchQueue);
for (const [id, kind] of [["search", "input"], ["filter", "change"]]) $(id).addEventListener(kind, sift);
$("kind").addEventListener("change", () => change("finish", { is_done: page.state.status === "done", kind: $("kind").value }));
document.addEventListener("keydown", key);
addEventListener("beforeunload", (event) => { if (unsaved) event.preventDefault(); });
if (matchMedia("(max-width: 760px)").matches) toggle("pages", "queue", false);
const known = new URLSearchParams(location.search).get("annotator") ?? localStorage.getItem("annotator");
be(known || await rename()).catch((error) => say(error.message, true));
