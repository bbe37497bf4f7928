/** The two servers under test: starts them, fills them with members, and stops them. */
import { fork, type ChildProcess } from "node:child_process";
import { rmSync } from "node:fs";
import { cp, mkdir } from "node:fs/promises";
import path from "node:path";
import { openReadOnly } from "local-convex/driver";
import type { FunctionArgs, FunctionReturnType, FunctionType } from "convex/server";
import { api } from "../../convex/_generated/api";
import type { Mark } from "local-convex/testing/marks";
import {
  adminKey,
  createApplicants,
  bench,
  call,
  deploy,
  fill,
  push,
  type Addresses,
  type AnyFunction,
  type CreatedPerson,
  type PushOptions,
} from "./pushing";
import type { Side } from "./workloads";

export interface Running {
  side: Side;
  pid: number;
  call: AdminCall;
  /** Returns a token for a person and session that the bench's functions created. */
  sign(person: CreatedPerson): Promise<string>;
  /** Creates a moderator or organiser. Returns their token. */
  staff(kind: "moderator" | "organiser"): Promise<string>;
  /** Ends the process with SIGKILL. */
  kill(): Promise<void>;
  /** Restarts it after a kill, on the same files. */
  restart(): Promise<void>;
  collect(): Promise<void>;
  /** Returns the marks since the last call, from a server with marks. */
  marks(): Promise<Mark[]>;
  stop(): Promise<void>;
}

/** Calls any function, also internal ones. */
type AdminCall = <Type extends FunctionType, F extends AnyFunction<Type>>(
  type: Type,
  fn: F & AnyFunction<Type>,
  args: FunctionArgs<F>,
) => Promise<FunctionReturnType<F>>;

export type Floor = Pick<Running, "side" | "pid" | "stop">;

/** The folder of the built bench, and the checkout that it was built from. */
export interface BenchPaths {
  built: string;
  root: string;
}

export interface StartOptions extends PushOptions {
  execArgv?: string[];
  /** How many members ever connect. Default: the usual number. */
  connecting?: number;
  /** The program that starts the deployment. Default: `ourServer.js`. */
  server?: string;
}

export async function startFloor({ built }: BenchPaths, dir: string, port: number, count: number): Promise<Floor> {
  await mkdir(dir, { recursive: true });
  const argv = [path.join(dir, "floor.db"), String(port), String(count)];
  const { child } = await startProcess(path.join(built, "floorServer.js"), argv);
  const url = `http://127.0.0.1:${port}`;
  const members = Array.from({ length: count }, (_, n) => ({ id: String(n), token: unsigned(String(n)) }));
  const applicants = Array.from({ length: APPLICANTS }, (_, n) => String(count + n));
  const side = {
    name: "floor",
    url,
    siteUrl: url,
    members,
    applicants: applicants.map((id) => ({ id, token: unsigned(id) })),
    moderator: unsigned("-1"),
  };
  return { side, pid: child.pid!, stop: () => stopProcess(child) };
}

/** Starts the product on the local deployment with `count` members, created in bulk. Port 0: any. Its files stay in `dir`. */
export async function startOurs(
  paths: BenchPaths,
  dir: string,
  port: number,
  count: number,
  options: StartOptions = {},
): Promise<Running> {
  const project = path.join(dir, "project");
  const first = await ourServer(paths, dir, port, options);
  const { url, siteUrl } = first.addresses;
  let { child } = first;
  const sign = await push(paths.root, project, first.addresses, options);
  const members = await fill(url, count, options.connecting ?? CONNECTING, options.hasQuotas ? 2 : 4, sign);
  const applicants = await createApplicants(url, count, APPLICANTS, sign);
  const staff = async (kind: "moderator" | "organiser") =>
    await sign(await call(url, "mutation", bench.staff, { kind }));
  const moderator = await staff("moderator");
  return {
    side: { name: "ours", url, siteUrl, members, applicants, moderator },
    get pid() {
      return child.pid!;
    },
    call: (type, fn, args) => call(url, type, fn, args),
    sign,
    staff,
    kill: () => killProcess(child),
    restart: async () => void ({ child } = await ourServer(paths, dir, port, options)),
    collect: async () => {
      await call(url, "mutation", bench.collect, {});
      await request(child, "collect");
    },
    marks: async () => (await request(child, "marks")) as Mark[],
    stop: () => stopProcess(child),
  };
}

