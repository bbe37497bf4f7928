import { whenNetworkIsFree } from "./freeNetwork";
import type { AppMessage } from "./pwaNotifications";

/** The address of the service worker in a build: see pwaWorker.ts. */
const WORKER = "/pwaWorker.js";
/** A tab that becomes visible checks for a new build, but not more often than this. */
const UPDATE_INTERVAL = 60_000;
/** A script that is missing right after a reload is not missing because of a new build. */
const RELOAD_INTERVAL = 30_000;

let isOutdated = false;

/**
 * Lets the app open without a signal, and notices when a newer build has taken over. It fetches the whole build, so it starts
 * once the first screen needs the network no more.
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
  navigator.serviceWorker.addEventListener("message", onMessage);
  window.dispatchEvent(new Event("appfollows"));
  return () => navigator.serviceWorker.removeEventListener("message", onMessage);
}

/** Called at each change of the screen: loads the next screen from a newer build, if there is one. */
export function reloadIfOutdated(): void {
  if (isOutdated) window.location.reload();
}

/**
 * Handles a script that could not be loaded. When the server answers, the script belongs to a build that is gone: the page
 * is reloaded, once. Otherwise the failure is thrown again.
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
  // The first worker of a browser takes over as well, but it has the same build as the page.
  let hadWorker = serviceWorker.controller !== null;
  serviceWorker.addEventListener("controllerchange", () => {
    isOutdated = hadWorker;
    hadWorker = true;
  });
  // A browser may refuse, as in some private windows. The app works without a worker.
  const registration = await serviceWorker.register(WORKER, { updateViaCache: "none" }).catch(() => null);
  if (registration !== null) checkForUpdates(registration);
}

/** The browser itself checks only when a page is loaded, and a tab may stay open for days. */
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
