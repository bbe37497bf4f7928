import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { makeFunctionReference } from "convex/server";
import type { GenericId as Id } from "convex/values";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { openPromise } from "yauzl";
import { api } from "../../testing/api";
import { AS_ADMIN, Deployment } from "../../testing/deployment";

let source: Deployment;
let target: Deployment;

// The CLI is slow on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

beforeAll(async () => {
  [source, target] = [await Deployment.create(), await Deployment.create()];
  for (const deployment of [source, target]) {
    await deployment.setEnvironment({ CUSTOM_JWKS: 'data:application/json,{"keys":[]}' });
    const file = path.join(deployment.app, "convex/schema.ts");
    const answers = 'answers: defineTable({ to: v.id("messages"), count: v.int64() }).index("by_to", ["to"]),';
    await writeFile(file, (await readFile(file, "utf8")).replace("messages:", `${answers} messages:`));
    await deployment.push();
  }
}, 120_000);

afterAll(() => Promise.all([source.remove(), target.remove()]), 60_000);

test("an export restores documents, ids, times, files and components on another deployment, and live queries see it", async () => {
  await send(source, "hello");
  await send(source, "a \u2028 line");
  const picture = await upload(source, "a picture", "image/png");
  const gone = await idOf(source, "hello");
  await rows(source, "answers.jsonl", [{ to: gone, count: { $integer: "BQAAAAAAAAA=" } }]);
  expect((await source.cli(["import", "--table", "answers", "answers.jsonl"])).code).toBe(0);
  await limit(source);
  await exportTo(source, "one.zip");

  const archive = path.join(source.app, "one.zip");
  await send(target, "goes");
  const seen: unknown[] = [];
  target.client().onUpdate(api.messages.list, { room: "x" }, (value) => seen.push(value));
  await vi.waitFor(() => expect(seen).toEqual([["goes"]]));
  const { code, out } = await target.cli(["import", archive, "--replace-all", "-y"]);
  expect(out).toMatch(/messages +\| 2 +\| 1 of 1/);
  expect(code).toBe(0);
  await vi.waitFor(() => expect(seen.at(-1)).toEqual(["hello", "a \u2028 line"]));
  expect(await readdir(path.join(target.dir, "data/imports"))).toEqual([]);
  const [importedUrl, before] = await Promise.all(
    [target, source].map(
      async (deployment) => new URL(String(await deployment.http().query(api.files.url, { id: picture }))),
    ),
  );
  expect(importedUrl!.pathname, "a stored URL stays valid").toBe(before!.pathname);
  const file = await fetch(importedUrl!);
  expect([await file.text(), file.headers.get("content-type")]).toEqual(["a picture", "image/png"]);

  // Even into a folder with the same files.
  expect((await target.cli(["import", archive, "--replace-all", "-y"])).code).toBe(0);
  expect(await (await fetch(importedUrl!)).text()).toBe("a picture");

  await exportTo(target, "two.zip");
  const first = await contents(archive);
  expect(Object.keys(first)).toContain("_components/rateLimiter/rateLimits/documents.jsonl");
  expect(first["answers/documents.jsonl"]).toContain('"count":5,');
  expect(first["answers/generated_schema.jsonl"]).toContain('"uniform"');
  expect(await contents(path.join(target.app, "two.zip"))).toEqual(first);
});

test("an imported document keeps its id after a restart, and can be changed", async () => {
  const id = await idOf(target, "hello");
  expect(id).toBe(await idOf(source, "hello"));
  await target.kill();
  await target.start();
  await target.http().mutation(api.messages.move, { from: "x", to: "y" });
  expect(await idOf(target, "hello")).toBe(id);
  expect(await target.http().query(api.messages.list, { room: "y" })).toEqual(["hello"]);
  await send(target, "new");
  expect(await messagesIn(target)).toEqual(["a \u2028 line", "new"]);
});

test("rows are imported from JSON lines or CSV, appended or as a replacement, and an unreadable file is refused", async () => {
  await rows(source, "rows.jsonl", [{ room: "x", body: "third", _creationTime: 1_700_000_000_000 }]);
  expect((await source.cli(["import", "--table", "messages", "rows.jsonl", "--append"])).out).toContain("Added 1 ");
  expect(await messagesIn(source)).toEqual(["third", "hello", "a \u2028 line"]);

  await write(source, "rows.csv", 'room,body\r\nx,"one, ""two""\nthree"\r\nx,four\r\n');
  expect((await source.cli(["import", "--table", "messages", "rows.csv", "--replace", "-y"])).code).toBe(0);
  await write(source, "broken.jsonl", '{"room":"x","body":"y"}\n{"room":\n');
  const broken = await source.cli(["import", "--table", "messages", "broken.jsonl", "--append"]);
  expect(broken.out).toContain("Line 2 of the file is not JSON");
  expect(broken.code).not.toBe(0);
  expect(await messagesIn(source)).toEqual(['one, "two"\nthree', "four"]);
});

