"use strict";
// Takes an editor's word on each finding, by key or button, and hands all of them out as a file to save. It runs before
// the page is there: cards are looked for as they are needed, so that nobody waits for the end of a long page.
(() => {
  const byId = (id) => document.getElementById(id);
  const name = `wellsourced ${location.pathname}`;
  const before = []; // what undo goes back to
  const saved = new Map(); // what the page was made with, or handed out last
  let given = new Map(); // what was said of a finding, by its fingerprint
  let cards = [];
  let current = null;

  const look = () => {
    if (document.readyState !== "loading" && cards.length) return;
    cards = [...document.querySelectorAll(".card")];
    for (const { dataset: { id, j = "", why = "" } } of cards) {
      if (saved.has(id)) continue;
      saved.set(id, [j, why].join("\n"));
      if (j && !given.has(id)) given.set(id, [j, why]);
    }
  };

  const make = (tag, names, ...children) => {
    const node = document.createElement(tag);
    for (const [key, value] of Object.entries(names)) node.setAttribute(key, value);
    node.append(...children);
    return node;
  };

  const shown = (card) => !card.hidden;
  const judgement = (card) => given.get(card.dataset.id) ?? ["", ""];

  // ------------------------------------------------------------------------------------------- what was said

  const keep = () => {
    try {
      localStorage.setItem(name, JSON.stringify([...given]));
    } catch {
      // Where nothing can be kept, the file to save is all there is.
    }
  };

  const kept = () => {
    try {
      return JSON.parse(localStorage.getItem(name) ?? "[]");
    } catch {
      return [];
    }
  };

  const unsaved = () => cards.filter((card) => judgement(card).join("\n") !== saved.get(card.dataset.id)).length;

  const tell = () => {
    const all = cards.filter((card) => judgement(card)[0]).length;
    const new_ = unsaved();
    byId("judged").textContent = `${all} of ${cards.length} judged${new_ ? `, ${new_} not saved` : ""}`;
    byId("save").disabled = !new_ && !all;
  };

  const say = (card, word, reason = "") => {
    before.push([card, judgement(card)]);
    change(card, [word, reason]);
  };

  const change = (card, told) => {
    given.set(card.dataset.id, told);
    keep();
    draw(card);
    tell();
    filter();
  };

  const undo = () => {
    const last = before.pop();
    if (!last) return;
    change(...last);
    choose(last[0]);
  };

  const line = (card) => {
    const [word, reason] = judgement(card);
    const { id, c: code, k: certainty } = card.dataset;
    return JSON.stringify({ id, code, certainty, judgement: word || "none", reason });
  };

  const save = () => {
    const said = cards.filter((card) => judgement(card)[0] || saved.get(card.dataset.id) !== "\n");
    const lines = said.sort((a, b) => (a.dataset.id < b.dataset.id ? -1 : 1)).map((card) => `${line(card)}\n`);
    const url = URL.createObjectURL(new Blob(lines, { type: "application/x-ndjson" }));
    make("a", { href: url, download: "review.jsonl" }).click();
    for (const card of cards) saved.set(card.dataset.id, judgement(card).join("\n"));
    tell();
  };

  // ------------------------------------------------------------------------------------------- what is shown

  const WORDS = [["agree", "Agree"], ["disagree", "Disagree"], ["fixed", "Fixed"]];

  const draw = (card) => {
    const [word, reason] = judgement(card);
    card.querySelector(".verdict-given")?.remove();
    if (word) {
      const told = make("span", { class: "verdict-given" }, ` ${word === "fixed" ? "fixed" : `you ${word}`}${reason ? `: ${reason}` : ""}`);
      card.querySelector(".sure").after(told);
    }
    for (const button of card.querySelectorAll(".judge button")) button.setAttribute("aria-pressed", button.value === word);
  };

  const bar = (card) => {
    if (!card.dataset.id || card.querySelector(".judge")) return;
    const row = make("div", { class: "judge" });
    for (const [value, label] of WORDS) row.append(make("button", { type: "button", value, "aria-pressed": "false" }, label));
    row.append(make("button", { type: "button", value: "undo" }, "Undo"));
    card.querySelector("details").append(row);
    draw(card);
  };

  const ask = (card) => {
    bar(card);
    const row = card.querySelector(".judge");
    let field = row.querySelector("input");
    if (!field) {
      field = make("input", { type: "text", maxlength: "300", "aria-label": "Why you disagree", placeholder: "Why? (Enter keeps it, Escape leaves it)" });
      row.append(field);
    }
    field.value = judgement(card)[1];
    field.focus();
  };

  const choose = (card) => {
    if (current !== card) current?.removeAttribute("aria-current");
    current = card;
    for (let at = card.parentElement.closest("details"); at; at = at.parentElement.closest("details")) at.open = true;
    card.setAttribute("aria-current", "true");
    card.querySelector("details").open = true;
    bar(card);
    const summary = card.querySelector("summary");
    summary.focus({ preventScroll: true });
    card.scrollIntoView({ block: "nearest" });
  };

  const step = (by) => {
    look();
    const from = current ? cards.indexOf(current) : by > 0 ? -1 : cards.length;
    for (let at = from + by; at >= 0 && at < cards.length; at += by) {
      if (shown(cards[at])) return choose(cards[at]);
    }
  };

  const act = (card, word) => {
    if (word === "undo") return undo();
    if (!card.dataset.id) return; // of a record that is older than fingerprints
    if (word === "disagree") return ask(card);
    say(card, word);
    step(1);
  };

  const filter = () => {
    const rule = byId("rule").value;
    const open = byId("open").checked;
    for (const card of cards) card.hidden = (rule && card.dataset.c !== rule) || (open && judgement(card)[0] !== "" && card !== current);
  };

  // ------------------------------------------------------------------------------------------- what is done

  const KEYS = { a: "agree", d: "disagree", f: "fixed", u: "undo" };

  document.addEventListener("keydown", (event) => {
    const field = event.target;
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (field.tagName === "INPUT" && field.type === "text") {
      const card = field.closest(".card");
      if (event.key !== "Enter" && event.key !== "Escape") return;
      event.preventDefault();
      if (event.key === "Enter") say(card, "disagree", field.value.trim());
      field.remove();
      choose(card);
      if (event.key === "Enter") step(1);
      return;
    }
    if (event.key === "j" || event.key === "k") step(event.key === "j" ? 1 : -1);
    else if (event.key === "u") undo();
    else if (current && event.key in KEYS) act(current, KEYS[event.key]);
    else return;
    event.preventDefault();
  });

  document.addEventListener("click", (event) => {
    if (event.target.id === "save") save();
    const button = event.target.closest?.(".judge button");
    if (button) {
      const card = button.closest(".card");
      if (card !== current) choose(card);
      act(card, button.value);
    }
  });

  document.addEventListener("toggle", (event) => {
    const card = event.target.parentElement;
    if (event.target.open && card?.classList.contains("card")) bar(card);
  }, true);

  document.addEventListener("change", (event) => {
    if (!event.target.closest("#tools")) return;
    event.target.blur(); // the keys are for the findings again
    look();
    filter();
  });

  document.addEventListener("submit", (event) => event.preventDefault());

  addEventListener("beforeprint", () => {
    for (const one of document.querySelectorAll("details")) one.open = true;
  });

  addEventListener("beforeunload", (event) => {
    if (unsaved()) event.preventDefault();
  });

  // ------------------------------------------------------------------------------------------- the start

  given = new Map(kept());
  document.documentElement.classList.add("live");
  document.addEventListener("DOMContentLoaded", () => {
    cards = [];
    look();
    const counts = new Map();
    for (const card of cards) {
      counts.set(card.dataset.c, (counts.get(card.dataset.c) ?? 0) + 1);
      if (judgement(card)[0]) draw(card);
    }
    for (const [code, number] of [...counts].sort()) byId("rule").append(make("option", { value: code }, `${code} (${number})`));
    const first = document.querySelector(".card details[open]");
    if (first) bar(first.parentElement);
    document.documentElement.classList.toggle("live", cards.length > 0);
    tell();
  });
})();
