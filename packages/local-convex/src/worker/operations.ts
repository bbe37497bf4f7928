import type { MessagePort } from "node:worker_threads";
import { analyze, evaluateAuth } from "../modules/analysis";
import { activate, checkSchema, indexDiffs, schemasOf } from "../execution/activation";
import { checkIntegrity } from "../database/integrity";
import { enforceSchema } from "../database/schema";
import { saveBackupState, writeSnapshot } from "../execution/backups";
import type { BackupName, ExportRequest, Import } from "../contract/backups";
import type { FunctionCall, HttpCall, LiveQuery, UploadedFile } from "../contract/core";
import type { ActivePush, PushConfig } from "../contract/push";
import type { ActionHost } from "../execution/invoke";
import { serveCoreRequests, CoreClient } from "../execution/coreRequests";
import { Engine } from "../execution/engine";
import { LargeCalls } from "../execution/largeCalls";
import { installGlobals } from "../modules/globals";
import { handleHttp } from "../execution/httpCall";
import type { Request, WorkerSettings } from "./messages";
import { performImport, planImport } from "../execution/imports";
import { exportPage, tableColumns } from "../execution/streamingExport";
import { runScheduled } from "../execution/callsFromFunctions";
import { runAction, runCall, runQuery } from "../execution/clientCalls";
import type { ReportBatcher } from "./reportBatcher";
import { Project, type PushState } from "../modules/project";
import type { Heartbeat } from "../execution/heartbeat";
import { PushFiles } from "../modules/pushFiles";
import { pushError } from "../errors";
import { syscallPort } from "../execution/syscallPort";
import { declaredVariables, Environments } from "../modules/variables";

type Operation = (id: number, value: never) => unknown;

const CLOSE_GRACE_MS = 2_000;

/** The state before the first push, without functions. */
const EMPTY_PUSH: PushState = {
  pushId: "",
  definitions: [],
  analysis: {},
  instances: [{ componentPath: "", definitionPath: "", name: "", environment: [], children: {}, httpMounts: {} }],
  app: null,
  auth: [],
};

/** Handles the main thread's requests. Most operations need `open` first. */
export class Operations {
  readonly #settings: WorkerSettings;
  readonly #reports: ReportBatcher;
  readonly #files: PushFiles;
  readonly #poll: () => void;
  readonly #heartbeat: Heartbeat;
  readonly #httpCalls = new Map<number, AbortController>();
  readonly #environments: Environments;
  readonly #syscalls: ReturnType<typeof syscallPort>;
  /** Only in a worker without a database. */
  #coreClient: CoreClient | null = null;
  #large: LargeCalls | null = null;
  #project = new Project("", EMPTY_PUSH);
  #engine: Engine | null = null;

