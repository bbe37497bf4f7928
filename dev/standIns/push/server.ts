import { generateKeyPairSync, randomBytes, randomUUID } from "node:crypto";
import { serveStandIn, type StandInRequest, type StandInResponse } from "../server";
import type { LocalServer } from "../listen";
import { decrypt, type BrowserKeys } from "./decrypt";
import { vapidProblem } from "./vapid";

/** A subscribed browser. */
interface Browser extends BrowserKeys {
  /** The deployment's public key that it subscribed with. */
  key: string;
  isGone: boolean;
}

/** A message that the browser can read. */
interface PushMessage {
  endpoint: string;
  text: string;
  ttl: number;
  urgency: string;
  topic: string | null;
  at: string;
}

/** Bytes of the largest message that push services accept. */
const MAX_BYTES = 4_096;

/**
 * Starts the push stand-in. `POST /subscriptions {key}` creates a browser and returns its `PushManager` subscription. `DELETE` of its
 * endpoint ends it. `GET /messages?endpoint=` lists its messages, newest first. Refuses messages like a real push service, and those that
 * the browser could not read. Stores nothing on disk.
 */
export async function startPush(options: { port: number; pages?: readonly string[] }): Promise<LocalServer> {
  const browsers = new Map<string, Browser>();
  const messages: PushMessage[] = [];
  const standIn = await serveStandIn({
    port: options.port,
    pages: options.pages,
    isAffected: (pathname) => pathname.startsWith("/push/"),
    fault: () => ({ message: "As ordered" }),
    handle: async (request) => {
      const { method, url } = request;
      const endpoint = `${origin()}${url.pathname}`;
      const browser = browsers.get(endpoint);
      if (method === "POST" && url.pathname === "/subscriptions") return subscribe(browsers, origin(), request.json());
      if (method === "GET" && ["/", "/messages"].includes(url.pathname)) return list(messages, url.searchParams);
      if (browser === undefined) return problem(404, "There is no such subscription");
      if (method === "DELETE") browser.isGone = true;
      if (browser.isGone) return problem(410, "The subscription has ended");
      if (method !== "POST") return problem(405, "Messages are posted");
      return await accept(messages, endpoint, browser, request);
    },
  });
  const origin = () => standIn.url;
  return standIn;
}

function subscribe(browsers: Map<string, Browser>, origin: string, body: unknown): StandInResponse {
  const { key } = (body ?? {}) as { key?: unknown };
  if (typeof key !== "string" || Buffer.from(key, "base64url").length !== 65) {
    return problem(400, "A browser subscribes with {key}: the public key of the deployment");
  }
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  // The uncompressed point is the end of the key's DER encoding.
  const point = publicKey.export({ type: "spki", format: "der" }).subarray(-65);
  const [endpoint, auth] = [`${origin}/push/${randomUUID()}`, randomBytes(16)];
  browsers.set(endpoint, { privateKey, point, auth, key, isGone: false });
  const keys = { p256dh: point.toString("base64url"), auth: auth.toString("base64url") };
  return { status: 201, body: { endpoint, expirationTime: null, keys } };
}

function list(messages: readonly PushMessage[], params: URLSearchParams): StandInResponse {
  const endpoint = params.get("endpoint");
  const body = messages.filter((message) => endpoint === null || message.endpoint === endpoint).toReversed();
  return { status: 200, body };
}

async function accept(
  messages: PushMessage[],
  endpoint: string,
  browser: Browser,
  { headers, bytes }: StandInRequest,
): Promise<StandInResponse> {
  const signatureProblem = await vapidProblem(headers.authorization, browser.key, new URL(endpoint).origin);
  if (signatureProblem !== null) return problem(403, signatureProblem);
  const { ttl, urgency = "normal", topic, "content-encoding": encoding } = headers;
  if (typeof ttl !== "string" || !/^\d+$/.test(ttl)) return problem(400, "The TTL header is missing or not a number");
  if (encoding !== "aes128gcm") return problem(415, "Content-Encoding must be aes128gcm");
  if (topic !== undefined && !/^[\w-]{1,32}$/.test(String(topic))) return problem(400, "The Topic is too long");
  if (bytes.length > MAX_BYTES) return problem(413, "The message is too large");
  const text = decrypt(bytes, browser);
  if (text === null) return problem(400, "The browser could not read this");
  const at = new Date().toISOString();
  const details = { ttl: Number(ttl), urgency: String(urgency), topic: topic ? String(topic) : null, at };
  messages.push({ endpoint, text, ...details });
  return { status: 201, body: "", headers: { location: `${endpoint}/${randomUUID()}` } };
}

function problem(status: number, message: string): StandInResponse {
  return { status, body: { message } };
}
