"use strict";
// What is lit, which tab is shown, and the keys. Lines that belong together share a place
// in `data-at`, which the compiler has written there.
(() => {
  const all = (selector, inside = document) => [...inside.querySelectorAll(selector)];
  const one = (selector) => document.querySelector(selector);
  const root = document.documentElement;
  const status = one("#status");
  let chosen = null; // the line that stays lit

  // Dark and light

  const theme = one("#theme");
  const prefers = matchMedia("(prefers-color-scheme: dark)");
  const isDark = () =>
    root.dataset.theme ? root.dataset.theme === "dark" : prefers.matches;
  const label = () => { theme.textContent = isDark() ? "light" : "dark"; };
  function dress(name) {
    root.dataset.theme = name;
    label();
  }
  label();
  prefers.addEventListener("change", label);
  const redress = () => dress(isDark() ? "light" : "dark");
  theme.addEventListener("click", redress);

  const help = one("#help");
  const keys = one("#keys");
  function explain() {
    help.hidden = !help.hidden;
    keys.setAttribute("aria-expanded", String(!help.hidden));
  }
  keys.addEventListener("click", explain);

  // Tabs

  const lists = all('[role="tablist"]');
  const tabsOf = (list) => all('[role="tab"]', list);
  const selected = (list) => tabsOf(list).find((t) => t.ariaSelected === "true");
  function show(tab, focus = false) {
    for (const other of tabsOf(tab.parentElement)) {
      other.setAttribute("aria-selected", String(other === tab));
      other.tabIndex = other === tab ? 0 : -1;
    }
    if (focus) tab.focus();
    const [mode, stage] = lists.map((list) => selected(list).dataset.name);
    for (const panel of all('[role="tabpanel"]')) {
      panel.hidden = panel.dataset.mode !== mode || panel.dataset.stage !== stage;
    }
    root.dataset.modes = stage === "core" ? "none" : mode;
    if (parent !== window) parent.postMessage({ tangentlite: "tabs", tabs: `${mode},${stage}` }, "*");
    light(chosen && chosen.closest("[hidden]") ? null : chosen, true);
  }
  for (const list of lists) {
    for (const tab of tabsOf(list)) tab.addEventListener("click", () => show(tab));
    list.addEventListener("keydown", (event) => {
      const tabs = tabsOf(list);
      const at = tabs.indexOf(selected(list));
      const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: tabs.length - 1 };
      if (event.key in to) {
        show(tabs[(to[event.key] + tabs.length) % tabs.length], true);
        event.preventDefault();
        event.stopPropagation();
      }
    });
  }

  // Light

  const visible = () => all("[data-at]").filter((item) => !item.closest("[hidden]"));
  const places = (item) => item.dataset.at.split(" ");
  function counterparts(item) {
    const wanted = new Set(places(item));
    return visible().filter((other) => places(other).some((place) => wanted.has(place)));
  }
  const paneOf = (item) => item.closest(".pane");
  function reveal(item, smooth = false) {
    if (!item) return;
    const pane = paneOf(item);
    const around = pane.getBoundingClientRect();
    const box = item.getBoundingClientRect();
    if (box.top >= around.top + 30 && box.bottom <= around.bottom) return;
    const top = (box.top + box.bottom - around.top - around.bottom) / 2;
    pane.scrollBy({ top, behavior: smooth ? "smooth" : "auto" });
  }
  function light(item, pinned) {
    for (const other of all(".lit, .chosen")) other.classList.remove("lit", "chosen");
    for (const other of all('[aria-selected="true"].line')) {
      other.setAttribute("aria-selected", "false");
    }
    if (pinned) chosen = item;
    say(item);
    if (!item) return;
    item.classList.add("chosen");
    if (pinned && item.classList.contains("line")) {
      item.setAttribute("aria-selected", "true");
      item.parentElement.setAttribute("aria-activedescendant", item.id);
    }
    if (!item.dataset.at) return;
    const found = counterparts(item);
    for (const other of found) other.classList.add("lit");
    if (pinned && item.offsetParent === null) {  // an editor shows it
      reveal(found.find((other) => other !== item), true);
    } else if (pinned) {
      reveal(item);
      const here = paneOf(item);
      reveal(found.find((other) => paneOf(other) !== here), true);
    }
    tell(item);
  }
  function say(item) {
    if (!item) {
      status.textContent = "Hover over a line, or select one, to see what belongs to it.";
      return;
    }
    if (!item.dataset.at) {
      status.textContent = "No line of the function is behind this one.";
      return;
    }
    const found = counterparts(item);
    const count = (name) => found.filter((other) => other.classList.contains(name)).length;
    const inForward = root.dataset.modes === "forward";
    const names = { forward: inForward ? "the primal" : "the forward sweep",
      backward: "the backward sweep", tangent: "the tangents" };
    const lines = (number) => `${number} ${number === 1 ? "line" : "lines"}`;
    const parts = Object.keys(names)
      .filter(count)
      .map((name) => `${lines(count(name))} in ${names[name]}`);
    const marks = [item, ...found].flatMap((other) => all("em", other));
    const whys = new Set(marks.filter((mark) => mark.offsetParent).map((mark) => mark.title));
    const own = found.filter((other) => other.closest("#primal"));
    const where = own.map((other) => other.dataset.where).join(", ");
    status.textContent = [
      where + (parts.length ? `: ${parts.join(", ")}.` : "."),
      ...whys,
    ].join(" ");
  }
  function begin() {
    const first = all("#primal .line").find((line) => line.dataset.at);
    if (!first) return;
    first.parentElement.focus({ preventScroll: true });
    light(first, true);
  }
  function next(step) {
    if (!chosen) return begin();
    if (!chosen.dataset.at) return;
    const found = counterparts(chosen).filter((item) => item.classList.contains("line"));
    const to = found[(found.indexOf(chosen) + step + found.length) % found.length];
    to.parentElement.focus({ preventScroll: true });
    light(to, true);
  }
  function across(toDerivative) {
    if (!chosen || !chosen.dataset.at) return;
    const wanted = toDerivative ? "derivative" : "primal";
    const found = counterparts(chosen).filter((item) => item.classList.contains("line"));
    const to = found.find((item) => paneOf(item).id === wanted);
    if (!to || paneOf(chosen).id === wanted) return;
    to.parentElement.focus({ preventScroll: true });
    light(to, true);
  }
  for (const name of ["mouseover", "click"]) {
    one("main").addEventListener(name, (event) => {
      const item = event.target.closest(".line, [data-at]");
      if (name === "click") {
        if (item) light(item === chosen ? null : item, true);
      } else if (item) {
        light(item, false);
      } else if (chosen || one(".chosen")) {
        light(chosen, false);
      }
    });
  }
  one("main").addEventListener("mouseleave", () => light(chosen, false));

  // Keys

  for (const list of all('[role="listbox"]')) {
    list.addEventListener("focus", () => {
      if (!chosen || chosen.parentElement !== list) {
        const first = all(".line", list).find((line) => line.dataset.at);
        if (!all(":hover", list).length && first) light(first, true);
      }
    });
    list.addEventListener("keydown", (event) => {
      const lines = all(".line", list);
      const at = lines.indexOf(chosen);
      const to = { ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: lines.length - 1 };
      if (event.key in to) {
        light(lines[Math.min(Math.max(to[event.key], 0), lines.length - 1)], true);
      } else if (event.key === "ArrowRight") {
        across(true);
      } else if (event.key === "ArrowLeft") {
        across(false);
      } else {
        return;
      }
      event.preventDefault();
    });
  }
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const [modes, stages] = lists.map(tabsOf);
    const number = Number(event.key);
    if (number >= 1 && number <= stages.length) show(stages[number - 1]);
    else if (event.key === "ArrowDown" && !chosen && !event.defaultPrevented) {
      begin();
      event.preventDefault();
    } else if (event.key === "m") {
      show(modes[(modes.indexOf(selected(lists[0])) + 1) % modes.length]);
    } else if (event.key === "n") next(1);
    else if (event.key === "p") next(-1);
    else if (event.key === "d") redress();
    else if (event.key === "?") explain();
    else if (event.key === "Escape") light(null, true);
  });

  // An editor around this page: which lines of its text belong to a line, and back

  function tell(item) {
    if (parent === window || !item.dataset.at) return;
    const lines = counterparts(item)
      .filter((other) => other.closest("#primal"))
      .map((other) => [other.dataset.where.split(":")[0], Number(other.dataset.number)]);
    parent.postMessage({ tangentlite: "lines", lines }, "*");
  }
  addEventListener("message", (event) => {
    if (parent === window || event.source !== parent) return;
    if (event.data.tangentlite === "line") {
      const where = `${event.data.file.split(/[\\/]/).pop()}:${event.data.line}`;
      const own = all("#primal [data-at]");
      light(own.find((item) => item.dataset.where === where) || null, true);
    } else if (event.data.tangentlite === "theme") {
      dress(event.data.theme);
    }
  });

  // The tabs that an editor around this page remembers

  const [mode, stage] = location.hash.slice(1).split(",");
  const known = tabsOf(lists[0]).find((tab) => tab.dataset.name === mode);
  if (known) show(known);
  show(tabsOf(lists[1]).find((tab) => tab.dataset.name === stage) || selected(lists[1]));
})();
