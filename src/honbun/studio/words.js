"use strict";
// The voice of all our pages: messages by name, from one catalogue, in the language that the reader asked for or reads.
const speech = (words) => {
  const asked = new URLSearchParams(location.search).get("lang") ?? document.documentElement.dataset.lang ?? navigator.language.slice(0, 2);
  const voice = { language: asked in words ? asked : "en" };
  const shown = (value) => (typeof value === "number" ? value.toLocaleString(voice.language) : value);
  // "{n} line|{n} lines": the first form is for one.
  voice.say = (name, values = {}) => {
    const forms = (words[voice.language][name] ?? name).split("|");
    const form = forms.length === 2 && values.n !== 1 ? forms[1] : forms[0];
    return form.replace(/\{(\w+)\}/g, (whole, key) => (key in values ? shown(values[key]) : whole));
  };
  voice.translate = (root) => {
    (root.documentElement ?? root).lang = voice.language;
    const said = (element, name) => voice.say(name, JSON.parse(element.dataset.values ?? "{}"));
    for (const element of root.querySelectorAll("[data-word]")) element.textContent = said(element, element.dataset.word);
    for (const element of root.querySelectorAll("[data-label]")) element.setAttribute("aria-label", said(element, element.dataset.label));
    for (const element of root.querySelectorAll("[data-hint]")) element.title = said(element, element.dataset.hint);
  };
  voice.turn = () => { voice.language = voice.language === "ja" ? "en" : "ja"; };
  return voice;
};
