import { connect } from "node:net";
import { gzipSync } from "node:zlib";
import type { GenericId } from "convex/values";
import { beforeAll, expect, test } from "vitest";
import { api } from "../../testing/api";
import { ADMIN_KEY, AS_ADMIN, sharedDeployment, type Deployment } from "../../testing/deployment";

let deployment: Deployment;

beforeAll(async () => {
  ({ deployment } = await sharedDeployment());
}, 120_000);

test("the HTTP client runs queries, mutations and actions", async () => {
  const client = deployment.http();
  await client.mutation(api.messages.send, { room: "http", body: "hello" });
  expect(await client.query(api.messages.list, { room: "http" })).toEqual(["hello"]);
  expect(await client.consistentQuery(api.messages.list, { room: "http" })).toEqual(["hello"]);
  expect(await client.action(api.tools.digest, { text: "abc" })).toMatch(/^ba7816bf/);
});

test("a function that fails returns status 560, with data only for a ConvexError", async () => {
  const refused = await deployment.fetch("/api/mutation", { path: "messages:refuse", args: [{ room: "r" }] });
  expect(refused.status).toBe(560);
  expect(await refused.json()).toMatchObject({ status: "error", errorData: { code: "REFUSED", room: "r" } });
  const crashed = await deployment.fetch("/api/query", { path: "messages:crash", args: {} });
  expect(crashed.status).toBe(560);
  const body = (await crashed.json()) as object;
  expect(body).not.toHaveProperty("errorData");
  expect(body).toMatchObject({ status: "error" });
});

test("only the admin key shows the message of a bug and the log of functions, as in production", async () => {
  const read = async (path: string, key?: string) =>
    (await (await deployment.fetch("/api/function", { path, args: {} }, key)).json()) as object;
  const bug = await read("messages:crash");
  expect(bug).toEqual({
    status: "error",
    errorMessage: expect.stringMatching(/^\[Request ID: \w+\] Server Error$/),
    logLines: [],
  });
  const whole = expect.stringMatching(/Server Error\nUncaught Error: a bug/);
  expect(await read("messages:crash", AS_ADMIN)).toMatchObject({ errorMessage: whole });

  const send = { path: "messages:send", args: { room: "log", body: "x" } };
  const lines = async (key?: string) => await (await deployment.fetch("/api/mutation", send, key)).json();
  expect(await lines()).toMatchObject({ logLines: [] });
  expect(await lines(AS_ADMIN)).toMatchObject({ logLines: ["[LOG] 'sent' 'x'"] });
});

test("arguments of the wrong shape are the function's failure, not the server's", async () => {
  const wrong = await deployment.fetch("/api/query", { path: "messages:list", args: { room: 7 } });
  expect(wrong.status).toBe(560);
});

test("other programs can call a function by its plain path and with plain JSON", async () => {
  const response = await deployment.fetch("/api/run/messages/values", { args: {}, format: "json" });
  expect(await response.json()).toMatchObject({ value: { int: "12", nan: "NaN", bytes: "AQI=" } });
});

test.each([
  ["a body that is not JSON", "/api/query", "{"],
  ["a body that is not an object", "/api/query", "[]"],
  ["a path that is not a string", "/api/query", '{"path":7,"args":{}}'],
  ["two arguments", "/api/query", '{"path":"messages:list","args":[{},{}]}'],
  ["an invalid timestamp", "/api/query_at_ts", '{"path":"messages:list","args":[{"room":"x"}],"ts":"x"}'],
])("%s returns 400", async (_, pathname, body) => {
  const response = await fetch(deployment.cloudUrl + pathname, { method: "POST", body });
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ code: expect.any(String), message: expect.any(String) });
});

test("internal functions, system functions and components need the admin key", async () => {
  const call = { path: "messages:count", args: {} };
  expect((await deployment.fetch("/api/function", call)).status).toBe(560);
  expect(
    (await deployment.fetch("/api/function", { ...call, path: "_system/cli/queryEnvironmentVariables" })).status,
  ).toBe(560);
  expect(
    (await deployment.fetch("/api/function", { ...call, path: "messages:list", componentPath: "rateLimiter" })).status,
  ).toBe(560);
  expect((await deployment.fetch("/api/function", call, "Convex wrong")).status).toBe(403);
  expect(await (await deployment.fetch("/api/function", call, AS_ADMIN)).json()).toMatchObject({
    status: "success",
  });
});

