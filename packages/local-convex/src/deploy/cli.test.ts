import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { api } from "../../testing/api";
import { ADMIN_KEY, AS_ADMIN, Deployment } from "../../testing/deployment";

const JWKS = 'data:application/json,{"keys":[]}';
const DEPLOY = ["deploy", "--typecheck", "disable"];
let deployment: Deployment;

// The CLI bundles, which is slow on a busy machine.
vi.setConfig({ testTimeout: 90_000 });

beforeAll(async () => {
  deployment = await Deployment.create();
}, 60_000);

afterAll(() => deployment.remove(), 60_000);

test("a push without a variable that auth.config needs names it and deploys nothing", async () => {
  const { code, out } = await deployment.cli(["dev", "--once", "--typecheck", "disable"]);
  expect(out).toContain("CUSTOM_JWKS");
  expect(code).not.toBe(0);
  expect(await isPushed()).toBe(false);
});

test("variables are set, listed and removed", async () => {
  expect((await deployment.cli(["env", "set", "CUSTOM_JWKS", JWKS])).code).toBe(0);
  await deployment.setEnvironment({ SPARE: "a b\nc" });
  expect((await deployment.cli(["env", "remove", "SPARE"])).code).toBe(0);
  const { out } = await deployment.cli(["env", "list"]);
  expect(out).toContain(JWKS);
  expect(out).not.toContain("SPARE");
});

test("codegen writes types and deploys nothing", async () => {
  const { code, out } = await deployment.cli(["codegen", "--typecheck", "disable"]);
  expect(out).not.toContain("rror");
  expect(code).toBe(0);
  const types = await readFile(path.join(deployment.app, "convex/_generated/api.d.ts"), "utf8");
  expect(types).toContain('import type * as messages from "../messages.js"');
  expect(types).toContain("rateLimiter");
  expect(await isPushed()).toBe(false);
});

test("dev --once deploys and writes the deployment's address to .env.local", async () => {
  const { code, out } = await deployment.cli(["dev", "--once", "--typecheck", "disable"]);
  expect(out).toContain("Convex functions ready");
  expect(code).toBe(0);
  expect(await readFile(path.join(deployment.app, ".env.local"), "utf8")).toContain(deployment.siteUrl);
  expect(await deployment.http().query(api.messages.list, { room: "x" })).toEqual([]);
});

test("run calls public and internal functions, with arguments and with an identity", async () => {
  expect((await deployment.cli(["run", "messages:send", '{"room":"cli","body":"hello"}'])).code).toBe(0);
  expect((await deployment.cli(["run", "messages:count"])).out).toContain("1");
  const { out } = await deployment.cli(["run", "messages:me", "--identity", '{"subject":"asha","name":"Asha"}']);
  expect(out).toContain('"name": "Asha"');
});

test("data lists tables and their rows", async () => {
  expect((await deployment.cli(["data"])).out).toContain("messages");
  expect((await deployment.cli(["data", "messages"])).out).toContain('"hello"');
});

test("function-spec lists functions and routes", async () => {
  const { code, out } = await deployment.cli(["function-spec"]);
  expect(out).toContain('"messages.js:send"');
  expect(out).toContain('"/echo"');
  expect(code).toBe(0);
});

test("logs shows the lines that functions printed before, and new ones as they run", async () => {
  await deployment.http().mutation(api.messages.send, { room: "cli", body: "before" });
  const logs = deployment.spawnCli(["logs", "--history", "1"]);
  let out = "";
  logs.stdout?.on("data", (chunk) => (out += String(chunk)));
  await vi.waitFor(() => expect(out).toContain("'before'"), { timeout: 30_000 });
  await deployment.http().mutation(api.messages.send, { room: "cli", body: "later" });
  await vi.waitFor(() => expect(out).toContain("'later'"), { timeout: 10_000 });
  logs.kill();
});

test("a deploy is refused if a variable that convex.config requires is not set", async () => {
  const env = '{ env: { COLOUR: v.union(v.literal("red"), v.literal("blue")), SPARE: v.optional(v.string()) } }';
  await edit("convex.config.ts", (text) => {
    return `import { v } from "convex/values";\n${text.replace("defineApp()", `defineApp(${env})`)}`;
  });
  const { code, out } = await deployment.cli(DEPLOY);
  expect(out).toContain("Environment variable COLOUR is declared as required");
  expect(out).not.toContain("SPARE");
  expect(code).not.toBe(0);
  await deployment.setEnvironment({ COLOUR: "red", SPARE: "x" });
});

