import type { FunctionArgs, FunctionReference, FunctionReturnType } from "convex/server";
import { getFunctionName } from "convex/server";
import { ConvexError, convexToJson, jsonToConvex, type JSONValue } from "convex/values";
import { api } from "../../convex/_generated/api";
import type { ErrorCode, ErrorData } from "../../convex/shared/errors";

const OVER = "The test is over";

/** A public function of the product. */
export type Fn = FunctionReference<"query" | "mutation" | "action", "public">;

/** The result of a function: a value, or how to compute it. A promise that does not settle is a slow deployment. */
export type FakeAnswer<F extends Fn> = FunctionReturnType<F> | ((args: FunctionArgs<F>) => Reply<F>);
type Reply<F extends Fn> = FunctionReturnType<F> | Promise<FunctionReturnType<F>>;

/** How a call ended, as the wire carries it. */
export type Outcome = { success: true; value: JSONValue } | { success: false; message: string; data?: JSONValue };

/** A call that waits for the test's response. */
export interface Held<F extends Fn> {
  answer: (value: FunctionReturnType<F>) => void;
  refuse: (code: ErrorCode, message: string) => void;
  /** As by a bug, which tells the caller nothing. */
  break: () => void;
}

/** An open connection, which gets updates. */
export interface Connection {
  close: () => void;
  /** The functions of these names answer otherwise now. */
  changed: (names: ReadonlySet<string>) => void;
}

/**
 * A deployment inside the page. The product's own Convex clients speak with it over a WebSocket and over HTTP that never leave
 * the page (fakeSocket.ts, fakeHttp.ts). A function that the test has not answered stays unanswered.
 */
export class FakeDeployment {
  readonly #answers = new Map<string, (args: unknown) => unknown>();
  readonly #calls: { name: string; args: unknown }[] = [];
  readonly #held = new Set<(error: Error) => void>();
  readonly #connections = new Set<Connection>();
  readonly #changed = new Set<string>();
  readonly #lost = new Set<string>();
  /** Messages sent while the line is silent, in order. Null while it is not. */
  #late: (() => void)[] | null = null;
  #isReachable = true;
  /** Whether a test has ended, and the next one has not begun. */
  #isOver = false;

  /** Sets the result of `fn` from now on, and updates its subscribers. */
  answer<F extends Fn>(fn: F, answer: FakeAnswer<F>): void {
    this.#set(fn, typeof answer === "function" ? (answer as (args: unknown) => unknown) : () => answer);
  }

  /** True if the test has set a result for `fn`. */
  answers(fn: Fn): boolean {
    return this.#answers.has(getFunctionName(fn));
  }

  /** `fn` refuses from now on. */
  refuse(fn: Fn, code: ErrorCode, message: string, more: Partial<ErrorData> = {}): void {
    this.#set(fn, () => {
      throw refusal(code, message, more);
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
  answered<F extends Fn>(fn: F): (args: FunctionArgs<F>) => Reply<F> {
    const answer = this.#answers.get(getFunctionName(fn));
    if (answer === undefined) throw new Error("The test has not answered it yet");
    return answer as (args: FunctionArgs<F>) => Reply<F>;
  }

  /** The arguments of every call of a mutation or an action, or of every new reading of a query, oldest first. */
  calls<F extends Fn>(fn: F): FunctionArgs<F>[] {
    const name = getFunctionName(fn);
    return this.#calls.filter((call) => call.name === name).map(({ args }) => args as FunctionArgs<F>);
  }

  /** How many calls there were so far, of all functions: what a deployment has run, with each new reading of a query. */
  get callCount(): number {
    return this.#calls.length;
  }

  /** The next call of `fn` is lost on its way here, and the network goes with it. */
  loseNext(fn: Fn): void {
    this.#lost.add(getFunctionName(fn));
  }

  /** The network goes, for the connections that there are and for new ones. */
  disconnect(): void {
    this.#isReachable = false;
    for (const connection of [...this.#connections]) connection.close();
  }

  /** The network is back, and the browser says so. */
  reconnect(): void {
    this.#isReachable = true;
    window.dispatchEvent(new Event("online"));
  }

  /** Like in a lift: connections look open, and messages arrive when the line is back. */
  silence(): void {
    this.#late ??= [];
  }

  /** The silent line is back. */
  resume(): void {
    const late = this.#late ?? [];
    this.#late = null;
    for (const arrive of late) arrive();
  }

  /** Something on the wire arrives now, or when the line is no longer silent. */
  carry(arrive: () => void): void {
    if (this.#late === null) queueMicrotask(arrive);
    else this.#late.push(arrive);
  }

  /** Between two tests: nothing is answered, nothing is open, nobody waits. What still arrives, also behind a call that waited, is refused. */
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

  /** Opens a connection. Returns how to close it. */
  open(connection: Connection): () => void {
    this.#connections.add(connection);
    return () => this.#connections.delete(connection);
  }

  /** Whether a call is lost on its way here. */
  loses(name: string): boolean {
    const isLost = this.#lost.delete(name);
    if (isLost) this.disconnect();
    return isLost;
  }

  /** Runs a function as a client asked for it. Synchronous where its answer is, so that one commit is one message. */
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

  /** Until the test is over, so that no mutation of the next one waits behind it. */
  #unanswered(): Promise<Outcome> {
    return new Promise<never>((_, reject) => this.#held.add(reject)).catch(failure);
  }

  #set(fn: Fn, answer: (args: unknown) => unknown) {
    this.#answers.set(getFunctionName(fn), answer);
    // All that a test changes in one go reaches the page in one go, as from one mutation.
    if (this.#changed.size === 0) queueMicrotask(() => this.#tell());
    this.#changed.add(getFunctionName(fn));
  }

  #tell() {
    const names = new Set(this.#changed);
    this.#changed.clear();
    for (const connection of this.#connections) connection.changed(names);
  }
}

/** What a function throws that refuses. */
export function refusal(code: ErrorCode, message: string, more: Partial<ErrorData> = {}): ConvexError<ErrorData> {
  return new ConvexError<ErrorData>({ ...more, code, message });
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
