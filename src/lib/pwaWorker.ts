/**
 * The page's service worker. The members' screens open from the cache, so a bad signal delays none of them. Other pages come from the
 * network, and from the cache only without one. It caches only the built files. It ignores the deployment's answers and photos, which come
 * from another origin. So nothing personal stays after a sign-out.
 *
 * Workbox needs eight times the bytes (5.3 KB against 0.7), and deletes the last build's files while its tabs are still open.
 */
import { openNotification, renewSubscription, showMessage, type NotificationScope } from "./pwaNotifications";

/** A file of the build. Without a revision its name contains a hash of its content, so it never changes. */
interface BuiltFile {
  url: string;
  revision: string | null;
}

interface ExtendableEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}

interface FetchEvent extends ExtendableEvent {
  request: Request;
  respondWith(response: Promise<Response>): void;
}

interface PushEvent extends ExtendableEvent {
  data: { text(): string } | null;
}

interface NotificationEvent extends ExtendableEvent {
  notification: Notification;
}

interface SubscriptionEvent extends ExtendableEvent {
  oldSubscription: PushSubscription | null;
  newSubscription: PushSubscription | null;
}

/** The used part of ServiceWorkerGlobalScope. TypeScript's own types for it conflict with the page's types. */
interface WorkerScope extends NotificationScope {
  clients: NotificationScope["clients"] & { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(type: "install" | "activate", listener: (event: ExtendableEvent) => void): void;
  addEventListener(type: "fetch", listener: (event: FetchEvent) => void): void;
  addEventListener(type: "push", listener: (event: PushEvent) => void): void;
  addEventListener(type: "notificationclick", listener: (event: NotificationEvent) => void): void;
  addEventListener(type: "pushsubscriptionchange", listener: (event: SubscriptionEvent) => void): void;
}

/** The build replaces this name by its list of files. */
declare global {
  interface Window {
    __WB_MANIFEST: BuiltFile[];
  }
}

const SHELL = "/shell.html";
const DECK = "/swipe.html";
const memberScreens = /^\/(?:swipe|matches|profile)(?:\/|$)/;
/** Milliseconds the network may take before the cached page opens instead. */
const NETWORK_TIMEOUT = 4_000;

const files = self.__WB_MANIFEST.map(({ url, revision }) => ({ url: `/${url}`, revision }));
const currentCache = `app-${hash(JSON.stringify(files))}`;
const scope = self as unknown as WorkerScope;

scope.addEventListener("install", (event) => {
  // The new worker takes over at once, because pages from the network already belong to the new build.
  event.waitUntil(Promise.all([cacheBuild(), scope.skipWaiting()]));
});

scope.addEventListener("activate", (event) => {
  event.waitUntil(Promise.all([deleteOldCaches(), scope.clients.claim()]));
});

scope.addEventListener("fetch", (event) => {
  const { method, mode, url } = event.request;
  if (method !== "GET" || new URL(url).origin !== location.origin) return;
  event.respondWith(mode === "navigate" ? fetchPage(event) : fetchFile(event.request));
});

scope.addEventListener("push", (event) => event.waitUntil(showMessage(scope, event.data?.text())));

scope.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(openNotification(scope, event.notification.data));
});

scope.addEventListener("pushsubscriptionchange", (event) => {
  const { oldSubscription, newSubscription } = event;
  const deployment = String(import.meta.env.VITE_CONVEX_URL);
  event.waitUntil(renewSubscription(scope, oldSubscription, newSubscription, deployment));
});

/** Caches the whole build. One file that fails makes the install fail, and the browser tries again later. */
async function cacheBuild() {
  const cache = await caches.open(currentCache);
  await Promise.all(
    files.map(async ({ url, revision }) => {
      const cached = revision === null ? await caches.match(url, { ignoreVary: true }) : undefined;
      await cache.put(url, cached ?? (await download(url)));
    }),
  );
}

async function download(url: string) {
  const response = await fetch(url, { cache: "no-cache" });
  if (!response.ok) throw new Error(`${url} answered ${String(response.status)}`);
  // A host may redirect `/shell.html` to `/shell`. Browsers refuse to open a redirected page.
  return response.redirected ? new Response(response.body, response) : response;
}

/** Keeps the previous build for the tabs that opened with it. */
async function deleteOldCaches() {
  const older = (await caches.keys()).filter((name) => name.startsWith("app-") && name !== currentCache);
  await Promise.all(older.slice(0, -1).map((name) => caches.delete(name)));
}

/**
 * Returns a member's screen from the cache, unless it is reloaded. Its build may be the previous one. The browser then fetches the new worker,
 * and the app switches to it with the next screen. Returns any other page from the network, or the cached one if the network is missing or
 * too slow.
 */
async function fetchPage(event: FetchEvent): Promise<Response> {
  const { cache, url } = event.request;
  const path = new URL(url).pathname;
  const page = path === "/swipe" ? DECK : SHELL;
  const isReload = cache === "no-cache";
  const cached = memberScreens.test(path) && !isReload ? await fromCache(page) : undefined;
  if (cached !== undefined) return cached;
  const network = fetch(event.request);
  event.waitUntil(network.catch(() => undefined));
  const response = await Promise.race([network.catch(() => undefined), timeout()]);
  if (response !== undefined && response.status < 500) return response;
  return (await fromCache(page)) ?? network;
}

async function fetchFile(request: Request): Promise<Response> {
  return (await fromCache(request)) ?? fetch(request);
}

async function fromCache(request: Request | string) {
  const cache = await caches.open(currentCache);
  return (await cache.match(request, { ignoreVary: true })) ?? caches.match(request, { ignoreVary: true });
}

function timeout() {
  return new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), NETWORK_TIMEOUT));
}

function hash(text: string) {
  let sum = 0;
  for (let index = 0; index < text.length; index++) sum = (sum * 31 + text.charCodeAt(index)) | 0;
  return (sum >>> 0).toString(36);
}
