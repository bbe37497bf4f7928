/** Answers of the REST door: JSON, never kept, readable from the product's own pages and from no others. */
import { env } from "../_generated/server";
import { refusalOf, statusOf } from "../shared/errors";

/** A refusal of the door itself, before or beside any function. */
export class Refused extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly headers: Record<string, string> = {},
  ) {
    super(message);
  }
}

/** A value, as JSON. */
export function json(request: Request, value: unknown, status = 200, headers: Record<string, string> = {}): Response {
  return reply(request, JSON.stringify(value), status, { "Content-Type": "application/json", ...headers });
}

/** An answer with the headers that every answer of this door carries. */
export function reply(request: Request, body: string | null, status: number, headers: Record<string, string>) {
  return new Response(body, { status, headers: { ...careful, ...allowed(request), ...headers } });
}

/** What went wrong, as `{error, code}`. `otherwise` is the sentence where the server has none. */
export function refusal(request: Request, error: unknown, otherwise: string): Response {
  if (error instanceof Refused) {
    const { status, code, message, headers } = error;
    return json(request, { error: message || otherwise, code }, status, headers);
  }
  const refused = refusalOf(error);
  if (refused === null) {
    console.error(error);
    return json(request, { error: otherwise, code: "INTERNAL" }, 500);
  }
  const { code, message, retryAfter } = refused;
  const status = statusOf[code];
  const late = status === 429 || retryAfter !== undefined;
  const seconds = Math.max(1, Math.ceil((retryAfter ?? 60_000) / 1_000));
  return json(request, { error: message || otherwise, code }, status, late ? { "Retry-After": String(seconds) } : {});
}

/** Whether a browser on the product's own pages asks. */
function allowed(request: Request): Record<string, string> {
  const own = new URL(env.SITE_URL).origin;
  if (request.headers.get("origin") !== own) return { Vary: "Origin" };
  return {
    Vary: "Origin",
    "Access-Control-Allow-Origin": own,
    "Access-Control-Expose-Headers": "Retry-After, Allow",
  };
}

const careful = {
  "Cache-Control": "no-store",
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "no-referrer",
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
};