  constructor(settings: WorkerSettings, reports: ReportBatcher, poll: () => void, heartbeat: Heartbeat) {
    this.#settings = settings;
    this.#reports = reports;
    this.#poll = poll;
    this.#heartbeat = heartbeat;
    this.#files = new PushFiles(settings.dir);
    this.#environments = new Environments(settings);
    this.#syscalls = syscallPort(() => this.#requireEngine());
    installGlobals(this.#syscalls, (component) => this.#environments.get(this.#project, component));
  }

  handle({ id, operation, value }: Request): void {
    try {
      const result = this.#operations[operation]!(id, value as never);
      if (result === DEFERRED) return;
      if (!(result instanceof Promise)) return this.#reports.respond(id, result);
      result.then(
        (settled: unknown) => this.#reports.respond(id, settled),
        (error: unknown) => this.#reports.respondError(id, error),
      );
    } catch (error) {
      this.#reports.respondError(id, error);
    }
  }

  readonly #operations: Record<string, Operation> = {
    checkIntegrity: (_, file: string) => this.#heartbeat.duringLongWork(() => checkIntegrity(file)),
    /** Imports a push's modules before the database is open. */
    load: (_, { pushId, environment }: { pushId: string; environment: Record<string, string> }) => {
      this.#environments.set(environment);
      this.#project = this.#projectOf(pushId);
      return this.#project.warm();
    },
    analyze: (_, value: { pushId: string; push: PushConfig; active: string; environment: Record<string, string> }) =>
      this.#analyze(value.pushId, value.push, value.active, value.environment),
    open: (_, timedOutJob: string | null) => this.#open(timedOutJob),
    actionsEnded: (_, timeoutMs: number | undefined) => this.#requireEngine().actionsEnded(timeoutMs),
    close: () => this.#requireEngine().close(CLOSE_GRACE_MS),

    call: (id, call: FunctionCall) => {
      runCall(this.#requireEngine(), id, call, (outcome) => {
        if (outcome.udfType === "action") this.#reports.respond(id, outcome);
        else this.#reports.respondWithBatch(id, outcome);
      });
      return DEFERRED;
    },
    subscribe: (_, { id, query }: { id: number; query: LiveQuery }) => {
      const engine = this.#requireEngine();
      engine.live.subscribe(id, query);
      engine.executor.push(() => undefined);
      return DEFERRED;
    },
    resume: (_, { id, query }: { id: number; query: LiveQuery }) => {
      const engine = this.#requireEngine();
      engine.live.resume(id, query);
      engine.executor.push(() => undefined);
      return DEFERRED;
    },
    unsubscribe: (_, id: number) => this.#requireEngine().live.unsubscribe(id),
    http: (id, call: HttpCall) => {
      void this.#requireEngine().track(this.#http(this.#requireEngine(), id, call));
      return DEFERRED;
    },
    serveCoreRequests: (_, port: MessagePort) =>
      serveCoreRequests(port, () => this.#requireEngine(), this.#syscalls.asyncSyscall),
    connectToCore: (_, port: MessagePort) => void (this.#coreClient = new CoreClient(port)),
    largeCall: (_, call: FunctionCall) => runAction(this.#largeCalls(), call),
    largeHttp: (id, call: HttpCall) => {
      void this.#http(this.#largeCalls(), id, call);
      return DEFERRED;
    },
    cancelHttp: (_, id: number) => this.#httpCalls.get(id)?.abort(),

    timestamp: () => this.#requireEngine().read(() => this.#requireEngine().database.ts),
    advance: (_, ts: bigint) => this.#requireEngine().executor.write(() => this.#requireEngine().database.advance(ts)),
    indexDiffs: (_, pushId: string) =>
      this.#requireEngine().read(() => indexDiffs(this.#requireEngine(), this.#stateOf(pushId))),
    checkSchema: (_, pushId: string) =>
      this.#heartbeat.duringLongWork(() =>
        this.#requireEngine().read(() => checkSchema(this.#requireEngine(), this.#stateOf(pushId))),
      ),
    activate: (_, pushId: string) =>
      this.#heartbeat.duringLongWork(() => activate(this.#requireEngine(), this.#stateOf(pushId))),

    environment: () => this.#requireEngine().variables.all(),
    setEnvironment: (_, changes: { name: string; value: string | null }[]) =>
      this.#requireEngine().write((transaction) => {
        transaction.openForWriting();
        this.#requireEngine().variables.set(changes, declaredVariables(this.#requireEngine().project));
      }),
    checkUploadToken: (_, token: string) => this.#requireEngine().files.componentOf(token) !== null,
    storeFile: (_, file: UploadedFile) => this.#storeFile(file),
    findFile: (_, uuid: string) =>
      this.#requireEngine().read((transaction) => this.#requireEngine().files.find(transaction, uuid)),

