import { Authenticator } from "../server/authentication";
import type { CoreApi, FunctionCall, FunctionOutcome, LiveQuery, LiveResult } from "../contract/core";
import { Redaction } from "../server/redaction";
import { Connection, type Channel } from "./connection";
import { LiveQueries } from "./liveQueries";

export const wait = () => new Promise((resolve) => setTimeout(resolve, 5));

/** A connection on a stand-in for the core. `writes`: its messages, per write. `say` sends one as the client. */
export function setUp() {
  const core = new CoreStandIn();
  const redaction = new Redaction(true);
  const live = new LiveQueries(core as unknown as CoreApi, redaction);
  core.changed = (ts, ids, value) => live.changed(ts, ids.length === 0 ? [] : [{ ...resultOf(value), ids }]);
  const [writes, closed, flow]: [Message[][], number[], string[]] = [[], [], []];
  const channel: Channel = {
    send: (texts) => writes.push(texts.map((text) => JSON.parse(text) as Message)),
    close: (code) => closed.push(code),
    hold: () => undefined,
    release: () => undefined,
    identified: () => undefined,
    pause: () => flow.push("pause"),
    resume: () => flow.push("resume"),
  };
  const authenticator = new Authenticator("key", () => Promise.reject(new TypeError("fetch failed")));
  authenticator.reset([{ domain: "https://away.example" }]);
  const connection = new Connection(
    { core: core as unknown as CoreApi, live, authenticator, redaction, log: () => undefined },
    channel,
  );
  const say = (message: object) => connection.receive(JSON.stringify(message));
  say({ type: "Connect", sessionId: "s", connectionCount: 0, lastCloseReason: null, clientTs: 0 });
  return { core, connection, writes, closed, flow, say };
}

export function resultOf(value: string) {
  return { journal: null, logLines: [], outcome: { ok: true as const, value } };
}

export function add(queryId: unknown, udfPath: string) {
  return { type: "Add", queryId, udfPath, args: [{}] };
}

export interface Message {
  type: string;
  startVersion: { ts: string };
  endVersion: { ts: string };
  modifications: object[];
}

/** A stand-in for the core. Nothing happens until the test says so. */
class CoreStandIn {
  value = "[]";
  /** The first result, in place of `value`. It may be a failure. */
  first: Omit<LiveResult, "ids"> | null = null;
  readonly slow = new Set<string>();
  readonly live = new Map<number, LiveQuery>();
  readonly calls: FunctionCall[] = [];
  readonly subscribed: LiveQuery[] = [];
  changed: (ts: bigint, ids: number[], value: string) => void = () => undefined;
  release: () => void = () => undefined;
  #pending: { resolve: (outcome: FunctionOutcome) => void; reject: (error: Error) => void }[] = [];

  run(call: FunctionCall): Promise<FunctionOutcome> {
    this.calls.push(call);
    return new Promise((resolve, reject) => this.#pending.push({ resolve, reject }));
  }

  async subscribe(id: number, query: LiveQuery) {
    this.live.set(id, query);
    this.subscribed.push({ ...query });
    if (this.slow.has(query.path)) await new Promise<void>((resolve) => (this.release = resolve));
    return { ts: 1n, result: { ...(this.first ?? resultOf(this.value)), ids: [id] } };
  }

  unsubscribe(id: number) {
    this.live.delete(id);
  }

  respond(ts: bigint) {
    this.respondWith({ udfType: "mutation", logLines: [], ts, ok: true, value: "null" });
  }

  respondWith(outcome: FunctionOutcome) {
    for (const { resolve } of this.#pending) resolve(outcome);
    this.#pending = [];
  }

  settle(ts: bigint, value?: string) {
    this.changed(ts, value === undefined ? [] : [...this.live.keys()], value ?? "");
  }

  commit(ts: bigint, value?: string) {
    this.respond(ts);
    this.settle(ts, value);
  }

  die() {
    const error = Object.assign(new Error("gone"), { name: "CoreRestarted" });
    for (const { reject } of this.#pending) reject(error);
  }
}
