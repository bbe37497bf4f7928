import { spawn, type ChildProcess } from "node:child_process";
import { rmSync } from "node:fs";
import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { createInterface } from "node:readline";
import { ConvexClient, ConvexHttpClient } from "convex/browser";
import { exportJWK, generateKeyPair } from "jose";
import WebSocket from "ws";
import { atEnd, builtScripts } from "./built";

/** The result of a command. */
export interface Ran {
  code: number | null;
  out: string;
}

const root = path.resolve(import.meta.dirname, "../../..");
// The bundle behind the `convex` command. Started directly with V8's code cache, it takes a third of the time.
const command = [
  path.join(import.meta.dirname, "convexCommand.mjs"),
  path.join(root, "node_modules/convex/dist/cli.bundle.cjs"),
  path.join(root, "node_modules/.cache/local-convex/convexCommand.cache"),
];
export const ADMIN_KEY = "fixture|a key for tests";
export const AS_ADMIN = `Convex ${ADMIN_KEY}`;

/** The only foreign origin that may call. */
export const PAGE = "http://127.0.0.1:5173";

/** Browsers have this built in. */
export const webSocketConstructor = WebSocket as unknown as typeof globalThis.WebSocket;

/** A fixture app on a separate deployment, driven by the stock CLI and clients. */
export class Deployment {
  readonly dir: string;
  readonly app: string;
  cloudUrl = "";
  siteUrl = "";
  log = "";
  #process: ChildProcess | null = null;
  readonly #clients: ConvexClient[] = [];

  private constructor(dir: string, app: string) {
    this.dir = dir;
    this.app = app;
  }

  /** Starts a deployment on a copy of a fixture app. */
  static async create(fixture = "app"): Promise<Deployment> {
    const { dir, app } = await copyOfApp("deployment", fixture);
    const deployment = new Deployment(dir, app);
    await deployment.start();
    return deployment;
  }

  /** Starts the server. Restarts use the same ports. */
  async start(): Promise<void> {
    const [port, sitePort] = [portOf(this.cloudUrl), portOf(this.siteUrl)];
    const folders = { dir: path.join(this.dir, "data"), projectDir: this.app, port, sitePort };
    const options = JSON.stringify({ ...folders, adminKey: ADMIN_KEY, pages: [PAGE] });
    const script = path.join(await builtScripts(), "serve.js");
    const child = spawn(process.execPath, ["--enable-source-maps", script, options]);
    this.#process = child;
    child.stderr.on("data", (chunk) => (this.log += String(chunk)));
    const lines = createInterface({ input: child.stdout });
    const first = await new Promise<string>((resolve, reject) => {
      lines.once("line", resolve);
      child.once("exit", () => reject(new Error(`The server did not start: ${this.log}`)));
    });
    Object.assign(this, JSON.parse(first));
  }

  /** Kills the server with SIGKILL. */
  async kill(): Promise<void> {
    const child = this.#process;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const exited = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGKILL");
    await exited;
  }

  async closeClients(): Promise<void> {
    await Promise.all(this.#clients.splice(0).map((client) => client.close()));
  }

  async remove(): Promise<void> {
    await this.closeClients();
    await this.kill();
    await rm(this.dir, { recursive: true, force: true });
  }

  /** Kills the server and removes its files when this process ends. */
  removeAtExit(): void {
    atEnd(() => {
      this.#process?.kill("SIGKILL");
      rmSync(this.dir, { recursive: true, force: true });
    });
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

  /** Lets commands that look for the stock command line in the app's directory start the cached one. */
  async installCommand(): Promise<void> {
    const bin = path.join(this.app, "node_modules/convex/bin");
    await mkdir(bin, { recursive: true });
    const [script, ...args] = command;
    const argv = [`process.argv.splice(2, 0, ...${JSON.stringify(args)});`, `await import(${JSON.stringify(script)});`];
    await writeFile(path.join(bin, "main.js"), argv.join("\n"));
  }

  async environment(): Promise<Record<string, string>> {
    const headers = { Authorization: AS_ADMIN };
    const response = await fetch(`${this.cloudUrl}/api/v1/list_environment_variables`, { headers });
    return ((await response.json()) as { environmentVariables: Record<string, string> }).environmentVariables;
  }

  /** Sets variables as the CLI does. Null removes a variable. */
  async setEnvironment(variables: Record<string, string | null>): Promise<void> {
    const changes = Object.entries(variables).map(([name, value]) => ({ name, value }));
    const response = await this.fetch("/api/update_environment_variables", { changes }, AS_ADMIN);
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

/** A pushed app, and the key that signs its custom provider's tokens. */
interface Shared {
  deployment: Deployment;
  customKey: CryptoKey;
}

let shared: Promise<Shared> | undefined;

/**
 * Returns one deployment for all test files of this process. A file must not change its functions or variables, and
 * uses separate rooms.
 */
export function sharedDeployment(): Promise<Shared> {
  return (shared ??= share());
}

async function share(): Promise<Shared> {
  const deployment = await Deployment.create();
  deployment.removeAtExit();
  const [own, custom] = await Promise.all([
    generateKeyPair("RS256", { extractable: true }),
    generateKeyPair("ES256", { extractable: true }),
  ]);
  const jwks = { keys: [{ ...(await exportJWK(custom.publicKey)), alg: "ES256" }] };
  await deployment.setEnvironment({
    SIGNING_KEY: JSON.stringify(await exportJWK(own.privateKey)),
    CUSTOM_JWKS: `data:application/json,${encodeURIComponent(JSON.stringify(jwks))}`,
  });
  await deployment.push();
  return { deployment, customKey: custom.privateKey };
}

/** Starts the stock command line in a project's folder. */
export function spawnConvex(cwd: string, args: string[], env: Record<string, string>): ChildProcess {
  return spawn(process.execPath, [...command, ...args], { cwd, env: { PATH: process.env.PATH, CI: "1", ...env } });
}

/** Waits for a command. Returns its exit code and output. */
export function ended(child: ChildProcess): Promise<Ran> {
  let out = "";
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk) => (out += String(chunk)));
  return new Promise((resolve) => child.once("close", (code) => resolve({ code, out })));
}

/** Copies a fixture app to a new folder inside the repository, so that packages resolve. */
export async function copyOfApp(name: string, fixture = "app"): Promise<{ dir: string; app: string }> {
  const base = path.join(root, ".local/test");
  await mkdir(base, { recursive: true });
  const dir = await mkdtemp(path.join(base, `${name}-`));
  const app = path.join(dir, "app");
  await cp(path.join(import.meta.dirname, fixture), app, { recursive: true });
  return { dir, app };
}

function portOf(url: string): number {
  return url === "" ? 0 : Number(new URL(url).port);
}
