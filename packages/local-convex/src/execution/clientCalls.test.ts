import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { checkIntegrity } from "../database/integrity";
import { partsOf } from "../paths.mjs";
import { coreOfFile } from "../../testing/coreOfFile";

const HTTP = `
import { actionGeneric as action, httpActionGeneric as httpAction, httpRouter, mutationGeneric as mutation, queryGeneric as query } from "convex/server";
const http = httpRouter();
http.route({ path: "/stream", method: "GET", handler: httpAction(async (ctx) => {
  let left = 3;
  return new Response(new ReadableStream({ async pull(controller) {
    if (left-- === 0) return controller.close();
    controller.enqueue(new TextEncoder().encode(String(await ctx.runQuery("files:count"))));
  } }));
}) });
http.route({ path: "/throws", method: "GET", handler: httpAction(async () => { throw new Error("broken"); }) });
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

const t = coreOfFile({ "http.ts": HTTP, "files.ts": FILES });

async function get(path: string, redact = true) {
  const call = { method: "GET", url: `http://127.0.0.1:4101${path}`, headers: [], identity: null, requestId: "abc" };
  const { status, headers, body } = await t.core.http({ ...call, redact, body: null });
  const chunks: string[] = [];
  for await (const chunk of body) chunks.push(Buffer.from(chunk).toString());
  return { status, headers, text: chunks.join("") };
}

test("an HTTP action can run queries while it streams", async () => {
  expect((await get("/stream")).text).toBe("000");
});

test("a path without a route returns 404", async () => {
  const answer = await get("/nowhere");
  expect(answer).toMatchObject({ status: 404, text: "No matching routes found" });
  expect(answer.headers).toContainEqual(["x-content-type-options", "nosniff"]);
  expect(answer.headers).toContainEqual(["cache-control", "no-store"]);
});

test("an HTTP action that throws responds 500, with the message only for callers who may read it", async () => {
  const own = await get("/throws", false);
  const outside = await get("/throws");
  expect([own.status, outside.status]).toEqual([500, 500]);
  expect(JSON.parse(own.text)).toMatchObject({ code: "[Request ID: abc] Server Error: broken" });
  expect(JSON.parse(outside.text)).toEqual({ code: "[Request ID: abc] Server Error" });
});

test("an action stores a file and reads it back, and the file goes only when a deletion commits", async () => {
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
  await expect(t.mutation("files:remove", { id, fail: false })).rejects.toThrow(`storage id ${id} not found`);
});

test("an upload needs a URL that a function generated", async () => {
  const token = new URL((await t.mutation("files:address")) as string).searchParams.get("token")!;
  expect(await t.core.checkUploadToken(token)).toBe(true);
  expect(await t.core.checkUploadToken(`${token}x`)).toBe(false);
  const temporaryPath = join(t.dir, "files/tmp/upload");
  writeFileSync(temporaryPath, "photo");
  const file = { temporaryPath, size: 5, sha256: "x", contentType: "image/jpeg" };
  await expect(t.core.storeFile({ ...file, token: "no" })).rejects.toThrow("upload URL is invalid");
  const { storageId } = await t.core.storeFile({ ...file, token });
  const url = (await t.query("files:url", { id: storageId })) as string;
  expect(readFileSync((await t.core.findFile(partsOf(url).at(-1)!))!.path, "utf8")).toBe("photo");
});

test("two backups requested simultaneously are both intact", async () => {
  const folders = await Promise.all([t.core.copy(), t.core.copy()]);
  for (const folder of folders) {
    const { checked, tables } = checkIntegrity(join(folder, "data.sqlite"));
    expect(checked).toBe(tables);
    expect(tables).toBeGreaterThan(0);
  }
});
