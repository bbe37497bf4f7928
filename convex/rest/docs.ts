/** The API documentation as one HTML page, without scripts or anything from other origins. */
import { escaped } from "../shared/html";
import type { JsonSchema, OpenApi, Operation } from "./openApi";

/** Returns the page's headers. The policy allows its one style sheet by its hash. */
export async function docsHeaders(): Promise<Record<string, string>> {
  return {
    "Content-Type": "text/html; charset=utf-8",
    "Content-Security-Policy": `default-src 'none'; style-src '${await hashOf(style)}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  };
}

const style = `
:root{color-scheme:light dark;--paper:#fbf8f3;--ink:#221a26;--soft:#6c6073;--line:#e3dae3;--get:#0b6b56;--post:#8a3b00;--delete:#a3123a;--card:#fff}
@media (prefers-color-scheme:dark){:root{--paper:#17121b;--ink:#f3ecf5;--soft:#b3a6ba;--line:#352b3c;--get:#5fd6b5;--post:#ffb070;--delete:#ff8aa6;--card:#1f1825}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.5 system-ui,sans-serif}
main{max-width:60rem;margin:0 auto;padding:2rem 1rem 4rem}
h1{font-size:1.8rem;line-height:1.2;margin:0 0 .5rem}
h2{font-size:1.25rem;margin:2.5rem 0 .75rem;text-transform:capitalize}
p{margin:.25rem 0 .75rem}
a{color:inherit}
.soft{color:var(--soft)}
nav{display:flex;flex-wrap:wrap;gap:.25rem 1rem;margin-top:1rem}
nav a{display:inline-block;padding:.6rem 0;text-transform:capitalize}
details{background:var(--card);border:1px solid var(--line);border-radius:.75rem;margin:.5rem 0}
summary{cursor:pointer;padding:.75rem 1rem;overflow-wrap:anywhere;min-height:44px}
summary b{display:inline-block;min-width:4.5rem;font:700 .85rem/1.5 ui-monospace,monospace}
.get{color:var(--get)}.post{color:var(--post)}.delete{color:var(--delete)}
code{font-family:ui-monospace,monospace;font-size:.92em}
details>div{padding:0 1rem 1rem;overflow-x:auto}
h3{font-size:1rem;margin:1rem 0 .25rem}
table{border-collapse:collapse;width:100%;font-size:.92rem}
th,td{text-align:left;vertical-align:top;padding:.35rem .75rem .35rem 0;border-top:1px solid var(--line);overflow-wrap:anywhere}
th{font-weight:600;min-width:8rem}
`;

export function docsPage({ info, servers, tags, paths, components }: OpenApi): string {
  const operations = Object.entries(paths).flatMap(([path, all]) =>
    Object.entries(all).map(([method, operation]) => ({ path, method, operation })),
  );
  const sections = tags.map(({ name }) => {
    const own = operations.filter(({ operation }) => operation.tags.includes(name));
    return `<h2 id="${name}">${name}</h2>${own.map((operation) => section(operation, components.schemas)).join("")}`;
  });
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escaped(info.title)}</title>
<meta name="viewport" content="width=device-width,initial-scale=1"><style>${style}</style></head><body><main>
<h1>${escaped(info.title)}</h1><p>${escaped(info.description)}</p>
<p class="soft">Base <code>${escaped(servers[0]?.url ?? "")}</code> · <a href="openapi.json">openapi.json</a> (OpenAPI 3.1)</p>
<nav aria-label="Groups">${tags.map(({ name }) => `<a href="#${name}">${name}</a>`).join("")}</nav>
${sections.join("\n")}</main></body></html>`;
}

type PathOperation = { path: string; method: string; operation: Operation };

function section({ path, method, operation }: PathOperation, named: Record<string, JsonSchema>): string {
  const { summary, requestBody, responses } = operation;
  const [type, body] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  const { 200: success, ...refusals } = responses;
  const resultSchema = Object.values(success?.content ?? {})[0]?.schema;
  const rows = Object.entries(refusals).map(([status, { description }]) => row(status, escaped(description)));
  return `<details><summary><b class="${method}">${method.toUpperCase()}</b> <code>${escaped(path)}</code></summary><div>
<p>${escaped(summary)} <span class="soft">${callers[operation["x-callers"]] ?? ""}</span></p>
${body ? `<h3>Takes <span class="soft">${escaped(type ?? "")}</span></h3>${fields(body.schema, named)}` : ""}
<h3>Returns</h3>${resultSchema ? fields(resultSchema, named) : ""}
${rows.length > 0 ? `<h3>Refuses</h3><table>${rows.join("")}</table>` : ""}</div></details>`;
}

const callers: Record<string, string> = {
  anyone: "No token.",
  user: "Any signed-in attendee.",
  member: "Members: people whose profile is approved.",
  moderator: "Moderators and organisers.",
  organiser: "Organisers.",
  provider: "The payment provider, by its signature.",
};

/** Renders the fields of an object, of a list's items, or of each alternative. */
function fields(schema: JsonSchema, named: Record<string, JsonSchema>): string {
  const resolvedSchema = resolved(schema, named);
  if (resolvedSchema.anyOf)
    return resolvedSchema.anyOf.map((option) => fields(option as JsonSchema, named)).join('<p class="soft">or</p>');
  if (resolvedSchema.type === "array")
    return `<p class="soft">A list, each with:</p>${fields(resolvedSchema.items as JsonSchema, named)}`;
  const needed = new Set(resolvedSchema.required);
  const rows = Object.entries(resolvedSchema.properties ?? {}).map(([name, field]) => {
    const own = field as JsonSchema;
    const description = [typeOf(own, named), own.description, needed.has(name) ? "" : "Optional."]
      .filter(Boolean)
      .join(" · ");
    return row(name, escaped(description));
  });
  return `<table>${rows.join("")}</table>`;
}

function typeOf(schema: JsonSchema, named: Record<string, JsonSchema>): string {
  if (schema.$ref) return schema.$ref.split("/").at(-1) ?? "";
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  if (schema.anyOf) return [...new Set(schema.anyOf.map((option) => typeOf(option as JsonSchema, named)))].join(" | ");
  if (schema.type === "array") return `list of ${typeOf(schema.items as JsonSchema, named)}`;
  if (schema.properties) return `{ ${Object.keys(schema.properties).join(", ")} }`;
  const type = String(schema.type ?? "anything");
  return schema.format ? `${type} (${schema.format})` : type;
}

function resolved(schema: JsonSchema, named: Record<string, JsonSchema>): JsonSchema {
  return (schema.$ref && named[schema.$ref.split("/").at(-1) ?? ""]) || schema;
}

function row(name: string, value: string): string {
  return `<tr><th scope="row"><code>${escaped(name)}</code></th><td>${value}</td></tr>`;
}

async function hashOf(content: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(content));
  return `sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}`;
}
