import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { setTimeout as wait } from "node:timers/promises";

export interface Answer {
  status: number;
  body: unknown;
  headers?: Record<string, string>;
}

/** What a stand-in is asked. `json()` is the body, or undefined where it is no JSON. */
export interface Asked {
  method: string;
  url: URL;
  headers: IncomingMessage["headers"];
  text: string;
  json(): unknown;
}

export interface Fault {
  status?: number;
  delayMs?: number;
  count: number;
}

export interface FakeServer {
  url: string;
  stop(): Promise<void>;
}

const largestBody = 42 * 1024 * 1024;

/**
 * A stand-in for somebody else's server, on loopback only. `handle` answers a request; `stream`, where given, may take
 * over the raw response first. `POST /faults {status?, delayMs?, count}` spoils the next `count` requests to `spoils`.
 */
export async function serveFake(options: {
  port: number;
  spoils: (pathname: string) => boolean;
  handle: (asked: Asked) => Answer | Promise<Answer>;
  fault: (status: number) => unknown;
  stream?: (asked: Asked, response: ServerResponse) => boolean;
}): Promise<FakeServer> {
  let fault: Fault = { count: 0 };

  const answer = async (asked: Asked): Promise<Answer> => {
    if (asked.method === "POST" && asked.url.pathname === "/faults") {
      const wanted = faultOf(asked.json());
      if (wanted === null) return { status: 400, body: { message: "faults take {status?, delayMs?, count}" } };
      fault = wanted;
      return { status: 200, body: fault };
    }
    if (fault.count > 0 && options.spoils(asked.url.pathname)) {
      const { status, delayMs } = fault;
      fault = { ...fault, count: fault.count - 1 };
      if (delayMs !== undefined) await wait(delayMs);
      if (status !== undefined) return { status, body: options.fault(status) };
    }
    return options.handle(asked);
  };

  const server = createServer((request, response) => {
    void (async () => {
      // A page of the internet whose name resolves to this machine is still a page of the internet.
      if (!/^(127\.0\.0\.1|localhost)(:\d+)?$/.test(request.headers.host ?? "")) {
        return send(response, { status: 403, body: { message: "Ask for it as 127.0.0.1" } });
      }
      const asked = await read(request);
      if (asked === null) return send(response, { status: 413, body: { message: "The body is too large" } });
      if (options.stream?.(asked, response) === true) return;
      send(response, await answer(asked));
    })().catch((error: unknown) => {
      console.error(error);
      if (!response.headersSent) send(response, { status: 500, body: { message: "The stand-in failed" } });
    });
  });
  await new Promise<void>((resolve, reject) => server.once("error", reject).listen(options.port, "127.0.0.1", resolve));

  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : options.port;
  return {
    url: `http://127.0.0.1:${port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function read(request: IncomingMessage): Promise<Asked | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > largestBody) return null;
    chunks.push(chunk);
  }
  const text = Buffer.concat(chunks).toString("utf8");
  return {
    method: request.method ?? "GET",
    url: new URL(request.url ?? "/", "http://127.0.0.1"),
    headers: request.headers,
    text,
    json: () => {
      try {
        return JSON.parse(text) as unknown;
      } catch {
        return undefined;
      }
    },
  };
}

function send(response: ServerResponse, { status, body, headers }: Answer) {
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
  const number = (value: unknown) =>
    value === undefined || (typeof value === "number" && Number.isFinite(value) && value >= 0);
  if (!number(status) || !number(delayMs) || typeof count !== "number" || !number(count)) return null;
  if (status !== undefined && ((status as number) < 400 || (status as number) > 599)) return null;
  return { count, status: status as number | undefined, delayMs: delayMs as number | undefined };
}
