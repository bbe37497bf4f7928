/**
 * Notifications in the service worker: what a message shows, what a tap opens, and renewed subscriptions. Our deployment encrypts each
 * message. It is still checked, because it decides what a tap opens.
 */
import { callOverHttp } from "./callOverHttp";
import { staffAreas } from "./staffAreas";

interface AppWindow {
  url: string;
  focused: boolean;
  visibilityState: string;
  focus(): Promise<unknown>;
  postMessage(message: AppMessage): void;
}

export interface AppMessage {
  type: "open";
  path: string;
}

/** The used parts of a service worker. */
export interface NotificationScope {
  location: { origin: string };
  navigator: { userAgent: string };
  registration: {
    showNotification(title: string, options: NotificationOptions): Promise<void>;
    pushManager: Pick<PushManager, "subscribe">;
  };
  clients: {
    matchAll(options: { type: "window"; includeUncontrolled: boolean }): Promise<readonly AppWindow[]>;
    openWindow(path: string): Promise<unknown>;
  };
}

/**
 * Shows a message, unless the app is open and visible: then the app shows the news. Safari ends a subscription that shows nothing, so in
 * Safari the message is always shown.
 */
export async function showMessage(scope: NotificationScope, text: string | undefined): Promise<void> {
  const { title, body, tag, path } = messageIn(text);
  const windows = await windowsOf(scope);
  const isSeen = windows.some(({ focused, visibilityState }) => focused && visibilityState === "visible");
  if (isSeen && !isSafari(scope)) return;
  await scope.registration.showNotification(title, {
    body,
    tag,
    icon: "/icon-192.png",
    badge: "/badge.png",
    data: { path },
  });
}

/** Opens a notification's path in an open window of an attendee, or else in a new one. */
export async function openNotification(scope: NotificationScope, data: unknown): Promise<void> {
  const path = pathIn(scope, (data as { path?: unknown } | null)?.path);
  const [window] = await windowsOf(scope);
  if (window === undefined) return void (await scope.clients.openWindow(path));
  window.postMessage({ type: "open", path });
  await window.focus();
}

/** Reports to the deployment that the browser replaced or ended a subscription. */
export async function renewSubscription(
  scope: NotificationScope,
  old: PushSubscription | null,
  next: PushSubscription | null,
  deployment: string,
): Promise<void> {
  // Without the old subscription the deployment does not know the user. The app subscribes again when it is opened.
  if (old === null) return;
  const renewed = next ?? (await scope.registration.pushManager.subscribe(old.options));
  const { endpoint, auth } = keysOf(old);
  await callOverHttp(deployment, "mutation", "push:renew", { endpoint, auth, to: keysOf(renewed) });
}

export function keysOf(subscription: PushSubscription): { endpoint: string; p256dh: string; auth: string } {
  const { endpoint = "", keys = {} } = subscription.toJSON();
  return { endpoint, p256dh: keys.p256dh ?? "", auth: keys.auth ?? "" };
}

const HOME = "/matches";
/** Shown for an unreadable message too, because the browser demands that each message shows something. */
const unreadable = { title: "There is news for you", body: "Open the app to see it.", tag: "news", path: HOME };

function messageIn(text = ""): typeof unreadable {
  try {
    const message = JSON.parse(text) as Record<string, unknown>;
    const { title, body, tag, path } = message;
    const isComplete = [title, body, tag, path].every((part) => typeof part === "string" && part !== "");
    return isComplete ? (message as typeof unreadable) : unreadable;
  } catch {
    return unreadable;
  }
}

/** Returns a path of this app. Anything else becomes the home path, as `/..//evil.example`, whose path alone leads to another host. */
function pathIn({ location }: NotificationScope, path: unknown): string {
  if (typeof path !== "string" || !path.startsWith("/") || !URL.canParse(path, location.origin)) return HOME;
  const { origin, pathname, search } = new URL(path, location.origin);
  return origin === location.origin && !pathname.startsWith("//") ? `${pathname}${search}` : HOME;
}

/** Returns the attendees' windows, the focused one first. The staff's windows show no news, and a tap must not lead them elsewhere. */
async function windowsOf({ clients }: NotificationScope): Promise<readonly AppWindow[]> {
  const windows = await clients.matchAll({ type: "window", includeUncontrolled: true });
  return windows.filter(({ url }) => !isOfStaff(url)).toSorted((a, b) => Number(b.focused) - Number(a.focused));
}

function isOfStaff(url: string): boolean {
  return staffAreas.some((area) => `${new URL(url).pathname}/`.startsWith(`${area}/`));
}

function isSafari({ navigator: { userAgent } }: NotificationScope): boolean {
  return userAgent.includes("AppleWebKit") && !/Chrome|Chromium/.test(userAgent);
}
