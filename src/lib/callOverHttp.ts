import type { FunctionArgs, FunctionReference } from "convex/server";
import type { api } from "../../convex/_generated/api";

type Api = typeof api;
type Arguments<Word extends keyof Api, Name extends keyof Api[Word]> =
  Api[Word][Name] extends FunctionReference<"query" | "mutation"> ? FunctionArgs<Api[Word][Name]> : never;

/**
 * Calls a public function where there is no client; a failure of the function is in the response. The type check knows the names, so
 * the generated references, and the library behind them, stay out of the first script and the service worker.
 */
export async function callOverHttp<Word extends keyof Api & string, Name extends keyof Api[Word] & string>(
  deployment: string,
  type: "query" | "mutation",
  path: `${Word}:${Name}`,
  args: Arguments<Word, Name>,
): Promise<Response> {
  const body = JSON.stringify({ path, format: "convex_encoded_json", args: [args] });
  const headers = { "Content-Type": "application/json" };
  return await fetch(`${deployment}/api/${type}`, { method: "POST", headers, body });
}
