import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdir, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { createInterface } from "node:readline";
import { ConvexHttpClient } from "convex/browser";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { api } from "../testing/api";
import { copyOfApp, ended, spawnConvex, type Ran } from "../testing/deployment";
import { main } from "./cli";

const command = path.join(import.meta.dirname, "../bin/local-convex.mjs");

let folders: { dir: string; app: string };
let server: { process: ChildProcess; env: Record<string, string> };

beforeAll(async () => {
  folders = await copyOfApp("command");
  server = await start();
});

afterAll(async () => {
  server.process.kill("SIGKILL");
  await rm(folders.dir, { recursive: true, force: true });
});

test("the stock command line works with the two settings that the start prints", async () => {
  const convex = (...args: string[]) => ended(spawnConvex(folders.app, args, { HOME: folders.dir, ...server.env }));
  // The fixture's auth.config needs it.
  expect(await convex("env", "set", "CUSTOM_JWKS", 'data:application/json,{"keys":[]}')).toMatchObject({ code: 0 });
  expect(await convex("dev", "--once", "--typecheck", "disable")).toMatchObject({ code: 0 });
  expect(await convex("run", "messages:send", '{"room":"a","body":"hello"}')).toMatchObject({ code: 0 });
  expect(await messages()).toEqual(["hello"]);
});

test("only the owner can read the data folder and the admin key", async () => {
  const modeOf = async (name: string) => (await stat(path.join(folders.app, ".local-convex", name))).mode & 0o777;
  expect(await modeOf("")).toBe(0o700);
  expect(await modeOf("adminKey")).toBe(0o600);
});

test("a second start on the same folder is refused with an explanation", async () => {
  const refused = { code: 1, out: expect.stringMatching(/^\S+\.local-convex is in use .*\.\n$/) };
  expect(await runInProcess("--port", "0", "--site-port", "0")).toEqual(refused);
});

test("a start on a port in use fails and names the port", async () => {
  const { port } = new URL(server.env.CONVEX_SELF_HOSTED_URL!);
  expect(await ended(run("--dir", ".other", "--port", port, "--site-port", "0"))).toEqual({
    code: 1,
    out: `Port ${port} is in use. Stop what uses it, or name another: --port, --site-port.\n`,
  });
});

test("a start on a damaged database prints one sentence and ends", async () => {
  await mkdir(path.join(folders.app, ".damaged"));
  await writeFile(path.join(folders.app, ".damaged/data.sqlite"), "This is not a database.");
  expect(await ended(run("--dir", ".damaged", "--port", "0", "--site-port", "0"))).toEqual({
    code: 1,
    out: expect.stringMatching(/^\S+data\.sqlite is damaged .* Nothing was changed\. .*\n$/),
  });
});

test.each([
  [["--prot", "1"], /^Unknown option '--prot'.* See --help\.\n$/],
  [["--port", "many"], /^--port must be a port from 0 to 65535, not many\.\n$/],
  [["here"], /^Unexpected argument 'here'.* See --help\.\n$/],
])("the arguments %j are refused with an explanation", async (args, sentence) => {
  expect(await runInProcess("--dir", ".other", ...args)).toEqual({ code: 1, out: expect.stringMatching(sentence) });
});

test("--help prints the usage and starts nothing", async () => {
  const help = { code: 0, out: expect.stringContaining("npx local-convex [--port 3210]") };
  expect(await runInProcess("--help", "--dir", ".never")).toEqual(help);
  expect(existsSync(path.join(folders.app, ".never"))).toBe(false);
});

test("SIGTERM stops the deployment cleanly, and the next start has the same key and data", async () => {
  server.process.kill("SIGTERM");
  expect(await once(server.process, "exit")).toEqual([0, null]);
  const { CONVEX_SELF_HOSTED_ADMIN_KEY: key } = server.env;

  server = await start();
  expect(server.env.CONVEX_SELF_HOSTED_ADMIN_KEY).toBe(key);
  expect(await messages()).toEqual(["hello"]);
});

function messages(): Promise<string[]> {
  return new ConvexHttpClient(server.env.CONVEX_SELF_HOSTED_URL!).query(api.messages.list, { room: "a" });
}

/** Runs the command in this process. Returns its exit code and output. */
async function runInProcess(...args: string[]): Promise<Ran> {
  let out = "";
  for (const method of ["log", "error"] as const) {
    vi.spyOn(console, method).mockImplementation((line) => void (out += `${line}\n`));
  }
  const code = await main(args, folders.app, () => Promise.reject(new Error("It has not started.")));
  return { code, out };
}

/** Runs the command in a separate process. */
function run(...args: string[]): ChildProcess {
  return spawn(process.execPath, [command, ...args], { cwd: folders.app, stdio: ["ignore", "pipe", "pipe"] });
}

/** Starts the command on free ports. Returns its process and the two settings that it prints. */
async function start() {
  const child = run("--port", "0", "--site-port", "0");
  const lines = createInterface({ input: child.stdout! })[Symbol.asyncIterator]();
  const env: Record<string, string> = {};
  for (let count = 0; count < 2; count++) {
    const { value } = await lines.next();
    const [, name, setting] = /^(\w+)='?(.*?)'?$/.exec(String(value))!;
    env[name!] = setting!;
  }
  return { process: child, env };
}
