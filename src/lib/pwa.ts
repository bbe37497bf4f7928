import { listen } from "./events";
import { whenNetworkIsFree } from "./freeNetwork";
import type { AppMessage } from "./pwaNotifications";

/** The address of the service worker in a build: see pwaWorker.ts. */
const WORKER = "/pwaWorker.js";
/** Milliseconds. A tab that becomes visible checks for a new build at most this often. */
const UPDATE_INTERVAL = 60_000;
/** Milliseconds after a reload in which a missing script is not blamed on a new build. */
const RELOAD_INTERVAL = 30_000;

let isOutdated = false;

/**
 * Lets the app open offline, and notices when a newer build has taken over. The worker fetches the whole build, so it starts once the
 * network is free.
 */
export function installWorker(): void {
  if (!("serviceWorker" in navigator)) return;
  if (import.meta.env.DEV) return void unregisterWorkers();
  const start = () => void whenNetworkIsFree(() => void register());
  if (document.readyState === "complete") return start();
  window.addEventListener("load", start, { once: true });
}

/** Calls back with the path of a tapped notification, while the app is open. Returns how to stop. */
export function followNotifications(open: (path: string) => void): () => void {
  if (!("serviceWorker" in navigator)) return () => undefined;
  const onMessage = ({ data }: MessageEvent<Partial<AppMessage> | null>) => {
    if (data?.type === "open" && typeof data.path === "string") open(data.path);
  };
  const stop = listen(navigator.serviceWorker, "message", onMessage);
  window.dispatchEvent(new Event("appfollows"));
  return stop;
}

/** Reloads the page if there is a newer build. Call it at each change of the screen. */
export function reloadIfOutdated(): void {
  if (isOutdated) window.location.reload();
}

/**
 * Handles a script that did not load. If the server responds, it no longer has this build, so the page reloads once. Otherwise throws
 * `failure` again.
 */
export async function reloadForNewBuild(failure: unknown): Promise<never> {
  if (await mayReload()) {
    window.location.reload();
    // Never resolves: the screen keeps its skeleton until the page has reloaded.
    return new Promise<never>(() => undefined);
  }
  throw failure;
}

async function register() {
  const { serviceWorker } = navigator;
  // A browser's first worker takes over too, but has the same build as the page.
  let hadWorker = serviceWorker.controller !== null;
  serviceWorker.addEventListener("controllerchange", () => {
    isOutdated = hadWorker;
    hadWorker = true;
  });
  // A browser may refuse, as in some private windows. The app works without a worker.
  const registration = await serviceWorker.register(WORKER, { updateViaCache: "none" }).catch(() => null);
  if (registration !== null) checkForUpdates(registration);
}

/** Browsers check only when they load a page, and a tab may stay open for days. */
function checkForUpdates(registration: ServiceWorkerRegistration) {
  let checkedAt = Date.now();
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden" || Date.now() - checkedAt < UPDATE_INTERVAL) return;
    checkedAt = Date.now();
    registration.update().catch(() => undefined);
  });
}

async function unregisterWorkers() {
  const registrations = await navigator.serviceWorker.getRegistrations();
  await Promise.all(registrations.map((registration) => registration.unregister()));
}

async function mayReload() {
  const key = "reloadedAt";
  try {
    if (Date.now() - Number(window.sessionStorage.getItem(key)) < RELOAD_INTERVAL) return false;
    await fetch(WORKER, { method: "HEAD", cache: "no-store" });
    window.sessionStorage.setItem(key, String(Date.now()));
    return true;
  } catch {
    return false;
  }
}
