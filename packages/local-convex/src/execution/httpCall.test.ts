/** HTTP actions that fail while they load, respond, or never end. */
import { afterEach, expect, test, vi } from "vitest";
import { coreOfFile } from "../../testing/coreOfFile";
import type { HttpCall } from "../contract/core";
import { handleHttp } from "./httpCall";
import type { ActionHost } from "./invoke";

const t = coreOfFile({
  "http.ts": `
import { httpActionGeneric as httpAction, httpRouter } from "convex/server";
if (process.env.BROKEN) throw new Error("a bug outside all routes");
const http = httpRouter();
http.route({ path: "/half", method: "GET", handler: httpAction(async () => {
  let sent = false;
  return new Response(new ReadableStream({ pull(controller) {
    if (sent) throw new Error("a bug in the middle");
    sent = true;
    controller.enqueue(new TextEncoder().encode("half"));
  } }));
}) });
http.route({ path: "/waits", method: "GET", handler: httpAction(async (ctx) => new Response(new ReadableStream({
  pull: () => new Promise(() => undefined),
  cancel: async () => console.log("nobody reads", await ctx.runQuery("notes:one")),
}))) });
export default http;
`,
  "notes.ts": `
import { queryGeneric as query } from "convex/server";
export const one = query({ args: {}, handler: async () => 1 });
`,
});

const callTo = (path: string): HttpCall => {
  const url = `http://127.0.0.1${path}`;
  return { method: "GET", url, headers: [], body: null, identity: null, requestId: "test", redact: true };
};

afterEach(() => void vi.useRealTimers());

test("a response that fails in the middle is broken off, not ended", async () => {
  const { status, body } = await t.core.http(callTo("/half"));
  const received: string[] = [];
  const reading = async () => {
    for await (const chunk of body) received.push(Buffer.from(chunk).toString());
  };
  await expect(reading()).rejects.toThrow("a bug in the middle");
  expect([status, received]).toEqual([200, ["half"]]);
});

test("a response whose client disconnects ends at once, even between its parts", async () => {
  (await t.core.http(callTo("/waits"))).cancel();
  await vi.waitFor(() => expect(t.logs).toContainEqual("[LOG] 'nobody reads' 1"));
});

test("while the routes cannot be loaded, each request gets an error, and the log has the reason", async () => {
  await t.core.setEnvironment([{ name: "BROKEN", value: "yes" }]);
  expect((await t.core.http(callTo("/half"))).status).toBe(500);
  await vi.waitFor(() => expect(t.logs).toContainEqual(expect.stringContaining("a bug outside all routes")));
});

test("after ten minutes a route that never responds fails, and a response that never ends is cancelled", async () => {
  vi.useFakeTimers();
  const events: unknown[] = [];
  const note = (event: unknown) => void events.push(event);
  const hostOf = (respond: () => Promise<Response>) => ({
    project: {
      instance: () => ({ definitionPath: "", children: {} }),
      state: { analysis: { "": { functions: { "http.js": {} } } } },
      module: async () => ({ default: { lookup: () => [{ invokeHttpAction: respond }] } }),
    },
    log: () => undefined,
  });
  const sink = { head: note, chunk: () => undefined, end: () => undefined, fail: () => note("failed") };
  const endless = { pull: () => new Promise<void>(() => undefined), cancel: () => note("cancelled") };
  const routes = [() => new Promise<Response>(() => undefined), async () => new Response(new ReadableStream(endless))];
  const handled = routes.map((respond) =>
    handleHttp(hostOf(respond) as unknown as ActionHost, callTo("/"), {
      ...sink,
      signal: new AbortController().signal,
    }),
  );
  await vi.advanceTimersByTimeAsync(599_000);
  expect(events).toEqual([200]);
  await vi.advanceTimersByTimeAsync(1_000);
  await Promise.all(handled);
  expect(events.slice(1).toSorted()).toEqual([500, "cancelled", "failed"]);
});
