// What the own parts of pages share. Of Streamlit's own marks only the states of its connection and script are read.
const PATIENCE = 3000, MOST = 12000; // ms until what nobody confirmed is sent again, each time twice as long up to MOST
const app = document.querySelector("[data-testid=stApp]");
const connected = () => app.dataset.testConnectionState === "CONNECTED";
// Once the page stands: a button pressed in the middle of a run would be that of the page before.
const settled = (what, then) => (app.dataset.testScriptState === "running" ? setTimeout(settled, 30, what, then) : then(what));
// One thing at a time goes to Python, with a token, again and again until Python names it. say: takes words that stand
// until others do, and such as stand until what is sent can be stored.
const wire = (box, say, offline) => {
  const push = (wait) => {
    clearTimeout(line.again);
    if (connected() && box.isConnected) line.to("sent", line.sent);
    line.again = setTimeout(push, wait, Math.min(2 * wait, MOST));
  };
  const send = (what) => {
    line.sent = { ...what, token: crypto.getRandomValues(new Uint32Array(3)).join("-") };
    push(PATIENCE);
  };
  const heard = (ack) => {
    if (!line.sent || ack?.token !== line.sent.token) return;
    if (!ack.waits) [line.sent] = [null, clearTimeout(line.again)];
    say(ack.said ?? "", ack.waits);
  };
  const line = { send, heard, sent: null, to: null, again: 0 };
  const watch = () => [line.sent && connected() && push(PATIENCE), say("", connected() ? "" : offline)];
  new MutationObserver(watch).observe(app, { attributeFilter: ["data-test-connection-state"] });
  return line;
};
// `boot` makes a part of the page once, {box, line, update(data)}: it outlasts a page that is drawn anew.
const part = (className, innerHTML, boot) => {
  const made = {};
  return ({ parentElement, data, setTriggerValue }) => {
    const own = (made[data.key] ??= boot(Object.assign(document.createElement("div"), { className, innerHTML })));
    if (!parentElement.contains(own.box)) parentElement.append(own.box);
    own.line.to = setTriggerValue;
    own.update(data.part);
  };
};
