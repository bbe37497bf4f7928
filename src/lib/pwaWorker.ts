/**
 * The page's service worker. With a signal everything comes from the network as if it were not there; without one the
 * app still opens, at any address. It keeps the built files and nothing else: what the deployment answers and people's
 * photos come from another origin, which it never touches, so signing out leaves nothing here.
 */

/** A file of the build. Without a revision its name says its content, so it never changes. */
interface Built {
  url: string;
  revision: string | null;
}

interface Waiting extends Event {
  waitUntil(work: Promise<unknown>): void;
}

interface Asked extends Waiting {
  request: Request;
  preloadResponse: Promise<Response | undefined>;
  respondWith(answer: Promise<Response>): void;
}

/** What the browser calls ServiceWorkerGlobalScope; its types exclude those of the page, which the rest of the house needs. */
interface Scope {
  registration: { navigationPreload?: { enable(): Promise<void> } };
  clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(type: "install" | "activate", listener: (event: Waiting) => void): void;
  addEventListener(type: "fetch", listener: (event: Asked) => void): void;
}

/** The build puts its list of files in place of this name. */
declare global {
  interface Window {
    __WB_MANIFEST: Built[];
  }
}

export {};

const SHELL = "/shell.html";
/** How long somebody with a bad signal looks at nothing before the kept page opens instead. */
const PATIENCE = 4_000;

const built = self.__WB_MANIFEST.map(({ url, revision }) => ({ url: `/${url}`, revision }));
const current = `app-${sum(JSON.stringify(built))}`;
const scope = self as unknown as Scope;

scope.addEventListener("install", (event) => {
  // No waiting: the page is always the network's newest, so an old worker has nothing left to protect.
  event.waitUntil(Promise.all([keepBuild(), scope.skipWaiting()]));
});

scope.addEventListener("activate", (event) => {
  event.waitUntil(Promise.all([forgetOld(), scope.registration.navigationPreload?.enable(), scope.clients.claim()]));
});

scope.addEventListener("fetch", (event) => {
  const { method, mode, url } = event.request;
  if (method !== "GET" || new URL(url).origin !== location.origin) return;
  event.respondWith(mode === "navigate" ? page(event) : file(event.request));
});

/** Only a whole build is kept: one file that does not come fails the install, and the browser tries again later. */
async function keepBuild() {
  const cache = await caches.open(current);
  await Promise.all(
    built.map(async ({ url, revision }) => {
      const known = revision === null ? await caches.match(url, { ignoreVary: true }) : undefined;
      await cache.put(url, known ?? (await fresh(url)));
    }),
  );
}

async function fresh(url: string) {
  const answer = await fetch(url, { cache: "no-cache" });
  if (!answer.ok) throw new Error(`${url} answered ${String(answer.status)}`);
  return answer;
}

/** The build before this one stays, for tabs that were opened with it. */
async function forgetOld() {
  const others = (await caches.keys()).filter((name) => name.startsWith("app-") && name !== current);
  await Promise.all(others.slice(0, -1).map((name) => caches.delete(name)));
}

/** The network's page. The kept one where there is no network, or one so bad that nobody would wait for it. */
async function page(event: Asked): Promise<Response> {
  const network = event.preloadResponse.then((answer) => answer ?? fetch(event.request));
  event.waitUntil(network.catch(() => undefined));
  const inTime = await Promise.race([network.catch(() => undefined), patience()]);
  if (inTime !== undefined && inTime.status < 500) return inTime;
  return (await kept(SHELL)) ?? network;
}

async function file(request: Request): Promise<Response> {
  return (await kept(request)) ?? fetch(request);
}

async function kept(request: Request | string) {
  const cache = await caches.open(current);
  return (await cache.match(request, { ignoreVary: true })) ?? caches.match(request, { ignoreVary: true });
}

function patience() {
  return new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), PATIENCE));
}

function sum(text: string) {
  let number = 0;
  for (let at = 0; at < text.length; at++) number = (number * 31 + text.charCodeAt(at)) | 0;
  return (number >>> 0).toString(36);
}
