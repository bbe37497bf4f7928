/** Notifications in this browser: whether it can have them, and its subscription. */
import { after } from "./events";
import { ifAllowed } from "./ifAllowed";
import { keysOf } from "./pwaNotifications";

/** `install`: an iPhone that needs the app on its home screen first. `denied`: forbidden in the browser's settings. */
export type PushAbility = "unsupported" | "install" | "denied" | "askable" | "granted";
export type BrowserSubscription = ReturnType<typeof keysOf>;

/** Turned off in this browser, until the next sign-in. */
export const pushOptOut = {
  set: () => ifAllowed(() => window.localStorage.setItem(KEY, "1")),
  isSet: () => ifAllowed(() => window.localStorage.getItem(KEY) !== null) ?? false,
  clear: () => ifAllowed(() => window.localStorage.removeItem(KEY)),
};

export function pushAbility(): PushAbility {
  if ("PushManager" in window && "Notification" in window && "serviceWorker" in navigator) {
    if (Notification.permission === "default") return "askable";
    return Notification.permission;
  }
  return isAppleTab() ? "install" : "unsupported";
}

/** Milliseconds to wait for the worker, which fetches the whole build first. */
const INSTALL_TIMEOUT = 15_000;

/**
 * Subscribes this browser with the deployment's key. The browser may ask the person first. Returns null if they refuse. Throws if the
 * worker is not installed in time.
 */
export async function subscribeBrowser(key: string): Promise<BrowserSubscription | null> {
  if ((await Notification.requestPermission()) !== "granted") return null;
  // Without an installed worker, `ready` never settles.
  const tooLate = new Promise<never>((_, reject) => after(INSTALL_TIMEOUT, () => reject(new Error("No worker"))));
  const { pushManager } = await Promise.race([navigator.serviceWorker.ready, tooLate]);
  const existing = await pushManager.getSubscription();
  if (existing !== null && keyOf(existing) !== key) await existing.unsubscribe();
  return keysOf(await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key }));
}

/** Returns this browser's subscription, or null without one. */
export async function browserSubscription(): Promise<(BrowserSubscription & { key: string }) | null> {
  const subscription = await current();
  return subscription && { ...keysOf(subscription), key: keyOf(subscription) };
}

/** Ends this browser's subscription, and removes shown notifications. */
export async function unsubscribeBrowser(): Promise<void> {
  const subscription = await current().catch(() => null);
  await subscription?.unsubscribe().catch(() => false);
  const registration = await navigator.serviceWorker?.getRegistration();
  for (const shown of (await registration?.getNotifications()) ?? []) shown.close();
}

/** Call it when a session ends here, because the next user must not get its notifications. */
export function forgetPush(): void {
  pushOptOut.clear();
  if ("serviceWorker" in navigator) void unsubscribeBrowser().catch(() => undefined);
}

const KEY = "pushOff";

async function current(): Promise<PushSubscription | null> {
  const registration = "serviceWorker" in navigator ? await navigator.serviceWorker.getRegistration() : undefined;
  return (await registration?.pushManager?.getSubscription()) ?? null;
}

/** Returns the key that a subscription was made with, in base64url. */
function keyOf({ options }: PushSubscription): string {
  const bytes = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer());
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}

/** True in Safari on an iPhone or iPad, where only installed apps may have notifications. An iPad says that it is a Mac. */
function isAppleTab(): boolean {
  const { userAgent, maxTouchPoints } = navigator;
  return /iPhone|iPad|iPod/.test(userAgent) || (userAgent.includes("Macintosh") && maxTouchPoints > 1);
}
