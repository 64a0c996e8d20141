// The answer card: takes a question's keys and the presses on its buttons, and sends one answer at a time with the mark of
// the question and what stands in its fields. Python draws buttons and fields. A key that is not taken is said.
const RUSH = 700; // ms in which keys are still words for a field that is not, or no longer, open
const kind = (at) => /st-key-ae_(note|correction|value)_/.exec(at.closest?.("[class*=st-key-ae_]")?.className)?.[1];
export default part("aec", '<p class="aec-notice" role="status"></p>', (box) => {
  let data = {}, held = [], asked = {}, lasting = "", entering = false, quiet = 0;
  const onScreen = () => document.querySelector("[data-mark]")?.dataset.mark ?? data.mark;
  const field = (name) => document.querySelector(`.st-key-ae_${name}_${data.mark} :is(input, textarea)`);
  const into = (name) => [field(name)?.focus(), field(name)?.matches("input") && field(name).select()];
  const say = (words, lasts = "") => {
    if (words || lasts !== lasting) box.firstChild.textContent = words + lasts; // else what stands is still true
    lasting = lasts;
  };
  const refuse = (keys, why = "the next item was not on screen yet") => {
    const told = `${keys.map((key) => `“${key}”`).join(" ")} ${keys.length > 1 ? "were" : "was"} not taken`;
    say(lasting ? `${told}. ` : `${told}: ${why}.`, lasting);
  };
  const line = wire(box, say, "Not connected: no key is taken until it is back; an answer on its way is stored then.");
  const busy = () => {
    box.setAttribute("aria-busy", String(Boolean(line.sent)));
    for (const one of document.querySelectorAll(".aec-answer")) one.classList.toggle("now", one.value === `${line.sent?.value}`);
  };
  const transmit = (what) => {
    const [note, correction, typed] = ["note", "correction", "value"].map((name) => field(name)?.value);
    line.send({ mark: data.mark, of: data.of, beside: { note, correction }, typed, ...what });
    entering = data.saves && what.do === "answer"; // the next question's field has the keys then
    field("value")?.blur();
    busy();
  };
  // A key is meant for the question on screen; one behind another for the item's next question, which the reviewer knows.
  // An item that nobody has seen takes none. A key that goes to another item may do so from any.
  const take = (key) => {
    const mark = data.keys[key]?.goes ? "" : onScreen(), last = line.sent && mark === data.mark && !data.rest[held.length];
    if (last || !connected()) return refuse([key]);
    if (!line.sent) box.firstChild.textContent = ""; // what was refused before stays said until a key is taken at once
    held.push({ key, mark });
    release();
  };
  const release = () => {
    while (!line.sent && held.length && onScreen() === data.mark) { // else its card is on the way
      const { key, mark } = held.shift(), what = data.keys[key];
      if (mark && !asked[mark]?.includes(data.mark)) [, held] = [refuse([key, ...held.map((one) => one.key)]), []];
      else if (what?.do) transmit(what);
      else refuse([key], "it is no key of this question");
    }
  };
  const early = (key, why) => [refuse([key], why), (quiet = performance.now() + RUSH)];
  const keydown = (event) => {
    const at = event.composedPath()[0], inside = kind(at), rushing = performance.now() < quiet;
    const shift = event.shiftKey && event.key.length === 1 ? "shift+" : "", whole = event.ctrlKey || event.metaKey ? "ctrl+" : "";
    const key = whole + shift + event.key.toLowerCase(), what = data.keys[key];
    const stop = () => [event.preventDefault(), event.stopImmediatePropagation()];
    if (document.querySelector("[role=dialog]") || event.isComposing || event.altKey) return;
    if (inside) { // who types goes on for a moment where the field goes away
      quiet = ["Enter", "Escape"].includes(event.key) ? 0 : performance.now() + RUSH;
      if (inside === "value") key === data.saves ? [stop(), take("ctrl+enter")] : key === "escape" && setTimeout(() => at.blur());
      else if (key === "escape" || key === { note: "enter", correction: "ctrl+enter" }[inside]) [stop(), at.blur()]; // at once
    }
    const late = line.sent || onScreen() !== data.mark;
    const words = (late || rushing || entering) && (what?.into || (data.saves && !whole && event.key.length === 1)); // a field's
    if (at.matches?.("input, textarea, select, [contenteditable=true]") || !(what || words || /^[0-9]$/.test(key))) return;
    if (key === "enter" && at.closest?.("button, a, summary")) return;
    const opens = what?.into && connected() && !rushing && !late;
    if (!opens || what.into !== "value" || key.length > 1) stop(); // a digit goes into the field of a number
    if (event.repeat || (opens && into(what.into))) return;
    if (connected() && (rushing || words)) early(event.key, rushing ? "it may have been meant for a field" : undefined);
    else take(key);
  };
  const enter = () => { // not while a word is written whose beginning was refused: its end would stand for an answer
    if (performance.now() < quiet) setTimeout(enter, 100);
    else settled("value", (name) => entering && !line.sent && [(entering = false), kind(document.activeElement) ?? into(name)]);
  };
  const focusin = ({ target }) => kind(target) && line.sent ? [target.blur(), early(kind(target))]
    : kind(target) === "correction" && !target.value && document.execCommand("insertText", false, data.text);
  const click = ({ target }) => target.closest?.(".aec-answers button") && take(target.closest("button").dataset.key);
  for (const [what, then] of Object.entries({ keydown, focusin, click }))
    window.addEventListener(what, (event) => box.isConnected && then(event), true);
  const update = (now) => {
    if (!line.sent && data.mark !== now.mark && performance.now() < quiet) say("The item changed while you typed; see the last.");
    [data, asked[now.mark]] = [now, [now.mark, ...now.rest]];
    line.heard(data.ack);
    if (entering && !line.sent) enter();
    busy();
    release();
  };
  return { box, line, update };
});
