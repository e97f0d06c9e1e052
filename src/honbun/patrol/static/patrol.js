// The page of a patrol: boards, chart, alerts, and the stream of new posts or what a search found.
const by = (id) => document.getElementById(id);
const state = { board: 0, words: "", last: 0, drawn: 0, streamed: 0 };
const word = voice.say;

function element(name, classes, ...children) {
  const made = document.createElement(name);
  if (classes) made.className = classes;
  made.append(...children.filter((child) => child !== null && child !== ""));
  return made;
}

async function ask(path, options) {
  try {
    const answer = await fetch(path, options);
    if (!answer.ok) throw new Error((await answer.json()).error ?? answer.status);
    by("status").textContent = "";
    return await answer.json();
  } catch (error) {
    by("status").textContent = error instanceof TypeError ? word("failed") : error.message;
    return null;
  }
}

const time = (text) => (text ? new Date(text).toLocaleString(voice.language, { dateStyle: "short", timeStyle: "short" }) : "–");

function link(url, text) {
  const made = element("a", "", text);
  // Addresses come from pages: nothing but the web is linked.
  if (/^https?:\/\//.test(url)) Object.assign(made, { href: url, target: "_blank", rel: "noreferrer noopener" });
  return made;
}

function fill(id, items) {
  by(id).replaceChildren(...(items.length ? items : [element("li", "none", word("nothing"))]));
}

function post(each, ...more) {
  const head = element("p", "head", element("b", "", each.author ?? "–"), " ", each.date?.replace("T", " ") ?? each.date_raw ?? time(each.first_seen), " · ",
    each.board, " · ", link(each.url, each.thread ?? each.url));
  return element("li", "post", ...more, head, element("p", "text", each.text));
}

function drawBoards(found) {
  const row = (each) => {
    const isOk = each.state === "ok";
    const button = element("button", "board", element("b", "", each.name),
      element("span", isOk ? "ok" : "bad", isOk ? word("ok") : each.state),
      element("small", "", `${each.posts} ${word("posts")}${each.alerts ? `, ${each.alerts} ${word("matched")}` : ""}`),
      element("small", "", each.id ? `${word("looked")} ${time(each.checked_at)}, ${word("next")} ${time(each.next_at)}` : ""),
      each.note ? element("small", "note", each.note) : "");
    button.type = "button";
    button.setAttribute("aria-pressed", String(state.board === each.id));
    button.addEventListener("click", () => { state.board = each.id; draw(); });
    return element("li", "", button);
  };
  const sum = (name) => found.reduce((total, each) => total + each[name], 0);
  const good = found.filter((each) => each.state === "ok").length;
  const all = { id: 0, name: word("all"), state: good < found.length ? `${good}/${found.length} ${word("ok")}` : "ok", posts: sum("posts"), alerts: sum("alerts") };
  fill("boards", found.length ? [all, ...found].map(row) : []);
}

function drawChart(found) {
  const most = Math.max(1, ...found.map((each) => each.posts));
  const svg = by("chart");
  svg.setAttribute("viewBox", `0 0 ${found.length * 10} 100`);
  const bar = (at, count, name, day) => {
    const made = document.createElementNS("http://www.w3.org/2000/svg", "rect");
    const height = (98 * count) / most;
    for (const [key, value] of Object.entries({ x: at * 10 + 1, y: 100 - height, width: 8, height, class: name })) made.setAttribute(key, value);
    const tip = document.createElementNS("http://www.w3.org/2000/svg", "title");
    tip.textContent = `${day}: ${count} ${word(name)}`;
    made.append(tip);
    return made;
  };
  svg.replaceChildren(...found.flatMap((each, at) => [bar(at, each.posts, "posts", each.day), bar(at, each.matches, "matches", each.day)]));
  const total = (name) => found.reduce((sum, each) => sum + each[name], 0);
  by("point").textContent = `${found[0]?.day ?? ""} – ${found.at(-1)?.day ?? ""}: ${total("posts")} ${word("posts")}, ${total("matches")} ${word("matches")}`;
}

function drawAlerts(found) {
  const row = (each) => {
    const say = (verdict, name, classes) => {
      const button = element("button", classes, word(name));
      button.type = "button";
      button.addEventListener("click", () => decide(each.alert, verdict));
      return button;
    };
    const buttons = each.verdict === null ? [say("confirmed", "confirm", "main"), say("dismissed", "dismiss", "")] : [say(null, "undo", "")];
    const near = [...each.before, ...each.after];
    const around = near.length ? element("details", "", element("summary", "", word("around")),
      ...near.map((other) => element("p", "text", element("b", "", other.author ?? "–"), " ", other.text))) : "";
    const made = post(each.post, element("p", "why", element("b", "rule", each.rule), " ", each.reason));
    made.append(...(around ? [around] : []), element("p", "buttons", ...buttons));
    return made;
  };
  fill("alerts", found.map(row));
}

async function decide(alert, verdict) {
  const options = { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ verdict }) };
  if (await ask(`/alerts/${alert}`, options)) draw();
}

// An answer that a later question overtook is not shown.
async function drawStream(isMore) {
  const turn = ++state.streamed;
  const isSearch = state.words !== "";
  by("stream-name").textContent = isSearch ? `${word("found")}: ${state.words}` : word("stream");
  by("back").hidden = !isSearch;
  const path = isSearch ? `/search?board=${state.board}&words=${encodeURIComponent(state.words)}`
    : `/stream?board=${state.board}&before=${isMore ? state.last : 0}`;
  const found = await ask(path);
  if (!found || turn !== state.streamed) return;
  const items = found.map((each) => post(each, each.kind ? element("span", `kind ${each.kind}`, word(each.kind)) : ""));
  if (isMore) by("stream").append(...items);
  else fill("stream", items);
  state.last = found.at(-1)?.event ?? 0;
  by("more").hidden = isSearch || found.length < 50;
}

async function draw() {
  const turn = ++state.drawn;
  voice.translate(document);
  for (const each of by("verdict").options) each.textContent = word(each.value);
  by("words").placeholder = word("placeholder");
  by("words").setAttribute("aria-label", word("placeholder"));
  by("language").textContent = word("other");
  by("language").lang = voice.language === "ja" ? "en" : "ja";
  const [boards, days, alerts] = await Promise.all([ask("/boards"), ask(`/days?board=${state.board}&count=${by("days").value}`),
    ask(`/alerts?board=${state.board}&verdict=${by("verdict").value}`)]);
  if (turn !== state.drawn) return;
  if (boards) drawBoards(boards);
  if (days) drawChart(days);
  if (alerts) drawAlerts(alerts);
  await drawStream(false);
  document.body.dataset.ready = "yes";
}

by("search").addEventListener("submit", (event) => { event.preventDefault(); state.words = by("words").value.trim(); drawStream(false); });
by("back").addEventListener("click", () => { state.words = by("words").value = ""; drawStream(false); });
by("more").addEventListener("click", () => drawStream(true));
by("verdict").addEventListener("change", draw);
by("days").addEventListener("change", draw);
by("language").addEventListener("click", () => { voice.turn(); draw(); });
draw();
