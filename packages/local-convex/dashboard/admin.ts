import { ConvexHttpClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import type { Value } from "convex/values";

class RequestRefused extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** Calls the command line's API. Returns the JSON. Throws `RequestRefused`. */
export async function request<T>(key: string, path: string, init: RequestInit = {}): Promise<T> {
  const headers = { ...init.headers, Authorization: `Convex ${key}` };
  const response = await fetch(path, { ...init, headers, cache: "no-store" });
  if (response.ok) return (await response.json()) as T;
  const { message } = (await response.json().catch(() => ({}))) as { message?: string };
  throw new RequestRefused(response.status, message ?? `The deployment answered ${response.status}.`);
}

export function post<T>(key: string, path: string, body: unknown): Promise<T> {
  const headers = { "Content-Type": "application/json" };
  return request(key, path, { method: "POST", headers, body: JSON.stringify(body) });
}

/** Checks a key. Returns null, or why it is refused. */
export async function problemOfKey(key: string): Promise<string | null> {
  try {
    await request(key, "/api/v1/get_canonical_urls");
    return null;
  } catch (error) {
    if (error instanceof RequestRefused) return error.status === 403 ? "This is not the admin key." : error.message;
    return "The deployment does not answer. Is it running?";
  }
}

export interface Run {
  value?: Value;
  error?: string;
  logLines: string[];
  milliseconds: number;
}

interface Call {
  path: string;
  component: string;
  args: Record<string, Value>;
  /** Claims of the person to act as. Null: none. */
  identity: Record<string, unknown> | null;
}

/** Runs any function as admin, like `npx convex run`. */
export async function runFunction(key: string, { path, component, args, identity }: Call): Promise<Run> {
  const logLines: string[] = [];
  const addLine = (...values: unknown[]) => void logLines.push(values.map((value) => plain(String(value))).join(" "));
  const client = new ConvexHttpClient(location.origin, {
    logger: { logVerbose: () => undefined, log: addLine, warn: addLine, error: addLine },
  }) as AdminClient;
  client.setAdminAuth(key, identity ?? undefined);
  const startedAt = performance.now();
  const elapsed = () => performance.now() - startedAt;
  try {
    const value = await client.function(makeFunctionReference<"query">(path), component || undefined, args);
    return { value, logLines, milliseconds: elapsed() };
  } catch (error) {
    return { error: sentenceOf(error), logLines, milliseconds: elapsed() };
  }
}

/** The admin methods, which the published types omit. */
type AdminClient = ConvexHttpClient & {
  setAdminAuth(key: string, identity?: Record<string, unknown>): void;
  function(reference: unknown, componentPath: string | undefined, args: object): Promise<Value>;
};

function plain(text: string): string {
  return text.replace(/^%c|%c/g, "").replace(/\bcolor:rgb\([^)]*\)\s*$/, "");
}

/** Returns a function's own error message, without the client's prefix. */
export function sentenceOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  const [, inner] = /Server Error\n(?:Uncaught (?:Error: )?)?([^]*)$/.exec(text) ?? [];
  return (inner ?? text).replace(/\n\s*Called by client\s*$/, "").trim();
}
