import { createHash } from "node:crypto";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { api } from "../../testing/api";
import { AS_ADMIN, sharedDeployment, type Deployment } from "../../testing/deployment";

const MiB = 1024 * 1024;
const bytesOf = (size: number) => new TextEncoder().encode("x".repeat(size)).buffer;
let deployment: Deployment;

beforeAll(async () => {
  ({ deployment } = await sharedDeployment());
}, 120_000);

afterAll(() => deployment.closeClients());

test.each([
  ["few bytes", 10],
  ["many bytes", 3 * MiB],
])("an action with %s can use every feature, over HTTP and over a socket", async (_, size) => {
  for (const client of [deployment.http(), deployment.client()]) {
    const room = crypto.randomUUID();
    const published = await client.action(api.large.publish, { bytes: bytesOf(size), room, busyMs: 0 });
    expect(published).toMatchObject({ stored: "xxxx", who: null, room: ["begun", "done"] });
    expect(published.refused).toEqual({ code: "REFUSED", room });
    await vi.waitFor(async () => {
      expect(await deployment.http().query(api.messages.list, { room })).toEqual(["begun", "done", "scheduled"]);
    });
    const url = (await deployment.http().query(api.files.url, { id: published.file })) as string;
    const file = await fetch(url);
    expect((await file.arrayBuffer()).byteLength).toBe(size);
    expect(file.headers.get("content-type")).toBe("text/plain");
  }
});

test("while an action with many bytes keeps its thread busy, other calls get their responses", async () => {
  const busy = deployment.http().action(api.large.publish, { bytes: bytesOf(MiB), room: "busy", busyMs: 4_000 });
  await vi.waitFor(async () => {
    expect(await deployment.http().query(api.messages.list, { room: "busy" })).toEqual(["begun"]);
  }, 30_000);
  await deployment.http().mutation(api.messages.send, { room: "others", body: "meanwhile" });
  expect(await deployment.http().query(api.messages.list, { room: "others" })).toEqual(["meanwhile"]);
  const answeredAt = Date.now();
  expect(answeredAt).toBeLessThan((await busy).freeAt);
});

test("a route with a large body sends its whole response, and reads the caller's identity", async () => {
  const body = Buffer.alloc(2 * MiB, "abc");
  for (const address of [`${deployment.siteUrl}/echo`, `${deployment.cloudUrl}/http/echo`]) {
    const response = await fetch(address, {
      method: "POST",
      body,
      headers: { authorization: `${AS_ADMIN}:${Buffer.from('{"subject":"asha"}').toString("base64")}` },
    });
    expect([response.status, response.headers.get("x-subject")]).toEqual([201, "asha"]);
    expect(response.headers.getSetCookie()).toEqual(["a=1", "b=2"]);
    const answered = Buffer.from(await response.arrayBuffer());
    expect(createHash("sha256").update(answered).digest("hex")).toBe(createHash("sha256").update(body).digest("hex"));
  }
});

test("a large action's arguments are checked and its failures reported like a small one's", async () => {
  const file = await deployment.http().action(api.large.publish, { bytes: bytesOf(3), room: "ids", busyMs: 0 });
  const padding = "y".repeat(MiB);
  const call = async (path: string, args: object) =>
    (await (await deployment.fetch("/api/action", { path, args }, AS_ADMIN)).json()) as object;
  for (const id of [file.file, "no id"]) {
    const small = await call("large:mistaken", { id, padding: "" });
    const large = await call("large:mistaken", { id, padding });
    for (const response of [small, large]) {
      expect(response).toMatchObject({
        status: "error",
        errorMessage: expect.stringContaining("ArgumentValidationError"),
      });
    }
  }
  expect(await call("large:refuse", { padding })).toMatchObject({ errorData: { code: "REFUSED" } });
  expect(await call("large:none", { padding })).toMatchObject({
    errorMessage: expect.stringContaining("Could not find"),
  });
});

test("a large action still works after a push", async () => {
  await deployment.push();
  const room = crypto.randomUUID();
  const published = await deployment.http().action(api.large.publish, { bytes: bytesOf(MiB), room, busyMs: 0 });
  expect(published.room).toEqual(["begun", "done"]);
});
