// Images to answer: a grid with what is done, the image large, one field. What is typed lives in this browser until the
// server has it on disk: a draft at every stroke, an answer at every way out of an item, sent again until it is stored.
const el = (tag, name, words = "") => {
  const made = document.createElement(tag);
  made.className = name;
  made.textContent = words;
  return made;
};
const button = (name, words, press) => {
  const made = el("button", name, words);
  made.type = "button";
  made.addEventListener("click", press);
  return made;
};

function make(parent, data) {
  const place = `annoeval ${data.address.split("/").pop()} ${data.stage}`;
  const before = () => { try { return JSON.parse(localStorage.getItem(place)) ?? {}; } catch { return {}; } };
  const kept = { drafts: {}, pending: {}, at: null, ...before() };
  const keep = () => { try { localStorage.setItem(place, JSON.stringify(kept)); } catch { /* full or forbidden */ } };
  const images = data.images, by = new Map(images.map((one, n) => [one.name, n]));
  const values = Object.fromEntries(images.map((one) => [one.name, one.value ?? null]));
  for (const one of Object.values(kept.pending)) if (by.has(one.name)) values[one.name] = one.value;
  const src = (name) => `${data.address}/pictures/${encodeURIComponent(name)}`;
  const done = () => images.filter((one) => values[one.name] !== null).length;
  let at = -1, since = 0, sending = null, retry = 0, rested = false, ends = () => {};

  const root = el("div", "an");
  const bar = el("div", "bar"), grid = el("div", "grid"), right = el("div", "right");
  const saved = el("span", "saved");
  saved.setAttribute("role", "status");
  const file = el("a", "csv", "Download CSV");
  file.href = `${data.address}/answers.csv`;
  file.download = "annotations.csv";
  bar.append(saved, el("h1", "title", data.stage === "practice" ? `${data.title}: practice` : data.title),
    data.stage === "practice" ? el("span", "") : file);
  grid.setAttribute("aria-label", `All ${data.noun}s`);
  grid.setAttribute("role", "group");
  const thumbs = images.map((one, n) => {
    const thumb = button("thumb", "", () => show(n));
    if (one.picture) {
      const small = document.createElement("img");
      small.alt = "";
      small.loading = "lazy";
      small.src = `${src(one.name)}?small`;
      thumb.append(small);
    } else thumb.append(el("span", "no", `${n + 1}`));
    thumb.append(el("span", "check", "✓"));
    grid.append(thumb);
    return thumb;
  });
  const head = el("div", "head"), name = el("span", "name"), count = el("span", "count");
  head.append(name, count);
  const stage = el("div", "stage"), picture = document.createElement("img"), absent = el("p", "absent",
    "This image has no picture yet; tell the team.");
  picture.addEventListener("error", () => { if (picture.getAttribute("src")) picture.classList.add("wait"); });
  picture.addEventListener("load", () => picture.classList.remove("wait"));
  const texts = el("dl", "texts"), known = new Map();
  stage.append(picture, texts, absent);
  const form = el("div", "form"), label = el("label", "question", data.question), hint = el("p", "hint");
  hint.setAttribute("role", "alert");
  const field = document.createElement("input");
  field.className = "field";
  field.type = "text";
  field.id = "an-field";
  field.inputMode = data.number ? "decimal" : "text";
  field.autocomplete = "off";
  field.maxLength = data.longest;
  label.htmlFor = "an-field";
  const options = el("div", "options");
  options.setAttribute("role", "group");
  options.setAttribute("aria-label", data.question);
  let chosen = null;
  const picks = data.choices.map((choice, n) => {
    const made = button("pick", choice.label, () => {
      const all = new Set(Array.isArray(chosen) ? chosen : []);
      if (data.several) all.delete(choice.value) || all.add(choice.value);
      chosen = data.several ? [...all].sort() : choice.value;
      draft();
      mark();
    });
    if (choice.help) made.title = choice.help;
    made.dataset.key = typeof choice.value === "number" ? `${choice.value}` : `${n + 1}`;
    options.append(made);
    return made;
  });
  const row = el("div", "row");
  const back = button("quiet", "Previous", () => show(at - 1));
  const nothing = button("quiet", data.nothing, () => { field.value = data.nothing; submit(); });
  const next = button("main", "Submit & Next", () => submit());
  const finish = button("main", data.finish, () => ended());
  next.append(el("kbd", "", "⏎"));
  row.append(back, ...(data.nothing ? [nothing] : []), el("span", "gap"), next, finish);
  form.append(label, picks.length ? options : field, hint, row);
  const pause = el("div", "pause");
  pause.append(el("p", "", `${data.pause} are done. Take a break if you like: everything is kept.`),
    button("main", "Go on", () => { pause.hidden = true; show(after()); }));
  pause.hidden = true;
  right.append(head, stage, form, pause);
  root.append(bar, grid, right);
  root.tabIndex = -1;
  parent.append(root);

  const read = () => {
    if (picks.length) return Array.isArray(chosen) && !chosen.length ? null : chosen;
    const words = field.value.trim();
    if (!words) return null;
    const number = Number(words.replace(",", "."));
    return data.number && !Number.isNaN(number) ? number : words;
  };
  const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);
  const draft = () => { kept.drafts[images[at].name] = read(); keep(); };
  const mark = () => picks.forEach((made, n) => {
    const value = data.choices[n].value;
    made.setAttribute("aria-pressed", Array.isArray(chosen) ? chosen.includes(value) : chosen === value);
  });
  const tell = () => {
    images.forEach((one, n) => {
      const has = values[one.name] !== null;
      thumbs[n].classList.toggle("done", has);
      thumbs[n].classList.toggle("now", n === at);
      thumbs[n].setAttribute("aria-label", `${one.name}${has ? ", answered" : ""}`);
      thumbs[n].setAttribute("aria-current", n === at);
    });
    const waiting = Object.keys(kept.pending).length;
    saved.classList.toggle("waits", waiting > 0 && retry > 0);
    saved.textContent = waiting && retry ? `Not connected: ${waiting} kept in this browser` : waiting ? "Saving …"
      : done() ? `${done()} saved` : "";
    finish.hidden = done() < images.length;
    next.hidden = !finish.hidden && at === images.length - 1;
  };
  const commit = () => {
    if (at < 0) return;
    const one = images[at].name, value = read();
    delete kept.drafts[one];
    if (!same(value, values[one])) {
      values[one] = value;
      const token = Array.from(crypto.getRandomValues(new Uint8Array(16)), (b) => b.toString(16).padStart(2, "0"));
      const seconds = Math.round(performance.now() - since) / 1000;
      kept.pending[one] = { name: one, value, token: token.join(""), seconds };
    }
    keep();
    tell();
    send();
  };
  const put = (one) => fetch(`${data.address}/answers`, {
    method: "PUT", keepalive: true, signal: AbortSignal.timeout(10000), headers: { "Content-Type": "application/json" }, body: JSON.stringify(one),
  });
  const stored = (one) => { if (kept.pending[one.name]?.token === one.token) delete kept.pending[one.name]; keep(); };
  const send = () => (sending ??= sent().finally(() => { sending = null; tell(); }));
  const sent = async () => {
    clearTimeout(retry);
    for (let one; (one = Object.values(kept.pending)[0]);) {
      const answer = await put(one).catch(() => null);
      if (answer?.status === 422 || answer?.status === 413) hint.textContent = (await answer.json()).error;
      else if (!answer?.ok) { retry = setTimeout(send, 1000); break; }
      retry = 0;
      stored(one);
    }
  };
  const after = () => {
    const open = (n) => values[images[n].name] === null;
    if (at + 1 < images.length) return at + 1;
    const first = images.findIndex((_, n) => open(n));
    return first < 0 ? at : first;
  };
  const submit = () => {
    if (read() === null) {
      hint.textContent = picks.length ? "Choose an answer first." : data.nothing
        ? `Type your best guess, or choose “${data.nothing}”.` : "Type an answer first.";
      return;
    }
    commit();
    if (data.pause && !rested && done() === data.pause && done() < images.length) {
      rested = true;
      pause.hidden = false;
      pause.querySelector("button").focus();
    } else show(after());
  };
  const fetched = (one) => {
    if (!known.has(one)) {
      const asked = fetch(`${data.address}/texts/${encodeURIComponent(one)}`)
        .then((got) => (got.ok ? got.json() : Promise.reject(new Error(got.status))));
      asked.catch(() => known.delete(one));
      known.set(one, asked);
    }
    return known.get(one);
  };
  const tellTexts = async (one) => {
    texts.replaceChildren();
    const told = await fetched(one).catch(() => null);
    if (images[at].name !== one) return;
    if (told === null) setTimeout(() => images[at].name === one && tellTexts(one), 1000);
    else texts.replaceChildren(...told.flatMap(([column, words]) => [el("dt", "", column), el("dd", "", words)]));
    stage.scrollTop = 0;
  };
  const show = (n) => {
    if (n < 0 || n >= images.length) return;
    commit();
    at = n;
    since = performance.now();
    const one = images[n];
    kept.at = one.name;
    keep();
    name.textContent = one.name;
    count.textContent = `${n + 1} / ${images.length}`;
    absent.hidden = one.picture || data.texts;
    stage.classList.toggle("reads", data.texts);
    if (data.texts) tellTexts(one.name);
    picture.hidden = !one.picture;
    picture.alt = one.name;
    if (one.picture) picture.src = src(one.name);
    const value = one.name in kept.drafts ? kept.drafts[one.name] : values[one.name];
    chosen = data.several && typeof value === "string" ? JSON.parse(value) : value;
    field.value = picks.length ? "" : value ?? "";
    hint.textContent = "";
    back.disabled = n === 0;
    mark();
    tell();
    const thumb = thumbs[n], box = grid.getBoundingClientRect(), its = thumb.getBoundingClientRect();
    if (its.top < box.top) grid.scrollTop -= box.top - its.top + 8;
    if (its.bottom > box.bottom) grid.scrollTop += its.bottom - box.bottom + 8;
    (picks.length ? root : field).focus({ preventScroll: true });
    const coming = images[n + 1];
    if (coming?.picture) new Image().src = src(coming.name);
    if (coming && data.texts) fetched(coming.name).catch(() => {});
  };
  const ended = async () => {
    commit();
    await send();
    if (Object.keys(kept.pending).length) hint.textContent = "Some answers are not stored yet; try again in a moment.";
    else ends();
  };
  field.addEventListener("input", draft);
  root.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    const on = event.composedPath()[0];
    if (event.key === "Enter" && (on === field || on === root || on.classList?.contains("pick"))) {
      event.preventDefault();
      submit();
    } else if (picks.length && on !== field && !event.repeat) {
      picks.find((made) => made.dataset.key === event.key)?.click();
    }
    event.stopPropagation();
  });
  const leave = () => {  // the page may never run again: all goes out at once, and the same token counts once
    commit();
    for (const one of Object.values(kept.pending)) put(one).then((a) => a.ok && stored(one), () => {});
  };
  const hides = () => { if (document.visibilityState === "hidden") leave(); };
  addEventListener("pagehide", leave);
  addEventListener("online", send);
  document.addEventListener("visibilitychange", hides);
  const first = images.findIndex((one) => values[one.name] === null);
  show(by.get(kept.at) ?? (first < 0 ? 0 : first));
  send();
  return {
    on: (finished) => { ends = finished; },
    stop: () => {
      commit();
      removeEventListener("pagehide", leave);
      removeEventListener("online", send);
      document.removeEventListener("visibilitychange", hides);
      root.remove();
    },
  };
}

export default function ({ parentElement, data, setTriggerValue }) {
  parentElement.annotating ??= make(parentElement, data);
  parentElement.annotating.on(() => setTriggerValue("finished", Date.now()));
  return () => {
    parentElement.annotating?.stop();
    parentElement.annotating = undefined;
  };
}
