import { spawn, type ChildProcess } from "node:child_process";
import { cp, mkdir, mkdtemp, rm } from "node:fs/promises";
import path from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { ConvexClient, ConvexHttpClient } from "convex/browser";
import WebSocket from "ws";
import type { DeploymentOptions } from "../src/deployment";

/** What a finished command said. */
export interface Ran {
  code: number | null;
  out: string;
}

/** Options of `startDeployment` that a test sets. */
export type Settings = Pick<Partial<DeploymentOptions>, "pages">;

const root = path.resolve(import.meta.dirname, "../../..");
// What the `convex` command imports. Started directly, without a search through its six megabytes for names to import, it is there in half the time.
const cliPath = path.join(root, "node_modules/convex/dist/cli.bundle.cjs");
export const ADMIN_KEY = "fixture|a key for tests";

/** What a browser has by itself. */
export const webSocketConstructor = WebSocket as unknown as typeof globalThis.WebSocket;

/** The fixture app on a deployment of its own, driven by the stock CLI and clients. */
export class Deployment {
  readonly dir: string;
  readonly app: string;
  readonly #settings: Settings;
  cloudUrl = "";
  siteUrl = "";
  log = "";
  #process: ChildProcess | null = null;
  readonly #clients: ConvexClient[] = [];

  private constructor(dir: string, app: string, settings: Settings) {
    this.dir = dir;
    this.app = app;
    this.#settings = settings;
  }

  /** On a copy of one of the apps beside this file. */
  static async create(settings: Settings = {}, fixture = "app"): Promise<Deployment> {
    const { dir, app } = await copyOfApp("deployment", fixture);
    const deployment = new Deployment(dir, app, settings);
    await bundle(path.join(dir, "build"));
    await deployment.start();
    return deployment;
  }

  /** A deployment with the fixture's variables set and its app pushed. */
  static async createPushed(settings: Settings = {}): Promise<Deployment> {
    const deployment = await Deployment.create(settings);
    await deployment.setEnvironment({ CUSTOM_JWKS: 'data:application/json,{"keys":[]}', SIGNING_KEY: "{}" });
    await deployment.push();
    return deployment;
  }

  /** Starts the server, after a first time on the same ports. */
  async start(): Promise<void> {
    const [port, sitePort] = [portOf(this.cloudUrl), portOf(this.siteUrl)];
    const where = { dir: path.join(this.dir, "data"), projectDir: this.app, port, sitePort };
    const options = { ...where, adminKey: ADMIN_KEY, ...this.#settings };
    const script = path.join(this.dir, "build/serve.js");
    const child = spawn(process.execPath, ["--enable-source-maps", script, JSON.stringify(options)], {
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.#process = child;
    child.stderr.on("data", (chunk) => (this.log += String(chunk)));
    const lines = createInterface({ input: child.stdout });
    const first = await new Promise<string>((resolve, reject) => {
      lines.once("line", resolve);
      child.once("exit", () => reject(new Error(`The server did not start: ${this.log}`)));
    });
    Object.assign(this, JSON.parse(first));
  }

  /** As a power cut for the process. */
  async kill(): Promise<void> {
    const child = this.#process;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGKILL");
    await gone;
  }

  async remove(): Promise<void> {
    await Promise.all(this.#clients.map((client) => client.close()));
    await this.kill();
    await rm(this.dir, { recursive: true, force: true });
  }

  /** `npx convex …` in the app's directory. */
  cli(args: string[], env: Record<string, string> = {}): Promise<Ran> {
    return ended(this.spawnCli(args, env));
  }

  /** A command that runs until it is killed. */
  spawnCli(args: string[], env: Record<string, string> = {}): ChildProcess {
    const target = { CONVEX_SELF_HOSTED_URL: this.cloudUrl, CONVEX_SELF_HOSTED_ADMIN_KEY: ADMIN_KEY };
    return spawnConvex(this.app, args, { HOME: this.dir, ...target, ...env });
  }

  /** Pushes the app. Throws the CLI's output on failure. */
  async push(): Promise<void> {
    const { code, out } = await this.cli(["dev", "--once", "--typecheck", "disable"]);
    if (code !== 0) throw new Error(`The push failed:\n${out}\n${this.log}`);
  }

  /** Sets variables as the CLI does. Null removes one. */
  async setEnvironment(variables: Record<string, string | null>): Promise<void> {
    const changes = Object.entries(variables).map(([name, value]) => ({ name, value }));
    const response = await this.fetch("/api/update_environment_variables", { changes }, `Convex ${ADMIN_KEY}`);
    if (!response.ok) throw new Error(await response.text());
  }

  fetch(pathname: string, body: unknown, authorization?: string): Promise<Response> {
    const headers = { "Content-Type": "application/json", ...(authorization && { Authorization: authorization }) };
    return fetch(this.cloudUrl + pathname, { method: "POST", body: JSON.stringify(body), headers });
  }

  client(): ConvexClient {
    const client = new ConvexClient(this.cloudUrl, { webSocketConstructor, logger: false });
    this.#clients.push(client);
    return client;
  }

  http(): ConvexHttpClient {
    return new ConvexHttpClient(this.cloudUrl, { logger: false });
  }
}

/** The stock command line in a project's folder. */
export function spawnConvex(cwd: string, args: string[], env: Record<string, string>): ChildProcess {
  return spawn(process.execPath, [cliPath, ...args], { cwd, env: { PATH: process.env.PATH, CI: "1", ...env } });
}

/** Waits until a command ends, and gives its exit code and everything that it printed. */
export function ended(child: ChildProcess): Promise<Ran> {
  let out = "";
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk) => (out += String(chunk)));
  return new Promise((resolve) => child.once("close", (code) => resolve({ code, out })));
}

/** A copy of a fixture app in a new folder, below the repository so that packages are found as in a real project. */
export async function copyOfApp(name: string, fixture = "app"): Promise<{ dir: string; app: string }> {
  const base = path.join(root, ".local/test");
  await mkdir(base, { recursive: true });
  const dir = await mkdtemp(path.join(base, `${name}-`));
  const app = path.join(dir, "app");
  await cp(path.join(import.meta.dirname, fixture), app, { recursive: true });
  return { dir, app };
}

async function bundle(outdir: string) {
  const entryPoints = {
    serve: fileURLToPath(new URL("./serve.ts", import.meta.url)),
    worker: fileURLToPath(new URL("../src/worker/worker.ts", import.meta.url)),
  };
  const options = { bundle: true, platform: "node", format: "esm", packages: "external", sourcemap: true } as const;
  await build({ entryPoints, outdir, ...options });
}

function portOf(url: string): number {
  return url === "" ? 0 : Number(new URL(url).port);
}
