// What the own parts of pages share. One thing at a time goes to Python, with a token, again and again until Python names
// the token: a trigger may get lost while a run is under way. Of Streamlit's own marks only the states of its connection
// and of its script are read.
const PATIENCE = 3000; // ms until what nobody confirmed is sent again, each time twice as long
const MOST = 12000; // ms, so that what could not be stored is stored soon after it can be
const app = () => document.querySelector("[data-testid=stApp]");
const connected = () => (app()?.dataset.testConnectionState ?? "CONNECTED") === "CONNECTED";
// Once the page stands: a button pressed in the middle of a run would be that of the page before.
const settled = (what, then) => (app()?.dataset.testScriptState === "running" ? setTimeout(settled, 30, what, then) : then(what));
const make = (tag, attributes, ...inside) => {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes ?? {})) if (value != null) made.setAttribute(name, value);
  made.append(...inside);
  return made;
};
const wire = (changed) => {
  let sent = null, again, sender;
  const push = (wait) => {
    clearTimeout(again);
    if (connected()) sender("sent", sent);
    again = setTimeout(() => sent && push(Math.min(2 * wait, MOST)), wait);
  };
  const watch = new MutationObserver(() => (sent && connected() ? push(PATIENCE) : null, changed(connected())));
  if (app()) watch.observe(app(), { attributes: true, attributeFilter: ["data-test-connection-state"] });
  return {
    get sent() { return sent; },
    by(now) { sender = now; },
    send(what) {
      const random = [...crypto.getRandomValues(new Uint8Array(16))];
      sent = { ...what, token: random.map((b) => b.toString(16).padStart(2, "0")).join("") };
      push(PATIENCE);
    },
    done(ack) { // what was sent, once Python names it; what could not be stored goes on being sent
      if (!sent || ack?.token !== sent.token || ack.waits) return null;
      clearTimeout(again);
      const what = sent;
      sent = null;
      return what;
    },
    stop() { watch.disconnect(); clearTimeout(again); },
  };
};
// `boot` makes a part of the page once: {update(data, send), stop()}.
const part = (boot) => ({ parentElement, data, setTriggerValue }) => {
  parentElement.own ??= boot(parentElement);
  parentElement.own.update(data.part, setTriggerValue);
  const mine = (parentElement.turn = (parentElement.turn ?? 0) + 1);
  return () => {
    if (parentElement.turn !== mine) return; // a later call has the part
    parentElement.own.stop();
    parentElement.own = undefined;
  };
};
