// What the sandbox adds to SimCord's page: a row of places (channel, threads, bot) to go to.
// It speaks to the server beside SimCord's own script, by two questions of its own: `places` and `go`.
// Besides it keeps the newest message in view, takes English names of commands, and says when all is over.

const capability = window.location.hash.slice(1);
const timeline = document.querySelector("#channel-timeline");
const list = document.querySelector("#channel-message-list");
const row = document.createElement("nav");
row.id = "places";
row.setAttribute("aria-label", "Places");
document.querySelector(".channel-header").after(row);
document.querySelector(".preview-brand strong").textContent = "Speltafel";
document.querySelector(".preview-brand small").textContent = "Sandbox";

const ended = document.createElement("p");
ended.id = "ended";
ended.setAttribute("role", "alert");
ended.hidden = true;
document.body.append(ended);

async function ask(question) {
  const context = window.simcordPreview?.contextId;
  if (!context) return;
  const answer = await fetch("/api/action", {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      "X-Simcord-Capability": capability,
      "X-Simcord-Context": context,
    },
    body: JSON.stringify(question),
  }).catch(() => null);
  tellWhetherEnded(answer);
  if (!answer?.ok) return;
  const { places, translated } = await answer.json();
  show(places);
  names = new Map(Object.entries(translated));
}

// Nobody answers any more, or another sandbox at the same address, which does not know this page.
function tellWhetherEnded(answer) {
  const over = !answer || answer.status === 401;
  if (over === !ended.hidden) return;
  ended.hidden = !over;
  ended.textContent = over ? "The sandbox has ended. You can close this page." : "";
}

function go(to) {
  atEnd = true;
  void ask({ kind: "go", to });
}

let shown = "";
function show(places) {
  const viewer = document.querySelector("#viewer-picker").selectedOptions[0]?.textContent;
  const called = places.some((place) => place.calls) ? "● " : "";
  document.title = `${called}${viewer} - ${places.find((place) => place.here)?.name}`;
  const told = JSON.stringify(places);
  if (told === shown) return;
  shown = told;
  row.replaceChildren(...places.map(button));
}

function button(place) {
  const element = document.createElement("button");
  element.type = "button";
  element.textContent = place.name;
  element.classList.toggle("calls", place.calls);
  if (place.here) element.setAttribute("aria-current", "page");
  if (place.calls) element.title = "Somebody calls you here";
  element.addEventListener("click", () => go(place.id));
  return element;
}

// A thread's summary below its message, and a mention of a place: both lead there.
list.addEventListener("click", (event) => {
  const summary = event.target.closest(".thread-summary");
  if (summary) go(summary.closest("[data-message-id]").dataset.messageId);
  const mention = event.target.closest(".mention");
  if (mention?.textContent.startsWith("#")) go(mention.textContent.slice(1));
});

// Discord keeps a reader at the end there when something new comes, also while its pictures are loading.
const NEAR = 160;
let atEnd = true;
function toEnd() {
  atEnd = true;
  timeline.scrollTop = timeline.scrollHeight;
}

// A scroll in the very frame in which something grew or was laid out anew is not the reader's: the end has moved
// away from him, or what he read was gone for a moment, and the page with it to its top.
let height = 0;
let changed = false;
timeline.addEventListener("scroll", () => {
  const reads = !changed && timeline.scrollHeight === height;
  height = timeline.scrollHeight;
  if (reads) atEnd = height - timeline.scrollTop - timeline.clientHeight < NEAR;
  else if (atEnd) toEnd();
}, { passive: true });
const growth = new ResizeObserver(() => {
  height = timeline.scrollHeight;
  if (atEnd) toEnd();
});
growth.observe(list);
growth.observe(timeline);

// Who does something is shown what comes of it, wherever he was reading.
const ACTIONS = ["send_message", "run_command", "click", "select", "modal_submit"];
let newest = 0n;
new MutationObserver(() => {
  // In a frame, scrolls are told of before what was asked for the frame.
  changed = true;
  requestAnimationFrame(() => (changed = false));
  const last = BigInt(list.lastElementChild?.dataset.messageId ?? 0);
  const came = last > newest;
  newest = last;
  if (came && ACTIONS.includes(window.simcordPreview.pendingAction?.kind)) toEnd();
}).observe(list, { childList: true, subtree: true, attributes: true });

// Who reads another language may also type a command's English name: it turns into his own.
let names = new Map();
document.addEventListener("input", ({ target }) => {
  if (target.id !== "channel-composer-input") return;
  const own = target.value.replace(/^\/(\S+)/, (typed, name) => (names.has(name) ? `/${names.get(name)}` : typed));
  if (own !== target.value) target.value = own;
}, true);

// Discord sends a command with Enter, also right after a member was chosen, by a key or by a click.
document.addEventListener("keydown", (event) => {
  const chosen = event.target === document.body || event.target.closest(".command-mention");
  const command = document.querySelector("#channel-composer .command-row");
  if (event.key !== "Enter" || !chosen || !command) return;
  event.preventDefault();
  command.closest("form").requestSubmit();
}, true);

setInterval(() => void ask({ kind: "places" }), 1000);
