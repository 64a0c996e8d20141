export default function ({ parentElement }) {
  if (parentElement.listening) return parentElement.listening;
  const typing = (e) => e && (e.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(e.tagName));
  // Buttons of items that are gone stay in the page for a while, and each listens to its key. So a key is kept from
  // all of them and presses one: the button of the item that is on screen, once that has come.
  const shown = () => document.querySelector("[data-mark]")?.dataset.mark;
  const buttons = (mark) => [...document.querySelectorAll(`[class*="st-key-ae_answer_${mark}_"] button`)];
  // Without a connection no key may count, neither now nor later for another item; a sentence at the buttons says so.
  const connected = () => document.querySelector(".stApp")?.dataset.testConnectionState === "CONNECTED";
  let notice;
  const say = (sentence, until) => {
    notice?.remove();
    notice = document.createElement("div");
    notice.className = "ae-notice";
    notice.setAttribute("role", "status");
    notice.textContent = sentence;
    const card = document.querySelector(".st-key-ae_judge")?.getBoundingClientRect();
    if (card) Object.assign(notice.style, {
      left: `${card.left}px`, width: `${card.width}px`, top: `${Math.min(card.bottom + 8, innerHeight - 96)}px`,
      bottom: "auto", transform: "none",
    });
    document.querySelector(".stApp").append(notice);
    const shown = notice;
    const wait = () => (until() || !parentElement.isConnected ? shown.remove() : setTimeout(wait, 100));
    wait();
  };
  const notConnected = (sent) => {
    [answered, held] = [undefined, []];
    const words = sent ? "the line below shows whether your last answer was stored" : "your answer was not taken";
    say(`Not connected: ${words}. It goes on when the connection is back.`, connected);
  };
  // Until an answer is stored its question stays on screen. A key that comes meanwhile is meant for the item's next
  // question; where the next item comes instead, nobody had seen it, and the key counts for nothing.
  let answered, held = [];
  const item = (mark) => mark?.split("-")[0];
  // A lost connection takes the keys from a note half written, and it then waits for an [Enter] that nobody misses.
  const handOver = () => {
    for (const words of document.querySelectorAll(".st-key-ae_note, .st-key-ae_correction")) {
      const field = words.querySelector("input");
      if (field === document.activeElement || !words.querySelector("[data-testid=InputInstructions]")) continue;
      field.focus();
      field.blur();
    }
  };
  const score = (key, mark, patience) => {
    const found = buttons(mark);
    const button = found.find((b) => b.querySelector("kbd")?.textContent.trim() === key);
    const all = found.length && document.querySelector("[data-test-script-state=notRunning]");
    if (!connected()) return notConnected();
    answered = mark.includes("-") ? mark : undefined;
    if (shown() === mark && !button && !all && patience > 0) setTimeout(() => score(key, mark, patience - 1), 20);
    else if (shown() === mark && button) {
      handOver();
      button.click();
      if (answered) follow(mark, performance.now(), performance.now());
    } else [answered, held] = [undefined, []];
  };
  const follow = (mark, since, seen) => {
    const now = shown(), time = performance.now();
    if (!connected()) return notConnected(true);
    if ((now === mark && time - since < 5000) || (!now && time - seen < 500))
      return setTimeout(() => follow(mark, since, now ? time : seen), 20);
    held = now === mark ? [] : held.filter((one) => item(one.mark) === item(now));
    answered = undefined;
    const next = held.shift();
    if (next) score(next.key, now, 150);
  };
  // The field for an answer that is typed. After [Enter] it lets go of the keys until the answer is stored, so that
  // none lands in the item that is being left; the next item's field, if it has one, then takes them.
  const entry = (mark) => mark && document.querySelector(
    `.st-key-ae_entry_${mark} input:not([type=hidden]), .st-key-ae_entry_${mark} textarea`);
  const settled = () => document.querySelector("[data-test-script-state=notRunning]");
  let entering;
  const into = (field) => { field.focus(); field.select?.(); };
  const leave = (field, mark) => {
    const since = performance.now();
    let ran = false, still = 0;
    entering = mark;
    setTimeout(() => field.blur(), 0);
    const wait = () => {
      const now = shown(), waited = performance.now() - since;
      const stored = now && now !== mark && (entry(now) || buttons(now).length || waited > 2000);
      ran ||= !settled();
      still = settled() ? still + 1 : 0;
      const stays = now === mark && still > 4 && (ran || waited > 400);
      if (!stored && !stays && waited < 5000) return setTimeout(wait, 20);
      entering = undefined;
      const next = entry(now);
      if (next && next.getAttribute("role") !== "combobox" && !typing(document.activeElement)) into(next);
    };
    wait();
  };
  const press = (event) => {
    const field = document.activeElement;
    const own = entry(shown());
    if (typing(field) && field.closest('[class*="st-key-ae_entry_"]')) {
      if (entering || (event.key === "Enter" && !connected())) {
        event.preventDefault();
        event.stopImmediatePropagation();
        if (!entering) notConnected();
        return;
      }
      const done = event.key === "Enter" && !event.isComposing && (event.ctrlKey || field.matches("input"));
      const listed = field.getAttribute("role") === "combobox";  // [Enter] there chooses a label
      const save = field.closest("[data-testid=stForm]")?.querySelector("[data-testid=stFormSubmitButton] button");
      if (done && (!listed || event.ctrlKey)) {
        if (listed) save?.click();
        leave(field, shown());
      } else if (event.key === "Escape") setTimeout(() => field.blur(), 0);
      return;
    }
    if (typing(field) && field.closest(".st-key-ae_note, .st-key-ae_correction")) {
      if (event.key === "Enter" || event.key === "Escape") setTimeout(() => field.blur(), 0);
      return;
    }
    if (typing(field) || event.ctrlKey || event.metaKey || event.altKey) return;
    const mark = shown();
    if (!connected() && mark && /^([0-9subSUB]|Enter|ArrowLeft|ArrowRight)$/.test(event.key)) {
      event.preventDefault();
      event.stopImmediatePropagation();
      if (!event.repeat) notConnected();
      return;
    }
    if (/^[0-9]$/.test(event.key) && mark && document.querySelector('[class*="st-key-ae_answer_"]')) {
      event.preventDefault();
      event.stopImmediatePropagation();
      if (event.repeat) return;
      if (answered) held.push({ key: event.key, mark });
      else score(event.key, mark, 150);
      return;
    }
    const number = own?.type === "number" && /^[0-9.,-]$/.test(event.key);
    if (own && !entering && (number || (event.key === "Enter" && !field?.closest("button, a, summary")))) {
      if (!number) event.preventDefault();
      into(own);
      return;
    }
    if (event.key === "n" || event.key === "N") {
      const note = document.querySelector(".st-key-ae_note input");
      if (note) { note.focus(); event.preventDefault(); }
    }
  };
  window.addEventListener("keydown", press, true);
  window.addEventListener("pointerdown", handOver, true);
  document.documentElement.dataset.aeKeys = "";
  parentElement.listening = () => {
    window.removeEventListener("keydown", press, true);
    window.removeEventListener("pointerdown", handOver, true);
    delete document.documentElement.dataset.aeKeys;
    parentElement.listening = undefined;
  };
  return parentElement.listening;
}
