"use strict";
// Shows the details of the marker or flag that has the focus, and filters. Texts of others only ever become text nodes.
(() => {
  const byId = (id) => document.getElementById(id);
  const stops = [...document.querySelectorAll("a.stop")];
  const index = new Map(stops.map((stop, at) => [stop, at]));
  const rows = [...document.querySelectorAll(".findings > li")];
  const panel = byId("panel");
  const form = byId("filters");
  const parsed = new Map();
  let current = null;

  // Most of the file: what is shared, and a draft's own, are read when the first detail of it is asked for.
  const island = (id) => {
    if (!parsed.has(id)) parsed.set(id, JSON.parse(byId(id).textContent));
    return parsed.get(id);
  };
  const shared = () => island("details");
  const data = () => island(current.closest("section.file").nextElementSibling.id);

  const make = (tag, names, ...children) => {
    const node = document.createElement(tag);
    for (const [name, value] of Object.entries(names)) node.setAttribute(name, value);
    node.append(...children.filter((child) => child !== null && child !== ""));
    return node;
  };

  const badge = (word) => make("span", { class: `badge ${word}` }, word);

  const outside = (url, ...children) =>
    url ? make("a", { href: url, target: "_blank", rel: "noopener noreferrer nofollow" }, ...children) : make("span", {}, ...children);

  const drawn = (tag, names) => {
    const node = document.createElementNS("http://www.w3.org/2000/svg", tag);
    for (const [name, value] of Object.entries(names)) node.setAttribute(name, value);
    return node;
  };

  const bar = (value, verdict) => {
    const [strip, balanced] = shared().bars;
    const svg = drawn("svg", { class: "bar", viewBox: "0 0 100 10", preserveAspectRatio: "none", "aria-hidden": "true" });
    svg.append(drawn("rect", { class: "track", width: 100, height: 10 }), drawn("rect", { class: verdict, width: 100 * value, height: 10 }));
    for (const tick of [strip, balanced]) svg.append(drawn("rect", { class: "tick", x: 100 * tick - 0.25, width: 0.5, height: 10 }));
    return svg;
  };

  const score = (ref) => {
    if (ref.support === undefined) return ref.why || ref.opinion ? make("p", { dir: "auto" }, ref.opinion ?? ref.why) : "";
    const [strip, balanced] = shared().bars;
    const parts = [];
    if (ref.words) {
      const [found, all, missing] = ref.words;
      const absent = missing.length ? `; not there: ${missing.join(", ")}${all - found > missing.length ? " …" : ""}` : "";
      parts.push(`${found} of ${all} content words of the claim stand in the evidence${absent}`);
    }
    if (ref.together !== undefined) parts.push(`together with the sources cited beside it: ${ref.together.toFixed(2)}`);
    if (ref.best) parts.push(`the best other source${ref.best[0] === "" ? "" : ` is [${ref.best[0]}]`}: ${ref.best[1].toFixed(2)}`);
    if (ref.why) parts.push(`decided by: ${ref.why}`);
    if (ref.opinion) parts.push(ref.opinion);
    return make(
      "div", {},
      make("p", { class: "score" }, `Support ${ref.support.toFixed(2)} of 1 (weak below ${balanced}, misattributed below ${strip})`),
      bar(ref.support, ref.verdict),
      make("ul", {}, ...parts.map((part) => make("li", {}, part))),
    );
  };

  const half = (text, at) => (at > 0 && at < text.length && /[\udc00-\udfff]/.test(text[at]) ? at - 1 : at);

  const evidence = (number) => {
    if (number === undefined) return "";
    const [, passage, start, end, link] = data().evidence[number];
    const text = data().passages[passage];
    const low = half(text, Math.max(0, start - 300));
    const high = half(text, Math.min(text.length, end + 300));
    return make(
      "figure", {},
      make("blockquote", { dir: "auto" }, low > 0 ? "… " : "", text.slice(low, start), make("mark", { class: "evidence" }, text.slice(start, end)), text.slice(end, high), high < text.length ? " …" : ""),
      link ? make("figcaption", {}, outside(link, "Open at this passage")) : "",
    );
  };

  const reference = (ref) => {
    const source = ref.source === undefined ? null : data().sources[ref.source];
    const label = ref.n === "" ? "" : `[${ref.n}] `;
    return make(
      "section", {},
      make("h3", { dir: "auto" }, badge(ref.verdict), " ", label, source ? outside(source.link, source.title) : ""),
      score(ref),
      evidence(ref.evidence),
    );
  };

  const change = ([kind, text]) => {
    if (kind === "-") return make("del", {}, text);
    if (kind === "+") return make("ins", {}, text);
    return kind === "…" ? " … " : text;
  };

  const finding = (number) => {
    const record = data().findings[number];
    const row = byId(`f${number}`);
    const fix = record.fix;
    return make(
      "section", {},
      make("h3", {}, row.querySelector(".badge").cloneNode(true), " ", row.querySelector("b").textContent),
      make("p", { dir: "auto" }, row.querySelector(".message").textContent),
      shared().rules[record.code] ? make("p", { class: "quiet" }, shared().rules[record.code]) : "",
      evidence(record.evidence),
      fix ? make("p", {}, `Proposed fix (${fix[0]}):`) : "",
      fix ? make("pre", { class: "fix", dir: "auto" }, ...fix[1].map(change)) : "",
    );
  };

  const show = (stop) => {
    panel.classList.add("open");
    if (stop === current) return;
    current?.removeAttribute("aria-current");
    current = stop;
    stop.setAttribute("aria-current", "true");
    const record = data().places[stop.id.slice(1)];
    const claim = record.claim === undefined ? "" : data().claims[record.claim];
    const close = make("button", { type: "button", class: "close", "aria-label": "Close details" }, "✕");
    close.addEventListener("click", back);
    const seen = new Set((record.refs ?? []).map((ref) => ref.evidence));
    byId("detail").replaceChildren(
      close,
      make("h2", {}, `Line ${record.line}: ${stop.textContent.trim() || stop.dataset.t}`),
      claim ? make("blockquote", { class: "claim", dir: "auto" }, claim) : "",
      ...(record.findings ?? []).map(finding),
      ...(record.refs ?? []).map(reference),
    );
    // Evidence that a finding shares with its citation is shown once, with the citation.
    for (const [at, section] of [...byId("detail").querySelectorAll("section")].entries()) {
      const number = (record.findings ?? [])[at];
      if (number !== undefined && seen.has(data().findings[number].evidence)) section.querySelector("figure")?.remove();
    }
    panel.scrollTop = 0;
  };

  const back = () => {
    current?.focus();
    panel.classList.remove("open");
  };

  const step = (from, by) => {
    for (let at = from + by; at >= 0 && at < stops.length; at += by) {
      if (!stops[at].classList.contains("off")) return stops[at].focus();
    }
  };

  const STEPS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const at = index.get(event.target);
    if (event.key === "Escape" && (at !== undefined || panel.contains(event.target))) return back();
    if (at === undefined) return;
    if (event.key in STEPS) step(at, STEPS[event.key]);
    else if (event.key === "Home") step(-1, 1);
    else if (event.key === "End") step(stops.length, -1);
    else return;
    event.preventDefault();
  });

  document.addEventListener("focusin", (event) => {
    if (index.has(event.target)) show(event.target);
  });

  document.addEventListener("click", (event) => {
    const link = event.target.closest?.("a");
    if (!link) return;
    if (index.has(link)) {
      event.preventDefault();
      show(link);
      // From the keyboard a click is Enter: on to the details.
      (event.detail === 0 ? panel : link).focus();
    } else if (link.getAttribute("href").startsWith("#p")) {
      event.preventDefault();
      const stop = byId(link.getAttribute("href").slice(1));
      stop.focus();
      stop.scrollIntoView({ block: "center" });
    }
  });

  const has = (words, word) => (words ?? "").split(" ").includes(word);

  const filter = () => {
    const boxes = [...form.querySelectorAll("[name=verdict]")];
    const wanted = boxes.filter((box) => box.checked).map((box) => box.value);
    const rule = form.querySelector("[name=rule]")?.value ?? "";
    let shown = 0;
    for (const stop of stops) {
      const judged = !stop.classList.contains("flag");
      const verdict = !judged || wanted.some((one) => stop.classList.contains(one) || has(stop.dataset.v, one));
      const on = verdict && (!rule || has(stop.dataset.c, rule));
      stop.classList.toggle("off", !on);
      stop.tabIndex = on ? 0 : -1;
      shown += on && judged ? 1 : 0;
    }
    let left = 0;
    for (const row of rows) {
      row.hidden = (rule && row.dataset.c !== rule) || byId(`p${row.dataset.p}`).classList.contains("off");
      left += row.hidden ? 0 : 1;
    }
    const judged = stops.filter((stop) => !stop.classList.contains("flag")).length;
    byId("shown").textContent = `${shown} of ${judged} markers, ${left} of ${rows.length} findings shown`;
  };

  document.documentElement.classList.add("live");
  if (form) {
    form.addEventListener("change", filter);
    form.addEventListener("submit", (event) => event.preventDefault());
    filter();
  }
})();
