import type { IncomingMessage, ServerResponse } from "node:http";
import { plainValue } from "../database/valueFormats";
import type { Json } from "../database/values";
import { AuthenticationError, type Authenticator, type Session } from "./authentication";
import type { CoreApi, FunctionCall, FunctionOutcome, Sender } from "../contract/core";
import { newRequestId } from "../errors";
import { HttpError, senderOf, parseJson, sendJson, sendText, withBody } from "./httpMessages";
import type { InFlight } from "./inFlight";
import type { Redaction } from "./redaction";
import { decodeTimestamp, encodeTimestamp } from "./timestamps";
import { nameOf, partsOf } from "../paths.mjs";

/** The status for a failed function, as Convex has it. The request itself was fine. */
const FUNCTION_FAILED = 560;

const UDF_TYPES = { query: "query", mutation: "mutation", action: "action", function: "any" } as const;

/** Services that all request handlers share. */
export interface Services {
  core: CoreApi;
  authenticator: Authenticator;
  redaction: Redaction;
  inFlight: InFlight;
}

type CallingSession = Session & { sender: Sender };

/** Function calls over HTTP: `/api/query`, `/api/mutation`, `/api/action`, `/api/function`, `/api/run/…` and consistent queries. */
export class PublicApi {
  readonly #services: Services;

  constructor(services: Services) {
    this.#services = services;
  }

  /** Returns false for a path of another handler. */
  async handle(request: IncomingMessage, response: ServerResponse, path: string): Promise<boolean> {
    const name = /^\/api\/(query|mutation|action|function|query_ts|query_at_ts|run\/.+)$/.exec(path)?.[1];
    if (name === undefined) return false;
    if (request.method !== "POST") throw new HttpError(405, "MethodNotAllowed", "Functions are called with POST.");
    if (name === "query_ts") {
      sendJson(response, 200, { ts: encodeTimestamp(await this.#services.core.timestamp()) });
      return true;
    }
    const session = await this.sessionOf(request);
    await withBody(request, this.#services.inFlight, (body) =>
      this.#call(response, name, parseJson(body), { ...session, sender: senderOf(request) }),
    );
    return true;
  }

  async #call(
    response: ServerResponse,
    name: string,
    body: Record<string, unknown>,
    session: CallingSession,
  ): Promise<void> {
    if (name === "query_at_ts") checkTimestamp(body.ts);
    const { core, redaction } = this.#services;
    const outcome = await core.run(callOf(name, body, session));
    sendOutcome(
      response,
      redaction.outcome(outcome, session.caller),
      body.format === "json" || (body.format === undefined && name.startsWith("run/")),
    );
  }

  /** Returns a request's session. A bad token is a 401, a bad key a 403. */
  async sessionOf(request: IncomingMessage): Promise<Session> {
    try {
      return await this.#services.authenticator.header(request.headers.authorization);
    } catch (error) {
      if (!(error instanceof AuthenticationError)) throw error;
      throw new HttpError(error.code === "BadDeployKey" ? 403 : 401, error.code, error.message);
    }
  }
}

function callOf(name: string, body: Record<string, unknown>, session: CallingSession): FunctionCall {
  const { identity, caller, token, sender } = session;
  const call = name.startsWith("run/")
    ? { udfType: "any" as const, path: runPath(name) }
    : { udfType: udfTypeOf(name), path: functionPathOf(body.path) };
  const componentPath = typeof body.componentPath === "string" ? body.componentPath : "";
  return {
    ...call,
    componentPath,
    args: argsOf(body.args),
    identity,
    caller,
    requestId: newRequestId(),
    authToken: token,
    sender,
  };
}

function udfTypeOf(name: string): FunctionCall["udfType"] {
  return name === "query_at_ts" ? "query" : UDF_TYPES[name as keyof typeof UDF_TYPES];
}

/** Converts `run/mod/sub/fn` to `mod/sub:fn`, and `run/mod:fn` to `mod:fn`. */
function runPath(name: string): string {
  const path = decoded(name.slice("run/".length));
  const parts = partsOf(path);
  const last = parts.pop();
  return path.includes(":") || parts.length === 0 ? path : `${nameOf(...parts)}:${last}`;
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    throw new HttpError(400, "BadFunctionPath", "The path is not valid percent-encoding.");
  }
}

/** Returns the arguments object as JSON text. It comes alone or as the only element of an array. */
function argsOf(args: unknown): string {
  const value = Array.isArray(args) ? (args.length > 1 ? undefined : (args[0] ?? {})) : (args ?? {});
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new HttpError(400, "InvalidArguments", "args must be one object, or an array of one object.");
  }
  try {
    return JSON.stringify(value);
  } catch {
    // It was valid JSON, so it can only be nested too deeply.
    throw new HttpError(400, "InvalidArguments", "args are nested too deeply.");
  }
}

function functionPathOf(path: unknown): string {
  if (typeof path !== "string")
    throw new HttpError(400, "BadFunctionPath", "path must be a string such as messages:list.");
  return path;
}

// Old versions are not stored. The query runs on the newest state, which is the same if nothing was written since.
function checkTimestamp(ts: unknown) {
  if (typeof ts !== "string" || decodeTimestamp(ts) === null)
    throw new HttpError(400, "BadTimestamp", "ts must come from query_ts.");
}

function sendOutcome(response: ServerResponse, outcome: FunctionOutcome, isPlain: boolean) {
  const logs = `"logLines":${JSON.stringify(outcome.logLines)}`;
  if (outcome.ok) {
    const value = isPlain ? plainJson(outcome.value) : outcome.value;
    return sendText(response, 200, `{"status":"success","value":${value},${logs}}`, "application/json");
  }
  const { message, data, unavailable } = outcome.error;
  if (unavailable !== undefined) throw new HttpError(503, "StorageUnavailable", unavailable);
  const errorData = data === undefined ? "" : `,"errorData":${isPlain ? plainJson(data) : data}`;
  sendText(
    response,
    FUNCTION_FAILED,
    `{"status":"error","errorMessage":${JSON.stringify(message)}${errorData},${logs}}`,
    "application/json",
  );
}

/** Converts to the format "json": 64-bit integers and bytes as strings, without Convex's wrappers. */
function plainJson(text: string): string {
  if (!text.includes('"$')) return text;
  return JSON.stringify(plainValue(JSON.parse(text) as Json));
}
