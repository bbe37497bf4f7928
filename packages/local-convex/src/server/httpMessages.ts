import type { IncomingMessage, ServerResponse } from "node:http";
import type { Readable } from "node:stream";
import { inspect } from "node:util";
import { createBrotliDecompress, createGunzip } from "node:zlib";
import type { Sender } from "../contract/core";
import type { InFlight } from "./inFlight";
import { storageFailureOf } from "../storageFailure";

/** An error response, sent as `{code, message}`. */
export class HttpError extends Error {
  override name = "HttpError";
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

const MiB = 1024 * 1024;
/** Bytes of a function call's body. */
const CALL_LIMIT = 20 * MiB;
/** Bytes of a pushed app with all components and source maps, decompressed. */
export const PUSH_LIMIT = 256 * MiB;
const ECHO_LIMIT = 128 * MiB;

/** Returns the whole body, decompressed. Throws as soon as it exceeds `limit` bytes. */
export async function readBody(request: IncomingMessage, limit: number): Promise<Buffer> {
  return await readAll(decompressed(request), limit, () => undefined);
}

/** Runs `work` with a call's body. The body counts as in flight until `work` is done. A body that takes too long to arrive is a 408. */
export async function withBody<T>(
  request: IncomingMessage,
  inFlight: InFlight,
  work: (body: Buffer) => Promise<T>,
): Promise<T> {
  let timeOut = (_: Error) => {};
  const ended = new Promise<never>((_, reject) => (timeOut = reject));
  const source = decompressed(request);
  const flow = inFlight.open({
    pause: () => source.pause(),
    resume: () => source.resume(),
    end: () => {
      stopReading(source);
      timeOut(new HttpError(408, "RequestTimeout", "The body took too long to arrive."));
    },
  });
  let heldBytes = 0;
  try {
    // Starts the time limit before the first byte.
    flow.arrivedBytes = 1;
    const body = await Promise.race([readAll(source, CALL_LIMIT, (size) => (flow.arrivedBytes = size)), ended]);
    flow.arrivedBytes = 0;
    flow.hold((heldBytes = body.length));
    return await work(body);
  } finally {
    flow.arrivedBytes = 0;
    flow.release(heldBytes);
  }
}

/** Stops reading. The connection stays open for the response and closes after it. */
function stopReading(source: Readable): void {
  source.removeAllListeners("data");
  source.pause();
}

/** Joins a stream's chunks. Uses events, because iteration would prevent pausing. `onArrived` gets the bytes so far. */
function readAll(source: Readable, limit: number, onArrived: (size: number) => void): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    source.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size > limit) {
        stopReading(source);
        return reject(new HttpError(413, "PayloadTooLarge", `The body is larger than ${limit} bytes.`));
      }
      chunks.push(chunk);
      onArrived(size);
    });
    source.once("end", () => resolve(Buffer.concat(chunks)));
    source.once("error", (error) =>
      reject(new HttpError(400, "BadBody", `The body could not be read: ${String(error)}`)),
    );
    source.once("close", () => reject(new HttpError(400, "BadBody", "The body ended before it was complete.")));
  });
}

/** Returns a body that is a JSON object. Throws for any other. */
export async function readJson(request: IncomingMessage, limit: number): Promise<Record<string, unknown>> {
  return parseJson(await readBody(request, limit));
}

/** Parses a body that must be a JSON object. */
export function parseJson(body: Buffer): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(body.toString("utf8"));
  } catch {
    throw new HttpError(400, "BadJsonBody", "The body is not JSON.");
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new HttpError(400, "BadJsonBody", "The body must be a JSON object.");
  }
  return value as Record<string, unknown>;
}

export function sendJson(response: ServerResponse, status: number, value: unknown): void {
  sendText(response, status, JSON.stringify(value), "application/json");
}

export function sendText(
  response: ServerResponse,
  status: number,
  text: string,
  type = "text/plain; charset=utf-8",
): void {
  response.writeHead(status, {
    "Content-Type": type,
    "Content-Length": Buffer.byteLength(text),
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
  });
  response.end(text);
}

