// Fetches the part's script once a page; until it is there, what is to be drawn waits in its order.
let script;
export default (what) => {
  script ??= import(new URL("ADDRESS", document.baseURI).href);
  script.then((part) => part.default(what), () => (script = undefined)); // the next run asks again
};
