// The app: who labels, which page, what was asked of the server, and what it answered.
import { Frame, LABELS } from "./frame.js";

const $ = (id) => document.getElementById(id);
const NAMES = Object.fromEntries(Object.entries(LABELS).map(([letter, [name]]) => [name, letter]));
const STATUS = { new: ["○", "not begun"], open: ["◐", "begun"], review: ["◇", "to review"], done: ["●", "done"] };
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
      say("Not saved: the server does not answer. Trying again…", true);
      await new Promise((resolve) => setTimeout(resolve, RETRY));
    }
  }
};

// One after the other; `work` sees the state that the one before left, and may return what is to be said.
const enqueue = (work) => {
  waiting = waiting.then(work).then((words) => say(words ?? "Saved"), (error) => say(error.message, true));
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
  showItem(item);
  if (page.number === number) {
    page.state = state;
    paint();
  }
};

// Labels

const label = (blocks, name) => {
  last = { blocks, name };
  return change("labels", { blocks, label: name });
};

const gesture = (blocks, first) => {
  const isSame = page.state.marks[first].toLowerCase() === NAMES[brush];
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
  if (!frame.picked.length) return;
  const places = new Set(frame.picked.map((block) => page.like[block]));
  larger(page.like.map((_, block) => block).filter((block) => places.has(page.like[block]) && frame.isShown(block)));
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
  $("done").textContent = state.status === "done" ? "Done already: next page" : "Done, next page";
  $("kind").value = state.kind;
  $("carry").hidden = !page.alike;
  $("carry").textContent = `Label ${page.alike} ${page.alike === 1 ? "page" : "pages"} like this`;
  $("carry").title = "Carry these labels over to the pages of the same layout, to be reviewed";
  $("review").hidden = !isReview;
  const from = queue.find((each) => each.page === state.template);
  $("review-text").textContent = `${state.differing.length} blocks changed by the labels of “${from ? from.title || from.source : "another page"}”. `;
  for (const [letter, [name]] of Object.entries(LABELS)) {
    const count = [...state.marks].filter((mark) => mark.toLowerCase() === letter).length;
    document.querySelector(`#labels .${name} span`).textContent = count;
  }
  showResult();
};

const showProgress = () => {
  const done = queue.filter((each) => each.status === "done").length;
  $("count").textContent = `${done} of ${queue.length} done`;
  $("meter").max = queue.length || 1;
  $("meter").value = done;
};

// One page of the queue, as it is now.
const showItem = (each) => {
  const button = document.querySelector(`#list [data-page="${each.page}"]`);
  const [sign, words] = STATUS[each.status];
  button.replaceChildren();
  button.setAttribute("aria-current", String(page?.number === each.page));
  const mark = make(button, "span", sign);
  mark.title = words;
  mark.setAttribute("aria-label", words);
  make(button, "b", each.title || each.source);
  const others = each.others.length ? `, done by ${each.others.join(", ")}` : "";
  make(button, "small", `${words}, expected F1 ${each.confidence.toFixed(2)}${others} · ${each.source}`);
  showProgress();
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
};

const showResult = async () => {
  if ($("result").hidden || !page) return;
  const number = page.number;
  const found = await ask(`/pages/${number}/result?annotator=${encodeURIComponent(annotator)}`).catch(() => null);
  if (!found || page.number !== number) return;
  const box = $("result");
  box.replaceChildren();
  make(box, "h2", "What the corpus will say");
  for (const name of ["title", "author", "date"]) {
    if (found[name]) {
      make(box, "h3", name);
      make(box, "p", found[name]);
    }
  }
  found.posts.forEach((post, i) => {
    make(box, "h3", [`post ${i + 1}`, post.author, post.date].filter(Boolean).join(" · "));
    make(box, "p", post.text);
  });
  if (!found.posts.length) {
    make(box, "h3", "text");
    make(box, "p", found.text || "none");
  }
  found.comments.forEach((text, i) => {
    make(box, "h3", `comment ${i + 1}`);
    make(box, "p", text);
  });
};

const fetchQueue = async () => {
  const found = await persist(`/queue?annotator=${encodeURIComponent(annotator)}&order=${$("order").value}`);
  queue = found.pages;
  if (!$("kind").options.length) for (const kind of ["", ...found.kinds]) make($("kind"), "option", kind || "unknown").value = kind;
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
  paint();
  for (const each of [before, queue.find((other) => other.page === number)]) if (each) showItem(each);
  document.querySelector('#list [aria-current="true"]')?.scrollIntoView({ block: "nearest" });
  if (matchMedia("(max-width: 760px)").matches) toggle("pages", "queue", false);
  frame.element.focus();
});

const openNext = () => {
  const at = queue.findIndex((each) => each.page === page?.number);
  const order = [...queue.slice(at + 1), ...queue.slice(0, at + 1)];
  const next = order.find((each) => each.status !== "done");
  if (next) return open(next.page);
  return show("All pages are done", (box) => make(box, "p", "Export writes the corpus; Train learns from it."));
};

const done = async () => {
  if (page.state.status !== "done") await change("finish", { is_done: true, kind: $("kind").value });
  await openNext();
};

// Dialogs

const show = (title, fill) => {
  $("dialog-title").textContent = title;
  $("dialog-body").replaceChildren();
  fill($("dialog-body"));
  if (!$("dialog").open) $("dialog").showModal();
};

// Who closes the dialog without a name goes by the one before.
const rename = () => new Promise((resolve) => {
  $("dialog").addEventListener("close", () => resolve(annotator || "me"), { once: true });
  show("Who labels?", (box) => {
    make(box, "p", "Everyone who labels has labels of their own, by this name.");
    const form = make(box, "form");
    form.method = "dialog";
    const input = make(form, "input");
    input.id = "name";
    input.required = true;
    input.maxLength = 40;
    input.value = annotator;
    input.setAttribute("aria-label", "your name");
    make(form, "button", "Start", "main");
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const name = input.value.trim();
      if (!name) return;
      resolve(name);
      $("dialog").close();
    });
    setTimeout(() => input.focus());
  });
});

