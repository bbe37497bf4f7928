/** Calls public functions in this deployment, as the person of the token. */
import { type FunctionArgs, type FunctionReference, type FunctionReturnType, getFunctionName } from "convex/server";
import { createLocalJWKSet, jwtVerify, type JSONWebKeySet } from "jose";
import { internal } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import { env, type ActionCtx } from "../_generated/server";
import { refusalOf } from "../shared/errors";
import type { Who } from "../shared/guards";
import { Refused } from "./reply";

type Fn<Kind extends "query" | "mutation" | "action"> = FunctionReference<Kind, "public" | "internal">;

export class RestClient {
  /** `subject`: the token's subject, or null. `who`: the callers that the route allows. */
  constructor(
    private ctx: ActionCtx,
    private subject: string | null,
    private who: Who,
  ) {}

  /** Returns the caller's id, or null on a route for anyone. Throws if the route's functions would refuse the caller. */
  async admit(): Promise<Id<"users"> | null> {
    if (this.who === "anyone") return null;
    return await this.query(internal.auth.callerId, { who: this.who });
  }

  /** Makes later calls as the person of this token. */
  async setAuth(token: string): Promise<void> {
    this.subject = await subjectOf(token);
  }

  async query<F extends Fn<"query">>(fn: F, args: FunctionArgs<F>): Promise<FunctionReturnType<F>> {
    return await resultOrBusy(this.ctx.runQuery(internal.rest.calls.query, this.#call(fn, args)));
  }

  async mutation<F extends Fn<"mutation">>(fn: F, args: FunctionArgs<F>): Promise<FunctionReturnType<F>> {
    return await resultOrBusy(this.ctx.runMutation(internal.rest.calls.mutation, this.#call(fn, args)));
  }

  async action<F extends Fn<"action">>(fn: F, args: FunctionArgs<F>): Promise<FunctionReturnType<F>> {
    return await resultOrBusy(this.ctx.runAction(internal.rest.calls.action, this.#call(fn, args)));
  }

  #call(fn: Fn<"query" | "mutation" | "action">, args: unknown) {
    return { name: getFunctionName(fn), args, subject: this.subject, who: this.who };
  }
}

/**
 * Returns the subject of an unexpired token that this deployment signed, or null. Checks it as the platform does, by
 * `auth.config.ts`. Each function's guard checks the session.
 */
export async function subjectOf(token: string): Promise<string | null> {
  const options = { issuer: env.CONVEX_SITE_URL, audience: "convex", algorithms: ["RS256"] };
  const checked = await jwtVerify(token, keysIn(env.JWKS), options).catch(() => null);
  return checked?.payload.sub ?? null;
}

let parsedKeys = { text: "", keys: createLocalJWKSet({ keys: [] }) };

/** Returns the keys, parsed once per runtime. */
function keysIn(text: string): typeof parsedKeys.keys {
  if (parsedKeys.text !== text) parsedKeys = { text, keys: createLocalJWKSet(JSON.parse(text) as JSONWebKeySet) };
  return parsedKeys.keys;
}

/** Returns the function's result. Throws BUSY if the platform failed and not the function: then the caller may try again. */
async function resultOrBusy<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    const message = refusalOf(error) === null && error instanceof Error ? error.message : "";
    const [sentence] = diskMessage.exec(message) ?? [];
    if (sentence === undefined && !transientErrors.some((sign) => message.includes(sign))) throw error;
    throw new Refused(503, "BUSY", sentence ?? "", { "Retry-After": "1" });
  }
}

/** The deployment's own message when its disk is full or broken. Safe to show. */
const diskMessage = /The disk of this deployment [^.]*\.(?: Try again when there is space\.)?/;
/** The platform's messages for a transaction that conflicted, and for too many concurrent ones. */
const transientErrors = [
  "OptimisticConcurrencyControlFailure",
  "while this mutation was being run",
  "TooManyConcurrent",
];
