/** Browsers with notifications, for tests: the requests to their push service, and the notifications that they could decrypt. */
import { exportJWK, generateKeyPair } from "jose";
import { vi } from "vitest";
import type { Subscription } from "../model/subscriptions/subscriptions";

export type Browser = { subscription: Subscription; keys: CryptoKeyPair };
type Shown = { title: string; body: string; tag: string; path: string };
type Received = { url: string; headers: Headers; body: Uint8Array<ArrayBuffer> };

const pair = await generateKeyPair("ES256", { extractable: true });
const { x = "", y = "", d = "" } = await exportJWK(pair.privateKey);

/** The keys that the product signs its notifications with, as settings. */
export const pushKeys = {
  VAPID_PUBLIC_KEY: textOf(Uint8Array.from([4, ...bytesOf(x), ...bytesOf(y)])),
  VAPID_PRIVATE_KEY: d,
};

let received: Received[] = [];
let answers: number[] = [];

/** Starts a push service. It takes over the requests to `push.apple.com`, and passes on all others. */
export function startPush(): void {
  received = [];
  answers = [];
  const elsewhere = globalThis.fetch;
  vi.stubGlobal("fetch", async (input: string | URL | Request, init?: RequestInit) => {
    const request = new Request(input, init);
    if (!new URL(request.url).hostname.endsWith("push.apple.com")) return await elsewhere(input, init);
    const body = new Uint8Array(await request.arrayBuffer());
    received.push({ url: request.url, headers: request.headers, body });
    return new Response(null, { status: answers.shift() ?? 201 });
  });
}

/** Sets the push service's next responses, one status per request. Afterwards it accepts again. */
export function answerPush(...statuses: number[]): void {
  answers = statuses;
}

/** Returns every request to the push service, oldest first. */
export function pushed(): Received[] {
  return received;
}

/** Creates a browser, with its own endpoint unless one is given. */
export async function newBrowser(endpoint = `https://web.push.apple.com/${crypto.randomUUID()}`): Promise<Browser> {
  const keys = await crypto.subtle.generateKey({ name: "ECDH", namedCurve: "P-256" }, true, ["deriveBits"]);
  const p256dh = textOf(new Uint8Array(await crypto.subtle.exportKey("raw", keys.publicKey)));
  const auth = textOf(crypto.getRandomValues(new Uint8Array(16)));
  return { subscription: { endpoint, p256dh, auth }, keys };
}

/** Returns a browser's notifications, oldest first, decrypted as in RFC 8291. */
export async function notificationsTo({ subscription, keys }: Browser): Promise<Shown[]> {
  const mine = received.filter(({ url }) => url === subscription.endpoint);
  return await Promise.all(
    mine.map(async ({ body }) => JSON.parse(await decrypted(body, subscription, keys)) as Shown),
  );
}

async function decrypted(body: Uint8Array<ArrayBuffer>, { p256dh, auth }: Subscription, keys: CryptoKeyPair) {
  const [salt, length] = [body.slice(0, 16), body[20] ?? 0];
  const sender = body.slice(21, 21 + length);
  const theirs = await crypto.subtle.importKey("raw", sender, { name: "ECDH", namedCurve: "P-256" }, false, []);
  const shared = await crypto.subtle.deriveBits({ name: "ECDH", public: theirs }, keys.privateKey, 256);
  const info = Uint8Array.from([...new TextEncoder().encode("WebPush: info\0"), ...bytesOf(p256dh), ...sender]);
  const secret = await derived(shared, bytesOf(auth), info, 32);
  const key = await derived(secret, salt, new TextEncoder().encode("Content-Encoding: aes128gcm\0"), 16);
  const iv = await derived(secret, salt, new TextEncoder().encode("Content-Encoding: nonce\0"), 12);
  const aes = await crypto.subtle.importKey("raw", key, "AES-GCM", false, ["decrypt"]);
  const plain = new Uint8Array(await crypto.subtle.decrypt({ name: "AES-GCM", iv }, aes, body.slice(21 + length)));
  return new TextDecoder().decode(plain.slice(0, plain.lastIndexOf(2)));
}

async function derived(key: BufferSource, salt: BufferSource, info: BufferSource, bytes: number): Promise<ArrayBuffer> {
  const material = await crypto.subtle.importKey("raw", key, "HKDF", false, ["deriveBits"]);
  return await crypto.subtle.deriveBits({ name: "HKDF", hash: "SHA-256", salt, info }, material, 8 * bytes);
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const letters = atob(text.replace(/-/g, "+").replace(/_/g, "/"));
  return Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
}

function textOf(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replace(/\+/g, "-")
    .replace(/\//g, "_")
    .replace(/=+$/, "");
}
