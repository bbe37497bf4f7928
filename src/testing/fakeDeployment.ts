import type { FunctionArgs, FunctionReference, FunctionReturnType } from "convex/server";
import { getFunctionName } from "convex/server";
import { ConvexError, convexToJson, jsonToConvex, type JSONValue } from "convex/values";
import { api } from "../../convex/_generated/api";
import type { ErrorCode, ErrorData } from "../../convex/shared/errors";

const OVER = "The test is over";

export type Fn = FunctionReference<"query" | "mutation" | "action", "public">;

/** The result of a function, or how to compute it. A pending promise simulates a slow deployment. */
export type FakeAnswer<F extends Fn> = FunctionReturnType<F> | ((args: FunctionArgs<F>) => Reply<F>);
type Reply<F extends Fn> = FunctionReturnType<F> | Promise<FunctionReturnType<F>>;

/** How a call ended, as the wire carries it. */
export type Outcome = { success: true; value: JSONValue } | { success: false; message: string; data?: JSONValue };

/** A call that waits for the test's response. */
export interface Held<F extends Fn> {
  answer: (value: FunctionReturnType<F>) => void;
  refuse: (code: ErrorCode, message: string) => void;
  /** Crashes. The caller gets no details. */
  break: () => void;
}

/** An open connection, which gets updates. */
export interface Connection {
  close: () => void;
  /** The results of these functions have changed. */
  changed: (names: ReadonlySet<string>) => void;
}

/**
 * A deployment inside the page. The product's Convex clients reach it over a fake WebSocket and fake HTTP
 * (fakeSocket.ts, setup.ts). Calls stay pending until the test sets a result.
 */
export class FakeDeployment {
  readonly #answers = new Map<string, (args: unknown) => unknown>();
  readonly #calls: { name: string; args: unknown }[] = [];
  readonly #held = new Set<(error: Error) => void>();
  readonly #connections = new Set<Connection>();
  readonly #changed = new Set<string>();
  readonly #lost = new Set<string>();
  /** Messages sent while the connection is silent, in order. Null: it is not silent. */
  #late: (() => void)[] | null = null;
  #isReachable = true;
  /** True between two tests. */
  #isOver = false;

  /** Sets the result of `fn` from now on, and updates its subscribers. */
  answer<F extends Fn>(fn: F, answer: FakeAnswer<F>): void {
    this.#set(fn, typeof answer === "function" ? (answer as (args: unknown) => unknown) : () => answer);
  }