test("admin endpoints refuse requests without the key or with a wrong one", async () => {
  const paths = [
    "deploy2/start_push",
    "deploy2/finish_push",
    "update_environment_variables",
    "get_config_hashes",
    "import/start_upload",
    "whatever",
  ];
  for (const pathname of paths) {
    expect((await deployment.fetch(`/api/${pathname}`, {})).status).toBe(401);
    expect((await deployment.fetch(`/api/${pathname}`, { adminKey: ADMIN_KEY }, "Convex x")).status).toBe(403);
  }
  const listed = await fetch(`${deployment.cloudUrl}/api/v1/list_environment_variables`);
  expect(listed.status).toBe(401);
});

test("the deployment listens on the loopback interface only", async () => {
  const { port } = new URL(deployment.cloudUrl);
  // Another loopback address: a server bound to 0.0.0.0 would accept the connection.
  const outcome = await new Promise((resolve) => {
    connect(Number(port), "127.0.0.2")
      .once("connect", () => resolve("open"))
      .once("error", () => resolve("refused"));
  });
  expect(outcome).toBe("refused");
});

test("extremely nested arguments and a broken path return 400", async () => {
  const deep = `{"path":"messages:list","args":${'{"a":'.repeat(20_000)}1${"}".repeat(20_000)}}`;
  expect((await fetch(`${deployment.cloudUrl}/api/query`, { method: "POST", body: deep })).status).toBe(400);
  expect((await fetch(`${deployment.cloudUrl}/api/run/%ff`, { method: "POST", body: "{}" })).status).toBe(400);
});

test("a body that is too large is refused", async () => {
  const response = await fetch(`${deployment.cloudUrl}/api/query`, {
    method: "POST",
    body: "x".repeat(21 * 1024 * 1024),
  }).catch(() => null);
  expect(response?.status ?? 413).toBe(413);
});

test("a gzipped body is unpacked, up to a limit", async () => {
  const send = (body: Uint8Array<ArrayBuffer>) =>
    fetch(`${deployment.cloudUrl}/api/query`, { method: "POST", body, headers: { "Content-Encoding": "gzip" } });
  const call = JSON.stringify({ path: "messages:list", args: { room: "http" } });
  expect(await (await send(new Uint8Array(gzipSync(call)))).json()).toMatchObject({ status: "success" });
  expect((await send(new Uint8Array(gzipSync(Buffer.alloc(200 * 1024 * 1024))))).status).toBe(413);
  expect((await send(new Uint8Array([1, 2, 3]))).status).toBe(400);
});

test("an HTTP action receives the whole request, and its whole response arrives", async () => {
  const response = await fetch(`${deployment.siteUrl}/echo?x=1`, {
    method: "POST",
    body: new Uint8Array([0, 255, 10]),
    headers: { "X-Sent": "yes" },
  });
  expect(response.status).toBe(201);
  expect(response.headers.get("x-seen")).toBe("yes");
  expect(new Uint8Array(await response.arrayBuffer())).toEqual(new Uint8Array([0, 255, 10]));
  expect(response.headers.get("x-url")).toBe(`${deployment.siteUrl}/echo?x=1`);
  expect(response.headers.getSetCookie()).toEqual(["a=1", "b=2"]);
});

test("an HTTP action streams: its parts arrive as they are written", async () => {
  const response = await fetch(`${deployment.siteUrl}/stream`);
  const times: number[] = [];
  let text = "";
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    times.push(Date.now());
    text += new TextDecoder().decode(chunk);
  }
  expect(text).toBe("part 0;part 1;part 2;");
  expect((times.at(-1) ?? 0) - (times[0] ?? 0)).toBeGreaterThan(100);
});

