import type { FunctionArgs, FunctionReference } from "convex/server";
import type { api } from "../../convex/_generated/api";

type Api = typeof api;
type Arguments<Word extends keyof Api, Name extends keyof Api[Word]> =
  Api[Word][Name] extends FunctionReference<"query" | "mutation"> ? FunctionArgs<Api[Word][Name]> : never;

/**
 * Calls a public function without a client. The response says whether the function failed. Names are checked as types only, so the first
 * script and the service worker do not load Convex's library.
 */
export async function callOverHttp<Word extends keyof Api & string, Name extends keyof Api[Word] & string>(
  deployment: string,
  type: "query" | "mutation",
  path: `${Word}:${Name}`,
  args: Arguments<Word, Name>,
  options?: Pick<RequestInit, "keepalive">,
): Promise<Response> {
  const body = JSON.stringify({ path, format: "convex_encoded_json", args: [args] });
  const headers = { "Content-Type": "application/json" };
  return await fetch(`${deployment}/api/${type}`, { method: "POST", headers, body, ...options });
}
