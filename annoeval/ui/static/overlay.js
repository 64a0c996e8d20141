// An image with its drawn objects: pan, zoom, hide and choose. One instance lives on the element it is mounted in.
const NS = "http://www.w3.org/2000/svg";

function make(parent, send) {
  const root = document.createElement("div");
  root.className = "ov";
  const svg = document.createElementNS(NS, "svg");
  svg.setAttribute("role", "img");
  const world = document.createElementNS(NS, "g");
  svg.append(world);
  const bar = document.createElement("div");
  bar.className = "bar";
  root.append(svg, bar);
  parent.append(root);
  const say = document.createElement("span");
  say.className = "say";
  const view = { x: 0, y: 0, k: 1 };
  let size = [100, 100], shapes = new Map(), version = null, drag = null;

  const apply = () => world.setAttribute("transform", `translate(${view.x} ${view.y}) scale(${view.k})`);
  const fit = () => {
    const box = svg.getBoundingClientRect();
    if (!box.width) return;
    view.k = Math.min((box.width - 16) / size[0], (box.height - 16) / size[1]);
    view.x = (box.width - size[0] * view.k) / 2;
    view.y = (box.height - size[1] * view.k) / 2;
    apply();
  };
  const zoom = (factor, px, py) => {
    const k = Math.min(60, Math.max(0.02, view.k * factor));
    view.x = px - ((px - view.x) * k) / view.k;
    view.y = py - ((py - view.y) * k) / view.k;
    view.k = k;
    apply();
  };
  const middle = () => [svg.clientWidth / 2, svg.clientHeight / 2];
  const button = (text, name, press) => {
    const b = document.createElement("button");
    b.type = "button";
    b.textContent = text;
    b.setAttribute("aria-label", name);
    b.addEventListener("click", press);
    bar.append(b);
  };
  button("+", "Zoom in", () => zoom(1.4, ...middle()));
  button("−", "Zoom out", () => zoom(1 / 1.4, ...middle()));
  button("Fit", "Show the whole image", fit);
  for (const [kind, words] of [["truth", "Ground truth (dashed)"], ["drawn", "Submission (solid)"]]) {
    const label = document.createElement("label");
    const box = document.createElement("input");
    box.type = "checkbox";
    box.checked = true;
    box.addEventListener("change", () => world.classList.toggle(`no-${kind}`, !box.checked));
    label.append(box, words);
    bar.append(label);
  }
  bar.append(say);

  svg.addEventListener("wheel", (event) => {
    event.preventDefault();
    const box = svg.getBoundingClientRect();
    zoom(event.deltaY < 0 ? 1.15 : 1 / 1.15, event.clientX - box.left, event.clientY - box.top);
  }, { passive: false });
  svg.addEventListener("pointerdown", (event) => {
    drag = { x: event.clientX, y: event.clientY, moved: false };
  });
  svg.addEventListener("pointermove", (event) => {
    if (!drag) return;
    const dx = event.clientX - drag.x, dy = event.clientY - drag.y;
    if (!drag.moved && Math.abs(dx) + Math.abs(dy) < 4) return;
    drag = { x: event.clientX, y: event.clientY, moved: true };
    view.x += dx;
    view.y += dy;
    apply();
  });
  const end = () => setTimeout(() => { drag = null; });
  svg.addEventListener("pointerup", end);
  svg.addEventListener("pointerleave", end);
  world.addEventListener("pointerover", (event) => { say.textContent = event.target.dataset?.title ?? ""; });
  world.addEventListener("pointerout", () => { say.textContent = ""; });
  world.addEventListener("click", (event) => {
    if (drag?.moved || !event.target.dataset?.id) return;
    send({ id: event.target.dataset.id, at: Date.now() });
  });

  return (data) => {
    if (data.version !== version) {
      version = data.version;
      size = [data.width, data.height];
      world.replaceChildren();
      shapes = new Map();
      const sheet = document.createElementNS(NS, "rect");
      sheet.setAttribute("class", "sheet");
      sheet.setAttribute("width", size[0]);
      sheet.setAttribute("height", size[1]);
      world.append(sheet);
      if (data.picture) {
        const image = document.createElementNS(NS, "image");
        image.setAttribute("href", data.picture);
        image.setAttribute("width", size[0]);
        image.setAttribute("height", size[1]);
        image.setAttribute("preserveAspectRatio", "none");
        world.append(image);
      }
      for (const shape of data.shapes) {
        const path = document.createElementNS(NS, "path");
        path.setAttribute("d", shape.path);
        path.setAttribute("class", `s ${shape.side} ${shape.outcome}`);
        path.dataset.id = shape.id;
        path.dataset.title = shape.title;
        world.append(path);
        shapes.set(shape.id, path);
      }
      svg.classList.toggle("many", data.shapes.length > 300);
      svg.setAttribute("aria-label", data.words);
      requestAnimationFrame(fit);
    }
    for (const [id, path] of shapes) {
      const on = data.selected.includes(id);
      path.classList.toggle("on", on);
      if (on) world.append(path); // in front of what overlaps it
    }
  };
}

export default ({ parentElement, data, setTriggerValue }) => {
  parentElement.__overlay ??= make(parentElement, (picked) => setTriggerValue("picked", picked));
  parentElement.__overlay(data);
};