const be = async (name) => {
  annotator = name;
  localStorage.setItem("annotator", name);
  $("who").textContent = `Labels by ${name}`;
  await fetchQueue();
  const wanted = queue.find((each) => String(each.page) === location.hash.slice(1)) ?? queue.find((each) => each.status !== "done") ?? queue[0];
  if (wanted) await open(wanted.page);
};

const agreement = async () => {
  const { rows } = await ask("/agreement");
  show("Agreement", (box) => {
    if (!rows.length) return make(box, "p", "No page is done yet.");
    make(box, "p", "On pages that both have finished. Blocks count by their characters; units are whole posts and comments.");
    const table = make(box, "table");
    const head = make(table, "tr");
    for (const name of ["annotator", "against", "what", "pages", "precision", "recall", "F1", "perfect pages"]) make(head, "th", name);
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
  const WORDS = { training: "Training…", guessing: "Labelling the other pages anew…", failed: "Training failed", done: "Trained" };
  for (;;) {
    show(WORDS[progress.state] ?? progress.state, (box) => {
      if (progress.said) make(box, "pre", progress.said);
      if (progress.state === "done") make(box, "p", `The model is ${progress.model}. ${progress.guessed} pages that nobody has begun are labelled by it now.`);
    });
    if (!["training", "guessing"].includes(progress.state)) break;
    await new Promise((resolve) => setTimeout(resolve, 500));
    if (!$("dialog").open) return;
    progress = await ask("/training");
  }
  await fetchQueue();
  if (page && page.state.status === "new") await open(page.number);
};

const KEYS = [
  ["click", "label the block, or take the label off"], ["drag", "label all blocks in between"], ["Shift + click", "from the last block to this one"],
  ["↑ ↓ ← →", "go from block to block; with Shift, choose several"], ["1 … 7, 0", "label what is chosen, and choose the label for clicks"],
  ["Space", "label what is chosen with the label for clicks, or take it off"], ["E", "the same for the whole section around it; again for a larger one"],
  ["L", "the same for all blocks like it"], ["N", "a post or comment begins here, or no longer"], ["U, Ctrl + Z", "undo"], ["Y, Ctrl + Shift + Z", "redo"],
  ["X", "next difference"], ["P", "carry the labels over to pages of the same layout"], ["H", "show what the page hides"], ["Enter", "done, next page"],
  ["F6", "from the page to the buttons, and back"],
];
const help = () => show("Keys", (box) => {
  const table = make(box, "table");
  for (const [key, words] of KEYS) {
    const line = make(table, "tr");
    make(make(line, "td"), "kbd", key);
    make(line, "td", words);
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
  show("Carried over", (box) => {
    make(box, "p", changed.length ? `${changed.length} pages changed, ${total} blocks in all. They wait for review:` : "No page of this layout would change.");
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

const hidden = () => {
  const is = frame.inner.documentElement.classList.toggle("show-hidden");
  $("hidden").setAttribute("aria-pressed", String(is));
};

// Keys

const choose = (name) => {
  brush = name;
  for (const button of document.querySelectorAll("#labels button")) button.setAttribute("aria-checked", String(button.classList.contains(name)));
};

const ACTIONS = { e: section, l: like, n: begin, x: difference, p: carry, h: hidden, u: () => undo(false), y: () => undo(true), "?": help, Enter: done };
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
  const numbered = Object.values(LABELS).find(([, , number]) => number === event.key);
  if (numbered) {
    return act(() => {
      choose(numbered[0]);
      if (frame.picked.length) label(frame.picked, numbered[0]);
    });
  }
  if (isInFrame && STEPS[event.key]) return act(() => frame.step(STEPS[event.key], event.shiftKey));
  if (event.key === " " && frame.picked.length) return act(() => gesture(frame.picked, frame.picked[0]));
  const action = ACTIONS[event.key.length === 1 ? event.key.toLowerCase() : event.key];
  return action ? act(action) : undefined;
};

// The beginning

for (const [, [name, words, number]] of Object.entries(LABELS)) {
  const button = make($("labels"), "button", words, name);
  button.type = "button";
  button.dataset.key = number;
  button.setAttribute("role", "radio");
  make(button, "span");
  button.addEventListener("click", () => choose(name));
}
choose(brush);
for (const [id, work] of Object.entries({
  undo: () => undo(false), redo: () => undo(true), section, like, begin, hidden, difference, carry, done, help, agreement, train,
  discard: () => undo(false), pages: () => toggle("pages", "queue"), who: async () => be(await rename()),
  export: () => enqueue(async () => {
    const { pages, corpus } = await ask("/export", {});
    return `${pages} pages written to ${corpus}`;
  }),
  "result-button": () => { toggle("result-button", "result"); showResult(); },
})) $(id).addEventListener("click", () => Promise.resolve(work()).catch((error) => say(error.message, true)));
$("order").addEventListener("change", fetchQueue);
$("kind").addEventListener("change", () => change("finish", { is_done: page.state.status === "done", kind: $("kind").value }));
document.addEventListener("keydown", key);
addEventListener("beforeunload", (event) => { if (unsaved) event.preventDefault(); });
if (matchMedia("(max-width: 760px)").matches) toggle("pages", "queue", false);
const known = new URLSearchParams(location.search).get("annotator") ?? localStorage.getItem("annotator");
be(known || await rename()).catch((error) => say(error.message, true));
