import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { partsOf } from "../paths.mjs";
import { startCoreWith, type TestCore } from "../worker/core.testing";

const HTTP = `
import { actionGeneric as action, httpActionGeneric as httpAction, httpRouter, mutationGeneric as mutation, queryGeneric as query } from "convex/server";
const http = httpRouter();
http.route({ path: "/echo", method: "POST", handler: httpAction(async (ctx, request) =>
  new Response(await request.text(), { status: 201, headers: { "x-seen": request.headers.get("x-sent") ?? "" } })) });
http.route({ path: "/stream", method: "GET", handler: httpAction(async (ctx) => {
  let left = 3;
  return new Response(new ReadableStream({ async pull(controller) {
    if (left-- === 0) return controller.close();
    controller.enqueue(new TextEncoder().encode(String(await ctx.runQuery("files:count"))));
  } }));
}) });
http.route({ pathPrefix: "/who/", method: "GET", handler: httpAction(async (ctx) => Response.json(await ctx.auth.getUserIdentity())) });
http.route({ path: "/throws", method: "GET", handler: httpAction(async () => { throw new Error("broken"); }) });
http.route({ path: "/cookies", method: "GET", handler: httpAction(async () => {
  const headers = new Headers(); headers.append("set-cookie", "a=1"); headers.append("set-cookie", "b=2");
  return new Response(null, { headers });
}) });
export default http;
`;
const FILES = `
import { actionGeneric as action, mutationGeneric as mutation, queryGeneric as query } from "convex/server";
export const count = query({ args: {}, handler: async (ctx) => (await ctx.db.system.query("_storage").collect()).length });
export const address = mutation({ args: {}, handler: async (ctx) => ctx.storage.generateUploadUrl() });
export const store = action({ args: {}, handler: async (ctx) => {
  const id = await ctx.storage.store(new Blob(["hello"], { type: "text/plain" }));
  return [id, await ctx.storage.getUrl(id), await (await ctx.storage.get(id)).text()];
} });
export const url = query({ handler: async (ctx, { id }) => ctx.storage.getUrl(id) });
export const remove = mutation({ handler: async (ctx, { id, fail }) => { await ctx.storage.delete(id); if (fail) throw new Error("no"); } });
`;

let t: TestCore;

beforeAll(async () => {
  t = await startCoreWith({ "http.ts": HTTP, "files.ts": FILES });
});
afterAll(() => t.core.stop());

async function request(
  method: string,
  path: string,
  more: { body?: string; headers?: [string, string][]; identity?: string; redact?: boolean } = {},
) {
  const { body, headers = [], identity = null, redact = true } = more;
  const call = { method, url: `http://127.0.0.1:4101${path}`, headers, identity, redact, requestId: "abc" };
  const answer = await t.core.http({ ...call, body: body === undefined ? null : Buffer.from(body) });
  const chunks: string[] = [];
  for await (const chunk of answer.body) chunks.push(Buffer.from(chunk).toString());
  return { status: answer.status, headers: answer.headers, chunks, text: chunks.join("") };
}

test("an HTTP action gets the request and gives the response", async () => {
  const answer = await request("POST", "/echo", { body: "hello", headers: [["x-sent", "yes"]] });
  expect(answer).toMatchObject({ status: 201, text: "hello" });
  expect(answer.headers).toContainEqual(["x-seen", "yes"]);
});

test("an HTTP action may still use the deployment while it streams", async () => {
  expect((await request("GET", "/stream")).text).toBe("000");
});

test("an HTTP action has the identity of its caller", async () => {
  expect((await request("GET", "/who/me", { identity: '{"subject":"asha"}' })).text).toBe('{"subject":"asha"}');
});

test("a path without a route is not found", async () => {
  const answer = await request("GET", "/nowhere");
  expect(answer).toMatchObject({ status: 404, text: "No matching routes found" });
  expect(answer.headers).toContainEqual(["x-content-type-options", "nosniff"]);
  expect(answer.headers).toContainEqual(["cache-control", "no-store"]);
});

test("an HTTP action that throws answers 500, with the message only for callers who may read it", async () => {
  const [own, outside] = [await request("GET", "/throws", { redact: false }), await request("GET", "/throws")];
  expect([own.status, outside.status]).toEqual([500, 500]);
  expect(JSON.parse(own.text)).toMatchObject({ code: "[Request ID: abc] Server Error: broken" });
  expect(JSON.parse(outside.text)).toEqual({ code: "[Request ID: abc] Server Error" });
});

test("several cookies stay several", async () => {
  const { headers } = await request("GET", "/cookies");
  expect(headers.filter(([name]) => name === "set-cookie").map(([, value]) => value)).toEqual(["a=1", "b=2"]);
});

test("an action stores a file and reads it back", async () => {
  const [id, url, text] = (await t.action("files:store")) as [string, string, string];
  expect(text).toBe("hello");
  const file = await t.core.findFile(partsOf(url).at(-1)!);
  expect(file).toMatchObject({
    size: 5,
    contentType: "text/plain",
    sha256: createHash("sha256").update("hello").digest("base64"),
  });
  expect(readFileSync(file!.path, "utf8")).toBe("hello");
  expect(url).not.toContain(id);

  await expect(t.mutation("files:remove", { id, fail: true })).rejects.toThrow("no");
  expect(existsSync(file!.path)).toBe(true);
  await t.mutation("files:remove", { id, fail: false });
  expect(existsSync(file!.path)).toBe(false);
  expect(await t.query("files:url", { id })).toBeNull();
});

test("an upload needs an address that a function made", async () => {
  const token = new URL((await t.mutation("files:address")) as string).searchParams.get("token")!;
  expect(await t.core.checkUploadToken(token)).toBe(true);
  expect(await t.core.checkUploadToken(`${token}x`)).toBe(false);
  const temporaryPath = join(t.dir, "files/tmp/upload");
  writeFileSync(temporaryPath, "photo");
  const file = { temporaryPath, size: 5, sha256: "x", contentType: "image/jpeg" };
  await expect(t.core.storeFile({ ...file, token: "no" })).rejects.toThrow("upload URL is not valid");
  const { storageId } = await t.core.storeFile({ ...file, token });
  const url = (await t.query("files:url", { id: storageId })) as string;
  expect(readFileSync((await t.core.findFile(partsOf(url).at(-1)!))!.path, "utf8")).toBe("photo");
});