/** Starts a small app on the local deployment. `files`: by their names in its functions folder. */
export async function startApp(
  paths: BenchPaths,
  dir: string,
  port: number,
  files: Record<string, string>,
): Promise<Pick<Running, "call" | "stop">> {
  const functions = path.join(dir, "project/convex");
  const { child, addresses } = await ourServer(paths, dir, port, {});
  await mkdir(functions, { recursive: true });
  for (const [name, file] of Object.entries(files)) await cp(path.join(paths.root, file), path.join(functions, name));
  await deploy(paths.root, path.join(dir, "project"), addresses.url);
  return { call: (type, fn, args) => call(addresses.url, type, fn, args), stop: () => stopProcess(child) };
}

/**
 * Returns the time (ms) of a start on the data that `startOurs` left in `dir`, from the spawn to a function's first response. `clean`:
 * stops it afterwards. Otherwise ends it as a crash would.
 */
export async function coldStart(paths: BenchPaths, dir: string, port: number, { clean = false } = {}): Promise<number> {
  const start = performance.now();
  const { child, addresses } = await ourServer(paths, dir, port, {});
  // The call has no token and is refused, but only after modules, guards and database have been loaded.
  await call(addresses.url, "query", api.profiles.me, {}).catch(() => undefined);
  const time = performance.now() - start;
  if (clean) child.kill("SIGTERM");
  await (clean ? untilExit(child) : stopProcess(child));
  return time;
}

/** Returns the number of documents that a stopped deployment left in `dir`. */
export function documentsIn(dir: string): number {
  const file = path.join(dir, "data/data.sqlite");
  const driver = openReadOnly(file);
  const tables = driver.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name GLOB 'd[0-9]*'").all();
  const counts = tables.map(([name]) => Number(driver.prepare(`SELECT count(*) FROM ${String(name)}`).get()![0]));
  driver.close();
  // Only read-only openers create this index of the log. A writer has its own.
  rmSync(`${file}-shm`, { force: true });
  return counts.reduce((sum, count) => sum + count, 0);
}

/** Number of people who wait for a moderator. */
const APPLICANTS = 250;
const CONNECTING = 3_000;

function ourServer(
  { built }: BenchPaths,
  dir: string,
  port: number,
  { execArgv = [], server = "ourServer.js" }: StartOptions,
): Promise<StartedServer> {
  const argv = [path.join(dir, "data"), String(port), path.join(dir, "project"), adminKey];
  // `npm start` sets the second option, too.
  return startProcess(path.join(built, server), argv, ["--expose-gc", "--max-semi-space-size=2", ...execArgv]);
}

interface StartedServer {
  child: ChildProcess;
  addresses: Addresses;
}

function startProcess(file: string, args: string[], execArgv: string[] = []): Promise<StartedServer> {
  const child = fork(file, args, { stdio: ["ignore", "ignore", "inherit", "ipc"], execArgv });
  return new Promise((resolve, reject) => {
    child.once("message", (addresses) => resolve({ child, addresses: addresses as Addresses }));
    child.once("exit", (code) => reject(new Error(`${path.basename(file)} ended with ${String(code)}`)));
  });
}

function untilExit(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => child.once("exit", () => resolve()));
}

function request(child: ChildProcess, message: string): Promise<unknown> {
  return new Promise((resolve) => {
    child.once("message", resolve);
    child.send(message);
  });
}

function killProcess(child: ChildProcess): Promise<void> {
  child.kill("SIGKILL");
  return untilExit(child);
}

/** Ends a process, by disconnecting from it. */
export function stopProcess(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (!child.connected) return resolve();
    child.once("exit", () => resolve());
    child.disconnect();
  });
}

/** Returns a token without a signature: the floor checks none, and the stock client only reads its contents. */
function unsigned(sub: string): string {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const now = Math.floor(Date.now() / 1_000);
  return `${part({ alg: "none" })}.${part({ sub, iat: now, exp: now + 21_600 })}.x`;
}