  /** Makes `act` succeed from now on, with null. A call of it changes the result of `query`. */
  answerAndChange<F extends Fn>(act: Fn, query: F, result: FunctionReturnType<F>): void {
    this.#set(act, () => {
      this.answer(query, () => result);
      return null;
    });
  }

  /** Sets the result of `fn`, unless the test has. */
  answerByDefault<F extends Fn>(fn: F, answer: FakeAnswer<F>): void {
    if (!this.#answers.has(getFunctionName(fn))) this.answer(fn, answer);
  }

  /** Makes `fn` refuse from now on. */
  refuse(fn: Fn, code: ErrorCode, message: string, details: Partial<ErrorData> = {}): void {
    this.#set(fn, () => {
      throw refusal(code, message, details);
    });
  }

  /** Makes `fn` crash from now on. The caller gets no details. */
  break(fn: Fn): void {
    this.#set(fn, () => {
      throw new Error("Server Error");
    });
  }

  /** Leaves calls of `fn` pending from now on, until the test responds. */
  hold<F extends Fn>(fn: F): Held<F> {
    const { promise, resolve, reject } = Promise.withResolvers<FunctionReturnType<F>>();
    promise.catch(() => undefined);
    this.#held.add(reject);
    this.#set(fn, () => promise);
    return {
      answer: resolve,
      refuse: (code, message) => reject(refusal(code, message)),
      break: () => reject(new Error("Server Error")),
    };
  }

  /** Returns the current result of `fn`, for a test that overrides it only sometimes. */
  currentAnswer<F extends Fn>(fn: F): (args: FunctionArgs<F>) => Reply<F> {
    const answer = this.#answers.get(getFunctionName(fn));
    if (answer === undefined) throw new Error("The test has not answered it yet");
    return answer as (args: FunctionArgs<F>) => Reply<F>;
  }

  /** Returns the arguments of every mutation, action or query run, oldest first. */
  calls<F extends Fn>(fn: F): FunctionArgs<F>[] {
    const name = getFunctionName(fn);
    return this.#calls.filter((call) => call.name === name).map(({ args }) => args as FunctionArgs<F>);
  }

  get callCount(): number {
    return this.#calls.length;
  }

  /** Loses the next call of `fn` before it arrives, and cuts the network. */
  loseNext(fn: Fn): void {
    this.#lost.add(getFunctionName(fn));
  }

  /** Cuts the network, for open and new connections. */
  disconnect(): void {
    this.#isReachable = false;
    for (const connection of [...this.#connections]) connection.close();
  }

  /** Restores the network and fires the browser's event. */
  reconnect(): void {
    this.#isReachable = true;
    window.dispatchEvent(new Event("online"));
  }

  /** Delays all messages, as when a phone loses its signal. Connections look open. */
  silence(): void {
    this.#late ??= [];
  }

  resume(): void {
    const late = this.#late ?? [];
    this.#late = null;
    for (const arrive of late) arrive();
  }

  /** Delivers a message now, or when the silence ends. */
  carry(arrive: () => void): void {
    if (this.#late === null) queueMicrotask(arrive);
    else this.#late.push(arrive);
  }

  /** Resets everything between two tests. Refuses calls that still arrive. */
  async reset(): Promise<void> {
    this.#isOver = true;
    this.#answers.clear();
    this.#late = null;
    if (!this.#isReachable) this.reconnect();
    for (const reject of this.#held) reject(new Error(OVER));
    this.#held.clear();
    await new Promise((resolve) => window.setTimeout(resolve));
    this.#calls.length = 0;
    this.#lost.clear();
    this.#isOver = false;
  }

  get isReachable(): boolean {
    return this.#isReachable;
  }

  /** Opens a connection. Returns a function that closes it. */
  open(connection: Connection): () => void {
    this.#connections.add(connection);
    return () => this.#connections.delete(connection);
  }

  /** Returns true if a call is lost before it arrives. */
  loses(name: string): boolean {
    const isLost = this.#lost.delete(name);
    if (isLost) this.disconnect();
    return isLost;
  }

  /** Runs a function for a client. Synchronous if its result is, so that one commit is one message. */
  run(name: string, encoded: JSONValue): Outcome | Promise<Outcome> {
    if (name === getFunctionName(api.festival.ping)) return success(null);
    const args = jsonToConvex(encoded);
    this.#calls.push({ name, args });
    const answer = this.#answers.get(name);
    if (answer === undefined) return this.#isOver ? failure(new Error(OVER)) : this.#unanswered();
    try {
      const value = answer(args);
      return value instanceof Promise ? value.then(success, failure) : success(value);
    } catch (error) {
      return failure(error);
    }
  }

  /** Pending until the test ends, so that no mutation of the next test waits behind it. */
  #unanswered(): Promise<Outcome> {
    return new Promise<never>((_, reject) => this.#held.add(reject)).catch(failure);
  }

  #set(fn: Fn, answer: (args: unknown) => unknown) {
    this.#answers.set(getFunctionName(fn), answer);
    // Changes made together reach the page together, as from one mutation.
    if (this.#changed.size === 0) queueMicrotask(() => this.#notify());
    this.#changed.add(getFunctionName(fn));
  }

  #notify() {
    const names = new Set(this.#changed);
    this.#changed.clear();
    for (const connection of this.#connections) connection.changed(names);
  }
}

export function refusal(code: ErrorCode, message: string, details: Partial<ErrorData> = {}): ConvexError<ErrorData> {
  return new ConvexError<ErrorData>({ ...details, code, message });
}

function success(value: unknown): Outcome {
  return { success: true, value: convexToJson((value ?? null) as Parameters<typeof convexToJson>[0]) };
}

function failure(error: unknown): Outcome {
  if (error instanceof ConvexError) {
    return { success: false, message: "Uncaught ConvexError", data: convexToJson(error.data) };
  }
  return { success: false, message: error instanceof Error ? error.message : String(error) };
}
