import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { PageGuard } from "local-convex/pageGuard";
import { listen, type LocalServer } from "./listen";

export interface StandInResponse {
  status: number;
  body: unknown;
  headers?: Record<string, string>;
}

/** A request to a stand-in. `json()` returns the body, or undefined if it is not JSON. */
export interface StandInRequest {
  method: string;
  url: URL;
  headers: IncomingMessage["headers"];
  text: string;
  bytes: Buffer;
  json(): unknown;
}

interface Fault {
  status?: number;
  delayMs?: number;
  count: number;
}

const largestBody = 42 * 1024 * 1024;

/**
 * Serves a stand-in for an external service, on loopback only. `handle` responds to a request. `stream` may take over the raw response
 * first. `POST /faults {status?, delayMs?, count}` delays or fails the next `count` requests that match `isAffected`.
 */
export async function serveStandIn(options: {
  port: number;
  /** Origins of other servers' pages that may call this one from a browser. */
  pages?: readonly string[] | undefined;
  isAffected: (pathname: string) => boolean;
  handle: (request: StandInRequest) => StandInResponse | Promise<StandInResponse>;
  fault: (status: number) => unknown;
  stream?: (request: StandInRequest, response: ServerResponse) => boolean;
}): Promise<LocalServer> {
  let fault: Fault = { count: 0 };
  const guard = new PageGuard(options.pages);

  const respond = async (request: StandInRequest): Promise<StandInResponse> => {
    if (request.method === "POST" && request.url.pathname === "/faults") {
      const requested = faultOf(request.json());
      if (requested === null) return { status: 400, body: { message: "faults take {status?, delayMs?, count}" } };
      fault = requested;
      return { status: 200, body: fault };
    }
    if (fault.count > 0 && options.isAffected(request.url.pathname)) {
      const { status, delayMs } = fault;
      fault = { ...fault, count: fault.count - 1 };
      if (delayMs !== undefined) await wait(delayMs);
      if (status !== undefined) return { status, body: options.fault(status) };
    }
    return options.handle(request);
  };

  const server = createServer((raw, response) => {
    void (async () => {
      if (guard.refuses(raw, response)) return;
      const request = await read(raw);
      if (request === null) return send(response, { status: 413, body: { message: "The body is too large" } });
      if (options.stream?.(request, response) === true) return;
      send(response, await respond(request));
    })().catch((error: unknown) => {
      console.error(error);
      if (!response.headersSent) send(response, { status: 500, body: { message: "The stand-in failed" } });
    });
  });
  return await listen(server, options.port);
}

const types: Record<string, string> = { ".html": "text/html", ".css": "text/css", ".js": "text/javascript" };

/** Returns a file of a stand-in's page. */
export function pageFile(folder: string, name: string, headers: Record<string, string> = {}): StandInResponse {
  const type = `${types[path.extname(name)]}; charset=utf-8`;
  return {
    status: 200,
    body: readFileSync(path.join(folder, name), "utf8"),
    headers: { "content-type": type, ...headers },
  };
}

async function read(raw: IncomingMessage): Promise<StandInRequest | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of raw as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > largestBody) return null;
    chunks.push(chunk);
  }
  const bytes = Buffer.concat(chunks);
  const text = bytes.toString("utf8");
  return {
    method: raw.method ?? "GET",
    url: new URL(raw.url ?? "/", "http://127.0.0.1"),
    headers: raw.headers,
    text,
    bytes,
    json: () => {
      try {
        return JSON.parse(text) as unknown;
      } catch {
        return undefined;
      }
    },
  };
}

function send(response: ServerResponse, { status, body, headers }: StandInResponse) {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  response.writeHead(status, {
    "content-type": "application/json; charset=utf-8",
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    ...headers,
  });
  response.end(text);
}

function faultOf(body: unknown): Fault | null {
  if (typeof body !== "object" || body === null) return null;
  const { status, delayMs, count } = body as Record<string, unknown>;
  const isCount = (value: unknown) =>
    value === undefined || (typeof value === "number" && Number.isFinite(value) && value >= 0);
  if (!isCount(status) || !isCount(delayMs) || typeof count !== "number" || !isCount(count)) return null;
  if (status !== undefined && ((status as number) < 400 || (status as number) > 599)) return null;
  return { count, status: status as number | undefined, delayMs: delayMs as number | undefined };
}
