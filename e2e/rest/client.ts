/** A REST client. Checks every reply against the served description, and that it holds no other person's secret. */
import { expect } from "vitest";
import * as z from "zod";
import { canaryOf } from "../canaries";
import type { Ready } from "../product";

export interface Reply {
  status: number;
  headers: Headers;
  body: Record<string, unknown>;
  list: Record<string, unknown>[];
  text: string;
}

export interface RequestOptions {
  token?: string | undefined;
  /** The caller of a request without a token. The reply may hold their secrets. */
  as?: string;
  body?: unknown;
  form?: FormData;
  headers?: Record<string, string>;
}

interface OpenApi {
  servers: { url: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, object> };
}
interface Operation {
  summary: string;
  security: object[];
  "x-callers": string;
  requestBody?: { content: Record<string, { schema: { properties: object; required?: string[] } }> };
  responses: Record<string, { content?: Record<string, { schema: object }> }>;
}

/** Sends requests to REST and checks every reply against the description. */
export class Client {
  /** Every route that returned 200, as `METHOD /path/{name}`. */
  readonly succeeded = new Set<string>();
  readonly #secrets: { owner: string; what: string; canary: RegExp }[] = [];
  readonly #owners = new Map<string, string>();
  readonly #matches = new Set<string>();
  readonly #schemas = new Map<string, z.ZodType>();

  private constructor(
    readonly ready: Ready,
    readonly base: string,
    readonly description: OpenApi,
  ) {}

  static async of(ready: Ready): Promise<Client> {
    const base = `${ready.siteUrl}/api`;
    return new Client(ready, base, (await (await fetch(`${base}/openapi.json`)).json()) as OpenApi);
  }

  async send(route: string, { token, as, body, form, headers = {} }: RequestOptions = {}): Promise<Reply> {
    const [method = "GET", path = "/"] = route.split(" ");
    const isJson = body !== undefined && form === undefined;
    const response = await fetch(this.base + path, {
      method,
      headers: {
        ...(token && { "x-auth-token": token }),
        ...(isJson && { "content-type": "application/json" }),
        ...headers,
      },
      ...(form && { body: form }),
      ...(isJson && { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    const reply = read(response, await response.text());
    const caller = as ?? this.#owners.get(token ?? "") ?? "nobody";
    this.#checkShape(method.toLowerCase(), path, reply);
    this.#checkSecrets(caller, route, reply.text);
    return reply;
  }

  /** From now on only the owner may receive this value. If no reply may hold it, pass an owner who never calls. */
  addSecret(owner: string, what: string, value: string) {
    this.#secrets.push({ owner, what, canary: canaryOf(value) });
  }

  /** Registers a token as its owner's secret. */
  addToken(token: string, owner: string) {
    if (this.#owners.get(token) === owner) return;
    this.#owners.set(token, owner);
    this.addSecret(owner, "token", token);
  }

  /** Sets whether two people are a match and may see each other's handle. */
  match(a: string, b: string, isMatch = true) {
    for (const pair of [`${a} ${b}`, `${b} ${a}`]) {
      if (isMatch) this.#matches.add(pair);
      else this.#matches.delete(pair);
    }
  }

  routeOf(path: string): string | undefined {
    const plain = path.split("?")[0] ?? path;
    return Object.keys(this.description.paths).find((known) => {
      const [start = "", rest] = known.split("{");
      return rest === undefined ? plain === known : plain.startsWith(start) && plain.length > start.length;
    });
  }

  #checkShape(method: string, path: string, { status, text, headers }: Reply) {
    expect(status, `${method} ${path} is not a server error: ${text.slice(0, 300)}`).not.toBe(500);
    // The description is public and revalidated each time.
    const isDescription = /^\/(docs|openapi\.json)$/.test(path) && [200, 304].includes(status);
    expect(headers.get("cache-control")).toBe(isDescription ? "no-cache" : "no-store");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    const route = this.routeOf(path);
    const operation = route && this.description.paths[route]?.[method];
    if (!operation) return;
    const described = operation.responses[status];
    expect(described, `${status} of ${method} ${route} is described: ${text.slice(0, 200)}`).toBeDefined();
    const schema = described?.content?.["application/json"]?.schema;
    if (schema === undefined) return;
    const result = this.#schemaOf(`${method} ${route} ${status}`, schema).safeParse(JSON.parse(text));
    expect(result.error?.issues ?? [], `the response of ${method} ${route} matches its description`).toEqual([]);
    if (status === 200) this.succeeded.add(`${method.toUpperCase()} ${route}`);
  }

  #schemaOf(key: string, schema: object): z.ZodType {
    const cached = this.#schemas.get(key);
    if (cached) return cached;
    const text = JSON.stringify({ ...schema, $defs: this.description.components.schemas });
    const parsed = z.fromJSONSchema(JSON.parse(text.replaceAll("#/components/schemas/", "#/$defs/")));
    this.#schemas.set(key, parsed);
    return parsed;
  }

  /** Matches see handles and messages. Moderators see handles. */
  #maySee(caller: string, owner: string, what: string): boolean {
    if (what !== "handle" && what !== "words") return false;
    return (
      this.#matches.has(`${caller} ${owner}`) ||
      (what === "handle" && (caller === "moderator" || caller === "organiser"))
    );
  }

  #checkSecrets(caller: string, route: string, text: string) {
    for (const { owner, what, canary } of this.#secrets) {
      if (owner === caller || this.#maySee(caller, owner, what)) continue;
      expect(canary.test(text), `${caller} gets nothing of ${owner}'s ${what} from ${route}`).toBe(false);
    }
  }
}

function read({ status, headers }: Response, text: string): Reply {
  const isJson = headers.get("content-type")?.startsWith("application/json") && text !== "";
  const body = (isJson ? JSON.parse(text) : {}) as Record<string, unknown>;
  return { status, headers, body, list: Array.isArray(body) ? body : [], text };
}