test("a missing route returns 404, one that throws 500, and routes also work below /http", async () => {
  expect((await fetch(`${deployment.siteUrl}/nowhere`)).status).toBe(404);
  const crashed = await fetch(`${deployment.siteUrl}/crash`);
  expect(crashed.status).toBe(500);
  expect(await crashed.json()).toEqual({ code: expect.stringMatching(/^\[Request ID: \w+\] Server Error$/) });
  const below = await fetch(`${deployment.cloudUrl}/http/echo`, { method: "POST", body: "x" });
  expect(below.status).toBe(201);
});

test("a file is uploaded to a URL of its own and read whole or in part", async () => {
  const bytes = crypto.getRandomValues(new Uint8Array(50_000));
  const url = await upload(bytes, "image/png");
  const whole = await fetch(url);
  expect(new Uint8Array(await whole.arrayBuffer())).toEqual(bytes);
  expect(whole.headers.get("content-type")).toBe("image/png");
  const part = await fetch(url, { headers: { Range: "bytes=10-19" } });
  expect(part.status).toBe(206);
  expect(part.headers.get("content-range")).toBe("bytes 10-19/50000");
  expect(new Uint8Array(await part.arrayBuffer())).toEqual(bytes.slice(10, 20));
  expect((await fetch(url, { headers: { Range: "bytes=60000-" } })).status).toBe(416);
});

test("a browser may keep a file for a year, and gets 304 if it has the file", async () => {
  const url = await upload(new TextEncoder().encode("picture"), "image/webp");
  const first = await fetch(url);
  expect(first.headers.get("cache-control")).toBe("private, max-age=31536000, immutable");
  expect(first.headers.get("cross-origin-resource-policy")).toBe("cross-origin");
  const again = await fetch(url, { headers: { "If-None-Match": first.headers.get("etag") ?? "" } });
  expect([again.status, await again.text()]).toEqual([304, ""]);
  const gone = await fetch(`${url}0`);
  expect([gone.status, gone.headers.get("cache-control")]).toEqual([404, "no-store"]);
});

test("as soon as a mutation has deleted a file, every request for it returns 404, even with its ETag", async () => {
  const http = deployment.http();
  const url = await upload(new TextEncoder().encode("picture"), "image/webp");
  const etag = (await fetch(url)).headers.get("etag") ?? "";
  const requests: RequestInit[] = [{}, { method: "HEAD" }, { headers: { "If-None-Match": etag } }];
  const statuses = () => Promise.all(requests.map(async (init) => (await fetch(url, init)).status));
  expect(await statuses()).toEqual([200, 200, 304]);
  await http.mutation(api.files.remove, { id: idOf.get(url)! });
  expect(await statuses()).toEqual([404, 404, 404]);
});

test("an uploaded page is sandboxed, and browsers may not guess its type", async () => {
  const page = await fetch(await upload(new TextEncoder().encode("<script>1</script>"), "text/html"));
  expect(page.headers.get("x-content-type-options")).toBe("nosniff");
  expect(page.headers.get("content-security-policy")).toContain("sandbox");
});

test("an upload without a valid token is refused, and unknown files return 404", async () => {
  const stored = await fetch(`${deployment.cloudUrl}/api/storage/upload?token=x`, { method: "POST", body: "x" });
  expect(stored.status).toBe(401);
  for (const name of ["nothing", "..%2f..%2fdata", "%00"]) {
    expect((await fetch(`${deployment.cloudUrl}/api/storage/${name}`)).status).toBe(404);
  }
});

const idOf = new Map<string, GenericId<"_storage">>();

async function upload(bytes: Uint8Array<ArrayBuffer>, type: string): Promise<string> {
  const http = deployment.http();
  const target = (await http.mutation(api.files.uploadUrl, {})) as string;
  const response = await fetch(target, { method: "POST", body: bytes, headers: { "Content-Type": type } });
  const { storageId } = (await response.json()) as { storageId: GenericId<"_storage"> };
  const url = (await http.query(api.files.url, { id: storageId })) as string;
  idOf.set(url, storageId);
  return url;
}
