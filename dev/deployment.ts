import { spawn } from "node:child_process";
import { request } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import path from "node:path";
import { ExpectedError } from "../deploy/expected";
import { runConvex, selfHosted } from "../deploy/target";

/** A push's inputs, for `fingerprint`. */
export const FUNCTIONS = ["convex", "convex.json", "package-lock.json"];

/** Tries on a slow machine, and the first pause. Each pause is twice the one before. */
const TRIES = 5;
const FIRST_PAUSE_MS = 1_000;
/** A deployment's response when its functions restarted. The call may already have run, so repeating it must be safe. */
const RESTARTED = /\b503\b[^]*functions were restarted/;

/** An administrator's access to a Convex deployment, over its HTTP API and the stock command line. */
export class Deployment {
  readonly url: string;
  readonly adminKey: string;
  readonly root: string;
  readonly #log: (line: string) => void;
  readonly #pause: (ms: number) => Promise<unknown>;

  constructor(
    url: string,
    adminKey: string,
    root: string,
    log: (line: string) => void = console.log,
    pause: (ms: number) => Promise<unknown> = wait,
  ) {
    this.url = url;
    this.adminKey = adminKey;
    this.root = root;
    this.#log = log;
    this.#pause = pause;
  }

  /** Calls any function, including internal ones. It must be safe to run twice. Arguments and result are plain JSON. */
  async call(name: string, args: Record<string, unknown>): Promise<unknown> {
    const response = await this.#post("/api/function", { path: name, args, format: "convex_encoded_json" });
    const { status, value, errorMessage } = response as { status: string; value: unknown; errorMessage?: string };
    if (status !== "success") throw new Error(`${name}: ${errorMessage ?? status}`);
    return value;
  }

  /** Sets only changed settings, because any change invalidates all query results. */
  async configure(settings: Record<string, string | null>) {
    const current = await this.#settings();
    const changes = Object.entries(settings)
      .filter(([name, value]) => (current[name] ?? null) !== value)
      .map(([name, value]) => ({ name, value }));
    if (changes.length > 0) await this.#post("/api/update_environment_variables", { changes });
  }

  /** Copies a consistent snapshot of database, files and functions. Returns the folder, which the caller deletes. */
  async copy(): Promise<string> {
    return ((await this.#post("/api/local/copy", {})) as { folder: string }).folder;
  }

  /** Pushes convex/ as `npx convex deploy` does. */
  async push() {
    const args = ["deploy", "--yes", "--typecheck", "disable", "--codegen", "disable"];
    await this.#withRetries(() => runConvex(this.root, this.#target, args)).catch((error: Error) => {
      throw new ExpectedError(`The functions could not be pushed. Nothing was changed.\n${error.message}`);
    });
  }

  /** Pushes on every save, as `npx convex dev` does, until `stop`. */
  watch(): { stop(): void } {
    const cli = path.join(this.root, "node_modules/convex/bin/main.js");
    const child = spawn(process.execPath, [cli, "dev", "--typecheck", "disable"], {
      cwd: this.root,
      env: { ...this.#target.env, CI: "1" },
      stdio: ["ignore", "inherit", "inherit"],
    });
    const stop = () => child.kill();
    // Otherwise it would push to the next deployment on this port.
    process.once("exit", stop);
    return { stop };
  }

  async #settings(): Promise<Record<string, string>> {
    const { status, text } = await send("GET", `${this.url}/api/v1/list_environment_variables`, this.#headers);
    if (status !== 200) throw new Error(`list_environment_variables: ${status} ${text}`);
    return (JSON.parse(text) as { environmentVariables: Record<string, string> }).environmentVariables;
  }

  #post(endpoint: string, body: unknown): Promise<unknown> {
    return this.#withRetries(() => this.#postOnce(endpoint, body));
  }

  async #postOnce(endpoint: string, body: unknown): Promise<unknown> {
    const headers = { ...this.#headers, "content-type": "application/json" };
    const { status, text } = await send("POST", `${this.url}${endpoint}`, headers, JSON.stringify(body));
    // 560: the function itself failed.
    if (status >= 300 && status !== 560) throw new Error(`${endpoint}: ${status} ${text}`);
    return text === "" ? null : (JSON.parse(text) as unknown);
  }

  /** Retries work after a pause if the functions restarted. */
  async #withRetries<T>(work: () => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await work();
      } catch (error) {
        if (attempt === TRIES || !RESTARTED.test(String(error))) throw error;
        const ms = FIRST_PAUSE_MS * 2 ** (attempt - 1);
        this.#log(
          `This machine is very busy: the functions had to start again. Trying again in ${ms / 1_000} s (${attempt + 1} of ${TRIES})…`,
        );
        await this.#pause(ms);
      }
    }
  }

  get #headers() {
    return { authorization: `Convex ${this.adminKey}` };
  }

  get #target() {
    return selfHosted(this.url, this.adminKey, process.env);
  }
}

/** Sends an HTTP request. Avoids `fetch`, whose loading would take a twentieth of a start's time. */
function send(method: string, url: string, headers: Record<string, string>, body = "") {
  return new Promise<{ status: number; text: string }>((resolve, reject) => {
    const call = request(url, { method, headers }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
      response.on("error", reject).on("end", () => resolve({ status: response.statusCode ?? 0, text }));
    });
    call.on("error", reject).end(body);
  });
}
