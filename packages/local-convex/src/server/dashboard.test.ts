import { mkdtempSync, mkdirSync, writeFileSync } from "node:fs";
import { createServer, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Dashboard } from "./dashboard";
import { sendError, urlOf } from "./httpMessages";

const folder = mkdtempSync(path.join(tmpdir(), "dashboard-"));
let built = 0;
let failsOnce = true;
let server: Server;
let port: number;

beforeAll(async () => {
  mkdirSync(path.join(folder, "assets"));
  writeFileSync(path.join(folder, "index.html"), "<title>Dashboard</title>");
  writeFileSync(path.join(folder, "assets/index-1.js"), "1");
  writeFileSync(path.join(folder, "secret.pem"), "not to be served");
  const dashboard = new Dashboard(async () => {
    built += 1;
    if (failsOnce) throw new Error("no bundler");
    return folder;
  });
  server = createServer((incoming, response) => {
    dashboard
      .handle(incoming, response, urlOf(incoming))
      .then((isOwn) => isOwn || response.writeHead(404).end("not the dashboard's"))
      .catch((error: unknown) => sendError(incoming, response, error, () => undefined));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  ({ port } = server.address() as AddressInfo);
});
afterAll(() => server.close());

test("a failed build is tried again, and a successful one is kept", async () => {
  expect(await send("/_dashboard")).toMatchObject({ status: 503, body: expect.stringContaining("no bundler") });
  failsOnce = false;
  expect(await send("/_dashboard")).toMatchObject({ status: 200, body: "<title>Dashboard</title>" });
  expect(await send("/_dashboard/assets/index-1.js")).toMatchObject({ status: 200, body: "1" });
  expect(built).toBe(2);
});

test("the page cannot be framed, runs only its own scripts, and sends no referrer", async () => {
  const { headers } = await send("/_dashboard");
  expect(headers).toMatchObject({
    "content-security-policy": expect.stringMatching(/default-src 'none'; script-src 'self';.*frame-ancestors 'none'/),
    "cache-control": "no-store",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
  });
  expect(headers["access-control-allow-origin"]).toBeUndefined();
});

test.each([
  ["/_dashboard/secret.pem", 404],
  ["/_dashboard/../package.json", 404],
  ["/_dashboard/%2e%2e/%2e%2e/etc/passwd", 404],
  ["/_dashboard/nothing.js", 404],
  ["/_dashboards", 404],
])("%s is not part of the dashboard", async (place, status) => {
  expect(await send(place)).toMatchObject({ status });
});

test.each([
  ["a page on another port of this machine", { origin: "http://127.0.0.1:9" }],
  ["a page of another site", { origin: "https://evil.example" }],
  ["a sandboxed frame", { origin: "null" }],
  ["a script element of another site", { "sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors" }],
  ["a script element of another port", { "sec-fetch-site": "same-site", "sec-fetch-mode": "no-cors" }],
])("%s cannot load the dashboard", async (_, headers) => {
  expect(await send("/_dashboard", headers)).toMatchObject({ status: 403 });
  expect(await send("/_dashboard/assets/index-1.js", headers)).toMatchObject({ status: 403 });
});

test("a link on another site may open the dashboard", async () => {
  const visit = { "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate" };
  expect(await send("/_dashboard", visit)).toMatchObject({ status: 200 });
});

test("the dashboard refuses POST", async () => {
  expect(await send("/_dashboard", {}, "POST")).toMatchObject({ status: 405 });
});

function send(place: string, headers: Record<string, string> = {}, method = "GET") {
  return new Promise<{ status: number; headers: Record<string, unknown>; body: string }>((resolve, reject) => {
    const outgoing = request({ host: "127.0.0.1", port, path: place, method, headers }, (response) => {
      let body = "";
      response.on("data", (chunk) => (body += String(chunk)));
      response.on("end", () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body }));
    });
    outgoing.once("error", reject).end();
  });
}