test("exports and imports need the admin key; an exported file is private, and is deleted once fetched or at a restart", async () => {
  const endpoints = [
    "/api/export/request/zip",
    "/api/import/start_upload",
    "/api/import/finish_upload",
    "/api/perform_import",
  ];
  for (const endpoint of endpoints) expect((await source.fetch(endpoint, {})).status).toBe(401);
  const latest = makeFunctionReference<"query">("_system/cli/exports:getLatest");
  await expect(source.http().query(latest, {})).rejects.toThrow("Server Error");
  const folder = path.join(source.dir, "data/exports");
  const name = await exported(folder);
  expect((await stat(path.join(folder, `${name}.zip`))).mode & 0o077).toBe(0);
  const endpoint = `${source.cloudUrl}/api/export/zip/${name}`;
  expect((await fetch(endpoint)).status).toBe(401);
  expect(await zipsIn(folder)).toHaveLength(1);

  expect((await (await fetch(endpoint, { headers: asAdmin })).arrayBuffer()).byteLength).toBeGreaterThan(100);
  await expect.poll(() => zipsIn(folder), { message: "a fetched export is deleted", timeout: 10_000 }).toEqual([]);
  await exported(folder);
  await source.kill();
  await source.start();
  await expect(readdir(folder)).rejects.toThrow("ENOENT");
});

const asAdmin = { authorization: AS_ADMIN };

async function exported(folder: string): Promise<string> {
  const request = () => fetch(`${source.cloudUrl}/api/export/request/zip`, { method: "POST", headers: asAdmin });
  // Refused until the previous export is done.
  await expect.poll(async () => (await request()).ok, { timeout: 10_000 }).toBe(true);
  await expect.poll(() => zipsIn(folder), { timeout: 10_000 }).toHaveLength(1);
  return path.parse((await zipsIn(folder))[0]!).name;
}

async function zipsIn(folder: string): Promise<string[]> {
  return (await readdir(folder).catch(() => [])).filter((name) => name.endsWith(".zip"));
}

test("a consumer of the streaming export API gets a snapshot and then the changes, only with the admin key", async () => {
  const headers = { "Content-Type": "application/json", Authorization: AS_ADMIN };
  const ask = async (path: string, body: string) => {
    const response = await fetch(`${source.cloudUrl}/api/${path}`, { method: "POST", headers, body });
    return { status: response.status, text: await response.text() };
  };
  expect((await source.fetch("/api/list_snapshot", {})).status).toBe(401);
  const { text } = await ask("list_snapshot", '{"tableName":"messages"}');
  expect(JSON.parse(text)).toMatchObject({ hasMore: false });
  const since = /"snapshot":(\d+)/.exec(text)![1]!;
  await send(source, "streamed");
  const changed = await ask("document_deltas", `{"cursor": ${since}, "selection": {"_other": "included"}}`);
  expect(JSON.parse(changed.text)).toMatchObject({
    values: [{ _component: "", _table: "messages", _deleted: false, body: "streamed" }],
  });
  const cursor = /"cursor":(\d+)/.exec(changed.text)![1]!;
  const response = await fetch(`${source.cloudUrl}/api/document_deltas?cursor=${cursor}`, { headers });
  expect(await response.json()).toMatchObject({ values: [], hasMore: false });
  const refused = (words: string) => ({ status: 400, text: expect.stringContaining(words) as string });
  for (const selection of ['"messages"', "[]", "0"]) {
    expect(await ask("list_snapshot", `{"selection":${selection}}`)).toEqual(refused("InvalidSelection"));
  }
  expect(await ask("document_deltas", "{}")).toEqual(refused("/api/document_deltas requires a cursor"));
  expect(await ask("document_deltas", '{"cursor":5}')).toEqual(refused("OutOfRetention"));
});

function send(deployment: Deployment, body: string) {
  return deployment.http().mutation(api.messages.send, { room: "x", body });
}

function messagesIn(deployment: Deployment) {
  return deployment.http().query(api.messages.list, { room: "x" });
}

async function idOf(deployment: Deployment, body: string): Promise<string> {
  const paginationOpts = { cursor: null, numItems: 100 };
  const { page } = await deployment.http().query(api.messages.page, { paginationOpts });
  return String(page.find((message) => message.body === body)?._id);
}

async function upload(deployment: Deployment, body: string, type: string): Promise<Id<"_storage">> {
  const url = await deployment.http().mutation(api.files.uploadUrl, {});
  const response = await fetch(url, { method: "POST", body, headers: { "Content-Type": type } });
  return ((await response.json()) as { storageId: Id<"_storage"> }).storageId;
}

/** Creates a row in a component. */
async function limit(deployment: Deployment) {
  const config = { kind: "fixed window", rate: 5, period: 60_000 };
  const call = { path: "lib:rateLimit", componentPath: "rateLimiter", args: { name: "x", config }, format: "json" };
  const response = await deployment.fetch("/api/function", call, AS_ADMIN);
  expect(await response.text()).toContain('"ok":true');
}

async function exportTo(deployment: Deployment, file: string) {
  const { code, out } = await deployment.cli(["export", "--path", file, "--include-file-storage"]);
  expect(out).toContain("Downloaded snapshot export");
  expect(code).toBe(0);
}

function rows(deployment: Deployment, file: string, documents: object[]) {
  return write(deployment, file, documents.map((document) => `${JSON.stringify(document)}\n`).join(""));
}

function write(deployment: Deployment, file: string, text: string) {
  return writeFile(path.join(deployment.app, file), text);
}

/** Returns the files of an archive, with their lines sorted. */
async function contents(file: string): Promise<Record<string, string>> {
  const zip = await openPromise(file);
  const found: Record<string, string> = {};
  for await (const entry of zip.eachEntry()) {
    const chunks: Buffer[] = [];
    for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(chunk as Buffer);
    found[entry.fileName] = Buffer.concat(chunks).toString().split("\n").sort().join("\n");
  }
  zip.close();
  return found;
}
