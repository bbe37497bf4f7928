import { randomUUID } from "node:crypto";
import { mkdirSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import type { BackupName, ExportRequest, Import, Snapshot, TableChange, TableColumns } from "../contract/backups";
import { CurrentWorker } from "./currentWorker";
import { PreparedWorker } from "./preparedWorker";
import type {
  CoreApi,
  CoreOptions,
  FunctionCall,
  FunctionOutcome,
  HttpActionResponse,
  HttpCall,
  LiveQuery,
  LiveResult,
  StoredFile,
  Timestamp,
  UploadedFile,
} from "../contract/core";
import type { ActivePush, PushAnalysis, PushConfig, PushDiff, SchemaCheck } from "../contract/push";
import { DataFolder } from "./dataFolder";
import type { Report } from "./messages";
import { PushFiles } from "../modules/pushFiles";
import type { PushState } from "../modules/project";
import type { Running } from "../execution/heartbeat";
import { Subscriptions } from "./subscriptions";
import { LargeCallsLink } from "./largeCallsLink";
import { Mutex } from "./mutex";
import { WorkerLink, type LinkEvents } from "./workerLink";

const RETRY_MS = 500;
const RESTARTS_IN_A_ROW = 5;
const CLOSE_MS = 4_000;

/**
 * The main thread's side of the core. Keeps one worker with the database running and sends it all requests. Replaces it when a push is
 * activated, a variable changes, or it dies.
 */
export class Core implements CoreApi {
  readonly #options: CoreOptions;
  readonly #files: PushFiles;
  readonly #folder: DataFolder;
  readonly #subscriptions: Subscriptions;
  readonly #current = new CurrentWorker();
  readonly #preparedWorker = new PreparedWorker();
  readonly #large = new LargeCallsLink({
    spawn: (died) => this.#spawnWith({ report: (report) => this.#passLogs(report), died }),
    current: async () => {
      return { core: await this.#current.ready, pushId: this.#active.pushId, environment: await this.environment() };
    },
  });
  #active: { push: ActivePush | null; pushId: string } = { push: null, pushId: "" };
  /** Pushes, changes of variables, imports and restarts run one at a time. */
  readonly #changes = new Mutex();
  #stopped = false;
  #stop!: () => void;
  readonly #stopping = new Promise<void>((resolve) => (this.#stop = resolve));

  constructor(options: CoreOptions) {
    this.#options = options;
    this.#subscriptions = new Subscriptions(options.events);
    mkdirSync(options.dir, { recursive: true, mode: 0o700 });
    this.#files = new PushFiles(options.dir);
    this.#files.prepare(options.projectDir);
    this.#folder = new DataFolder(options.dir);
  }

  start(): Promise<void> {
    return this.#changes.run(async () => {
      const { checked, tables } = await this.#folder.check(() => this.#spawn());
      if (checked < tables) this.#options.events.checkedInPart({ checked, tables });
      await this.#install(this.#spawn());
      this.#files.deleteAllExcept(this.#active.pushId);
    });
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#stop();
    this.#preparedWorker.drop();
    const largeCallsEnded = this.#large.retire();
    await this.#changes.idle();
    const { worker } = this.#current;
    this.#current.hold();
    // Without `ref` the timer does not keep the process alive once the worker has closed.
    const timeout = sleep(CLOSE_MS, undefined, { ref: false });
    await Promise.race([worker?.request("close", null), timeout]).catch(() => undefined);
    await Promise.all([worker?.terminate(), largeCallsEnded]);
  }

  run(call: FunctionCall): Promise<FunctionOutcome> {
    return this.#large.takesCall(call) ? this.#large.run(call) : this.#request("call", call);
  }

  async http(call: HttpCall): Promise<HttpActionResponse> {
    return this.#large.takesHttp(call)
      ? this.#large.http(call)
      : (this.#current.worker ?? (await this.#current.ready)).http(call);
  }

  subscribe(id: number, query: LiveQuery): Promise<{ ts: Timestamp; result: LiveResult }> {
    const first = this.#subscriptions.add(id, query);
    if (!this.#subscriptions.isSuspended(query)) this.#current.worker?.notify("subscribe", { id, query });
    else this.#failSuspended();
    return first;
  }

  unsubscribe(id: number): void {
    if (this.#subscriptions.remove(id)) this.#current.worker?.notify("unsubscribe", id);
  }

  timestamp = (): Promise<Timestamp> => this.#request("timestamp", null);

  advance = (ts: Timestamp): Promise<void> => this.#request("advance", ts);

  async analyzePush(push: PushConfig): Promise<PushAnalysis> {
    await this.#current.ready;
    this.#preparedWorker.drop();
    const pushId = `p${randomUUID()}`;
    const worker = this.#spawn();
    try {
      const request = { pushId, push, active: this.#active.pushId, environment: await this.environment() };
      const { auth, analysis, app } = await worker.request<PushState>("analyze", request);
      this.#preparedWorker.set(pushId, worker);
      const indexDiffs = await this.#request<PushAnalysis["indexDiffs"]>("indexDiffs", pushId);
      return { pushId, appAuth: auth, analysis: { ...analysis }, app, indexDiffs };
    } catch (error) {
      void worker.terminate();
      throw error;
    }
  }

  checkSchema(pushId: string): Promise<SchemaCheck> {
    this.#files.mustExist(pushId);
    return this.#request("checkSchema", pushId);
  }

  activatePush(pushId: string): Promise<PushDiff> {
    return this.#changes.run(async () => {
      this.#files.mustExist(pushId);
      await this.#waitForActions();
      const diff = await this.#request<PushDiff>("activate", pushId);
      const { pushId: previousPushId } = this.#active;
      this.#subscriptions.resumeSuspended();
      await this.#replace(this.#preparedWorker.take(pushId) ?? this.#spawn());
      if (previousPushId !== "" && previousPushId !== pushId) void this.#files.remove(previousPushId);
      return diff;
    });
  }

  async activePush(): Promise<ActivePush | null> {
    await this.#current.ready;
    return this.#active.push;
  }

  environment = (): Promise<Record<string, string>> => this.#request("environment", null);

  setEnvironment(changes: { name: string; value: string | null }[]): Promise<void> {
    return this.#changes.run(async () => {
      await this.#waitForActions();
      await this.#request("setEnvironment", changes);
      this.#preparedWorker.drop();
      const worker = this.#spawn();
      // Loads the modules before the change-over, so that calls wait as little as possible.
      const { pushId } = this.#active;
      if (pushId !== "")
        await worker.request("load", { pushId, environment: await this.environment() }).catch(() => undefined);
      await this.#replace(worker);
    });
  }

  checkUploadToken = (token: string): Promise<boolean> => this.#request("checkUploadToken", token);

  storeFile = (file: UploadedFile): Promise<{ storageId: string }> => this.#request("storeFile", file);

  findFile = (uuid: string): Promise<StoredFile | null> => this.#request("findFile", uuid);

  snapshot = (folder: string, includeStorage: boolean): Promise<Snapshot> =>
    this.#request("snapshot", { folder, includeStorage });

  copy = (): Promise<string> => this.#folder.copy((folder) => this.#request("copy", folder));

  exportPage = (request: ExportRequest): Promise<string> => this.#request("exportPage", request);

  tableColumns = (): Promise<TableColumns[]> => this.#request("tableColumns", null);

  planImport = (unpacked: Import): Promise<TableChange[]> => this.#request("planImport", unpacked);

  performImport(unpacked: Import): Promise<number> {
    return this.#changes.run(() => this.#request("performImport", unpacked));
  }

  saveBackupState = (name: BackupName, state: unknown): Promise<void> =>
    this.#request("saveBackupState", { name, state });

  #request<T>(operation: string, value: unknown): Promise<T> {
    return this.#current.request(operation, value);
  }

  #spawn(): WorkerLink {
    const worker = this.#spawnWith({
      report: (report) => this.#receive(worker, report),
      died: (running) => this.#onWorkerDied(worker, running),
      syncFailed: (reason) => this.#options.events.syncFailed(reason),
    });
    return worker;
  }

  #spawnWith(events: LinkEvents): WorkerLink {
    const { workerUrl, dir, projectDir, cloudUrl, siteUrl, busyMs } = this.#options;
    return new WorkerLink(workerUrl, { dir, projectDir, cloudUrl, siteUrl }, events, busyMs);
  }

  /** Waits for running actions, because they would be cut off with their worker. Until then the old code serves all calls. */
  async #waitForActions(): Promise<void> {
    await Promise.race([this.#request("actionsEnded", this.#options.actionsMs), this.#stopping]);
  }

  /** Lets the running worker finish. Then `next` takes over the database and the live queries, or a new worker if it cannot. */
  async #replace(next: WorkerLink): Promise<void> {
    const previous = this.#current.worker;
    this.#current.hold();
    await this.#large.retire();
    await previous?.request("close", null).catch(() => undefined);
    await previous?.terminate();
    await this.#install(next).catch(() => this.#restart(null));
  }

  /** Opens the database in a worker and sends it the held requests. If that fails, terminates the worker. */
  async #install(worker: WorkerLink, timedOutJob: string | null = null): Promise<void> {
    try {
      this.#active = await worker.request("open", timedOutJob);
    } catch (error) {
      await worker.terminate();
      throw error;
    }
    if (this.#active.push !== null) this.#options.events.activated(this.#active.push);
    for (const subscription of this.#subscriptions.all()) {
      if (!this.#subscriptions.isSuspended(subscription.query)) worker.notify("resume", subscription);
    }
    this.#current.release(worker);
    this.#failSuspended();
  }

  #receive(worker: WorkerLink, report: Report): void {
    this.#passLogs(report);
    if (report.changed === null && report.started.length === 0) return;
    // Runs after all promise continuations of the responses, and before the next message.
    queueMicrotask(() =>
      process.nextTick(() => {
        // A report is out of date once another worker has taken over.
        if (worker === this.#current.worker || this.#current.worker === null) this.#subscriptions.deliver(report);
      }),
    );
  }

  #passLogs(report: Report): void {
    for (const entry of report.logs) this.#options.events.logged(entry);
  }

  #failSuspended(): void {
    // If the worker dies first, the next `#install` does this again.
    void this.timestamp().then(
      (ts) => this.#subscriptions.failSuspended(ts),
      () => undefined,
    );
  }

  #onWorkerDied(worker: WorkerLink, running: Running): void {
    this.#preparedWorker.drop(worker);
    if (worker !== this.#current.worker || this.#stopped) return;
    this.#current.hold();
    // The large calls' requests to its database get no response.
    void this.#large.retire();
    this.#options.events.restarted();
    if (running.kind === "live") this.#subscriptions.suspend(running.id);
    void this.#changes.run(() => this.#restart(running.kind === "job" ? running.id : null));
  }

  async #restart(timedOutJob: string | null): Promise<void> {
    for (let attempt = 1; !this.#stopped; attempt++) {
      try {
        return await this.#install(this.#spawn(), timedOutJob);
      } catch (error) {
        if (attempt === RESTARTS_IN_A_ROW) {
          this.#current.refuse(error);
          throw error;
        }
        await sleep(RETRY_MS * attempt);
      }
    }
  }
}
