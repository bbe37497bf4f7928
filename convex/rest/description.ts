/** Serves the description of the routes, as JSON and as a page. Both are rendered once per festival name. */
import { internal } from "../_generated/api";
import { httpAction } from "../_generated/server";
import type { Festival } from "../shared/festival";
import { docsHeaders, docsPage } from "./docs";
import type { Described } from "./endpoint";
import { describe, type Routes } from "./openApi";
import { reply } from "./reply";

/** The two HTTP actions for these routes. */
export function descriptionOf(routes: Routes<Described>) {
  let kept: { name: string; written: Promise<Written> } | null = null;
  const writtenFor = (festival: Festival): Promise<Written> => {
    const name = `${festival.name}\n${festival.edition}`;
    if (kept?.name !== name) kept = { name, written: write(routes, festival) };
    return kept.written;
  };
  const serve = (part: keyof Written) =>
    httpAction(async (ctx, request) => {
      const written = await writtenFor(await ctx.runQuery(internal.festival.current, {}));
      return answer(request, written[part]);
    });
  return { json: serve("json"), page: serve("page") };
}

type Text = { text: string; headers: Record<string, string> };
type Written = { json: Text; page: Text };

async function write(routes: Routes<Described>, festival: Festival): Promise<Written> {
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
