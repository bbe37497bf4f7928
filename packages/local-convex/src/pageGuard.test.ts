import { request, type IncomingHttpHeaders, type IncomingMessage } from "node:http";
import { Duplex } from "node:stream";
import { beforeAll, expect, test } from "vitest";
import WebSocket from "ws";
import { api } from "../testing/api";
import { ADMIN_KEY, PAGE as APP, sharedDeployment, type Deployment } from "../testing/deployment";
import { PageGuard } from "./pageGuard";

let deployment: Deployment;

beforeAll(async () => {
  ({ deployment } = await sharedDeployment());
}, 120_000);

const send = { path: "messages:send", args: { room: "guard", body: "from a page" } };
const foreign: [string, Record<string, string>][] = [
  ["a page of another site", { origin: "https://evil.example" }],
  ["a page on another port of this machine", { origin: "http://127.0.0.1:9999" }],
  ["a page without an origin, such as a sandboxed frame", { origin: "null" }],
  ["a page whose host name starts like the app's", { origin: `${APP}.evil.example` }],
  ["a page whose host name was pointed at this machine", { host: "evil.example", origin: "http://evil.example" }],
  ["a request for a foreign host name without an origin", { host: "evil.example" }],
  ["a cross-site request without an origin, such as a browser's report", { "sec-fetch-site": "cross-site" }],
];

test.each(foreign)("%s cannot call a function or a route", async (_, headers) => {
  const before = await deployment.http().query(api.messages.list, { room: "guard" });
  for (const type of ["application/json", "text/plain", "application/x-www-form-urlencoded"]) {
    const call = await sendRequest(`${deployment.cloudUrl}/api/mutation`, { ...headers, "content-type": type }, send);
    const route = await sendRequest(`${deployment.siteUrl}/echo`, { ...headers, "content-type": type }, send);
    const routed = await sendRequest(`${deployment.cloudUrl}/http/echo`, { ...headers, "content-type": type }, send);
    expect([call.status, route.status, routed.status]).toEqual([403, 403, 403]);
    expect(call.headers["access-control-allow-origin"]).toBeUndefined();
  }
  expect(await deployment.http().query(api.messages.list, { room: "guard" })).toEqual(before);
});

test.each(foreign.slice(0, 6))("%s cannot read the dashboard, even with the admin key", async (_, headers) => {
  const admin = { ...headers, authorization: `Convex ${ADMIN_KEY}` };
  for (const place of ["/_dashboard", "/api/local/health", "/api/v1/list_environment_variables"]) {
    expect((await sendRequest(`${deployment.cloudUrl}${place}`, admin, undefined, "GET")).status).toBe(403);
  }
});

test.each([
  ["no key", {}, 401],
  ["a wrong key", { authorization: "Convex fixture|a wrong key" }, 403],
  ["the admin key as a member's token", { authorization: `Bearer ${ADMIN_KEY}` }, 401],
])("a caller with %s cannot read logs, settings or health, or change anything", async (_, headers, status) => {
  for (const name of ["local/health", "stream_function_logs?cursor=0", "v1/list_environment_variables"]) {
    expect((await sendRequest(`${deployment.cloudUrl}/api/${name}`, headers, undefined, "GET")).status).toBe(status);
  }
  const call = { path: "_system/frontend/addDocument", args: { table: "messages", document: {} } };
  const answer = await sendRequest(
    `${deployment.cloudUrl}/api/mutation`,
    { ...headers, "content-type": "application/json" },
    call,
  );
  expect([401, 403, 560]).toContain(answer.status);
});

test("a socket with a wrong key receives only an AuthError and is closed", async () => {
  const socket = new WebSocket(`${deployment.cloudUrl.replace("http", "ws")}/api/1.48.0/sync`);
  const frames: string[] = [];
  socket.on("message", (data) => void frames.push(String(data)));
  socket.on("open", () => {
    const query = { type: "Add", queryId: 0, udfPath: "_system/cli/tables", args: [{}] };
    for (const message of [
      { type: "Connect", sessionId: crypto.randomUUID(), connectionCount: 0, lastCloseReason: null },
      { type: "Authenticate", baseVersion: 0, tokenType: "Admin", value: "fixture|a wrong key" },
      { type: "ModifyQuerySet", baseVersion: 0, newVersion: 1, modifications: [query] },
    ]) {
      socket.send(JSON.stringify(message));
    }
  });
  await new Promise((resolve) => socket.once("close", resolve));
  expect(frames.map((frame) => (JSON.parse(frame) as { type: string }).type)).toEqual(["AuthError"]);
});

