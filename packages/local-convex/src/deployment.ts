import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import type { Duplex } from "node:stream";
import { Authenticator } from "./server/authentication";
import { AdminApi } from "./deploy/adminApi";
import { BackgroundFailures } from "./deploy/backgroundFailures";
import { Exports } from "./deploy/exports";
import { Health } from "./deploy/health";
import { Imports } from "./deploy/imports";
import { LogStream } from "./deploy/logStream";
import type { CoreApi, CoreEvents } from "./contract/core";
import type { ActivePush } from "./contract/push";
import { Core } from "./worker/host";
import { Dashboard } from "./server/dashboard";
import { HttpActions } from "./server/httpActions";
import { allowOrigin, sendPreflight, echo, sendError, sendText, urlOf } from "./server/httpMessages";
import { LOOPBACK_PAGES, PageGuard } from "./pageGuard";
import { InFlight } from "./server/inFlight";
import { PublicApi } from "./server/publicApi";
import { urlFetcher } from "./server/signingKeys";
import { Redaction } from "./server/redaction";
import { Storage } from "./server/files";
import { LiveQueries } from "./sync/liveQueries";
import { Sockets } from "./sync/sockets";

export interface DeploymentOptions {
  /** Data directory of the deployment. */
  dir: string;
  /** Port for functions, WebSocket and CLI. 0: any free one. */
  port: number;
  /** Port for HTTP actions. 0: any free one. */
  sitePort: number;
  adminKey: string;
  /** The folder with the project's node_modules. */
  projectDir: string;
  /** URL of the bundled worker. */
  workerUrl: URL;
  /** True (the default) hides errors and log lines from callers without the admin key, as in production. */
  redact?: boolean;
  /** URLs of the pages that may call from a browser. By default every page of this machine may, and no other. */
  pages?: readonly string[];
  /** Builds the dashboard at its first visit and returns its folder. By default there is no dashboard. */
  dashboard?: () => Promise<string>;
  log?: (line: string) => void;
}

export interface RunningDeployment {
  cloudUrl: string;
  siteUrl: string;
  /** Open sockets and live queries. */
  load(): { sockets: number; liveQueries: number };
  /** Copies a consistent snapshot of database, files and functions into a new folder. Returns the folder, which the caller deletes. */
  copy(): Promise<string>;
  stop(): Promise<void>;
}

const HOST = "127.0.0.1";
const VERSION = "local-convex 0.2.0";

/** Starts a deployment for this machine only: it listens on the loopback interface. */
export async function startDeployment(options: DeploymentOptions): Promise<RunningDeployment> {
  // Opens the ports first, because functions need their own URLs to load. Until they have loaded, callers are disconnected and retry: a
  // response without auth.config would sign users out.
  let front: Front | null = null;
  const cloud = createServer((request, response) => (front ? front.handleCloud(request, response) : request.destroy()));
  cloud.on("upgrade", (request, raw, head) => (front ? front.upgrade(request, raw, head) : raw.destroy()));
  const site = createServer((request, response) => (front ? front.handleSite(request, response) : request.destroy()));
  const closeBoth = () => Promise.all([close(cloud), close(site)]);
  try {
    await listen(cloud, options.port);
    await listen(site, options.sitePort);
  } catch (error) {
    await closeBoth();
    throw error;
  }
  const urls = { cloudUrl: originOf(cloud), siteUrl: originOf(site) };
  const loading = new Front(options, urls);
  const stop = () => loading.stop(closeBoth);
  try {
    await loading.start();
  } catch (error) {
    // Otherwise its timers, or a worker with the database, would keep the process alive.
    await stop();
    throw error;
  }
  front = loading;
  return { ...urls, load: () => loading.load(), copy: () => loading.core.copy(), stop };
}

/** The main thread's parts, connected to the core and to each other. */
class Front {
  readonly core: CoreApi;
  readonly #live: LiveQueries;
  readonly #sockets: Sockets;
  readonly #guard: PageGuard;
  readonly #log: (line: string) => void;
  readonly #logs = new LogStream();
  readonly #failures: BackgroundFailures;
  readonly #health: Health;
  readonly #dashboard: Dashboard;
  readonly #inFlight = new InFlight();
  readonly #authenticator: Authenticator;
  readonly #publicApi: PublicApi;
  readonly #storage: Storage;
  readonly #exports: Exports;
  readonly #imports: Imports;
  readonly #admin: AdminApi;
  readonly #actions: HttpActions;

