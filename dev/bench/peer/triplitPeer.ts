/** People's actions on Triplit with its client: calls over HTTP, updates over its socket. */
import { createRequire } from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { SignJWT } from "jose";
import { WebSocket } from "ws";
import type { Acts, Screen } from "../acts";

export const SECRET = "bench-triplit-secret";

/** The parts of Triplit's client that the bench uses. Triplit is not a dependency, so its own types are missing. */
interface TriplitClientPackage {
  TriplitClient: new (options: object) => {
    query(collection: string): unknown;
    subscribe(
      query: unknown,
      onResults: (all: object[]) => void,
      onError: (error: unknown) => void,
      options: { onRemoteFulfilled: () => void },
    ): () => void;
    disconnect(): void;
  };
}

export class TriplitPeer implements Acts {
  readonly #package: TriplitClientPackage;
  readonly #url: string;
  #tokens: string[] = [];

  private constructor(clientPackage: TriplitClientPackage, port: number) {
    this.#package = clientPackage;
    this.#url = `http://127.0.0.1:${port}`;
  }

  static async load(packages: string, port: number): Promise<TriplitPeer> {
    const { resolve } = createRequire(path.join(packages, "package.json"));
    const clientPackage = (await import(pathToFileURL(resolve("@triplit/client")).href)) as TriplitClientPackage;
    // The client uses the global WebSocket when it connects. It would wrap one that existed when it was loaded.
    globalThis.WebSocket ??= WebSocket as unknown as typeof globalThis.WebSocket;
    return new TriplitPeer(clientPackage, port);
  }

  /** Creates members, half with Gold. */
  async fill(members: number): Promise<void> {
    const key = new TextEncoder().encode(SECRET);
    const sign = (sub: string) => new SignJWT({ sub }).setProtectedHeader({ alg: "HS256" }).setIssuedAt().sign(key);
    const ids = Array.from({ length: members }, (_, n) => idOf(n));
    this.#tokens = await Promise.all(ids.map(sign));
    await this.#act(0, { fill: ids });
  }

  async open(person: number, watches = false): Promise<Screen> {
    const { TriplitClient } = this.#package;
    const swipe = (other: number, liked: boolean) => this.#act(person, { other: idOf(other), liked });
    if (!watches) return { swipe, nextMatch: () => Promise.reject(new Error("Not watching")), close: noop };
    const client = new TriplitClient({ serverUrl: this.#url, token: this.#tokens[person], logLevel: "error" });
    let [count, onMatch] = [-1, (_: number) => {}];
    const onMatches = (all: object[]) => {
      if (count >= 0 && all.length > count) onMatch(performance.now());
      count = all.length;
    };
    const watch = (collection: string, onResults: (all: object[]) => void) =>
      new Promise<void>((onRemoteFulfilled, reject) => {
        client.subscribe(client.query(collection), onResults, reject, { onRemoteFulfilled });
      });
    await Promise.all([watch("matches", onMatches), watch("swipes", () => undefined)]);
    const nextMatch = () => new Promise<number>((resolve) => (onMatch = resolve));
    return { swipe, nextMatch, close: () => Promise.resolve(client.disconnect()) };
  }

  async #act(person: number, body: object): Promise<void> {
    const headers = { "content-type": "application/json", authorization: `Bearer ${this.#tokens[person]}` };
    const response = await fetch(`${this.#url}/act`, { method: "POST", headers, body: JSON.stringify(body) });
    const text = await response.text();
    if (!response.ok) throw new Error(`${response.status} ${text}`);
  }
}

function idOf(person: number): string {
  return `member-${person}`;
}

const noop = () => Promise.resolve();
