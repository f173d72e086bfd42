// The report page's three movements: the theme, tables that sort, timelines that zoom. Without it everything is still there.
"use strict";

const theme = document.getElementById("theme");
theme.hidden = false;
theme.addEventListener("click", () => {
  const root = document.documentElement;
  const dark = root.style.colorScheme ? root.style.colorScheme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  root.style.colorScheme = dark ? "light" : "dark";
});

for (const table of document.querySelectorAll("table.sortable")) {
  const heads = [...table.tHead.rows[0].cells];
  heads.forEach((head, column) => {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = head.textContent;
    head.replaceChildren(button);
    button.addEventListener("click", () => {
      const down = head.getAttribute("aria-sort") === "ascending";
      for (const other of heads) other.removeAttribute("aria-sort");
      head.setAttribute("aria-sort", down ? "descending" : "ascending");
      const value = (row) => row.cells[column].dataset.value;
      const sorted = [...table.tBodies[0].rows].sort((a, b) => {
        if (value(a) === "" || value(b) === "") return (value(a) === "") - (value(b) === ""); // no number: always last
        return (Number(value(a)) - Number(value(b))) * (down ? -1 : 1);
      });
      table.tBodies[0].append(...sorted);
    });
  });
}

for (const figure of document.querySelectorAll(".timeline")) {
  const svg = figure.querySelector("svg.lanes");
  const ticks = figure.querySelector(".ticks");
  const readout = figure.querySelector(".readout");
  const [, , span, height] = svg.getAttribute("viewBox").split(" ").map(Number);
  const all = readout.textContent;
  let begin = 0;
  let width = span;

  function show() {
    width = Math.min(span, Math.max(span / 5000, width));
    begin = Math.min(span - width, Math.max(0, begin));
    svg.setAttribute("viewBox", `${begin} 0 ${width} ${height}`);
    const most = Math.max(2, ticks.clientWidth / 80);
    const power = 10 ** Math.floor(Math.log10(width / most));
    const step = [1, 2, 5, 10].map((k) => k * power).find((s) => width / s <= most);
    ticks.replaceChildren();
    for (let k = Math.ceil(begin / step); k * step < begin + width * 0.97; ++k) {
      const tick = document.createElement("span");
      tick.style.left = `${((k * step - begin) / width) * 100}%`;
      tick.textContent = `${Number(((k * step) / 1000).toPrecision(6))} ms`;
      ticks.append(tick);
    }
  }
  function zoom(factor, at = 0.5) {
    const point = begin + at * width;
    width = Math.min(span, Math.max(span / 5000, width * factor));
    begin = point - at * width;
    show();
  }
  function move(share) {
    begin += share * width;
    show();
  }
  const acts = {
    in: () => zoom(0.5), out: () => zoom(2), left: () => move(-0.25), right: () => move(0.25), all: () => zoom(Infinity),
  };
  const keys = { "+": "in", "=": "in", "-": "out", ArrowLeft: "left", ArrowRight: "right", 0: "all" };

  const controls = figure.querySelector(".controls");
  controls.hidden = false;
  controls.addEventListener("click", (event) => acts[event.target.closest("button")?.dataset.do]?.());
  svg.addEventListener("keydown", (event) => {
    if (!(event.key in keys) || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    acts[keys[event.key]]();
  });
  svg.addEventListener("wheel", (event) => {
    if (!event.ctrlKey && !event.metaKey) return; // else the page could not be scrolled past
    event.preventDefault();
    const box = svg.getBoundingClientRect();
    zoom(1.2 ** Math.sign(event.deltaY), (event.clientX - box.left) / box.width);
  }, { passive: false });
  svg.addEventListener("pointerdown", (event) => svg.setPointerCapture(event.pointerId));
  svg.addEventListener("pointermove", (event) => {
    if (svg.hasPointerCapture(event.pointerId)) move(-event.movementX / svg.clientWidth);
    readout.textContent = event.target.querySelector?.("title")?.textContent ?? all;
  });
  addEventListener("resize", show);
  show();
}
