import type { IncomingMessage, ServerResponse } from "node:http";
import { BAD_DEPLOY_KEY, type Authenticator } from "../server/authentication";
import type { CoreApi } from "../contract/core";
import { HttpError, PUSH_LIMIT, readJson, sendJson, sendText } from "../server/httpMessages";
import type { Exports } from "./exports";
import type { Health } from "./health";
import type { Imports } from "./imports";
import type { LogStream } from "./logStream";
import { streamingExport } from "./streamingExport";
import { configHashes, evaluatePush, finishPush, startPush, waitForSchema } from "./push";

type Json = Record<string, unknown>;
type Post = (body: Json) => Promise<unknown>;
type Get = (query: URLSearchParams) => unknown;

interface AdminServices {
  core: CoreApi;
  authenticator: Authenticator;
  logs: LogStream;
  health: Health;
  exports: Exports;
  imports: Imports;
  urls: { convexCloudUrl: string; convexSiteUrl: string };
}

/** The reasons why some of the CLI's requests are refused. */
const UNSUPPORTED: [RegExp, string][] = [
  [/^\/api\/deploy2\/evaluate_schema$/, "This local deployment does not estimate schema changes in advance."],
  [/^\/api\/shapes2?\b|^\/api\/app_metrics\b/, "The dashboard of this local deployment is its own, at /_dashboard."],
];

/** The API of `npx convex`. Needs the admin key. */
export class AdminApi {
  readonly #services: AdminServices;
  readonly #posts: Record<string, Post>;
  readonly #gets: Record<string, Get>;

  constructor(services: AdminServices) {
    this.#services = services;
    const { core, logs, health, imports, urls } = services;
    this.#posts = {
      "/api/get_config_hashes": () => configHashes(core),
      "/api/deploy2/start_push": (body) => startPush(core, body),
      "/api/deploy2/evaluate_push": (body) => evaluatePush(core, body),
      "/api/deploy2/wait_for_schema": (body) => waitForSchema(core, body),
      "/api/deploy2/finish_push": (body) => finishPush(core, body),
      "/api/deploy2/report_push_completed": async () => null,
      "/api/import/finish_upload": (body) => imports.finishUpload(body),
      "/api/perform_import": (body) => imports.perform(body),
      "/api/update_environment_variables": (body) => setEnvironment(core, body),
      "/api/v1/update_environment_variables": (body) => setEnvironment(core, body),
    };
    this.#gets = {
      "/api/v1/get_canonical_urls": async () => urls,
      "/api/v1/list_environment_variables": async () => ({ environmentVariables: await core.environment() }),
      "/api/local/health": () => health.report(),
      "/api/stream_function_logs": (query) => logs.after(Number(query.get("cursor") ?? 0) || 0),
    };
  }

  /** Handles all paths below `/api/` that no other part handles. Needs the admin key. */
  async handle(request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> {
    this.#authorize(request);
    if (await this.#handleBackup(request, response, url)) return;
    const streamed = await withPushErrors(() => streamingExport(this.#services.core, request, url));
    if (streamed !== null) return sendText(response, 200, streamed, "application/json");
    const post = request.method === "POST" ? lookUp(this.#posts, url.pathname) : undefined;
    const get = request.method === "GET" ? lookUp(this.#gets, url.pathname) : undefined;
    if (post) return sendJson(response, 200, await withPushErrors(() => readJson(request, PUSH_LIMIT).then(post)));
    if (get) return sendJson(response, 200, await get(url.searchParams));
    const refusal = UNSUPPORTED.find(([pattern]) => pattern.test(url.pathname))?.[1];
    // Never 404: the CLI would think that the deployment is still starting, and retry for seconds.
    throw new HttpError(400, "NotSupported", refusal ?? `This local deployment does not know ${url.pathname}.`);
  }

  /** Handles routes with files or without a request body. Returns false for other paths. */
  async #handleBackup(request: IncomingMessage, response: ServerResponse, { pathname, searchParams }: URL) {
    const { core, exports, imports } = this.#services;
    const archive = /^\/api\/export\/zip\/([^/]+)$/.exec(pathname)?.[1];
    const route = `${request.method ?? ""} ${pathname}`;
    if (request.method === "GET" && archive !== undefined) await exports.download(archive, response);
    else if (route === "POST /api/export/request/zip") {
      sendJson(response, 200, await exports.request(searchParams.get("includeStorage") === "true"));
    } else if (route === "POST /api/local/copy") sendJson(response, 200, { folder: await core.copy() });
    else if (route === "POST /api/import/start_upload") sendJson(response, 200, await imports.startUpload());
    else if (route === "POST /api/import/upload_part") {
      sendJson(response, 200, await imports.uploadPart(request, searchParams));
    } else return false;
    return true;
  }

  #authorize(request: IncomingMessage) {
    const key = /^Convex (.+)$/i.exec(request.headers.authorization ?? "")?.[1];
    if (key === undefined) throw new HttpError(401, "MissingAdminKey", "This needs the admin key of the deployment.");
    if (!this.#services.authenticator.isAdminKey(key)) throw new HttpError(403, "BadDeployKey", BAD_DEPLOY_KEY);
  }
}

async function setEnvironment(core: CoreApi, { changes }: Json) {
  if (!Array.isArray(changes)) throw new HttpError(400, "BadEnvironment", "changes must be an array.");
  await core.setEnvironment(changes.map(changeOf));
  return null;
}

function changeOf(change: unknown) {
  const { name, value = null } = (change ?? {}) as Json;
  if (typeof name !== "string" || (value !== null && typeof value !== "string")) {
    throw new HttpError(400, "BadEnvironment", "A change is {name, value}, both strings, or value null to remove it.");
  }
  return { name, value };
}

/** Turns an error in pushed code into a 400 with the core's message, which the developer sees. */
async function withPushErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isPushError(error)) throw new HttpError(400, error.code, error.message);
    throw error;
  }
}

function isPushError(error: unknown): error is Error & { code: string } {
  return error instanceof Error && !(error instanceof HttpError) && "code" in error && typeof error.code === "string";
}

function lookUp<T>(table: Record<string, T>, path: string): T | undefined {
  return Object.hasOwn(table, path) ? table[path] : undefined;
}