test.each(foreign.slice(0, 6))("%s cannot open a socket", async (_, headers) => {
  expect(await socketWith(headers)).toBe("refused");
});

test("a refused page that resets its connection does not end the process", async () => {
  const headers = { host: "127.0.0.1:3210", origin: "https://evil.example" };
  const socket = new Duplex({ read: () => undefined, write: (_, __, done) => done(new Error("ECONNRESET")) });
  const closed = new Promise((resolve) => socket.on("close", resolve));
  expect(new PageGuard([APP]).refusesUpgrade({ method: "GET", headers } as IncomingMessage, socket)).toBe(true);
  await closed;
});

test("the app's page may call over HTTP and open a socket, under each name of this machine, and CORS lets it read", async () => {
  for (const origin of [APP, "http://localhost:5173"]) {
    const preflight = await sendRequest(`${deployment.cloudUrl}/api/query`, {
      origin,
      "access-control-request-headers": "x",
    });
    expect(preflight.headers["access-control-allow-origin"]).toBe(origin);
    expect(preflight.headers["access-control-allow-headers"]).toBe("x");
    expect(preflight.headers["access-control-allow-credentials"]).toBeUndefined();
    expect((await sendRequest(`${deployment.cloudUrl}/api/mutation`, { origin }, send)).status).toBe(200);
    expect(await socketWith({ origin })).toBe("open");
  }
});

test("a preflight from another origin reaches the app's routes, but not under a foreign host name", async () => {
  const origin = "https://evil.example";
  expect((await sendRequest(`${deployment.siteUrl}/nothing`, { origin })).status).toBe(404);
  expect((await sendRequest(`${deployment.siteUrl}/nothing`, { origin, host: "evil.example" })).status).toBe(403);
});

test("a program, which sends no origin, may call over HTTP and open a socket", async () => {
  expect((await sendRequest(`${deployment.cloudUrl}/api/mutation`, {}, send)).status).toBe(200);
  expect(await socketWith({})).toBe("open");
});

test.each(["127.0.0.1:3210", "[::1]:3210", "LOCALHOST:3210", "localhost", "localhost.:3210", undefined])(
  "the app's page may call the host %s, and a page whose name resembles localhost may not",
  (host) => {
    const guard = new PageGuard([APP]);
    for (const origin of [APP, "http://localhost:5173", "http://localhost.:5173", undefined]) {
      expect(guard.refusal({ method: "POST", headers: { host, origin } } as IncomingMessage)).toBeNull();
    }
    for (const origin of [
      "http://localhost.evil.example:5173",
      "http://evil.localhost.:5173",
      "http://localhost..:5173",
    ]) {
      expect(guard.refusal({ method: "POST", headers: { host, origin } } as IncomingMessage)).not.toBeNull();
    }
  },
);

test("without configured pages, only pages of this machine may call", () => {
  const guard = new PageGuard("loopback");

  for (const page of ["http://localhost:3000", "http://127.0.0.1:5173", "https://[::1]:1"]) {
    expect(guard.allows(page, "127.0.0.1:3210")).toBe(true);
  }
  for (const page of ["http://localhost.evil.example", "http://evil.example:3000", "null", ""]) {
    expect(guard.allows(page, "127.0.0.1:3210")).toBe(false);
  }
});

/** Sends a request with any headers, even a foreign host name. `fetch` forbids some of them. */
function sendRequest(
  address: string,
  headers: Record<string, string>,
  body?: unknown,
  method = body === undefined ? "OPTIONS" : "POST",
) {
  return new Promise<{ status: number | undefined; headers: IncomingHttpHeaders }>((resolve, reject) => {
    request(address, { method, headers, agent: false }, (response) => {
      response.resume().once("end", () => resolve({ status: response.statusCode, headers: response.headers }));
    })
      .once("error", reject)
      .end(body === undefined ? undefined : JSON.stringify(body));
  });
}

function socketWith(headers: Record<string, string>): Promise<"open" | "refused"> {
  const socket = new WebSocket(`${deployment.cloudUrl.replace("http", "ws")}/api/1.0.0/sync`, { headers });
  return new Promise((resolve) => {
    socket.once("open", () => {
      socket.close();
      resolve("open");
    });
    socket.once("error", () => resolve("refused"));
  });
}
