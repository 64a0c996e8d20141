// The sheet: rows of plain fields. A cell is sent when it is left, with all others that wait; what Python does not take
// is said and shown as it stands. A click elsewhere waits until what was typed before it has arrived.
const SOON = 600; // ms until a label chosen from a list is sent though its cell was not left
const read = new Intl.Collator(undefined, { numeric: true });
export default part((root) => {
  let data = {}, shape = "", cells = new Map(), rows = [], pending = new Map(), held = null, sorted = null;
  const table = make("table"), notice = make("p", { class: "aes-notice", role: "status" });
  const box = make("div", { class: "aes" }, make("div", { class: "aes-box" }, table), notice);
  root.append(box);
  const say = (words) => (notice.textContent = words ?? "");
  const line = wire((on) => say(on ? "" : "Not connected: what you type stays here and is stored once the connection is back."));
  const id = (row, column) => JSON.stringify([row, column]);
  const going = () => new Set([...(line.sent?.cells ?? []).map(([row, column]) => id(row, column)), ...pending.keys()]);
  const busy = () => {
    const names = going();
    for (const [name, cell] of cells) cell.busy(names.has(name));
    box.setAttribute("aria-busy", String(Boolean(line.sent)));
  };
  const flush = () => {
    if (line.sent || !pending.size) return busy();
    const now = [...pending.values()];
    pending = new Map();
    line.send({ cells: now });
    busy();
  };
  const leave = (cell, words = cell.field.value) => {
    clearTimeout(cell.soon);
    if (words === cell.base) return;
    cell.base = words;
    pending.set(id(cell.row, cell.column), [cell.row, cell.column, words]);
    cell.busy(true);
    setTimeout(flush); // cells of one paste go together
  };
  const beside = (cell, down, right = 0) => {
    const names = data.columns.filter((c) => c.kind !== "shown").map((c) => c.name);
    const row = rows[rows.findIndex((r) => r.id === cell.row) + down];
    return row && cells.get(id(row.id, names[names.indexOf(cell.column) + right]));
  };
  const paste = (event, cell) => {
    const lines = event.clipboardData.getData("text/plain").replace(/\r?\n$/, "").split(/\r?\n/).map((l) => l.split("\t"));
    if (lines.length === 1 && lines[0].length === 1 && !cell.field.matches("select")) return;
    event.preventDefault();
    for (const [down, words] of lines.entries())
      for (const [right, word] of words.entries()) {
        const to = beside(cell, down, right);
        if (to) [to.field.value = word.trim(), leave(to, word.trim())];
      }
  };
  const key = (event, cell) => {
    const step = { Enter: event.shiftKey ? -1 : 1, ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === "Escape") cell.field.value = cell.base;
    if (!step || event.isComposing || (event.key !== "Enter" && cell.field.matches("select"))) return;
    event.preventDefault();
    leave(cell);
    const next = beside(cell, step)?.field;
    [next?.focus(), next?.select?.()];
  };
  const made = (column, row, base) => {
    const field = make(column.kind === "list" ? "select" : "input", { "aria-label": `${column.title}, ${row.name}` });
    if (column.kind === "number") field.inputMode = "decimal";
    if (column.kind === "list") field.append(...(column.blank ? ["", ...column.labels] : column.labels).map((l) => make("option", { value: l }, l)));
    const cell = { field, row: row.id, column: column.name, base, busy: (on) => field.classList.toggle("aes-busy", on) };
    field.value = base;
    field.addEventListener("blur", () => leave(cell));
    field.addEventListener("paste", (event) => paste(event, cell));
    field.addEventListener("keydown", (event) => key(event, cell));
    if (column.kind === "list") field.addEventListener("change", () => (clearTimeout(cell.soon), (cell.soon = setTimeout(leave, SOON, cell))));
    cells.set(id(row.id, column.name), cell);
    return field;
  };
  const sort = () => {
    const words = (row) => row.at(sorted.place).querySelector("input, select")?.value ?? row.at(sorted.place).textContent;
    if (sorted) rows.sort((a, b) => read.compare(words(a), words(b)) * sorted.way);
    table.tBodies[0].replaceChildren(...rows.map((row) => row.line));
  };
  const build = () => {
    [cells, sorted] = [new Map(), null];
    const heads = data.columns.map((column, place) => {
      const head = make("th", { class: `aes-${column.kind}`, scope: "col", title: column.help, style: `min-width:${column.width}px` });
      const button = make("button", { type: "button" }, column.title);
      button.addEventListener("click", () => {
        sorted = { place, way: sorted?.place === place ? -sorted.way : 1 };
        for (const one of heads) one.removeAttribute("aria-sort");
        head.setAttribute("aria-sort", sorted.way > 0 ? "ascending" : "descending");
        sort();
      });
      head.append(button);
      return head;
    });
    rows = data.rows.map((row) => {
      const tds = data.columns.map((column, n) => {
        const open = column.kind !== "shown" && !row.closed.includes(column.name);
        return make("td", { class: `aes-${column.kind}` }, open ? made(column, row, row.cells[n]) : make("span", { dir: "auto" }));
      });
      return { id: row.id, line: make("tr", {}, ...tds), at: (n) => tds[n] };
    });
    table.replaceChildren(make("thead", {}, make("tr", {}, ...heads)), make("tbody"));
    sort();
  };
  const fill = () => {
    const names = going();
    const lines = new Map(rows.map((row) => [row.id, row]));
    for (const row of data.rows)
      for (const [n, column] of data.columns.entries()) {
        const name = id(row.id, column.name), cell = cells.get(name), words = row.cells[n];
        if (!cell) [lines.get(row.id).at(n).firstChild.textContent, lines.get(row.id).at(n).title] = [words, words];
        else if (!names.has(name)) {
          if (cell.field.value === cell.base || document.activeElement !== cell.field) cell.field.value = words;
          cell.base = words;
        }
      }
  };
  const click = (event) => {
    if (!root.isConnected || !event.isTrusted || root.contains(event.target)) return;
    for (const cell of cells.values()) leave(cell); // a list may be chosen from without ever having the focus
    const waits = (line.sent || pending.size) && connected() && !data.ack?.waits;
    if (!waits) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    held = event.target;
  };
  window.addEventListener("click", click, true);
  return {
    update(now, send) {
      line.by(send);
      data = now;
      const done = line.done(data.ack);
      if (done || data.ack?.waits) say(data.ack.waits ?? data.ack.said);
      const seen = JSON.stringify([data.columns, data.rows.map((r) => [r.id, r.closed])]);
      if (seen !== shape) [shape] = [seen, build()];
      fill();
      flush();
      if (held && !line.sent) [held] = [null, settled(held, (to) => to.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, composed: true })))];
    },
    stop() { window.removeEventListener("click", click, true); line.stop(); },
  };
});
