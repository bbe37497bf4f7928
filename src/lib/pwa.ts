/** Where the service worker lies in a build: see pwaWorker.ts. */
const WORKER = "/pwaWorker.js";
/** A tab that is looked at again asks for a new version, but not at each glance. */
const ASK_EVERY = 60_000;
/** A script that does not come even then is no matter of old and new. */
const RELOAD_EVERY = 30_000;

let isOld = false;

/**
 * Lets the app open without a signal, and notices when a newer build took over. Begins after the page has loaded: the
 * first visit has the network for itself.
 */
export function installWorker(): void {
  if (!("serviceWorker" in navigator)) return;
  if (import.meta.env.DEV) return void forgetWorker();
  if (document.readyState === "complete") return void register();
  window.addEventListener("load", () => void register(), { once: true });
}

/**
 * For whoever changes the screen: when a newer build is there, the next screen is loaded from it. Nobody is asked, and
 * nobody loses a screen that they are in the middle of.
 */
export function reloadIfOld(): void {
  if (isOld) window.location.reload();
}

/**
 * In place of a script that did not come. When the server is there, the script is of a build that is gone: the page is
 * loaded afresh, once. Otherwise the failure stays what it was.
 */
export async function reloadForNewBuild(failure: unknown): Promise<never> {
  if (await mayReload()) {
    window.location.reload();
    // The screen keeps its outline until the new page is there.
    return new Promise<never>(() => undefined);
  }
  throw failure;
}

async function register() {
  const { serviceWorker } = navigator;
  // The first worker of a browser takes over as well, but it is of the build that the page is of.
  let hadOne = serviceWorker.controller !== null;
  serviceWorker.addEventListener("controllerchange", () => {
    isOld = hadOne;
    hadOne = true;
  });
  // A browser may refuse, as in some private windows. The app works without.
  const registration = await serviceWorker.register(WORKER, { updateViaCache: "none" }).catch(() => null);
  if (registration !== null) askAgain(registration);
}

/** A page that is never left would never hear of a deploy. */
function askAgain(registration: ServiceWorkerRegistration) {
  let asked = Date.now();
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden" || Date.now() - asked < ASK_EVERY) return;
    asked = Date.now();
    registration.update().catch(() => undefined);
  });
}

async function forgetWorker() {
  const registrations = await navigator.serviceWorker.getRegistrations();
  await Promise.all(registrations.map((registration) => registration.unregister()));
}

async function mayReload() {
  const key = "reloadedAt";
  try {
    if (Date.now() - Number(window.sessionStorage.getItem(key)) < RELOAD_EVERY) return false;
    await fetch(WORKER, { method: "HEAD", cache: "no-store" });
    window.sessionStorage.setItem(key, String(Date.now()));
    return true;
  } catch {
    return false;
  }
}
