/** Calls over HTTP, as any client can make them. */
import {
  getFunctionName,
  type FunctionArgs,
  type FunctionReference,
  type FunctionReturnType,
  type FunctionType,
} from "convex/server";
import { api } from "../../convex/_generated/api";
import type { Side } from "../bench/workloads";

/** A call's result: a value, a refusal with its code, or a fault. No input may cause a fault. */
export type CallResult<Value = unknown> =
  | { kind: "value"; value: Value }
  | { kind: "refused"; code: string }
  | { kind: "broken"; text: string };

/** Makes a call over HTTP. A null token: not signed in. */
export async function callAs<Type extends FunctionType, F extends FunctionReference<Type>>(
  url: string,
  token: string | null,
  type: Type,
  fn: F & FunctionReference<Type>,
  args: FunctionArgs<F>,
): Promise<CallResult<FunctionReturnType<F>>> {
  const body = JSON.stringify({ path: getFunctionName(fn), format: "json", args });
  return resultOf(await post(`${url}/api/${type}`, body, signedIn(token)));
}

export function signedIn(token: string | null): { authorization?: string } {
  return token === null ? {} : { authorization: `Bearer ${token}` };
}

export function swipeAs({ url, members }: Side, from: number, to: number, liked: boolean) {
  const { token } = members[from]!;
  return callAs(url, token, "mutation", api.swipes.swipe, { profileId: members[to]!.id, liked });
}

/** Sends any body. */
export async function post(url: string, body: string, headers: object): Promise<{ status: number; text: string }> {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body,
  });
  return { status: response.status, text: await response.text() };
}

export function resultOf<Value>({ status, text }: { status: number; text: string }): CallResult<Value> {
  const response = parseObject(text) as { status?: string; value?: Value; errorData?: unknown; errorMessage?: string };
  if (status < 500 && response.status === "success") return { kind: "value", value: response.value as Value };
  const data =
    typeof response.errorData === "object" && response.errorData !== null
      ? (response.errorData as { code?: string })
      : {};
  if (data.code !== undefined) return { kind: "refused", code: data.code };
  const malformed =
    status === 400 ||
    /ArgumentValidationError|Could not find public function|which is reserved/.test(response.errorMessage ?? "");
  // 560: a function threw. Here its validator did.
  return malformed && status <= 560
    ? { kind: "refused", code: "MALFORMED" }
    : { kind: "broken", text: text.slice(0, 300) };
}

/** Returns a generator of random numbers from 0 to 1. A seed repeats them. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function pick<T>(list: readonly T[], random: () => number): T {
  return list[Math.floor(random() * list.length)]!;
}

function parseObject(text: string): object {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? value : {};
  } catch {
    return {};
  }
}