test("a deploy reaches open clients at once, and a declared variable must match its validator", async () => {
  const client = deployment.client();
  const seen: unknown[] = [];
  await deployment.setEnvironment({ GREETING: "good evening" });
  client.onUpdate(api.messages.setting, {}, (value) => seen.push(value));
  await vi.waitFor(() => expect(seen).toEqual(["good evening"]));

  await edit("messages.ts", (text) => text.replace("process.env.GREETING ?? null", '"changed"'));
  const { code, out } = await deployment.cli(DEPLOY);
  expect(out).toContain("Deployed Convex functions");
  expect(code).toBe(0);
  await vi.waitFor(() => expect(seen).toEqual(["good evening", "changed"]));

  expect((await deployment.cli(["env", "set", "COLOUR", "green"])).out).toContain(
    "COLOUR does not match the validator",
  );
  await expect(deployment.setEnvironment({ COLOUR: null })).rejects.toThrow("COLOUR cannot be removed");
  await deployment.setEnvironment({ COLOUR: "blue", SPARE: null });
});

test("a dry run changes nothing, and neither does a deploy whose schema the documents do not match", async () => {
  await edit("messages.ts", (text) => text.replace('"changed"', '"tried"'));
  expect((await deployment.cli([...DEPLOY, "--dry-run"])).code).toBe(0);
  await edit("schema.ts", (text) => text.replace("body: v.string()", "body: v.number()"));
  const { code, out } = await deployment.cli(DEPLOY);
  await edit("schema.ts", (text) => text.replace("body: v.number()", "body: v.string()"));
  expect(out).toContain("Schema validation failed");
  expect(out).toContain("messages");
  expect(code).not.toBe(0);
  expect(await deployment.http().query(api.messages.setting, {})).toBe("changed");
});

test("the network test passes, and /version names the product", async () => {
  const target = ["--url", deployment.cloudUrl, "--admin-key", ADMIN_KEY];
  const { code, out } = await deployment.cli(["network-test", ...target]);
  expect(out).toContain("OK: WebSocket connection established");
  expect(out).toContain("OK: echo 4");
  expect(code).toBe(0);
  expect(await (await fetch(`${deployment.cloudUrl}/version`)).text()).toMatch(/^local-convex \d/);
});

test("dev pushes saved files and survives a syntax error, and an undeclared variable can be removed", async () => {
  await edit("convex.config.ts", (text) => text.replace(/defineApp\(.*\)/, "defineApp()"));
  const dev = deployment.spawnCli(["dev", "--typecheck", "disable"]);
  let out = "";
  for (const stream of [dev.stdout, dev.stderr]) stream?.on("data", (chunk) => (out += String(chunk)));
  await vi.waitFor(() => expect(out).toContain("Convex functions ready"), { timeout: 30_000 });
  await edit("messages.ts", (text) => `${text}\nthis is not code`);
  await vi.waitFor(() => expect(out).toContain("ERROR"), { timeout: 30_000 });
  await edit("messages.ts", (text) => text.replace("this is not code", "").replace('"tried"', '"saved"'));
  const setting = () => deployment.http().query(api.messages.setting, {});
  await vi.waitFor(async () => expect(await setting()).toBe("saved"), { timeout: 30_000 });
  dev.kill();
  await deployment.setEnvironment({ COLOUR: null });
});

test("the pushed functions and the variables survive a kill", async () => {
  await deployment.kill();
  await deployment.start();
  expect(await deployment.http().query(api.messages.setting, {})).toBe("saved");
  expect((await deployment.cli(["env", "get", "GREETING"])).out).toContain("good evening");
});

test("a command with a wrong admin key is refused and changes nothing", async () => {
  const { code, out } = await deployment.cli(["env", "set", "GREETING", "x"], {
    CONVEX_SELF_HOSTED_ADMIN_KEY: "fixture|another key",
  });
  expect(out).toContain("deploy key was invalid");
  expect(code).not.toBe(0);
  expect(await deployment.environment()).toMatchObject({ GREETING: "good evening" });
});

async function edit(file: string, change: (text: string) => string) {
  const full = path.join(deployment.app, "convex", file);
  await writeFile(full, change(await readFile(full, "utf8")));
}

async function isPushed(): Promise<boolean> {
  const call = { path: "messages:list", args: { room: "x" } };
  const answer = await (await deployment.fetch("/api/query", call, AS_ADMIN)).text();
  return !answer.includes("Could not find function");
}