    snapshot: (_, { folder, includeStorage }: { folder: string; includeStorage: boolean }) =>
      this.#heartbeat.duringLongWork(() => writeSnapshot(this.#requireEngine(), folder, includeStorage)),
    copy: (_, folder: string) => this.#heartbeat.duringLongWork(() => this.#requireEngine().copy(folder)),
    exportPage: (_, request: ExportRequest) => exportPage(this.#requireEngine(), request),
    tableColumns: () => tableColumns(this.#requireEngine()),
    planImport: (_, unpacked: Import) => this.#requireEngine().read(() => planImport(this.#requireEngine(), unpacked)),
    performImport: (_, unpacked: Import) =>
      this.#heartbeat.duringLongWork(() => performImport(this.#requireEngine(), unpacked)),
    saveBackupState: (_, { name, state }: { name: BackupName; state: unknown }) =>
      saveBackupState(this.#requireEngine(), name, state),
  };

  async #open(timedOutJob: string | null): Promise<{ push: ActivePush | null; pushId: string }> {
    const reports = this.#reports;
    const engine = new Engine(
      this.#settings,
      this.#project,
      this.#heartbeat,
      {
        batchFinished: (result) => reports.batchFinished(result),
        poll: this.#poll,
        syncFailed: (error) => reports.syncFailed(String(error)),
        log: (entry) => reports.log(entry),
      },
      { query: runQuery, scheduled: runScheduled },
    );
    const pushId = engine.database.meta("activePush", () => "");
    this.#environments.set(engine.variables.all());
    if (this.#project.state.pushId !== pushId) this.#project = this.#projectOf(pushId);
    engine.project = this.#project;
    this.#engine = engine;
    for (const schema of schemasOf(this.#project.state)) enforceSchema(engine.database, schema);
    const push = await this.#activePush();
    await engine.scheduler.start(timedOutJob);
    // Loads all modules before the first calls. A module that fails reports it when it is called.
    void this.#project.warm().catch(() => undefined);
    return { push, pushId };
  }

  async #activePush(): Promise<ActivePush | null> {
    const { state } = this.#project;
    const app = state.definitions[0];
    if (app === undefined) return null;
    const auth = await evaluateAuth(this.#project.pathOf(app), app, this.#environments).catch(() => state.auth);
    return {
      auth,
      modules: app.modules,
      udfServerVersion: app.udfServerVersion,
      hasHttp: this.#project.hasModule("http.js"),
    };
  }

  async #analyze(
    pushId: string,
    push: PushConfig,
    active: string,
    environment: Record<string, string>,
  ): Promise<PushState> {
    this.#environments.set(environment);
    const app = active === "" ? null : { pushId: active, app: this.#stateOf(active).definitions[0]! };
    try {
      const definitions = this.#files.write(pushId, push, app);
      const state = await analyze(pushId, this.#files.folder(pushId), definitions, this.#environments);
      this.#files.save(pushId, state);
      this.#project = this.#projectOf(pushId);
      return state;
    } catch (error) {
      await this.#files.remove(pushId);
      throw error;
    }
  }

  async #http(host: ActionHost, id: number, call: HttpCall): Promise<void> {
    const aborter = new AbortController();
    this.#httpCalls.set(id, aborter);
    await handleHttp(host, call, {
      head: (status, headers) => this.#reports.http({ id, head: { status, headers } }),
      chunk: (bytes) => this.#reports.http({ id, chunk: bytes }),
      end: () => this.#reports.http({ id, end: true }),
      fail: (failure) => this.#reports.http({ id, failure }),
      signal: aborter.signal,
    });
    this.#httpCalls.delete(id);
  }

  async #storeFile(file: UploadedFile): Promise<{ storageId: string }> {
    const engine = this.#requireEngine();
    const component = engine.files.componentOf(file.token);
    if (component === null) throw pushError("StorageTokenInvalid", "The upload URL is invalid or has expired.");
    return { storageId: await engine.files.store(engine.write, component, engine.files.adopt(file)) };
  }

  #largeCalls(): LargeCalls {
    if (this.#large === null) {
      if (this.#coreClient === null) throw new Error("This worker has no connection to the database.");
      const { dir } = this.#settings;
      this.#large = new LargeCalls(this.#project, this.#coreClient, dir, (entry) => this.#reports.log(entry));
      Object.assign(globalThis, { Convex: this.#large.syscalls });
    }
    return this.#large;
  }

  #requireEngine(): Engine {
    if (this.#engine === null) throw new Error("The database is not open.");
    return this.#engine;
  }

  #stateOf(pushId: string): PushState {
    return this.#files.load<PushState>(pushId);
  }

  #projectOf(pushId: string): Project {
    return pushId === "" ? new Project("", EMPTY_PUSH) : new Project(this.#files.folder(pushId), this.#stateOf(pushId));
  }
}

/** A callback sends the response later. */
const DEFERRED = Symbol("deferred");
