import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { Deployment } from "./deployment";

const restarted = "The functions were restarted during this call. It may or may not have taken effect.";
let root: string;
let server: Server;
/** How many more responses are 503 before requests succeed. */
let restarts = 0;
let logged: string[];
let pauses: number[];
let deployment: Deployment;

beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), "push-"));
  // Fails as the stock command line does, as often as the deployment's functions restart.
  await mkdir(path.join(root, "node_modules/convex/bin"), { recursive: true });
  await writeFile(path.join(root, "package.json"), '{"type":"module"}');
  await writeFile(
    path.join(root, "node_modules/convex/bin/main.js"),
    `const answer = await fetch(process.env.CONVEX_SELF_HOSTED_URL + "/api/deploy2/start_push", { method: "POST" });
     if (answer.ok) process.exit(0);
     console.error("Error: Unable to start push to " + answer.url + "\\n✖ Error fetching POST start_push " + answer.status + " " + answer.statusText + ": " + (await answer.text()));
     process.exit(1);`,
  );
  server = createServer((request, response) => {
    request.resume();
    if (restarts-- <= 0) return void response.end('{"status":"success","value":7}');
    response.writeHead(503).end(JSON.stringify({ code: "ServiceUnavailable", message: restarted }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  [logged, pauses] = [[], []];
  deployment = new Deployment(
    url,
    "key",
    root,
    (line) => logged.push(line),
    async (ms) => void pauses.push(ms),
  );
});

afterEach(async () => {
  server.close();
  await rm(root, { recursive: true });
});

test("a push during which the functions restart is retried after growing pauses, and logs each retry", async () => {
  restarts = 2;
  await deployment.push();

  expect(pauses).toEqual([1_000, 2_000]);
  expect(logged).toHaveLength(2);
  expect(logged[0]).toBe("This machine is very busy: the functions had to start again. Trying again in 1 s (2 of 5)…");
});

test("a call during which the functions restart is retried too", async () => {
  restarts = 3;
  expect(await deployment.call("moderator:create", {})).toBe(7);
  expect(pauses).toEqual([1_000, 2_000, 4_000]);
});

test("a push gives up after five attempts, with the deployment's error", async () => {
  restarts = 99;
  await expect(deployment.push()).rejects.toThrow(restarted);
  expect(pauses).toEqual([1_000, 2_000, 4_000, 8_000]);
});

test("a push that fails for any other reason is not retried", async () => {
  await writeFile(
    path.join(root, "node_modules/convex/bin/main.js"),
    'console.error("no such table"); process.exit(1);',
  );
  await expect(deployment.push()).rejects.toThrow("no such table");
  expect(logged).toEqual([]);
});
