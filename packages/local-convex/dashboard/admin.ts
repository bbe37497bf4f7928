import { ConvexHttpClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import type { Value } from "convex/values";

/** A refusal, in the deployment's own text. */
export class Refused extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** Asks an address of the command line's API. Gives the JSON; throws `Refused`. */
export async function ask<T>(key: string, path: string, init: RequestInit = {}): Promise<T> {
  const headers = { ...init.headers, Authorization: `Convex ${key}` };
  const response = await fetch(path, { ...init, headers, cache: "no-store" });
  if (response.ok) return (await response.json()) as T;
  const { message } = (await response.json().catch(() => ({}))) as { message?: string };
  throw new Refused(response.status, message ?? `The deployment answered ${response.status}.`);
}

/** Posts a JSON body. See `ask`. */
export function post<T>(key: string, path: string, body: unknown): Promise<T> {
  const headers = { "Content-Type": "application/json" };
  return ask(key, path, { method: "POST", headers, body: JSON.stringify(body) });
}

/** Checks a key; null if it is good, else the reason that it is not. */
export async function problemOfKey(key: string): Promise<string | null> {
  try {
    await ask(key, "/api/v1/get_canonical_urls");
    return null;
  } catch (error) {
    if (error instanceof Refused) return error.status === 403 ? "This is not the admin key." : error.message;
    return "The deployment does not answer. Is it running?";
  }
}

/** How a call of a function ended. */
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

/** Runs any function with the rights of the admin, as `npx convex run` does. */
export async function runFunction(key: string, { path, component, args, identity }: Call): Promise<Run> {
  const logLines: string[] = [];
  const say = (...words: unknown[]) => void logLines.push(words.map((word) => plain(String(word))).join(" "));
  const client = new ConvexHttpClient(location.origin, {
    logger: { logVerbose: () => undefined, log: say, warn: say, error: say },
  }) as AdminClient;
  client.setAdminAuth(key, identity ?? undefined);
  const began = performance.now();
  const took = () => performance.now() - began;
  try {
    const value = await client.function(makeFunctionReference<"query">(path), component || undefined, args);
    return { value, logLines, milliseconds: took() };
  } catch (error) {
    return { error: sentenceOf(error), logLines, milliseconds: took() };
  }
}

/** Its methods for admins, which the published types leave out. */
type AdminClient = ConvexHttpClient & {
  setAdminAuth(key: string, identity?: Record<string, unknown>): void;
  function(reference: unknown, componentPath: string | undefined, args: object): Promise<Value>;
};

/** Without the colours that the client writes for a console. */
function plain(text: string): string {
  return text.replace(/^%c|%c/g, "").replace(/\bcolor:rgb\([^)]*\)\s*$/, "");
}

/** An error of a function in the words that were thrown, without the wrapping of the client. */
export function sentenceOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  const [, inner] = /Server Error\n(?:Uncaught (?:Error: )?)?([^]*)$/.exec(text) ?? [];
  return (inner ?? text).replace(/\n\s*Called by client\s*$/, "").trim();
}
