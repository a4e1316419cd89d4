// What the sandbox adds to SimCord's page: a row of places (the channel and its threads) to go to.
// It speaks to the server beside SimCord's own script, by two questions of its own: `places` and `go`.

const capability = window.location.hash.slice(1);
const timeline = document.querySelector("#channel-timeline");
const list = document.querySelector("#channel-message-list");
const row = document.createElement("nav");
row.id = "places";
row.setAttribute("aria-label", "Places");
document.querySelector(".channel-header").after(row);
document.querySelector(".preview-brand strong").textContent = "Speltafel";
document.querySelector(".preview-brand small").textContent = "Sandbox";

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
  }).catch(() => null); // The sandbox was left; SimCord's script says so.
  if (answer?.ok) show((await answer.json()).places);
}

function go(to) {
  void ask({ kind: "go", to });
}

let shown = "";
function show(places) {
  const viewer = document.querySelector("#viewer-picker").selectedOptions[0]?.textContent;
  const called = places.some((place) => place.calls) ? "● " : "";
  document.title = `${called}${viewer} - #${places.find((place) => place.here)?.name}`;
  const told = JSON.stringify(places);
  if (told === shown) return;
  shown = told;
  row.replaceChildren(...places.map(button));
}

function button(place) {
  const element = document.createElement("button");
  element.type = "button";
  element.textContent = `# ${place.name}`;
  element.classList.toggle("calls", place.calls);
  if (place.here) element.setAttribute("aria-current", "page");
  if (place.calls) element.title = "You were mentioned here";
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
timeline.addEventListener("scroll", () => {
  atEnd = timeline.scrollHeight - timeline.scrollTop - timeline.clientHeight < NEAR;
}, { passive: true });
new ResizeObserver(() => {
  if (atEnd) timeline.scrollTop = timeline.scrollHeight;
}).observe(list);

// Discord sends a command with Enter, also right after a member was chosen, by a key or by a click.
document.addEventListener("keydown", (event) => {
  const chosen = event.target === document.body || event.target.closest(".command-mention");
  const command = document.querySelector("#channel-composer .command-row");
  if (event.key !== "Enter" || !chosen || !command) return;
  event.preventDefault();
  command.closest("form").requestSubmit();
}, true);

setInterval(() => void ask({ kind: "places" }), 1000);
