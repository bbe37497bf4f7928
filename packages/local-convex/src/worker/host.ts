import { randomUUID } from "node:crypto";
import { mkdirSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import type { BackupName, ExportRequest, Import, Snapshot, TableChange, TableColumns } from "../contract/backups";
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
import { Turns } from "./turns";
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
  #worker: WorkerLink | null = null;
  #ready: Promise<WorkerLink>;
  #releaseRequests!: (worker: WorkerLink) => void;
  readonly #preparedWorker = new PreparedWorker();
  readonly #large = new LargeCallsLink({
    spawn: (died) => this.#spawnWith({ report: (report) => this.#passLogs(report), died }),
    current: async () => {
      return { core: await this.#ready, pushId: this.#active.pushId, environment: await this.environment() };
    },
  });
  #active: { active: ActivePush | null; pushId: string } = { active: null, pushId: "" };
  /** Pushes, changes of variables, imports and restarts run one at a time. */
  readonly #changes = new Turns();
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
    this.#ready = this.#holdRequests();
  }

  start(): Promise<void> {
    return this.#changes.alone(async () => {
      const { checked, tables } = await this.#folder.check(() => this.#spawn());
      if (checked < tables) this.#options.events.checkedInPart({ checked, tables });
      const worker = this.#spawn();
      await this.#install(worker).catch(async (error: unknown) => {
        await worker.terminate();
        throw error;
      });
      this.#files.keepOnly(this.#active.pushId);
    });
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#stop();
    this.#preparedWorker.drop();
    const retired = this.#large.retire();
    await this.#changes.done();
    const worker = this.#worker;
    this.#worker = null;
    await Promise.race([worker?.ask("close", null), sleep(CLOSE_MS)]).catch(() => undefined);
    await Promise.all([worker?.terminate(), retired]);
  }

  run(call: FunctionCall): Promise<FunctionOutcome> {
    return this.#large.takesCall(call) ? this.#large.run(call) : this.#ask("call", call);
  }

  async http(call: HttpCall): Promise<HttpActionResponse> {
    return this.#large.takesHttp(call) ? this.#large.http(call) : (this.#worker ?? (await this.#ready)).http(call);
  }

  subscribe(id: number, query: LiveQuery): Promise<{ ts: Timestamp; result: LiveResult }> {
    const first = this.#subscriptions.add(id, query);
    if (!this.#subscriptions.isSuspended(query)) this.#worker?.tell("subscribe", { id, query });
    else this.#failSuspended();
    return first;
  }

  unsubscribe(id: number): void {
    if (this.#subscriptions.remove(id)) this.#worker?.tell("unsubscribe", id);
  }

  timestamp = (): Promise<Timestamp> => this.#ask("timestamp", null);

  advance = (ts: Timestamp): Promise<void> => this.#ask("advance", ts);

  async analyzePush(push: PushConfig): Promise<PushAnalysis> {
    await this.#ready;
    this.#preparedWorker.drop();
    const pushId = `p${randomUUID()}`;
    const worker = this.#spawn();
    try {
      const request = { pushId, push, active: this.#active.pushId, environment: await this.environment() };
      const { auth, analysis, app } = await worker.ask<PushState>("analyze", request);
      this.#preparedWorker.keep(pushId, worker);
      const indexDiffs = await this.#ask<PushAnalysis["indexDiffs"]>("indexDiffs", pushId);
      return { pushId, appAuth: auth, analysis: { ...analysis }, app, indexDiffs };
    } catch (error) {
      void worker.terminate();
      throw error;
    }
  }

  checkSchema(pushId: string): Promise<SchemaCheck> {
    this.#files.mustExist(pushId);
    return this.#ask("checkSchema", pushId);
  }

  activatePush(pushId: string): Promise<PushDiff> {
    return this.#changes.alone(async () => {
      this.#files.mustExist(pushId);
      await this.#letActionsEnd();
      const diff = await this.#ask<PushDiff>("activate", pushId);
      const { pushId: before } = this.#active;
      this.#subscriptions.resumeSuspended();
      await this.#replace(this.#preparedWorker.take(pushId) ?? this.#spawn());
      if (before !== "" && before !== pushId) void this.#files.remove(before);
      return diff;
    });
  }

  async activePush(): Promise<ActivePush | null> {
    await this.#ready;
    return this.#active.active;
  }

  environment = (): Promise<Record<string, string>> => this.#ask("environment", null);

  setEnvironment(changes: { name: string; value: string | null }[]): Promise<void> {
    return this.#changes.alone(async () => {
      await this.#letActionsEnd();
      await this.#ask("setEnvironment", changes);
      this.#preparedWorker.drop();
      const worker = this.#spawn();
      // Loads the modules before the change-over, so that calls wait as little as possible.
      const { pushId } = this.#active;
      if (pushId !== "")
        await worker.ask("load", { pushId, environment: await this.environment() }).catch(() => undefined);
      await this.#replace(worker);
    });
  }

  checkUploadToken = (token: string): Promise<boolean> => this.#ask("checkUploadToken", token);

  storeFile = (file: UploadedFile): Promise<{ storageId: string }> => this.#ask("storeFile", file);

  findFile = (uuid: string): Promise<StoredFile | null> => this.#ask("findFile", uuid);

  snapshot = (folder: string, includeStorage: boolean): Promise<Snapshot> =>
    this.#ask("snapshot", { folder, includeStorage });

  copy = (): Promise<string> => this.#folder.copy((folder) => this.#ask("copy", folder));

  exportPage = (request: ExportRequest): Promise<string> => this.#ask("exportPage", request);

  tableColumns = (): Promise<TableColumns[]> => this.#ask("tableColumns", null);

  planImport = (wanted: Import): Promise<TableChange[]> => this.#ask("planImport", wanted);

  performImport(wanted: Import): Promise<number> {
    return this.#changes.alone(() => this.#ask("performImport", wanted));
  }

  noteBackup = (name: BackupName, state: unknown): Promise<void> => this.#ask("noteBackup", { name, state });

  /** Sends a request to the worker. While that is being replaced, requests wait in order. */
  #ask<T>(operation: string, value: unknown): Promise<T> {
    return this.#worker?.ask<T>(operation, value) ?? this.#ready.then((worker) => worker.ask<T>(operation, value));
  }

  #holdRequests(): Promise<WorkerLink> {
    this.#worker = null;
    this.#ready = new Promise((resolve) => (this.#releaseRequests = resolve));
    return this.#ready;
  }

  #spawn(): WorkerLink {
    const worker = this.#spawnWith({
      report: (report) => this.#receive(worker, report),
      died: (running) => this.#died(worker, running),
      syncFailed: (reason) => this.#options.events.syncFailed(reason),
    });
    return worker;
  }

  #spawnWith(events: LinkEvents): WorkerLink {
    const { workerUrl, dir, projectDir, cloudUrl, siteUrl, busyMs } = this.#options;
    return new WorkerLink(workerUrl, { dir, projectDir, cloudUrl, siteUrl }, events, busyMs);
  }

  /** Waits for running actions, which would end half done with their worker. The old code serves all calls meanwhile. */
  async #letActionsEnd(): Promise<void> {
    await Promise.race([this.#ask("actionsEnded", this.#options.actionsMs), this.#stopping]);
  }

  /** Lets the running worker finish. Then `next` takes over the database and the live queries. */
  async #replace(next: WorkerLink): Promise<void> {
    const previous = this.#worker;
    void this.#holdRequests();
    await this.#large.retire();
    if (previous !== null) {
      previous.retire();
      await previous.ask("close", null).catch(() => undefined);
      await previous.terminate();
    }
    await this.#install(next);
  }

  async #install(worker: WorkerLink, timedOutJob: string | null = null): Promise<void> {
    this.#active = await worker.ask("open", timedOutJob);
    if (this.#active.active !== null) this.#options.events.activated(this.#active.active);
    this.#worker = worker;
    for (const subscription of this.#subscriptions.all()) {
      if (!this.#subscriptions.isSuspended(subscription.query)) worker.tell("resume", subscription);
    }
    this.#releaseRequests(worker);
    this.#failSuspended();
  }

  #receive(worker: WorkerLink, report: Report): void {
    this.#passLogs(report);
    if (report.changed === null && report.started.length === 0) return;
    // Runs after all promise continuations of the responses, and before the next message.
    queueMicrotask(() =>
      process.nextTick(() => {
        // A report is out of date once another worker has taken over.
        if (worker === this.#worker || this.#worker === null) this.#subscriptions.deliver(report);
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

  #died(worker: WorkerLink, running: Running): void {
    this.#preparedWorker.drop(worker);
    if (worker !== this.#worker || this.#stopped) return;
    void this.#holdRequests();
    // The large calls' requests to its database get no response.
    void this.#large.retire();
    this.#options.events.restarted();
    if (running.kind === "live") this.#subscriptions.suspend(running.id);
    void this.#changes.alone(() => this.#revive(running.kind === "job" ? running.id : null));
  }

  async #revive(timedOutJob: string | null): Promise<void> {
    for (let attempt = 1; !this.#stopped; attempt++) {
      try {
        return await this.#install(this.#spawn(), timedOutJob);
      } catch (error) {
        if (attempt === RESTARTS_IN_A_ROW) throw error;
        await sleep(RETRY_MS * attempt);
      }
    }
  }
}
