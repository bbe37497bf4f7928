import type { JSONValue } from "convex/values";
import type { Connection, FakeDeployment, Outcome } from "./fakeDeployment";

/** The parts of client messages that the fake reads. */
type ClientMessage =
  | { type: "Connect"; sessionId: string }
  | { type: "Authenticate"; baseVersion: number }
  | { type: "ModifyQuerySet"; newVersion: number; modifications: QueryChange[] }
  | { type: "Mutation" | "Action"; requestId: number; udfPath: string; args: JSONValue[] }
  | { type: "Event" };
type QueryChange =
  | { type: "Add"; queryId: number; udfPath: string; args: JSONValue[] }
  | { type: "Remove"; queryId: number };

type Query = { name: string; args: JSONValue };
type Version = { querySet: number; identity: number; ts: number };

/** The results of mutations by session and number, so that a resent one runs once. */
const mutations = new Map<string, Promise<Outcome>>();

/**
 * A WebSocket with the server side of Convex's sync protocol. Delivers without timers, so that a test may stop the
 * clock.
 */
export class FakeSocket implements Connection {
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number; reason: string }) => void) | null = null;
  onerror: ((event: Event) => void) | null = null;

  readonly #deployment: FakeDeployment;
  readonly #queries = new Map<number, Query>();
  #version: Version = { querySet: 0, identity: 0, ts: 0 };
  #session = "";
  #isOpen = false;
  #leave = (): unknown => undefined;
  /** A deployment runs the mutations of one client one after the other. */
  #lastMutation: Promise<unknown> = Promise.resolve();

  constructor(deployment: FakeDeployment) {
    this.#deployment = deployment;
    queueMicrotask(() => {
      if (!deployment.isReachable) return this.onclose?.({ code: 1006, reason: "" });
      this.#isOpen = true;
      this.#leave = deployment.open(this);
      this.onopen?.();
    });
  }

  send(text: string): void {
    this.#deployment.carry(() => this.#isOpen && this.#receive(JSON.parse(text) as ClientMessage));
  }

  close(): void {
    this.#isOpen = false;
    this.#leave();
    queueMicrotask(() => this.onclose?.({ code: 1006, reason: "" }));
  }

  changed(names: ReadonlySet<string>): void {
    const stale = [...this.#queries].filter(([, { name }]) => names.has(name)).map(([queryId]) => queryId);
    if (stale.length > 0)
      this.#transition(
        {},
        stale.flatMap((queryId) => this.#read(queryId)),
      );
  }

  #receive(message: ClientMessage) {
    if ("udfPath" in message && this.#deployment.loses(nameOf(message.udfPath))) return;
    switch (message.type) {
      case "Connect":
        this.#session = message.sessionId;
        return;
      case "Authenticate":
        return this.#transition(
          { identity: message.baseVersion + 1 },
          [...this.#queries.keys()].flatMap((queryId) => this.#read(queryId)),
        );
      case "ModifyQuerySet":
        return this.#transition(
          { querySet: message.newVersion },
          message.modifications.flatMap((change) => this.#modify(change)),
        );
      case "Mutation":
        return void this.#mutate(message.requestId, message.udfPath, message.args[0] ?? {});
      case "Action":
        return void this.#act(message.requestId, message.udfPath, message.args[0] ?? {});
      case "Event":
        return;
    }
  }

  #modify(change: QueryChange): object[] {
    const { queryId } = change;
    if (change.type === "Remove") {
      this.#queries.delete(queryId);
      return [{ type: "QueryRemoved", queryId }];
    }
    this.#queries.set(queryId, { name: nameOf(change.udfPath), args: change.args[0] ?? {} });
    return this.#read(queryId);
  }

  /** Returns a query's current result. A pending one follows in a later message. */
  #read(queryId: number): object[] {
    const query = this.#queries.get(queryId);
    if (query === undefined) return [];
    const outcome = this.#deployment.run(query.name, query.args);
    if (!(outcome instanceof Promise)) return [queryChange(queryId, outcome)];
    void outcome.then(
      (late) => this.#queries.get(queryId) === query && this.#transition({}, [queryChange(queryId, late)]),
    );
    return [];
  }

  async #mutate(requestId: number, path: string, args: JSONValue) {
    const key = `${this.#session} ${requestId}`;
    const previous = this.#lastMutation;
    const running = mutations.get(key) ?? previous.then(() => this.#deployment.run(nameOf(path), args));
    mutations.set(key, running);
    this.#lastMutation = running;
    const outcome = await running;
    // The client expects the mutation's changes before its result.
    const ts = this.#version.ts + 1;
    this.#deliver({
      type: "MutationResponse",
      requestId,
      ...response(outcome),
      ...(outcome.success && { ts: u64(ts) }),
    });
    this.#transition({}, []);
  }

  async #act(requestId: number, path: string, args: JSONValue) {
    this.#deliver({ type: "ActionResponse", requestId, ...response(await this.#deployment.run(nameOf(path), args)) });
  }

  #transition(to: Partial<Version>, modifications: object[]) {
    const start = this.#version;
    this.#version = { ...start, ...to, ts: start.ts + 1 };
    const [startVersion, endVersion] = [start, this.#version].map((version) => ({ ...version, ts: u64(version.ts) }));
    this.#deliver({ type: "Transition", startVersion, endVersion, modifications });
  }

  #deliver(message: object) {
    const data = JSON.stringify(message);
    this.#deployment.carry(() => this.#isOpen && this.onmessage?.({ data }));
  }
}

function queryChange(queryId: number, outcome: Outcome) {
  const common = { queryId, logLines: [], journal: null };
  if (outcome.success) return { ...common, type: "QueryUpdated", value: outcome.value };
  return { ...common, type: "QueryFailed", errorMessage: outcome.message, errorData: outcome.data };
}

function response(outcome: Outcome) {
  if (outcome.success) return { success: true, result: outcome.value, logLines: [] };
  return { success: false, result: outcome.message, errorData: outcome.data, logLines: [] };
}

/** Messages name a function `matches.js:list` or `matches:list`. */
function nameOf(path: string) {
  return path.replace(/\.js:/, ":");
}

/** Encodes a 64-bit number as the protocol does: little-endian, base64. */
function u64(value: number) {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(value), true);
  return btoa(String.fromCharCode(...bytes));
}
