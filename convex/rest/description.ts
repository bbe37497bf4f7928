/** Serves the description of the routes, as JSON and as a page. Both are rendered once per festival name. */
import { internal } from "../_generated/api";
import { httpAction } from "../_generated/server";
import type { Festival } from "../shared/festival";
import { docsHeaders, docsPage } from "./docs";
import type { Described } from "./endpoint";
import { describe, type Routes } from "./openApi";
import { reply } from "./reply";

/** Returns the two HTTP actions for these routes. */
export function descriptionOf(routes: Routes<Described>) {
  let cached: { name: string; written: Promise<Rendered> } | null = null;
  const renderedFor = (festival: Festival): Promise<Rendered> => {
    const name = `${festival.name}\n${festival.edition}`;
    if (cached?.name !== name) cached = { name, written: render(routes, festival) };
    return cached.written;
  };
  const serve = (part: keyof Rendered) =>
    httpAction(async (ctx, request) => {
      const written = await renderedFor(await ctx.runQuery(internal.festival.current, {}));
      return answer(request, written[part]);
    });
  return { json: serve("json"), page: serve("page") };
}

type Text = { text: string; headers: Record<string, string> };
type Rendered = { json: Text; page: Text };

async function render(routes: Routes<Described>, festival: Festival): Promise<Rendered> {
  const description = describe(routes, festival);
  const json = JSON.stringify(description);
  const page = docsPage(description);
  return {
    json: { text: json, headers: { ...(await tagOf(json)), "Content-Type": "application/json" } },
    page: { text: page, headers: { ...(await tagOf(page)), ...(await docsHeaders()) } },
  };
}

function answer(request: Request, { text, headers }: Text): Response {
  const isKnown = request.headers.get("if-none-match") === headers.ETag;
  return isKnown ? reply(request, null, 304, headers) : reply(request, text, 200, headers);
}

/** A browser may cache it, and revalidates it each time. */
async function tagOf(text: string): Promise<Record<string, string>> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
  return { ETag: `"${btoa(String.fromCharCode(...digest.slice(0, 12)))}"`, "Cache-Control": "no-cache" };
}
