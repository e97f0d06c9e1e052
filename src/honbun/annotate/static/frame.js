// The page in its frame: paints the blocks by their marks, and turns pointer and keys into gestures. Nothing of the
// page runs; these listeners are ours, put on it from outside.

// Letter of a label -> its name, its class, and its key. Those that people made come after the others.
export const LABELS = {};
for (const [letter, name, key] of [["t", "title", "1"], ["c", "content", "2"], ["p", "post", "3"], ["r", "comment", "4"], ["a", "author", "5"],
  ["d", "date", "6"], ["b", "byline", "7"], ["-", "other label", "0"]]) {
  LABELS[letter] = { name: name.split(" ")[0], kind: name.split(" ")[0], key, words: () => voice.say(`is ${name}`) };
}
const CLASSES = [...Object.values(LABELS).map(({ kind }) => kind), "own"];
export const own = (labels) => {
  for (const { letter, name, scope } of labels) LABELS[letter] = { name, kind: "own", key: "", scope, words: () => name };
};
const EDGE = 40; // pixels from the edge of the frame at which dragging scrolls

export class Frame {
  constructor(element, on) {
    this.element = element;
    this.on = on; // gesture(blocks, first), key(event)
    this.inner = null;
    this.blocks = [];
    this.picked = [];
    this.focused = -1;
    this.anchor = -1; // where a choice of several begins
    this.start = -1; // the block before the one at which the keyboard comes in
  }

  open(page) {
    return new Promise((resolve) => {
      this.element.onload = () => {
        this.inner = this.element.contentDocument;
        this.blocks = [];
        for (const part of this.inner.querySelectorAll("[data-b]")) (this.blocks[Number(part.dataset.b)] ??= []).push(part);
        this.picked = [];
        this.focused = this.anchor = this.start = -1;
        this.listen();
        resolve();
      };
      this.element.src = `/pages/${page}/frame`;
    });
  }

  paint(marks, certainty, guess, differing) {
    const counts = { p: 0, r: 0 };
    let open = "";
    for (let block = 0; block < marks.length; block += 1) {
      const mark = marks[block];
      const letter = mark.toLowerCase();
      if (mark !== letter) open = unitLetter(marks, block);
      if (mark !== letter && open) counts[open] += 1;
      const { kind, words } = LABELS[letter];
      const step = mark === guess[block] ? certainty[block] : "3";
      for (const part of this.blocks[block] ?? []) {
        part.classList.remove(...CLASSES, "boilerplate", "s0", "s1", "s2", "s3", "begins", "differs");
        part.classList.add(kind, `s${step}`);
        if (letter === "-") part.classList.add("boilerplate");
      }
      const first = this.blocks[block]?.[0];
      if (!first) continue;
      first.classList.toggle("begins", mark !== letter);
      if (letter === "-") delete first.dataset.l;
      else first.dataset.l = kind === "own" ? words() : letter.toUpperCase() + (mark !== letter && open ? counts[open] : "");
      first.setAttribute("aria-label", `${words()}${mark !== letter ? voice.say("begins") : ""}: ${first.textContent.slice(0, 80)}`);
    }
    for (const block of differing) for (const part of this.blocks[block] ?? []) part.classList.add("differs");
    if (this.focused < 0) this.enter(marks);
  }

  // Where reader and keyboard come in: pages begin with menus, so the first block that is labelled, else the first shown.
  enter(marks) {
    const labelled = [...marks].findIndex((mark, block) => mark !== "-" && this.isShown(block));
    const first = labelled >= 0 ? labelled : this.blocks.findIndex((_, block) => this.isShown(block));
    if (first < 0) return;
    this.start = first - 1;
    this.blocks[first][0].tabIndex = 0;
    this.blocks[first][0].scrollIntoView({ block: "center" });
  }

  isShown(block) {
    return Boolean(this.blocks[block]?.[0].getClientRects().length);
  }