/** Sends an error. Logs an unexpected one, and why a service is unavailable, with its cause. Sends no details of them. */
export function sendError(
  request: IncomingMessage,
  response: ServerResponse,
  error: unknown,
  log: (line: string) => void,
): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  if (!request.complete) response.setHeader("Connection", "close");
  const httpError = toHttpError(error);
  if (httpError !== error && !isRestart(error)) log(`${request.method} ${pathOf(request)}: ${inspect(error)}`);
  if (httpError.status === 503) response.setHeader("Retry-After", "1");
  sendJson(response, httpError.status, { code: httpError.code, message: httpError.message });
}

function toHttpError(error: unknown): HttpError {
  if (error instanceof HttpError) return error;
  if (error instanceof Error && error.name === "KeysUnavailable") {
    return new HttpError(503, "ServiceUnavailable", error.message);
  }
  const failure = storageFailureOf(error);
  if (failure !== null) return new HttpError(503, "StorageUnavailable", failure.message);
  if (isRestart(error)) {
    return new HttpError(
      503,
      "ServiceUnavailable",
      "The functions were restarted during this call. It may or may not have taken effect.",
    );
  }
  return new HttpError(500, "InternalServerError", "Internal error. See the deployment's log.");
}

/** True for a call that ended with its worker, whose end has its own line in the log. */
function isRestart(error: unknown): boolean {
  return error instanceof Error && error.name === "CoreRestarted";
}

/** Lets the calling page read the response. The guard has admitted it, tokens identify callers, and cookies are never sent. */
export function allowOrigin(request: IncomingMessage, response: ServerResponse): void {
  const { origin } = request.headers;
  if (origin === undefined) return;
  response.setHeader("Access-Control-Allow-Origin", origin);
  response.setHeader("Vary", "Origin");
}

export function sendPreflight(request: IncomingMessage, response: ServerResponse): void {
  const requestedHeaders = request.headers["access-control-request-headers"];
  if (requestedHeaders !== undefined) response.setHeader("Access-Control-Allow-Headers", requestedHeaders);
  response.setHeader("Access-Control-Allow-Methods", "GET,POST,OPTIONS,PATCH,DELETE,PUT");
  response.setHeader("Access-Control-Max-Age", "86400");
  response.writeHead(200, { "Content-Length": 0 });
  response.end();
}

/** Streams a request's body back, for `npx convex network-test`. */
export function echo(request: IncomingMessage, response: ServerResponse): void {
  let bytes = 0;
  response.writeHead(200, { "Content-Type": "application/octet-stream", "X-Content-Type-Options": "nosniff" });
  request.on("data", (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > ECHO_LIMIT) request.destroy();
  });
  request.on("error", () => response.destroy());
  request.pipe(response);
}

/** Returns the URL as the client sees it. Behind a proxy, scheme and host are the proxy's. */
export function urlOf(request: IncomingMessage): URL {
  const isSecure = /^https\b/.test(String(request.headers["x-forwarded-proto"] ?? ""));
  try {
    return new URL(`${isSecure ? "https" : "http"}://${request.headers.host ?? "localhost"}${request.url ?? "/"}`);
  } catch {
    throw new HttpError(400, "BadUrl", "The URL or Host of the request cannot be read.");
  }
}

/** Returns a request's IP address and user agent. */
export function senderOf({ socket, headers }: IncomingMessage): Sender {
  return { ip: socket.remoteAddress ?? null, userAgent: headers["user-agent"] ?? null };
}

function pathOf(request: IncomingMessage) {
  // Without the query, which may contain an upload token.
  return (request.url ?? "").split("?")[0];
}

function decompressed(request: IncomingMessage): Readable {
  const encoding = request.headers["content-encoding"] ?? "identity";
  if (encoding === "identity") return request;
  if (encoding !== "br" && encoding !== "gzip")
    throw new HttpError(415, "UnsupportedEncoding", "Content-Encoding must be br or gzip.");
  const stream = encoding === "br" ? createBrotliDecompress() : createGunzip();
  request.on("error", (error) => stream.destroy(error));
  return request.pipe(stream);
}
