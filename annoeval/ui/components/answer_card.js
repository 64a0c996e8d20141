// The answer card: draws the answers to one question, takes the keys, and sends one answer at a time with the mark of its
// question. Keys that come meanwhile wait for the question they were meant for, or the card says that they were not taken.
const TYPED = "input, textarea, select, [contenteditable=true]";
const ACTS = { arrowleft: "back", arrowright: "next", s: "skip", u: "undo", "shift+u": "redo", b: "reveal" };
const FIELDS = { n: "note", c: "correction" };
const ANY = "any question";
const onScreen = () => document.querySelector("[data-mark]")?.dataset.mark;
// What is typed beside a question outlasts other items, undo and a reload, until an answer of another window replaces it.
const draft = (mark) => JSON.parse(sessionStorage.getItem(`annoeval ${mark}`) ?? "{}");
const keep = (mark, more) => sessionStorage.setItem(`annoeval ${mark}`, JSON.stringify({ ...draft(mark), ...more }));

export default part((root) => {
  let data = {}, held = [], drawn = {}, entering = false, quiet = 0, unkept = null, waits = "";
  const card = make("div", { class: "aec" });
  const parts = Object.fromEntries(["answers", "said", "beside"].map((p) => [p, make("div", { class: `aec-${p}` })]));
  const notice = make("p", { class: "aec-notice", role: "status" });
  card.append(parts.answers, notice, parts.said, parts.beside); // what is said stands where the eye is
  root.append(card);
  const find = (name) => card.querySelector(`[name="${name}"]`);

  const say = (words, until = "the next key") => { notice.textContent = words; notice.dataset.until = until; };
  const over = (what) => notice.dataset.until === what && say("");
  const refuse = (keys, why = "the next item was not on screen yet") => {
    const told = `${keys.map((one) => `“${one.key}”`).join(" ")} ${keys.length > 1 ? "were" : "was"} not taken`;
    if (waits) say(`${told}. ${waits}`, "stored");
    else say(`${told}: ${why}.`);
  };
  const offline = (key) => say(line.sent
    ? `${key ? `“${key}” was not taken. ` : ""}Not connected: your last answer is stored once the connection is back.`
    : "Not connected: your answer was not taken. It goes on when the connection is back.", "connected");
  const line = wire((on) => (on ? line.sent || over("connected") : line.sent && offline()));

  const beside = () => {
    const own = draft(data.mark);
    return Object.fromEntries(["note", "correction", "tags"].map((w) => [w, own[w] ?? data.beside?.[w] ?? null]));
  };
  const about = () => ({ mark: data.mark, of: data.of, beside: data.beside ? beside() : null });
  const transmit = (what) => {
    const now = { ...about(), ...what };
    if (now.mark === unkept?.mark) unkept = null;
    line.send(now);
    busy();
  };
  const busy = () => {
    card.setAttribute("aria-busy", String(Boolean(line.sent)));
    for (const one of parts.answers.querySelectorAll("button.aec-answer"))
      one.classList.toggle("now", line.sent?.do === "answer" && one.value === String(line.sent.value));
    for (const field of parts.answers.querySelectorAll("input, textarea")) field.readOnly = Boolean(line.sent);
  };
  const act = (one) => {
    if (one.note) return transmit(one.note);
    const answer = data.answers?.find((a) => a.key === one.key);
    const name = ACTS[one.key];
    if (answer) transmit({ do: "answer", value: answer.n });
    else if (name && data.acts.includes(name)) transmit({ do: name });
    else refuse([one], "it is no key of this question");
  };
  // All keys go through one line. Each is meant for what is on screen; while that is being stored for the item's next
  // question, which the reviewer knows. An item that nobody has seen yet takes no key.
  const take = (key) => {
    if (!connected()) return offline(key);
    const seen = onScreen() ?? data.mark;
    const after = { answer: data.rest[held.length], keep: data.mark, reveal: data.mark };
    const mark = ACTS[key] && key !== "b" ? ANY : seen !== data.mark || !line.sent ? seen : after[line.sent.do];
    if (mark === undefined) return refuse([{ key }]);
    held.push({ key, mark });
    if (seen !== data.mark) return setTimeout(release, 2 * PATIENCE); // its card is on the way
    if (!line.sent) say(""); // what was refused before stays said until a key is taken at once
    release();
  };
  const release = () => {
    while (!line.sent && held.length) {
      const one = held.shift();
      if (one.mark === ANY || one.mark === data.mark) act(one);
      else [, held] = [refuse([one, ...held]), []];
    }
  };
  // A note beside an answer that stands is stored once it is left, also where its item has gone meanwhile.
  const store = () => {
    if (!unkept) return;
    const note = { ...unkept, beside: { ...unkept.beside, ...draft(unkept.mark) }, do: "keep" };
    unkept = null;
    if (note.mark !== data.mark || data.beside.number) held.push({ note, key: "note", mark: ANY });
    if (onScreen() === data.mark) release();
  };

  const leave = (field) => setTimeout(() => field.blur());
  const into = (field) => { field.focus(); if (field.name !== "correction") field.select?.(); };
  const given = () => {
    if (data.entry.kind === "list") return { value: Number(find("entry").value) };
    if (data.entry.kind === "set") return { typed: [...card.querySelectorAll(".aec-label")].map((one) => one.value) };
    return { typed: find("entry").value };
  };
  const save = () => {
    if (!connected()) return offline("Enter");
    if (line.sent) return refuse([{ key: "Enter" }]);
    if (data.entry.kind === "set") label(find("entry"), find("entry").value.trim());
    entering = true;
    say("");
    transmit({ do: "answer", ...given() });
  };
  const label = (input, words) => {
    if (!words || [...input.parentElement.querySelectorAll(".aec-label")].some((one) => one.value === words)) return;
    const one = make("button", { type: "button", class: "aec-label", value: words, title: "Remove" }, `${words} ×`);
    one.addEventListener("click", () => one.remove());
    input.before(one);
  };
  const typing = (event, field) => {
    const entry = field.name === "entry", enter = event.key === "Enter" && !event.isComposing;
    const whole = enter && (event.ctrlKey || event.metaKey);
    if (entry && line.sent && event.key.length === 1) return event.preventDefault(), refuse([{ key: event.key }]);
    if (event.key === "Escape") return leave(field);
    if (!enter || (field.matches("textarea") && !whole)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (!entry) return leave(field);
    if (data.entry.kind === "set" && !whole && field.value.trim()) [, field.value] = [label(field, field.value.trim()), ""];
    else save();
  };
  const press = (event) => {
    const field = event.composedPath()[0];
    if (!root.isConnected) return stop();
    if (document.querySelector("[role=dialog]")) return;
    if (field.matches?.(TYPED)) return card.contains(field) ? typing(event, field) : undefined;
    if (event.metaKey || event.altKey || (event.ctrlKey && event.key !== "Enter")) return;
    const key = (event.shiftKey && event.key.length === 1 ? "shift+" : "") + event.key.toLowerCase();
    const entry = find("entry"), number = data.entry?.kind === "number" && /^[0-9.,-]$/.test(event.key);
    const ours = ACTS[key] ? data.acts.includes(ACTS[key]) : FIELDS[key] ? data.beside : /^[0-9]$/.test(key);
    const enter = event.key === "Enter" && entry && !field.closest?.("button, a, summary");
    if (!ours && !number && !enter) return;
    const now = performance.now(), rushing = now < quiet;
    if (rushing) quiet = now + 700;
    event.stopImmediatePropagation();
    if (!(number && !line.sent && !rushing && connected())) event.preventDefault(); // the digit itself goes into the field
    if (event.repeat) return;
    if (rushing) return refuse([{ key: "…" }], "what was typed before the note was open could have been keys");
    if (FIELDS[key] || number || enter) {
      if (!connected()) return offline(event.key);
      if (!line.sent && (onScreen() ?? data.mark) === data.mark) return enter && event.ctrlKey ? save() : into(find(FIELDS[key] ?? "entry"));
      quiet = now + 700; // words typed for a field that did not open are no keys
      return refuse([{ key: event.key }]);
    }
    take(key);
  };

  const answers = () => (data.answers ?? []).map((a) => {
    const words = make("span", { class: "aec-words" }, make("span", {}, a.label));
    if (a.definition) words.append(make("small", { title: a.definition }, a.definition));
    const one = make("button", { type: "button", class: "aec-answer", value: a.n, "aria-pressed": String(a.chosen) },
      make("span", { class: `aec-icon ${a.icon}`, "aria-hidden": "true" }), words, make("kbd", {}, a.key));
    one.addEventListener("click", () => take(a.key));
    return one;
  });
  const field = () => {
    const { mark, entry: e } = data, named = { name: "entry", "aria-label": e.label, placeholder: e.hint };
    const input = make(e.kind === "lines" ? "textarea" : e.kind === "list" ? "select" : "input", named);
    if (e.kind === "number") input.inputMode = "decimal";
    if (e.kind === "list") input.append(make("option", { value: -1 }, e.hint), ...e.labels.map((l, n) => make("option", { value: n }, l)));
    const box = make("div", { class: "aec-field" }, input);
    if (e.kind === "set") {
      input.setAttribute("list", "aec-labels");
      box.append(make("datalist", { id: "aec-labels" }, ...e.labels.map((l) => make("option", { value: l }))));
      for (const words of e.current) label(input, words);
    } else {
      input.value = draft(mark).entry ?? e.current;
      input.addEventListener("input", () => keep(mark, { entry: input.value, number: data.beside?.number }));
    }
    const button = make("button", { type: "button", class: "aec-save" }, e.save, make("kbd", {}, e.keys));
    button.addEventListener("click", save);
    return [box, button];
  };
  const said = () => [
    ...data.said.map((s) => make("p", {}, `${s.who} `, make("b", {}, s.words), " ", make("small", {}, s.more))),
    ...(data.hidden ? [make("p", {}, make("small", {}, "Hidden until you answer"))] : []),
  ];
  const noted = () => {
    if (!data.beside) return [];
    const own = beside(), mine = about();
    const typed = (what) => { keep(mine.mark, { ...what, number: data.beside.number }); unkept = mine; };
    const fields = [["correction", "Correct text", "Correct text, where it differs"], ["note", "Note", "Note for the others"]];
    const made = fields.map(([name, label, hint]) => {
      const input = make(name === "correction" ? "textarea" : "input", { name, "aria-label": label, placeholder: hint, rows: 1 });
      input.value = own[name] ?? "";
      input.addEventListener("focus", () => (input.value ||= (name === "correction" && data.beside.text) || ""));
      input.addEventListener("blur", () => (input.value === data.beside.text ? (input.value = own[name] ?? "") : null));
      input.addEventListener("input", () => typed({ [name]: input.value === data.beside.text ? "" : input.value }));
      input.addEventListener("change", store);
      return input;
    });
    const tags = data.beside.known.map((tag) => {
      const one = make("button", { type: "button", class: "aec-tag", "aria-pressed": String((own.tags ?? []).includes(tag)) }, tag);
      one.addEventListener("click", () => {
        one.setAttribute("aria-pressed", String(one.getAttribute("aria-pressed") !== "true"));
        const on = [...card.querySelectorAll(".aec-tag[aria-pressed=true]")].map((t) => t.textContent);
        typed({ tags: on });
        store();
      });
      return one;
    });
    return tags.length ? [...made, make("div", { class: "aec-tags", role: "group", "aria-label": "Tags" }, ...tags)] : made;
  };
  const draw = (part, of, made) => {
    const now = JSON.stringify([data.mark, of]);
    if (drawn[part] === now) return;
    drawn[part] = now;
    const field = parts[part].contains(document.activeElement) ? document.activeElement : {};
    const { name, selectionStart, selectionEnd } = field;
    parts[part].replaceChildren(...made());
    const same = drawn.mark === data.mark && name && find(name); // who types goes on typing
    if (same) [same.focus(), same.setSelectionRange?.(selectionStart, selectionEnd)];
  };

  const confirmed = (ack) => {
    waits = (line.sent && ack?.token === line.sent.token && ack.waits) || "";
    if (waits) return say(waits, "stored");
    const done = line.done(ack);
    if (!done) return;
    if (!ack.refused && done.do === "answer") keep(done.mark, { entry: undefined });
    if (ack.number) keep(done.mark, { number: ack.number });
    over("stored");
    over("connected");
    if (!ack.refused) return;
    say(ack.refused);
    if (entering) setTimeout(() => into(find("entry")));
    entering = false;
  };
  const stop = () => {
    window.removeEventListener("keydown", press, true);
    line.stop();
  };
  window.addEventListener("keydown", press, true);
  return {
    update(now, sender) {
      const old = data.mark;
      data = now;
      line.by(sender);
      confirmed(data.ack);
      if (old && data.mark !== old && parts.beside.contains(document.activeElement)) {
        quiet = performance.now() + 700; // who was writing a note goes on for a moment: no key of the next item
        say("The item has changed; your note was kept with the one before.");
      }
      if (data.mark !== old) store();
      const own = draft(data.mark);
      if (data.beside?.number && (own.number ?? 0) !== data.beside.number) sessionStorage.removeItem(`annoeval ${data.mark}`);
      draw("answers", [data.answers, data.entry], data.entry ? field : answers);
      draw("said", [data.said, data.hidden], said);
      draw("beside", data.beside, noted);
      drawn.mark = data.mark;
      busy();
      if (entering && !line.sent && data.mark !== old) {
        entering = false;
        if (data.entry && !document.activeElement?.matches(TYPED)) into(find("entry"));
      }
      release();
    },
    stop,
  };
});
