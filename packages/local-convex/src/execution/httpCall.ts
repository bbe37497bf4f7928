import { AsyncResource } from "node:async_hooks";
import type { HttpCall } from "../contract/core";
import { ACTION_TIMEOUT_MS, withinTime, type ActionHost } from "./invoke";
import { dataOf, serialize, uncaught } from "../errors";
import { frames, newFrame, newRun } from "../modules/frame";
import { storageFailureOf } from "../storageFailure";
import { realNow } from "../modules/globals";
import { partsOf } from "../paths.mjs";

/** Receives the response to an HTTP request, part by part. */
export interface HttpSink {
  head(status: number, headers: [string, string][]): void;
  chunk(bytes: Uint8Array): void;
  end(): void;
  /** Breaks the connection, because part of the response is sent and the rest failed. */
  fail(reason: string): void;
  /** Aborts when the client disconnects. */
  readonly signal: AbortSignal;
}

interface Endpoint {
  invokeHttpAction(request: Request): Promise<Response>;
}

interface Router {
  lookup(path: string, method: string): [Endpoint, ...unknown[]] | null;
}

/** Runs the HTTP action that a request is routed to. Never rejects: `sink` gets every failure. */
export async function handleHttp(engine: ActionHost, call: HttpCall, sink: HttpSink): Promise<void> {
  const startedAt = performance.now();
  const { pathname } = new URL(call.url);
  const path = `${call.method} ${pathname}`;
  const run = newRun(call, realNow());
  let component = "";
  let failure: string | null = null;
  let isHeadSent = false;
  try {
    const target = await route(engine, "", pathname, call.method);
    if (typeof target === "string") return send(sink, 404, "text/plain; charset=utf-8", target);
    component = target.component;
    const frame = newFrame({ kind: "httpAction", component, path, run, transaction: null, depth: 0 });
    // Includes the body, whose chunks the function may produce while they are read.
    const ended = new AbortController();
    const signal = AbortSignal.any([sink.signal, ended.signal]);
    const responding = frames.run(frame, () => respond(target.endpoint, call, sink, signal, () => (isHeadSent = true)));
    await withinTime(run, ACTION_TIMEOUT_MS, responding).finally(() => {
      frame.closed = true;
      ended.abort();
    });
  } catch (error) {
    failure = serialize(error, call.requestId).message;
    if (isHeadSent) sink.fail(failure);
    else sendError(sink, error, call);
  }
  engine.log(path, component, "httpAction", run, failure, startedAt);
}

async function respond(
  endpoint: Endpoint,
  call: HttpCall,
  sink: HttpSink,
  signal: AbortSignal,
  onHead: () => void,
): Promise<void> {
  const response = await endpoint.invokeHttpAction(requestOf(call));
  const cookies = response.headers.getSetCookie().map((cookie): [string, string] => ["set-cookie", cookie]);
  const headers = [...response.headers].filter(([name]) => name !== "set-cookie");
  sink.head(response.status, [...headers, ...cookies]);
  onHead();
  await pipe(response, sink, signal);
  sink.end();
}

/** Sends a response's chunks until it ends. Cancels it when `signal` aborts. */
async function pipe(response: Response, sink: HttpSink, signal: AbortSignal): Promise<void> {
  const reader = response.body?.getReader();
  if (reader === undefined) return;
  let cancelled = Promise.resolve();
  // Ends the pending read. The stream's own `cancel` may call functions, so it runs in this frame.
  const cancel = AsyncResource.bind(() => void (cancelled = reader.cancel()));
  if (signal.aborted) cancel();
  signal.addEventListener("abort", cancel);
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return await cancelled;
      sink.chunk(value);
    }
  } finally {
    signal.removeEventListener("abort", cancel);
  }
}

function requestOf({ url, method, headers, body }: HttpCall): Request {
  const hasBody = body !== null && method !== "GET" && method !== "HEAD";
  return new Request(url, { method, headers, body: hasBody ? new Uint8Array(body) : null });
}

/** Returns the endpoint for a path, or why there is none. */
async function route(
  engine: ActionHost,
  component: string,
  path: string,
  method: string,
): Promise<{ endpoint: Endpoint; component: string } | string> {
  const { project } = engine;
  const instance = project.instance(component);
  if (instance === undefined) return NO_HTTP;
  for (const [prefix, reference] of Object.entries(instance.httpMounts ?? {})) {
    const child = instance.children[partsOf(reference).at(-1) ?? ""];
    if (child !== undefined && path.startsWith(prefix))
      return route(engine, child, path.slice(prefix.length - 1), method);
  }
  const functions = project.state.analysis[instance.definitionPath]?.functions;
  if (functions?.["http.js"] === undefined) return NO_HTTP;
  const module = await project.module(instance.definitionPath, "http.js");
  const match = (module["default"] as Router).lookup(path, method);
  return match === null ? "No matching routes found" : { endpoint: match[0], component };
}

/** Headers of the deployment's own responses. */
const SAFETY_HEADERS: [string, string][] = [
  ["cache-control", "no-store"],
  ["x-content-type-options", "nosniff"],
];

const NO_HTTP = "This Convex deployment does not have HTTP actions enabled.";

function send(sink: HttpSink, status: number, contentType: string, text: string): void {
  sink.head(status, [["content-type", contentType], ...SAFETY_HEADERS]);
  sink.chunk(Buffer.from(text));
  sink.end();
}

function sendError(sink: HttpSink, error: unknown, { requestId, redact }: HttpCall): void {
  const data = dataOf(error);
  const unavailable = data === undefined ? storageFailureOf(error) : null;
  if (unavailable !== null) return sendJson(sink, 503, { code: "StorageUnavailable", message: unavailable.message });
  const head = `[Request ID: ${requestId}] Server Error`;
  const message = error instanceof Error ? error.message : String(error);
  const details = redact ? { code: head } : { code: `${head}: ${message}`, trace: uncaught(error) };
  const body = data === undefined ? details : { ...details, data: JSON.parse(data) as unknown };
  sendJson(sink, 500, body);
}

function sendJson(sink: HttpSink, status: number, body: object): void {
  send(sink, status, "application/json", JSON.stringify(body));
}