  constructor(options: DeploymentOptions, urls: { cloudUrl: string; siteUrl: string }) {
    const { dir, projectDir, workerUrl } = options;
    const log = options.log ?? (() => undefined);
    this.#log = log;
    this.#failures = new BackgroundFailures(log);
    this.#guard = new PageGuard(options.pages ?? LOOPBACK_PAGES);
    this.#dashboard = new Dashboard(options.dashboard ?? null);
    this.#health = new Health(dir, this.#logs, () => this.load());
    const authenticator = new Authenticator(
      options.adminKey,
      urlFetcher((call) => this.core.http(call), urls),
    );
    this.#authenticator = authenticator;
    this.core = new Core({ dir, projectDir, workerUrl, ...urls, events: this.#events() });
    const { core } = this;
    const redaction = new Redaction(options.redact ?? true);
    const services = { core, authenticator, redaction, inFlight: this.#inFlight };
    this.#live = new LiveQueries(core, redaction);
    this.#sockets = new Sockets({ ...services, live: this.#live, log });
    this.#publicApi = new PublicApi(services);
    this.#storage = new Storage(core, dir);
    this.#actions = new HttpActions(services);
    this.#exports = new Exports(core, path.join(dir, "exports"), log);
    this.#imports = new Imports(core, path.join(dir, "imports"));
    this.#admin = new AdminApi({
      core,
      authenticator,
      logs: this.#logs,
      health: this.#health,
      exports: this.#exports,
      imports: this.#imports,
      urls: { convexCloudUrl: urls.cloudUrl, convexSiteUrl: urls.siteUrl },
    });
  }

  async start(): Promise<void> {
    await this.#storage.reset();
    await this.core.start();
    await this.#exports.reset();
    await this.#imports.reset();
  }

  handleCloud(request: IncomingMessage, response: ServerResponse): void {
    if (this.#guard.refuses(request, response)) return;
    this.#routeCloud(request, response).catch((error: unknown) => sendError(request, response, error, this.#log));
  }

  handleSite(request: IncomingMessage, response: ServerResponse): void {
    if (this.#guard.refuses(request, response, this.#guard.refusalOfRoute(request))) return;
    this.#actions.handle(request, response).catch((error: unknown) => sendError(request, response, error, this.#log));
  }

  upgrade(request: IncomingMessage, raw: Duplex, head: Buffer): void {
    if (!this.#guard.refusesUpgrade(request, raw)) this.#sockets.upgrade(request, raw, head);
  }

  load() {
    return { sockets: this.#sockets.size, liveQueries: this.#live.size };
  }

  async stop(closeServers: () => Promise<unknown>): Promise<void> {
    this.#logs.close();
    this.#sockets.close();
    this.#inFlight.stop();
    await closeServers();
    await this.core.stop();
  }

  async #routeCloud(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = urlOf(request);
    if (url.pathname.startsWith("/http/")) return this.#actions.handle(request, response, "/http");
    if (await this.#dashboard.handle(request, response, url)) return;
    allowOrigin(request, response);
    if (request.method === "OPTIONS") return sendPreflight(request, response);
    if (await this.#publicApi.handle(request, response, url.pathname)) return;
    if (await this.#storage.handle(request, response, url)) return;
    if (url.pathname.startsWith("/api/")) return this.#admin.handle(request, response, url);
    if (url.pathname === "/") return sendText(response, 200, "This Convex deployment is running.");
    if (url.pathname === "/instance_name") return sendText(response, 200, "local");
    if (url.pathname === "/version" || url.pathname === "/instance_version") return sendText(response, 200, VERSION);
    if (url.pathname === "/echo" && request.method === "POST") return echo(request, response);
    sendText(response, 404, "Not found");
  }

  #events(): CoreEvents {
    return {
      changed: (ts, results) => {
        this.#health.committed();
        this.#live.changed(ts, results);
      },
      logged: (entry) => {
        this.#logs.add(entry);
        this.#failures.add(entry);
      },
      restarted: () => this.#log("The functions stopped responding and were restarted."),
      checkedInPart: ({ checked, tables }) =>
        this.#log(`The database is large: only ${checked} of its ${tables} tables were checked.`),
      syncFailed: (reason) => {
        console.error(`A write did not reach the disk, so this process ends: ${reason}`);
        process.exit(1);
      },
      activated: (push) => this.#activated(push),
    };
  }

  #activated(push: ActivePush) {
    this.#authenticator.reset(push.auth);
    this.#actions.enabled = push.hasHttp;
  }
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, HOST, () => {
      server.off("error", reject);
      resolve();
    });
  });
}

function originOf(server: Server): string {
  return `http://${HOST}:${(server.address() as AddressInfo).port}`;
}

function close(server: Server): Promise<unknown> {
  return new Promise((resolve) => {
    server.close(resolve);
    server.closeAllConnections();
  });
}
