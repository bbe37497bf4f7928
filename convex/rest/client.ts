/** What endpoints call the public functions with: in this deployment, for whoever sent the token. */
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
  /** `subject`: whose token it is; null: nobody's. `who`: the people that the route is for. */
  constructor(
    private ctx: ActionCtx,
    private subject: string | null,
    private who: Who,
  ) {}

  /** Returns the id of the caller, null on a route for anyone. Throws where the functions of the route would refuse them. */
  async admit(): Promise<Id<"users"> | null> {
    if (this.who === "anyone") return null;
    return await this.query(internal.auth.whoIsThis, { who: this.who });
  }

  /** From now on for whoever this token is of. */
  async setAuth(token: string): Promise<void> {
    this.subject = await subjectOf(token);
  }

  async query<F extends Fn<"query">>(fn: F, args: FunctionArgs<F>): Promise<FunctionReturnType<F>> {
    return await told(this.ctx.runQuery(internal.rest.calls.query, this.#call(fn, args)));
  }

  async mutation<F extends Fn<"mutation">>(fn: F, args: FunctionArgs<F>): Promise<FunctionReturnType<F>> {
    return await told(this.ctx.runMutation(internal.rest.calls.mutation, this.#call(fn, args)));
  }

  async action<F extends Fn<"action">>(fn: F, args: FunctionArgs<F>): Promise<FunctionReturnType<F>> {
    return await told(this.ctx.runAction(internal.rest.calls.action, this.#call(fn, args)));
  }

  #call(fn: Fn<"query" | "mutation" | "action">, args: unknown) {
    return { name: getFunctionName(fn), args, subject: this.subject, who: this.who };
  }
}

/**
 * The subject of a token that this deployment signed and that has not expired; null: it is none. As the platform checks it, by
 * `auth.config.ts`. Whether its session lasts the guard of each function sees.
 */
export async function subjectOf(token: string): Promise<string | null> {
  const asked = { issuer: env.CONVEX_SITE_URL, audience: "convex", algorithms: ["RS256"] };
  const checked = await jwtVerify(token, keysIn(env.JWKS), asked).catch(() => null);
  return checked?.payload.sub ?? null;
}

let read = { text: "", keys: createLocalJWKSet({ keys: [] }) };

/** The keys, which are read once in each runtime. */
function keysIn(text: string): typeof read.keys {
  if (read.text !== text) read = { text, keys: createLocalJWKSet(JSON.parse(text) as JSONWebKeySet) };
  return read.keys;
}

/** What a function answers. Where not the function failed but what it runs on, the caller may try again. */
async function told<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    const said = refusalOf(error) === null && error instanceof Error ? error.message : "";
    const [sentence] = aboutTheDisk.exec(said) ?? [];
    if (sentence === undefined && !passing.some((sign) => said.includes(sign))) throw error;
    throw new Refused(503, "BUSY", sentence ?? "", { "Retry-After": "1" });
  }
}

/** What a deployment says that has no room on its disk, or none that works, for everybody to read. */
const aboutTheDisk = /The disk of this deployment [^.]*\.(?: Try again when there is space\.)?/;
/** What the service says of itself: a transaction that did not get in, or too much at once. */
const passing = ["OptimisticConcurrencyControlFailure", "while this mutation was being run", "TooManyConcurrent"];
