import { MessageChannel } from "node:worker_threads";
import type { FunctionCall, FunctionOutcome, HttpActionResponse, HttpCall } from "../contract/core";
import { ByteLimit } from "./byteLimit";
import type { WorkerLink } from "./workerLink";

/** A call with more bytes is large. */
const LARGE_BYTES = 64 * 1024;
/** Bytes of concurrent large calls. In progress, each takes some twenty bytes of memory. */
const MAX_CONCURRENT_BYTES = 8 * 1024 * 1024;
const IDLE_MS = 60_000;
const GRACE_MS = 2_000;

/** The owner's part in running the thread for large calls. */
export interface LargeCallsOwner {
  /** Starts a worker without a database. `onDied` runs when it ends on its own. */
  spawn(onDied: () => void): WorkerLink;
  /** Returns the active modules, and the worker with the database. */
  current(): Promise<{ pushId: string; environment: Record<string, string>; core: WorkerLink }>;
}

/**
 * The worker for actions with many bytes, which would block the writer's thread. The first such action starts it, and it ends after an idle
 * minute. Beyond `MAX_CONCURRENT_BYTES` the calls queue.
 */
export class LargeCallsLink {
  readonly #owner: LargeCallsOwner;
  readonly #calls = new ByteLimit(MAX_CONCURRENT_BYTES);
  /** Separate from the calls: a request whose body goes to an action would wait for itself. */
  readonly #requests = new ByteLimit(MAX_CONCURRENT_BYTES);
  #link: Promise<WorkerLink> | null = null;
  #running = 0;
  #idle: NodeJS.Timeout | undefined;

  constructor(owner: LargeCallsOwner) {
    this.#owner = owner;
  }

  takesCall({ udfType, args }: FunctionCall): boolean {
    return udfType === "action" && args.length > LARGE_BYTES;
  }

  takesHttp({ body }: HttpCall): boolean {
    return body !== null && body.length > LARGE_BYTES;
  }

  run(call: FunctionCall): Promise<FunctionOutcome> {
    return this.#calls.run(call.args.length, () => this.#withLink((link) => link.request("largeCall", call)));
  }

  http(call: HttpCall): Promise<HttpActionResponse> {
    const { length } = call.body ?? [];
    return this.#requests.run(length, () => this.#withLink((link) => link.http(call, "largeHttp")));
  }

  /** Ends the worker before a change of modules or database. Running calls get two seconds. */
  async retire(): Promise<void> {
    const link = this.#link;
    this.#link = null;
    clearTimeout(this.#idle);
    if (link === null) return;
    const deadline = Date.now() + GRACE_MS;
    while (this.#running > 0 && Date.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 20));
    await link.then(
      (worker) => worker.terminate(),
      () => undefined,
    );
  }

  async #withLink<T>(work: (link: WorkerLink) => Promise<T>): Promise<T> {
    clearTimeout(this.#idle);
    this.#running += 1;
    try {
      return await work(await (this.#link ?? this.#start()));
    } finally {
      this.#running -= 1;
      if (this.#running === 0) this.#idle = setTimeout(() => void this.retire(), IDLE_MS).unref();
    }
  }

  #start(): Promise<WorkerLink> {
    const clear = () => {
      if (this.#link === starting) this.#link = null;
    };
    const starting = this.#load(clear);
    this.#link = starting;
    starting.catch(clear);
    return starting;
  }

  async #load(onDied: () => void): Promise<WorkerLink> {
    const { pushId, environment, core } = await this.#owner.current();
    const link = this.#owner.spawn(onDied);
    const { port1, port2 } = new MessageChannel();
    core.transferPort("serveCoreRequests", port1);
    link.transferPort("connectToCore", port2);
    try {
      await link.request("load", { pushId, environment });
    } catch (error) {
      await link.terminate();
      throw error;
    }
    return link;
  }
}
