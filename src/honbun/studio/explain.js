"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const frame = document.getElementById("page");
  const card = document.getElementById("card");
  let inner = null;
  let current = -1; // the block that the card is about
  let pinned = false; // the card stays until it is closed
  let only = "all";

  const signed = (value) => (value > 0 ? "+" : value < 0 ? "−" : "") + Math.abs(value).toFixed(2);
  const add = (parent, name, text, kind) => {
    const element = document.createElement(name);
    if (text) element.textContent = text;
    if (kind) element.className = kind;
    parent.append(element);
    return element;
  };

  const OUTCOME = {
    title: "Title", main: "Main text", post: "Main text, body of a post", comment: "Reader's comment", boilerplate: "Boilerplate",
  };

  const bars = (block) => {
    const order = block.families.map((value, i) => [value, i]).filter(([value]) => Math.abs(value) >= 0.05);
    order.sort((one, other) => Math.abs(other[0]) - Math.abs(one[0]));
    const most = Math.max(1, ...order.map(([value]) => Math.abs(value)));
    add(card, "h4", "What the model's part is made of: features for (+) and against (−)");
    if (!order.length) add(card, "p", "None: it is like the median block of this page.");
    for (const [value, i] of order) {
      const line = add(card, "div", "", "family");
      add(line, "span", data.families[i]);
      add(line, "b", signed(value));
      const bar = add(add(line, "span", "", "track"), "i", "", value < 0 ? "against" : "for");
      bar.style.width = `${(100 * Math.abs(value)) / most}%`;
    }
  };

  const fill = (block) => {
    card.replaceChildren();
    add(card, "h3", `${OUTCOME[block.label]}, score ${block.score.toFixed(2)}`);
    const percent = (value) => `${(100 * value).toFixed(value > 0.98 && value < 1 ? 2 : 0)} %`;
    const where = block.kept ? "In the main text" : "Not in the main text";
    add(card, "p", `${where}: probability ${percent(block.probability)}, threshold of this page ${percent(data.threshold)}.`);
    if (block.note) add(card, "p", block.note);
    if (block.post >= 0) add(card, "p", data.posts[block.post]);
    for (const k of block.fields) add(card, "p", `Field: ${data.fields[k]}`, "of-field");
    add(card, "h4", "The sum of evidence, in log-odds of main text");
    const sum = add(card, "table", "", "sum");
    const line = (name, value, kind) => {
      const row = add(sum, "tr", "", kind);
      add(row, "th", name).scope = "row";
      add(row, "td", signed(value));
    };
    block.terms.forEach((value, i) => { if (value || !i) line(data.terms[i], value); });
    line("sum", block.logit, "total");
    if (block.frequency !== null) {
      const repeats = block.frequency ? `${block.frequency} of the site's ${data.sitePages} pages repeat it` : "no other page of the site shows it";
      const named = block.pages.length < block.frequency ? ", such as " : ": ";
      add(card, "p", `Document frequency: ${repeats}${block.frequency && block.pages.length ? named + block.pages.join(", ") : ""}.`);
      if (!block.frequency && block.pages.length) add(card, "p", `Of the pages explained with it: ${block.pages.join(", ")}.`);
    }
    if (block.evidence.length) {
      add(card, "h4", "Evidence");
      add(card, "p", block.evidence.map((k) => data.evidence[k]).join(", "));
    }
    bars(block);
    add(card, "h4", "Where");
    const facts = [`<${block.tag}>`, block.inside ? "in the container of the main text" : "outside the container of the main text",
      `${block.words} words`, `${percent(block.links)} link`];
    if (block.hidden) facts.push("hidden by the page");
    add(card, "p", facts.join(", "));
    add(card, "p", block.xpath, "hint");
    const close = add(card, "button", "×", "close");
    close.setAttribute("aria-label", "close");
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
    inner.addEventListener("pointerover", (event) => {
      if (pinned || event.pointerType === "touch") return;
      const number = numberOf(event);
      if (number < 0) hide();
      else show(number, false);
    });
    inner.documentElement.addEventListener("pointerleave", () => pinned || hide());
    inner.addEventListener("click", (event) => {
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
      for (const name of ["main", "boilerplate"]) inner.documentElement.classList.toggle(`only-${name}`, only === name);
      hide();
    });
  }
  const hidden = document.getElementById("hidden");
  if (hidden) {
    hidden.addEventListener("click", () => {
      const is = inner.documentElement.classList.toggle("show-hidden");
      hidden.setAttribute("aria-pressed", String(is));
    });
  }
  const fields = document.getElementById("fields");
  if (fields) {
    fields.addEventListener("click", () => {
      const is = !inner.documentElement.classList.toggle("no-fields");
      fields.setAttribute("aria-pressed", String(is));
    });
  }
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
  frame.addEventListener("load", start);
  if (frame.contentDocument && frame.contentDocument.readyState === "complete") start();
})();
