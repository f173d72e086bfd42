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
  const view = figure.querySelector(".view");
  const svg = figure.querySelector("svg.lanes");
  const ticks = figure.querySelector(".ticks");
  const readout = figure.querySelector(".readout");
  const [, , span, height] = svg.getAttribute("viewBox").split(" ").map(Number);
  const ms = (microseconds) => `${Number((microseconds / 1000).toPrecision(6))} ms`;
  let begin = 0;
  let width = span;

  function show() {
    width = Math.min(span, Math.max(span / 5000, width));
    begin = Math.min(span - width, Math.max(0, begin));
    svg.setAttribute("viewBox", `${begin} 0 ${width} ${height}`);
    const room = ticks.clientWidth;
    const most = Math.max(2, room / 80);
    const power = 10 ** Math.floor(Math.log10(width / most));
    const step = [1, 2, 5, 10].map((k) => k * power).find((s) => width / s <= most);
    ticks.replaceChildren();
    let taken = -Infinity; // how far the words reach
    for (let k = Math.ceil(begin / step); k * step <= begin + width; ++k) {
      const tick = document.createElement("span");
      const share = (k * step - begin) / width;
      tick.style.left = `${share * 100}%`;
      tick.textContent = ms(k * step);
      ticks.append(tick);
      // Words that would be cut off stand to the left of their line, unless the words before are in the way.
      const turned = share * room + tick.offsetWidth > room;
      if (turned && share * room - tick.offsetWidth < taken) tick.remove();
      tick.classList.toggle("turned", turned);
      taken = share * room + tick.offsetWidth;
    }
  }
  function say() {
    readout.textContent = width < span ? `${ms(begin)} to ${ms(begin + width)} of ${ms(span)}` : `0 to ${ms(span)}`;
  }
  function zoom(factor, at = 0.5) {
    const point = begin + at * width;
    width = Math.min(span, Math.max(span / 5000, width * factor));
    begin = point - at * width;
    show();
    say();
  }
  function move(share) {
    begin += share * width;
    show();
    say();
  }
  const acts = {
    in: () => zoom(0.5), out: () => zoom(2), left: () => move(-0.25), right: () => move(0.25), all: () => zoom(Infinity),
  };
  const keys = { "+": "in", "=": "in", "-": "out", ArrowLeft: "left", ArrowRight: "right", 0: "all" };

  const controls = figure.querySelector(".controls");
  controls.hidden = false;
  controls.addEventListener("click", (event) => acts[event.target.closest("button")?.dataset.do]?.());
  view.tabIndex = 0;
  view.setAttribute("aria-keyshortcuts", "+ - ArrowLeft ArrowRight 0");
  view.addEventListener("keydown", (event) => {
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
    const task = event.target.querySelector?.("title");
    if (svg.hasPointerCapture(event.pointerId)) move(-event.movementX / svg.clientWidth);
    else if (task) readout.textContent = task.textContent;
    else say();
  });
  new ResizeObserver(show).observe(ticks); // also when it comes out of a closed <details>
  say();
}
