/**
 * The layout of a letter. A letter is a list of parts, rendered as text and as HTML, so both say the same. Mail programs
 * understand little HTML, so there is one column, with inline styles, no picture and nothing to fetch. In dark mode the style
 * sheet's colours replace the inline ones.
 */
import { env } from "../_generated/server";
import type { Festival } from "../shared/festival";
import { escaped } from "../shared/html";
import { cleanLine } from "../shared/text";

/** The festival that a letter is written for. */
export type Host = Pick<Festival, "name" | "supportEmail" | "timeZone">;
/** A mail without its address. */
export type Letter = { subject: string; text: string; html: string; from: string; replyTo?: string };
export type Part =
  | { kind: "says" | "small" | "code" | "quote"; text: string }
  | { kind: "link" | "smallLink"; url: string; label: string }
  | { kind: "table"; rows: [label: string, value: string][] };

/** Renders a letter. Escapes the subject and parts everywhere, because they may contain strangers' text. */
export function letter(festival: Host, subject: string, title: string, parts: Part[]): Letter {
  return {
    subject: cleanLine(subject),
    text: [title, ...parts.map(asText)].join("\n\n"),
    html: page(festival, title, parts.map(asHtml).join("\n")),
    from: senderOf(festival),
  };
}

/** Puts the festival's name before the sender's address, in place of the name in MAIL_FROM. */
function senderOf({ name }: Host): string {
  const [address = ""] = /[^<>\s]+@[^<>\s]+/.exec(env.MAIL_FROM) ?? [];
  return `${cleanLine(name.replace(/[\p{Cc}"<>()[\]\\,;:@]/gu, " "))} <${address}>`;
}

export const paragraph = (text: string): Part => ({ kind: "says", text });
export const small = (text: string): Part => ({ kind: "small", text });
export const quote = (text: string): Part => ({ kind: "quote", text });
export const code = (text: string): Part => ({ kind: "code", text });
export const link = (url: string, label: string): Part => ({ kind: "link", url, label });
export const smallLink = (url: string, label: string): Part => ({ kind: "smallLink", url, label });
export const table = (...rows: [label: string, value: string][]): Part => ({ kind: "table", rows });

export function pageAt(path: string): string {
  return `${env.SITE_URL.replace(/\/+$/, "")}${path}`;
}

function asText(part: Part): string {
  switch (part.kind) {
    case "link":
    case "smallLink":
      return `${part.label}:\n${part.url}`;
    case "table":
      return part.rows.map(([label, value]) => `${label}: ${value}`).join("\n");
    default:
      return part.text;
  }
}

function asHtml(part: Part): string {
  switch (part.kind) {
    case "says":
      return `<p style="margin:0 0 16px">${escaped(part.text)}</p>`;
    case "small":
      return `<p class="soft" style="margin:0 0 12px;font-size:14px;line-height:20px;color:#5b5369">${escaped(part.text)}</p>`;
    case "quote":
      return `<div class="sunken" style="margin:0 0 16px;padding:12px 16px;border-radius:12px;background:#ebe1cf;white-space:pre-wrap;overflow-wrap:anywhere">${escaped(part.text)}</div>`;
    case "code":
      return `<p class="sunken" style="margin:8px 0 24px;padding:16px;border-radius:12px;background:#ebe1cf;text-align:center;font:700 36px/44px ui-monospace,Menlo,Consolas,monospace;letter-spacing:.18em;text-indent:.18em">${escaped(part.text)}</p>`;
    case "link":
      return `<p style="margin:8px 0 24px"><a href="${escaped(part.url)}" style="display:block;padding:14px 20px;border-radius:14px;background:#ff5d4d;background-image:linear-gradient(90deg,#ff5d4d,#ffb02e);color:#230a10;font-weight:700;text-align:center;text-decoration:none">${escaped(part.label)}</a></p>`;
    case "smallLink":
      return `<p style="margin:0 0 12px;font-size:14px;line-height:20px"><a class="soft" href="${escaped(part.url)}" style="color:#5b5369">${escaped(part.label)}</a></p>`;
    case "table":
      return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 16px;border-collapse:collapse">${part.rows.map(row).join("")}</table>`;
  }
}

function row([label, value]: [string, string]): string {
  const cell = "padding:10px 0;border-top:1px solid #d8cab3;vertical-align:top";
  return `<tr><td class="soft line" style="${cell};padding-right:16px;color:#5b5369;white-space:nowrap">${escaped(label)}</td><td class="line" style="${cell};text-align:right;overflow-wrap:anywhere">${escaped(value)}</td></tr>`;
}

function page(festival: Host, title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escaped(title)}</title>
<style>
:root{color-scheme:light dark}
@media (prefers-color-scheme:dark){
.ground{background:#12101c!important;color:#f8f2e7!important}
.raised{background:#1e1a2c!important}
.sunken{background:#12101c!important}
.soft{color:#bdb3cc!important}
.line{border-color:#3a3450!important}
}
</style>
</head>
<body class="ground" style="margin:0;padding:0;background:#f6efe2;color:#1a1628">
<div class="ground" style="background:#f6efe2;color:#1a1628;font:16px/24px system-ui,-apple-system,'Segoe UI',Roboto,sans-serif;padding:24px 12px">
<div class="raised" style="max-width:440px;margin:0 auto;padding:24px;border-radius:20px;background:#fffaf2">
<p class="soft" style="margin:0 0 4px;font-size:14px;line-height:20px;color:#5b5369">${escaped(festival.name)}</p>
<h1 style="margin:0 0 16px;font-size:26px;line-height:32px">${escaped(title)}</h1>
${body}
</div>
</div>
</body>
</html>`;
}
