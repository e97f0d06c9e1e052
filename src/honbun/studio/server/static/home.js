// The first page of the server: a page goes in, what honbun makes of it is shown, tab by tab.
const { fetches } = JSON.parse(document.getElementById("data").textContent);
const by = (id) => document.getElementById(id);
const TABS = ["text", "markdown", "posts", "records", "facts", "explain"];
const FACTS = ["title", "author", "date", "language", "kind", "site_name", "description", "canonical_url", "confidence", "reason"];
const state = { tab: "text", page: null, answers: {}, file: "page.html" };
const word = voice.say;

function element(name, properties, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children.filter((child) => child !== null && child !== undefined));
  return made;
}

function translate() {
  voice.translate(document);
  for (const each of document.querySelectorAll("[data-fetch]")) each.hidden = !fetches;
  by("tabs").replaceChildren(...TABS.map((name) => {
    const tab = element("button", { type: "button", textContent: word(name), tabIndex: name === state.tab ? 0 : -1, onclick: () => show(name) });
    tab.setAttribute("role", "tab");
    tab.setAttribute("aria-selected", String(name === state.tab));
    tab.dataset.tab = name;
    return tab;
  }));
}

async function ask(verb) {
  const answers = state.answers;
  if (answers[verb]) return answers[verb];
  const { html, url, favour, comments } = state.page;
  const body = { ...(html ? { html } : {}), ...(url ? { url } : {}) };
  if (verb === "extract") Object.assign(body, { comments, format: "markdown", ...(favour ? { favour } : {}) });
  const answer = await fetch(`/${verb}`, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
  if (!answer.ok) {
    const { error, advice } = await answer.json();
    throw new Error(advice ? `${error} (${advice})` : error);
  }
  return (answers[verb] = verb === "explain" ? await answer.text() : await answer.json());
}

const nothing = (reason) => element("p", { className: "none", textContent: `${word("nothing")} ${word(reason ?? "")}` });

function table(head, rows) {
  const line = (cells, tag) => element("tr", {}, ...cells.map((cell) => element(tag, { textContent: Array.isArray(cell) ? cell.join("\n") : cell ?? "" })));
  return element("table", {}, head ? element("thead", {}, line(head, "th")) : null, element("tbody", {}, ...rows.map((row) => line(row, "td"))));
}

const DRAW = {
  text: async () => { const found = await ask("extract"); return found.text ? element("pre", { textContent: found.text }) : nothing(found.reason); },
  markdown: async () => { const found = await ask("extract"); return found.markdown ? element("pre", { className: "code", textContent: found.markdown }) : nothing(found.reason); },
  facts: async () => { const found = await ask("extract"); return table(null, FACTS.filter((name) => found[name] !== null).map((name) => [word(name.replaceAll("_", " ")), found[name], found.sources[name] ?? ""])); },
  posts: async () => {
    const found = await ask("posts");
    if (!found.posts.length) return nothing(found.reason);
    return element("div", {}, ...found.posts.map((post) => element("div", { className: "post" },
      element("p", {}, element("b", { textContent: post.author ?? "–" }), ` ${post.date ?? post.date_raw ?? ""} ${post.number ?? ""}`), element("pre", { textContent: post.text }))));
  },
  records: async () => {
    const found = await ask("records");
    const names = found.columns.map((column) => column.name);
    return found.rows.length ? table(names, found.rows.map((row) => names.map((name) => row[name]))) : nothing(found.notes[0]);
  },
  explain: async () => element("iframe", { srcdoc: (await ask("explain")).replace("<html ", `<html data-lang="${voice.language}" `), title: word("frame") }),
};

async function show(name) {
  state.tab = name;
  translate();
  by("result").hidden = false;
  by("html").rows = 3; // what came out is what is looked at now
  by("shown").replaceChildren(element("p", { className: "none", textContent: word("working") }));
  sameAs();
  const answers = state.answers;
  const drawn = await DRAW[name]().catch((error) => nothing(error instanceof TypeError ? word("failed") : error.message));
  // An answer to another page or tab than the one now asked for is not shown.
  if (answers !== state.answers || state.tab !== name) return;
  by("shown").replaceChildren(drawn);
  by("status").textContent = "";
}

function sameAs() {
  const { url, html, favour, comments } = state.page;
  const options = [favour ? `favour="${favour}"` : "", comments ? "comments=True" : ""].filter(Boolean);
  const flags = [favour ? ` --favour ${favour}` : "", comments ? " --comments" : ""].join("");
  const path = html ? state.file : url;
  const source = html ? `open(${JSON.stringify(state.file)}, "rb").read()` : `honbun.fetch(${JSON.stringify(url)}).body`;
  const quoted = `'${path.replaceAll("'", "'\\''")}'`;
  const call = { posts: "posts", records: "records", explain: "explain" }[state.tab] ?? "extract";
  const command = { text: `honbun ${quoted}${flags}`, markdown: `honbun ${quoted} -f markdown${flags}`, facts: `honbun ${quoted} -f json${flags}`, explain: `honbun explain ${quoted} -o why.html` };
  const result = { text: ".text", markdown: ".markdown()", facts: ".to_dict()" }[state.tab] ?? "";
  const given = [source, url ? `url=${JSON.stringify(url)}` : "", ...(call === "extract" ? options : [])].filter(Boolean).join(", ");
  by("command").textContent = command[state.tab] ?? `honbun ${call} ${quoted}`;
  by("python").textContent = `import honbun\nhonbun.${call}(${given})${result}`;
}

async function take(file) {
  // A page may be in any encoding: what it declares is what its bytes are read by.
  const bytes = await file.arrayBuffer();
  const head = new TextDecoder("latin1").decode(bytes.slice(0, 2048));
  const declared = /charset\s*=\s*["']?([\w-]+)/i.exec(head)?.[1] ?? "utf-8";
  let decoder;
  try { decoder = new TextDecoder(declared); } catch { decoder = new TextDecoder(); }
  by("html").value = decoder.decode(bytes);
  state.file = file.name;
}

by("ask").addEventListener("submit", (event) => {
  event.preventDefault();
  const page = { html: by("html").value, url: by("url").value.trim() || null, favour: by("favour").value, comments: by("comments").checked };
  if (!page.html.trim() && !(fetches && page.url)) {
    by("status").textContent = word("empty");
    return;
  }
  Object.assign(state, { page, answers: {} });
  show(state.tab);
});
by("tabs").addEventListener("keydown", (event) => {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (!step) return;
  const next = TABS[(TABS.indexOf(state.tab) + step + TABS.length) % TABS.length];
  show(next);
  by("tabs").querySelector(`[data-tab="${next}"]`).focus();
});
by("file").addEventListener("change", () => by("file").files[0] && take(by("file").files[0]));
for (const kind of ["dragover", "dragleave", "drop"]) by("drop").addEventListener(kind, (event) => {
  event.preventDefault();
  by("drop").classList.toggle("over", kind === "dragover");
  if (kind === "drop" && event.dataTransfer.files[0]) take(event.dataTransfer.files[0]);
});
by("language").addEventListener("click", () => {
  voice.turn();
  if (state.page) show(state.tab);
  else translate();
});
for (const button of document.querySelectorAll("[data-copy]")) button.addEventListener("click", async () => {
  await navigator.clipboard.writeText(by(button.dataset.copy).textContent);
  button.textContent = word("copied");
});
translate();
