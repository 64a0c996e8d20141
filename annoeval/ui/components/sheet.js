// The sheet: rows of plain fields as Python drew them. A cell is sent when it is left, with all others that wait; what
// Python does not take is said and shown as it stands. A click elsewhere waits until what was typed before has arrived.
export default part("aes", '<div class="aes-box"><table></table></div><p class="aes-notice" role="status"></p>', (box) => {
  let data = {}, drawn = "", held = null;
  const table = box.querySelector("table"), pending = new Map();
  const say = (words, lasts) => (box.lastChild.textContent = lasts || words);
  const line = wire(box, say, "Not connected: what you type stays here and is stored once the connection is back.");
  const fields = () => table.querySelectorAll("[name]"); // a field's name is its row and its column
  const going = (one) => pending.get(one.name) ?? new Map(line.sent?.cells).get(one.name);
  const flush = () => {
    if (!line.sent && pending.size) [line.send({ cells: [...pending] }), pending.clear()];
    box.setAttribute("aria-busy", String(Boolean(line.sent)));
    for (const one of fields()) one.classList.toggle("aes-busy", going(one) !== undefined);
  };
  const leave = (one, words = one.value) => {
    if (words === one.base) return;
    one.base = words;
    pending.set(one.name, words);
    queueMicrotask(flush); // cells of one paste go together
  };
  const beside = (one, down, right, on) => { // on: the step to rows further on where that one has no field
    const open = (n) => [...(table.rows[n]?.querySelectorAll("td:not(.aes-shown)") ?? [])], row = one.closest("tr").rowIndex;
    const found = open(row + down)[open(row).indexOf(one.parentElement) + right]?.querySelector("[name]");
    return found ?? (on && table.rows[row + down] ? beside(one, down + on, right, on) : undefined);
  };
  const paste = (event) => {
    const lines = event.clipboardData.getData("text/plain").replace(/\r?\n$/, "").split(/\r?\n/).map((one) => one.split("\t"));
    if (lines.flat().length === 1 && !event.target.matches("select")) return;
    event.preventDefault();
    lines.forEach((words, down) => words.forEach((word, right) => {
      const to = beside(event.target, down, right);
      if (to) [(to.value = word.trim()), leave(to, word.trim())];
    }));
  };
  const keydown = (event) => {
    const one = event.target, step = { Enter: event.shiftKey ? -1 : 1, ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === "Escape") one.value = one.base;
    if (!step || event.isComposing || (event.key !== "Enter" && one.matches("select"))) return;
    [event.preventDefault(), leave(one)];
    const next = beside(one, step, 0, step);
    [next?.focus(), next?.select?.()];
  };
  const focusout = ({ target }) => leave(target);
  const change = ({ target: one }) => [clearTimeout(one.soon), (one.soon = setTimeout(leave, 600, one))]; // a label chosen
  for (const [what, then] of Object.entries({ paste, keydown, focusout, change })) table.addEventListener(what, then);
  window.addEventListener("click", (event) => {
    if (!box.isConnected || !event.isTrusted || box.contains(event.target)) return;
    for (const one of fields()) leave(one); // a list may be chosen from without ever having the focus
    if (!(line.sent || pending.size) || !connected() || data.ack?.waits) return;
    [event.preventDefault(), event.stopImmediatePropagation()];
    held = event.target;
  }, true);
  const press = (to) => to.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, composed: true }));
  const update = (now) => {
    data = now;
    line.heard(data.ack);
    if (data.html !== drawn) [drawn, table.innerHTML] = [data.html, data.html];
    for (const to of table.querySelectorAll("select:empty")) to.append(...data.labels[to.dataset.of].map((l) => new Option(l)));
    table.querySelectorAll("td > *").forEach((one, n) => {
      const words = going(one) ?? data.words[n];
      if (!one.name) [one.textContent, one.title] = [words, words];
      else if (one.value === (one.base ?? one.value)) one.value = words; // else it waits to be left
      one.base = words;
    });
    flush();
    if (held && !line.sent) [held] = [null, settled(held, press)];
  };
  return { box, line, update };
});