  range(one, other) {
    const found = [];
    for (let block = Math.min(one, other); block <= Math.max(one, other); block += 1) if (this.isShown(block)) found.push(block);
    return found;
  }

  pick(blocks) {
    for (const block of this.picked) for (const part of this.blocks[block] ?? []) part.classList.remove("picked");
    this.picked = blocks;
    for (const block of blocks) for (const part of this.blocks[block] ?? []) part.classList.add("picked");
  }

  // Blocks that may get the same label: outlined, until something else is chosen.
  propose(blocks) {
    for (const part of this.inner.querySelectorAll(".proposed")) part.classList.remove("proposed");
    for (const block of blocks) for (const part of this.blocks[block] ?? []) part.classList.add("proposed");
  }

  focus(block, keep = false) {
    if (!this.blocks[block]) return;
    if (this.focused >= 0) this.blocks[this.focused][0].tabIndex = -1;
    for (const part of this.inner.querySelectorAll('.b[tabindex="0"]')) part.tabIndex = -1;
    this.focused = block;
    const part = this.blocks[block][0];
    part.tabIndex = 0;
    part.focus({ preventScroll: true });
    part.scrollIntoView({ block: "nearest" });
    if (!keep) this.pick([block]);
  }

  step(by, extend) {
    let block = this.focused < 0 ? this.start + (by < 0) : this.focused;
    do block += by; while (block >= 0 && block < this.blocks.length && !this.isShown(block));
    if (!this.blocks[block]) return;
    const from = this.anchor >= 0 && extend ? this.anchor : this.focused;
    this.focus(block, extend);
    this.anchor = extend && from >= 0 ? from : block;
    if (extend) this.pick(this.range(this.anchor, block));
  }

  listen() {
    const inner = this.inner;
    let start = -1;
    let last = -1;
    let scrolling = 0;
    const blockAt = (event) => {
      const part = inner.elementFromPoint(event.clientX, event.clientY)?.closest("[data-b]");
      return part ? Number(part.dataset.b) : -1;
    };
    const end = () => {
      clearInterval(scrolling);
      start = last = -1;
    };
    inner.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) return;
      start = last = blockAt(event);
      if (start < 0 || event.pointerType === "touch") return;
      this.pick(event.shiftKey && this.anchor >= 0 ? this.range(this.anchor, start) : [start]);
    });
    inner.addEventListener("pointermove", (event) => {
      if (start < 0 || event.pointerType === "touch") return;
      const block = blockAt(event);
      if (block >= 0 && block !== last) {
        last = block;
        this.pick(this.range(start, last));
      }
      clearInterval(scrolling);
      const height = this.element.clientHeight;
      const by = event.clientY < EDGE ? -12 : event.clientY > height - EDGE ? 12 : 0;
      if (by) scrolling = setInterval(() => inner.defaultView.scrollBy(0, by), 16);
    });
    inner.addEventListener("pointerup", (event) => {
      if (start < 0) return;
      const blocks = event.pointerType === "touch" ? [start] : this.picked;
      const first = start;
      end();
      if (event.pointerType === "touch" && blockAt(event) !== first) return;
      this.focus(first, true);
      if (!event.shiftKey) this.anchor = first;
      this.pick(blocks);
      this.on.gesture(blocks, first);
    });
    inner.addEventListener("pointercancel", end);
    inner.addEventListener("focusin", (event) => {
      const part = event.target.closest("[data-b]");
      if (part && start < 0 && this.focused !== Number(part.dataset.b)) this.focus(Number(part.dataset.b));
    });
    inner.addEventListener("keydown", (event) => this.on.key(event));
    inner.addEventListener("dragstart", (event) => event.preventDefault());
  }
}

// The letter of the body of the unit that begins at a block: "p", "r", or "" if it has none.
export function unitLetter(marks, block) {
  for (let later = block; later < marks.length; later += 1) {
    const mark = marks[later];
    if (later > block && mark !== mark.toLowerCase()) return "";
    if ("pr".includes(mark.toLowerCase())) return mark.toLowerCase();
  }
  return "";
}
