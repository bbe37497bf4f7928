import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Authenticator } from "./authentication";
import { AdminApi } from "./deploy/adminApi";
import { LogStream } from "./deploy/logStream";
import { Core } from "./functions/core";
import type { ActivePush, CoreApi, CoreEvents } from "./functions/core";
import { HttpActions } from "./httpActions";
import { allowOrigins, answerPreflight, sendError, sendText, urlOf } from "./httpMessages";
import { PublicApi } from "./publicApi";
import { Storage } from "./storage";
import { LiveQueries } from "./sync/liveQueries";
import { Sockets } from "./sync/sockets";

export interface BackendOptions {
  /** Data directory of the deployment. */
  dir: string;
  /** Functions, WebSocket and CLI. 0 takes a free one. */
  port: number;
  /** HTTP actions. 0 takes a free one. */
  sitePort: number;
  adminKey: string;
  /** Where the project's node_modules are. */
  projectDir: string;
  /** The bundled worker. */
  workerUrl: URL;
  log?: (line: string) => void;
}

export interface Backend {
  cloudUrl: string;
  siteUrl: string;
  /** Open sockets and live queries. */
  load(): { sockets: number; liveQueries: number };
  stop(): Promise<void>;
}

const HOST = "127.0.0.1";

/** Starts a deployment on this machine, for this machine: it listens on the loopback interface and nowhere else. */
export async function startBackend(options: BackendOptions): Promise<Backend> {
  const log = options.log ?? (() => undefined);
  // Ports first: the functions are told their own addresses before they load.
  const [cloud, site] = [createServer(), createServer()];
  try {
    await listen(cloud, options.port);
    await listen(site, options.sitePort);
  } catch (error) {
    cloud.close();
    throw error;
  }
  const urls = { cloudUrl: originOf(cloud), siteUrl: originOf(site) };
  const front = new Front(options, urls, log);
  cloud.on(
    "request",
    front.listener((request, response) => front.handleCloud(request, response)),
  );
  cloud.on("upgrade", (request, socket, head) => front.sockets.upgrade(request, socket, head));
  site.on(
    "request",
    front.listener((request, response) => front.handleSite(request, response)),
  );
  await front.core.start();
  const stop = async () => {
    front.close();
    await Promise.all([cloud, site].map(close));
    await front.core.stop();
  };
  return { ...urls, stop, load: () => ({ sockets: front.sockets.size, liveQueries: front.live.size }) };
}

/** The parts of this thread, wired to the core and to each other. */
class Front {
  readonly core: CoreApi;
  readonly live: LiveQueries;
  readonly sockets: Sockets;
  private readonly logs = new LogStream();
  private readonly authenticator: Authenticator;
  private readonly publicApi: PublicApi;
  private readonly storage: Storage;
  private readonly admin: AdminApi;
  private readonly actions: HttpActions;

  constructor(
    options: BackendOptions,
    urls: { cloudUrl: string; siteUrl: string },
    private readonly log: (line: string) => void,
  ) {
    const { dir, projectDir, workerUrl } = options;
    this.authenticator = new Authenticator(options.adminKey);
    this.core = new Core({ dir, projectDir, workerUrl, ...urls, events: this.events() });
    const { core, authenticator, logs } = this;
    this.live = new LiveQueries(core);
    this.sockets = new Sockets({ core, live: this.live, authenticator, log });
    this.publicApi = new PublicApi(core, authenticator);
    this.storage = new Storage(core, dir);
    this.actions = new HttpActions(core, authenticator);
    this.admin = new AdminApi({
      core,
      authenticator,
      logs,
      urls: { convexCloudUrl: urls.cloudUrl, convexSiteUrl: urls.siteUrl },
    });
  }

  listener(handle: (request: IncomingMessage, response: ServerResponse) => Promise<void>): RequestListener {
    return (request, response) => {
      handle(request, response).catch((error: unknown) => sendError(request, response, error, this.log));
    };
  }

  async handleCloud(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = urlOf(request);
    if (url.pathname.startsWith("/http/")) return this.actions.handle(request, response, "/http");
    allowOrigins(request, response);
    if (request.method === "OPTIONS") return answerPreflight(request, response);
    if (await this.publicApi.handle(request, response, url.pathname)) return;
    if (await this.storage.handle(request, response, url)) return;
    if (url.pathname.startsWith("/api/")) return this.admin.handle(request, response, url);
    if (url.pathname === "/") return sendText(response, 200, "This Convex deployment is running.");
    if (url.pathname === "/instance_name") return sendText(response, 200, "local");
    sendText(response, 404, "Not found");
  }

  async handleSite(request: IncomingMessage, response: ServerResponse): Promise<void> {
    return this.actions.handle(request, response);
  }

  close(): void {
    this.logs.close();
    this.sockets.close();
  }

  private events(): CoreEvents {
    return {
      changed: (ts, results) => this.live.changed(ts, results),
      logged: (entry) => this.logs.add(entry),
      restarted: () => this.log("The functions did not come back and were started again."),
      activated: (push) => this.activated(push),
    };
  }

  private activated(push: ActivePush) {
    this.authenticator.reset(push.auth);
    this.actions.enabled = push.hasHttp;
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

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
