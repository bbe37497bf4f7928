/** Responses of the REST API: JSON, never cached, and readable in a browser only from the product's own pages. */
import { env } from "../_generated/server";
import { refusalOf, statusOf } from "../shared/errors";

/** The header with the solution of a puzzle. */
export const PROOF_HEADER = "x-proof";

/** A refusal by the REST API itself, not by a function. */
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

export function json(request: Request, value: unknown, status = 200, headers: Record<string, string> = {}): Response {
  return reply(request, JSON.stringify(value), status, { "Content-Type": "application/json", ...headers });
}

/** Returns a response with the headers that every REST response has. */
export function reply(request: Request, body: string | null, status: number, headers: Record<string, string>) {
  return new Response(body, { status, headers: { ...safeHeaders, ...corsHeaders(request), ...headers } });
}

/** Returns a refusal as `{error, code}`, with the puzzle if a proof of work is needed. `fallback`: the sentence if the error has none. */
export function refusal(request: Request, error: unknown, fallback: string): Response {
  if (error instanceof Refused) {
    const { status, code, message, headers } = error;
    return json(request, { error: message || fallback, code }, status, headers);
  }
  const refused = refusalOf(error);
  if (refused === null) {
    console.error(error);
    return json(request, { error: fallback, code: "INTERNAL" }, 500);
  }
  const { code, message, retryAfter, puzzle } = refused;
  const status = statusOf[code];
  const seconds = Math.max(1, Math.ceil((retryAfter ?? 60_000) / 1_000));
  const body = { error: message || fallback, code, ...(puzzle && { puzzle: JSON.parse(puzzle) as object }) };
  return json(request, body, status, status === 429 ? { "Retry-After": String(seconds) } : {});
}

/** Returns the CORS headers. Only the product's own pages may read responses. */
function corsHeaders(request: Request): Record<string, string> {
  const own = new URL(env.SITE_URL).origin;
  if (request.headers.get("origin") !== own) return { Vary: "Origin" };
  return {
    Vary: "Origin",
    "Access-Control-Allow-Origin": own,
    "Access-Control-Expose-Headers": "Retry-After, Allow",
  };
}

const safeHeaders = {
  "Cache-Control": "no-store",
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "no-referrer",
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
};
