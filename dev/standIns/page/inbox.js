const list = document.querySelector("#mails");
const empty = document.querySelector("#empty");
const live = document.querySelector("#live");
const filter = document.querySelector("#filter");
const template = document.querySelector("#mail");

filter.value = new URL(location.href).searchParams.get("to") ?? "";
filter.addEventListener("input", () => {
  history.replaceState(null, "", filter.value ? `/?to=${encodeURIComponent(filter.value)}` : "/");
  for (const row of list.children) row.hidden = !isShown(row.dataset.to);
  showIfEmpty();
});

const events = new EventSource("/events");
events.addEventListener("open", async () => {
  // Also runs after a lost connection, because mails may have arrived meanwhile.
  const mails = await (await fetch("/messages")).json();
  list.replaceChildren(...mails.map(row));
  live.textContent = "Live";
  showIfEmpty();
});
events.addEventListener("error", () => (live.textContent = "Waiting for the server…"));
events.addEventListener("message", ({ data }) => {
  list.prepend(row(JSON.parse(data)));
  showIfEmpty();
});

function row(mail) {
  const item = template.content.cloneNode(true).firstElementChild;
  const part = (selector) => item.querySelector(selector);
  item.dataset.to = mail.to.join(" ").toLowerCase();
  item.hidden = !isShown(item.dataset.to);
  part("h2").textContent = mail.subject;
  part(".to").textContent = `to ${mail.to.join(", ")}`;
  part("time").dateTime = mail.createdAt;
  part("time").textContent = new Date(mail.createdAt).toLocaleString();
  part(".body").append(...linked(mail.text));
  showCode(part(".code"), /\b\d{6}\b/.exec(`${mail.subject}\n${mail.text}`)?.[0]);
  showHtml(part("details"), mail.html);
  return item;
}

function showCode(line, code) {
  if (code === undefined) return line.remove();
  const button = line.querySelector("button");
  line.querySelector("output").textContent = code;
  button.setAttribute("aria-label", `Copy ${code}`);
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(code);
    button.textContent = "Copied";
  });
}

/** Shows a mail in a sandboxed frame without scripts, because its content is not trusted. */
function showHtml(details, html) {
  if (html === "") return details.remove();
  details.addEventListener(
    "toggle",
    () => {
      const frame = document.createElement("iframe");
      frame.title = "The mail";
      frame.setAttribute("sandbox", "allow-popups allow-popups-to-escape-sandbox");
      frame.srcdoc = `<base target="_blank">${html}`;
      details.append(frame);
    },
    { once: true },
  );
}

function linked(text) {
  return text.split(/(https?:\/\/[^\s<>"]+)/).map((segment, i) => {
    if (i % 2 === 0) return segment;
    const link = document.createElement("a");
    Object.assign(link, { href: segment, textContent: segment, target: "_blank", rel: "noreferrer" });
    return link;
  });
}

function isShown(to) {
  return to.includes(filter.value.trim().toLowerCase());
}

function showIfEmpty() {
  empty.hidden = [...list.children].some((item) => !item.hidden);
}
