(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const frame = document.getElementById("page");
  const card = document.getElementById("card");
  let inner = null;
  let current = -1; // the block that the card is about
  let pinned = false; // the card stays until it is closed
  let only = "all";
  let isDetailed = false; // whether cards show what the model looked at

  const signed = (value) => (value > 0 ? "+" : value < 0 ? "−" : "") + Math.abs(value).toFixed(2);
  const add = (parent, name, text, kind) => {
    const element = document.createElement(name);
    if (text) element.textContent = text;
    if (kind) element.className = kind;
    parent.append(element);
    return element;
  };

  const { say } = voice;
  const percent = (value) => (value > 0.99 && value < 1 ? "> 99 %" : value > 0 && value < 0.01 ? "< 1 %" : `${(100 * value).toFixed(0)} %`);

  // What speaks for and against, as bars: the words, the number, and how it compares with the others.
  const bars = (list, parent = card) => {
    const most = Math.max(1, ...list.map(([, value]) => Math.abs(value)));
    for (const [words, value, kind] of list) {
      const line = add(parent, "div", "", `family ${kind ?? ""}`);
      add(line, "span", words);
      add(line, "b", signed(value));
      const bar = add(add(line, "span", "", "track"), "i", "", value < 0 ? "against" : "for");
      bar.style.width = `${(100 * Math.abs(value)) / most}%`;
    }
  };

  const repeats = (block) => {
    if (block.frequency === null) return;
    const names = block.pages.join(", ");
    if (!block.frequency) {
      add(card, "p", say("repeat none") + (names ? ` ${say("among", { names })}` : ""));
      return;
    }
    const which = !names ? "." : say(block.pages.length < block.frequency ? "such as" : "named", { names });
    add(card, "p", say("repeat", { n: block.frequency, pages: data.sitePages }) + which);
  };

  const fill = (block) => {
    card.replaceChildren();
    add(card, "h3", say(`is ${block.label}`));
    if (block.label !== "title") add(card, "p", say("likely", { chance: percent(block.probability), threshold: percent(data.threshold) }));
    if (block.note) add(card, "p", say(block.note));
    if (block.post >= 0) add(card, "p", [say(`${data.unit} n`, { number: block.post + 1 }), data.posts[block.post]].filter(Boolean).join(" · "));
    for (const k of block.fields) add(card, "p", say("field", { name: data.fields[k] }), "of-field");
    add(card, "h4", say("for and against"));
    const terms = block.terms.map((value, i) => [say(`term ${data.terms[i]}`, { n: value > 0 ? 1 : 2 }), value]);
    bars([...terms.filter(([, value], i) => value || !i), [say("term sum"), block.logit, "total"]]);
    repeats(block);
    const families = block.families.map((value, i) => [say(`looks ${data.families[i]}`), value]).filter(([, value]) => Math.abs(value) >= 0.05);
    families.sort((one, other) => Math.abs(other[1]) - Math.abs(one[1]));
    const more = add(card, "details");
    add(more, "summary", say("looked"));
    more.open = isDetailed;
    more.addEventListener("toggle", () => { isDetailed = more.open; });
    if (!families.length) add(more, "p", say("usual"));
    bars(families, more);
    if (block.evidence.length) {
      add(card, "h4", say("seen"));
      add(card, "p", block.evidence.map((k) => say(`sees ${data.evidence[k]}`)).join(" · "));
    }
    add(card, "h4", say("where"));
    const facts = [`<${block.tag}>`, say(block.inside ? "inside" : "outside"), say("n words", { n: block.words }), say("links", { share: percent(block.links) })];
    if (block.hidden) facts.push(say("is hidden"));
    add(card, "p", facts.join(" · "));
    add(card, "p", block.xpath, "hint");
    const close = add(card, "button", "×", "close");
    close.setAttribute("aria-label", say("close"));
    close.addEventListener("click", hide);
  };

  const place = (element) => {
    card.style.left = "";
    card.style.top = "";
    if (matchMedia("(max-width: 760px)").matches) return;
    const box = element.getClientRects()[0];
    if (!box) return;
    // Over the panel, level with the block: it must not cover what it is about.
    const outer = frame.getBoundingClientRect();
    const top = outer.top + Math.min(Math.max(box.top, 0), outer.height);
    card.style.top = `${Math.max(4, Math.min(top, innerHeight - card.offsetHeight - 8))}px`;
    card.style.left = `${outer.right + 8}px`;
  };

  const mark = (is) => {
    if (current < 0) return;
    for (const element of inner.querySelectorAll(`[data-b="${current}"]`)) element.classList.toggle("on", is);
  };

  const show = (number, stays) => {
    const element = inner.getElementById(`b${number}`);
    if (!element || !data.blocks[number]) return;
    mark(false);
    current = number;
    pinned = stays;
    mark(true);
    fill(data.blocks[number]);
    card.hidden = false;
    card.classList.toggle("passing", !stays);
    place(element);
  };

  function hide() {
    mark(false);
    current = -1;
    pinned = false;
    card.hidden = true;
  }

  // Stretches that were left out: one line each, opened and closed by it.
  const open = (k, is) => {
    for (const part of inner.querySelectorAll(`[data-k="${k}"]`)) part.classList.toggle("folded", !is);
    inner.querySelector(`[data-fold="${k}"]`).setAttribute("aria-expanded", String(is));
  };
  const openAll = (is) => {
    for (const button of inner.querySelectorAll(".fold")) open(button.dataset.fold, is);
    document.getElementById("unfold").setAttribute("aria-pressed", String(is));
  };
  const reveal = (element) => {
    const part = element.closest(".folded");
    if (part) open(part.dataset.k, true);
  };

  const isShown = (number) => {
    const block = data.blocks[number];
    if (!inner.getElementById(`b${number}`).getClientRects().length) return false;
    return only === "all" || (only === "boilerplate") === (block.label === "boilerplate");
  };

  const go = (start, step) => {
    let number = start;
    while (number >= 0 && number < data.blocks.length && !isShown(number)) number += step;
    const element = inner.getElementById(`b${number}`);
    if (!element) return;
    for (const other of inner.querySelectorAll('.b[tabindex="0"]')) other.tabIndex = -1;
    element.tabIndex = 0;
    element.focus({ preventScroll: true });
    element.scrollIntoView({ block: "nearest" });
    show(number, true);
  };

  // From the panel: scroll there and mark it. The card would cover the list, so it stays away.
  let lit = [];
  const dim = () => {
    for (const element of lit) element.classList.remove("lit");
    lit = [];
  };
  const light = (selector) => {
    hide();
    dim();
    lit = [...inner.querySelectorAll(selector)];
    if (!lit.length) return;
    reveal(lit[0]);
    const toggle = document.getElementById("hidden");
    if (!lit.some((element) => element.getClientRects().length) && toggle) toggle.click();
    for (const element of lit) element.classList.add("lit");
    const first = lit.find((element) => element.getClientRects().length) || lit[0];
    const block = first.closest("[data-b]") || first.querySelector("[data-b]");
    const entry = block && inner.getElementById(`b${block.dataset.b}`);
    if (entry) {
      for (const other of inner.querySelectorAll('.b[tabindex="0"]')) other.tabIndex = -1;
      entry.tabIndex = 0;
    }
    frame.scrollIntoView({ block: "nearest" });
    first.scrollIntoView({ block: "center" });
  };

  const last = () => data.blocks.length - 1;
  const STEPS = {
    ArrowRight: () => go(current + 1, 1), ArrowDown: () => go(current + 1, 1),
    ArrowLeft: () => go(current < 0 ? last() : current - 1, -1), ArrowUp: () => go(current < 0 ? last() : current - 1, -1),
    Home: () => go(0, 1), End: () => go(last(), -1), Escape: hide,
  };

  const numberOf = (event) => {
    const element = event.target.closest ? event.target.closest("[data-b]") : null;
    return element ? Number(element.dataset.b) : -1;
  };

  const start = () => {
    const loaded = frame.contentDocument;
    if (inner === loaded || !loaded || !loaded.querySelector("title")) return;
    inner = loaded;
    voice.translate(inner);
    // A reader came for the content, and pages begin with menus.
    inner.querySelector(".b.title, .b.main, .b.post, .b.comment")?.scrollIntoView({ block: "start" });
    inner.addEventListener("pointerover", (event) => {
      if (pinned || event.pointerType === "touch") return;
      const number = numberOf(event);
      if (number < 0) hide();
      else show(number, false);
    });
    inner.documentElement.addEventListener("pointerleave", () => pinned || hide());
    inner.addEventListener("click", (event) => {
      const fold = event.target.closest(".fold");
      if (fold) open(fold.dataset.fold, fold.getAttribute("aria-expanded") === "false");
      const number = numberOf(event);
      dim();
      if (number < 0) hide();
      else show(number, true);
    });
    inner.addEventListener("focusin", (event) => {
      const number = numberOf(event);
      if (number >= 0 && number !== current) show(number, true);
    });
    inner.addEventListener("keydown", (event) => {
      if (!STEPS[event.key] || event.altKey || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      STEPS[event.key]();
    });
    inner.addEventListener("scroll", () => {
      const element = current < 0 ? null : inner.getElementById(`b${current}`);
      if (element) place(element);
    });
  };

  for (const button of document.querySelectorAll("[data-only]")) {
    button.addEventListener("click", () => {
      only = button.dataset.only;
      for (const other of document.querySelectorAll("[data-only]")) other.setAttribute("aria-pressed", String(other === button));
      if (only === "boilerplate") openAll(true);
      for (const name of ["main", "boilerplate"]) inner.documentElement.classList.toggle(`only-${name}`, only === name);
      hide();
    });
  }
  // Buttons that put a class on the page, or take it off.
  for (const [id, name] of [["hidden", "show-hidden"], ["plain", "plain"], ["fields", "no-fields"]]) {
    const button = document.getElementById(id);
    button?.addEventListener("click", () => {
      const is = inner.documentElement.classList.toggle(name);
      button.setAttribute("aria-pressed", String(is !== (id === "fields")));
    });
  }
  document.getElementById("unfold").addEventListener("click", (event) => openAll(event.currentTarget.getAttribute("aria-pressed") === "false"));
  document.getElementById("language").addEventListener("click", () => {
    voice.turn();
    for (const each of [document, inner]) voice.translate(each);
    if (current >= 0) fill(data.blocks[current]);
  });
  for (const button of document.querySelectorAll("[data-field]")) {
    button.addEventListener("click", () => light(`[data-f~="${button.dataset.field}"]`));
  }
  for (const button of document.querySelectorAll("[data-go]")) {
    button.addEventListener("click", () => light(`[data-b="${button.dataset.go}"]`));
  }
  document.getElementById("next").addEventListener("click", STEPS.ArrowRight);
  document.getElementById("back").addEventListener("click", STEPS.ArrowLeft);
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    hide();
    dim();
  });
  voice.translate(document);
  frame.addEventListener("load", start);
  if (frame.contentDocument && frame.contentDocument.readyState === "complete") start();
})();
