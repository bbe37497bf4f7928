/** Starts and stops the product with `npm start` and Ctrl+C, on separate ports and in a separate folder. */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";

/** The content of `ready.json`. */
export interface Ready {
  appUrl: string;
  convexUrl: string;
  siteUrl: string;
  mailUrl: string;
  payUrl: string;
  pushUrl: string;
  adminKey: string;
  moderator: { email: string; password: string };
  organiser: { email: string; password: string };
}

export interface Product {
  ready: Ready;
  /** Stops it as Ctrl+C does. Returns how long that took, in milliseconds. */
  stop(): Promise<number>;
  /** Kills it without warning. */
  kill(): Promise<void>;
  /** Returns everything it printed. */
  log(): string;
}

const root = path.dirname(import.meta.dirname);
const START_TIMEOUT_MS = 240_000;

interface ProductOptions {
  dir: string;
  /** Six ports, in the order of `environmentOf`. */
  ports: number[];
  seed?: number;
  settings?: Record<string, string>;
}

/** Returns the environment in which a command runs on a product. */
export function environmentOf({ dir, ports, seed = 0, settings }: ProductOptions): NodeJS.ProcessEnv {
  const [APP_PORT, CONVEX_PORT, SITE_PORT, MAIL_PORT, PAY_PORT, PUSH_PORT] = ports.map(String);
  const addresses = { APP_PORT, CONVEX_PORT, SITE_PORT, MAIL_PORT, PAY_PORT, PUSH_PORT };
  const zone = { FESTIVAL_TIME_ZONE: zoneOf(dir) };
  return { ...process.env, ...zone, ...settings, ...addresses, LOCAL_DIR: dir, SEED: String(seed) };
}

/** `npm start` without npm. Resolves as soon as `ready.json` is there. */
export async function startProduct(options: ProductOptions): Promise<Product> {
  const child = spawn(process.execPath, ["scripts/run.mjs", "start"], {
    cwd: root,
    env: environmentOf(options),
    stdio: ["ignore", "pipe", "pipe"],
  });
  // The product ends with the tests, however they end.
  const stopChild = () => child.kill("SIGTERM");
  process.once("exit", stopChild);
  child.once("exit", () => process.off("exit", stopChild));
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (output += chunk.toString()));

  const file = path.join(options.dir, "ready.json");
  const deadline = Date.now() + START_TIMEOUT_MS;
  // After a kill, the folder holds the old file until the start removes it.
  while (!existsSync(file) || !(await isUp(readReady(file)))) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(`The product did not start.\n${output}`);
    if (Date.now() > deadline) {
      child.kill("SIGKILL");
      throw new Error(`The product was not ready in ${START_TIMEOUT_MS / 1000} s.\n${output}`);
    }
    await wait(50);
  }
  const ready = readReady(file);
  if (ready === null) throw new Error(`${file} is not a complete ready.json`);
  return {
    ready,
    stop: () => endProcess(child, "SIGTERM"),
    kill: async () => void (await endProcess(child, "SIGKILL")),
    log: () => output,
  };
}

/** Returns the time zone of a data folder and its copies. The first start chooses it: a later change takes minutes to be seen. */
function zoneOf(dir: string): string {
  const file = path.join(dir, "zone.txt");
  if (existsSync(file)) return readFileSync(file, "utf8");
  const zone = zoneInAfternoon();
  mkdirSync(dir, { recursive: true });
  writeFileSync(file, zone);
  return zone;
}

/**
 * Returns a time zone in which it is afternoon. At night notifications wait, at four the festival's day changes, and at 13:00 members are
 * mailed about new likes.
 */
function zoneInAfternoon(): string {
  const hourIn = (timeZone: string) =>
    Number(new Intl.DateTimeFormat("en-GB", { hour: "2-digit", timeZone }).format(Date.now()));
  const zones = [
    "Asia/Kolkata",
    "Europe/Paris",
    "America/New_York",
    "Pacific/Honolulu",
    "Pacific/Auckland",
    "Asia/Tokyo",
  ];
  return zones.find((zone) => hourIn(zone) >= 14 && hourIn(zone) < 20) ?? "Asia/Kolkata";
}

/** Starts a product on free ports from `from` on, in a copy of the prepared folder. Its stop deletes the copy. */
export async function startFresh(from: number): Promise<{ ready: Ready; stop(): Promise<void> }> {
  const dir = await freshFolder();
  const product = await startProduct({ dir, ports: await freePorts(from, 6), seed });
  const stop = async () => {
    await product.stop();
    await rm(dir, { recursive: true, force: true });
  };
  return { ready: product.ready, stop };
}

/** Copies the prepared data folder. Returns the copy. */
export async function freshFolder(): Promise<string> {
  const dir = await mkdtemp(path.join(tmpdir(), "e2e-"));
  await cp(process.env.E2E_PREPARED ?? "", dir, { recursive: true });
  return dir;
}

/**
 * Starts a product for the first time and stops it. The tests' products start from copies of its folder, because pushing functions and
 * creating the staff takes most of a first start. `E2E_PREPARED` names a folder that the steps of `npm test` share. Returns the clean-up.
 */
export async function prepareProduct(): Promise<() => Promise<void>> {
  const shared = process.env.E2E_PREPARED;
  const dir = shared ?? (await mkdtemp(path.join(tmpdir(), "e2e-prepared-")));
  process.env.E2E_PREPARED = dir;
  if (!existsSync(path.join(dir, "done.json"))) {
    const product = await startProduct({ dir, ports: await freePorts(workerPort(0), 6), seed });
    await product.stop();
  }
  return async () => void (shared === undefined && (await rm(dir, { recursive: true, force: true })));
}

const seed = Number(process.env.E2E_SEED ?? 0);

/**
 * Returns the first port of a browser test worker. REST tests use the same ports, because a page is built for its
 * addresses and then serves both.
 */
export function workerPort(worker: number): number {
  return Number(process.env.E2E_PORT ?? 5300) + 20 * worker;
}

/** Returns the first `count` free ports from `from` on, so that parallel runs use different ones. */
export async function freePorts(from: number, count: number): Promise<number[]> {
  const ports: number[] = [];
  for (let port = from; ports.length < count && port < from + 200; port++) {
    if (await isFree(port)) ports.push(port);
  }
  return ports;
}

function readReady(file: string): Ready | null {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as Ready;
  } catch {
    return null;
  }
}

async function isUp(ready: Ready | null) {
  if (ready === null) return false;
  return fetch(ready.appUrl).then(
    (response) => response.ok,
    () => false,
  );
}

async function endProcess(child: ChildProcess, signal: NodeJS.Signals) {
  const startedAt = Date.now();
  if (child.exitCode === null && child.signalCode === null) {
    child.kill(signal);
    await once(child, "exit");
  }
  return Date.now() - startedAt;
}

function isFree(port: number) {
  return new Promise<boolean>((resolve) => {
    const probe = createServer()
      .once("error", () => resolve(false))
      .once("listening", () => probe.close(() => resolve(true)))
      .listen(port, "127.0.0.1");
  });
}
