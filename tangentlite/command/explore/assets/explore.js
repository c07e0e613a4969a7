"use strict";
// The page around the editor: what is typed goes to the server, which answers with a view.
// Lines under the cursor light their counterparts there, and lines there those here.
(async () => {
  const one = (selector) => document.querySelector(selector);
  const start = await (await fetch("start")).json();
  const view = one("#view");
  const problem = one("#problem");

  // The editor: Ace if it is installed, or else a field for text

  function withAce() {
    const { ace } = window;
    ace.config.set("basePath", "editor");
    const editor = ace.edit("editor", {
      mode: "ace/mode/python", value: start.text, fontSize: 13, showPrintMargin: false,
      useSoftTabs: true, tabSize: 4,
    });
    editor.textInput.getElement().setAttribute("aria-label", "The program");
    editor.commands.addCommand({
      name: "leave", bindKey: "Esc", exec: () => one("#function").focus(),
    });
    const { Range } = ace.require("ace/range");
    let markers = [];
    return {
      text: () => editor.getValue(),
      changed: (call) => editor.session.on("change", call),
      moved: (call) => editor.selection.on(
        "changeCursor", () => call(editor.getCursorPosition().row + 1)),
      light(lines) {
        for (const marker of markers) editor.session.removeMarker(marker);
        markers = lines.map((n) => editor.session.addMarker(
          new Range(n - 1, 0, n - 1, 1), "lit", "fullLine"));
      },
      fail(line, text) {
        const found = line === null ? [] : [{ row: line - 1, column: 0, text, type: "error" }];
        editor.session.setAnnotations(found);
      },
      dress: (dark) => editor.setTheme(`ace/theme/${dark ? "tomorrow_night" : "chrome"}`),
      focus: () => editor.focus(),
    };
  }
  function withField() {
    const field = one("#plain");
    one("#editor").hidden = true;
    field.hidden = false;
    field.value = start.text;
    const line = () => field.value.slice(0, field.selectionStart).split("\n").length;
    return {
      text: () => field.value,
      changed: (call) => field.addEventListener("input", call),
      moved(call) {
        for (const name of ["keyup", "click"]) {
          field.addEventListener(name, () => call(line()));
        }
      },
      light() {},
      fail() {},
      dress() {},
      focus: () => field.focus(),
    };
  }
  const editor = window.ace ? withAce() : withField();

  // Dark and light

  const theme = one("#theme");
  const root = document.documentElement;
  const prefers = matchMedia("(prefers-color-scheme: dark)");
  const isDark = () => (root.dataset.theme ? root.dataset.theme === "dark" : prefers.matches);
  const tell = (message) => view.contentWindow.postMessage(message, "*");
  function dress() {
    theme.textContent = isDark() ? "light" : "dark";
    editor.dress(isDark());
    tell({ tangentlite: "theme", theme: isDark() ? "dark" : "light" });
  }
  prefers.addEventListener("change", dress);
  theme.addEventListener("click", () => {
    root.dataset.theme = isDark() ? "light" : "dark";
    dress();
  });

  // Parameters: a box for those by which is differentiated, a field for a value

  const given = { ...start.arguments };
  const wrt = new Set(start.wrt);
  let names = null; // of the parameters that are shown
  const choose = one("#function");
  const mode = one("#mode");
  function made(tag, attributes, ...children) {
    const element = document.createElement(tag);
    Object.assign(element, attributes);
    element.append(...children);
    return element;
  }
  for (const name of start.modes) mode.append(made("option", { value: name }, name));
  mode.value = start.mode;
  function offer(functions, chosen) {
    choose.replaceChildren(
      ...functions.map(({ name }) => made("option", { value: name }, name)));
    choose.value = chosen;
    const { parameters } = functions.find(({ name }) => name === chosen);
    if (names !== null && names.join() === parameters.join()) return;
    names = parameters;
    const any = names.some((name) => wrt.has(name));
    const boxes = names.map((name, place) => made("input", {
      type: "checkbox", checked: any ? wrt.has(name) : !place,
    }));
    one("#rows").replaceChildren(...names.flatMap((name, place) => {
      const box = boxes[place];
      box.addEventListener("change", () => {
        names.forEach((other, k) => wrt[boxes[k].checked ? "add" : "delete"](other));
        soon(0);
      });
      const field = made("input", {
        type: "text", value: given[name] || "", placeholder: "as annotated, or any number",
        ariaLabel: `a value of ${name}`, spellcheck: false,
      });
      field.addEventListener("input", () => {
        given[name] = field.value;
        soon();
      });
      return [made("label", {}, box, " ", made("code", {}, `${name} =`)), field];
    }));
  }

  // Questions and answers

  let number = 0;
  let timer = null;
  function soon(wait = 300) {
    clearTimeout(timer);
    timer = setTimeout(ask, wait);
  }
  async function post(path, value) {
    const headers = { "Content-Type": "application/json" };
    return fetch(path, { method: "POST", headers, body: JSON.stringify(value) });
  }
  async function ask() {
    const own = ++number;
    let answer;
    try {
      const reply = await post("answer", {
        text: editor.text(), function: choose.value || start.function, arguments: given,
        wrt: [...wrt], mode: mode.value,
      });
      answer = await reply.json();
    } catch {
      answer = { error: "The command has ended: start tangentlite explore again.", line: null };
    }
    if (own !== number || answer.outdated) return;
    if (answer.function) offer(answer.functions, answer.function);
    problem.hidden = !answer.error;
    problem.textContent = answer.error || "";
    editor.fail(answer.error ? answer.line : null, answer.error);
    view.classList.toggle("old", Boolean(answer.error));
    if (answer.has_page) view.src = `view?${own}#${remembered}`;
    root.dataset.answered = own;
  }
  let remembered = ""; // the tabs that are shown
  let here = null; // the line of the cursor
  const light = () => here && tell({ tangentlite: "line", line: here, file: start.file });
  view.addEventListener("load", () => {
    dress();
    light();
  });
  editor.changed(() => soon());
  choose.addEventListener("change", () => soon(0));
  mode.addEventListener("change", () => soon(0));

  // Lines that belong together

  editor.moved((line) => {
    if (line !== here) {
      here = line;
      light();
    }
  });
  addEventListener("message", (event) => {
    if (event.source !== view.contentWindow) return;
    if (event.data.tangentlite === "lines") {
      const name = start.file.split(/[\\/]/).pop();
      const lines = event.data.lines.filter(([file]) => file === name);
      editor.light(lines.map(([, line]) => line));
    } else if (event.data.tangentlite === "tabs") {
      remembered = event.data.tabs;
    }
  });

  // The file that was named

  const save = one("#save");
  save.hidden = !start.saves;
  async function store() {
    const reply = start.saves && await post("save", { text: editor.text() });
    if (reply) save.textContent = reply.ok ? "saved" : "not saved";
    setTimeout(() => { save.textContent = "save"; }, 1500);
  }
  save.addEventListener("click", store);
  addEventListener("keydown", (event) => {
    if ((event.ctrlKey || event.metaKey) && event.key === "s") {
      event.preventDefault();
      store();
    }
  });

  dress();
  editor.focus();
  ask();
})();
