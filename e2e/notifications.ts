/**
 * Notifications in a test browser. It reaches no push service, so a test hands the stand-in's messages to the service
 * worker.
 */
import type { BrowserContext, Page } from "@playwright/test";
import { call, type Member } from "./people";
import type { Ready } from "./product";

/** Lets the browser subscribe with the stand-in. Returns the endpoint. */
export async function subscribable(page: Page, ready: Ready, { token }: Member): Promise<string> {
  await page.context().grantPermissions(["notifications"], { origin: ready.appUrl });
  const settings = (await call(ready, "query", "push:settings", {}, token)) as unknown as { value: { key: string } };
  const body = JSON.stringify({ key: settings.value.key });
  const created = (await (
    await fetch(`${ready.pushUrl}/subscriptions`, { method: "POST", body })
  ).json()) as CreatedSubscription;
  await page.addInitScript(
    ({ created, key }) => {
      const bytes = Uint8Array.from(atob(key.replace(/-/g, "+").replace(/_/g, "/")), (letter) => letter.charCodeAt(0));
      const unsubscribe = () => Promise.resolve(window.localStorage.removeItem("madeUp") === undefined);
      const subscription = { options: { applicationServerKey: bytes.buffer }, toJSON: () => created, unsubscribe };
      const prototype = window.PushManager.prototype as unknown as Record<string, () => Promise<unknown>>;
      prototype.getSubscription = () =>
        Promise.resolve(window.localStorage.getItem("madeUp") === null ? null : subscription);
      prototype.subscribe = () => {
        window.localStorage.setItem("madeUp", "1");
        return Promise.resolve(subscription);
      };
    },
    { created, key: settings.value.key },
  );
  return created.endpoint;
}

interface CreatedSubscription {
  endpoint: string;
}

/** Returns the messages that the stand-in decrypted for this browser, oldest first. */
export async function messages({ pushUrl }: Ready, endpoint: string): Promise<string[]> {
  const response = await fetch(`${pushUrl}/messages?endpoint=${encodeURIComponent(endpoint)}`);
  return ((await response.json()) as { text: string }[]).map(({ text }) => text).toReversed();
}

/** Returns a function that delivers a message to the app's service worker. */
export async function pushTo(page: Page, { appUrl: origin }: Ready): Promise<(data: string) => Promise<void>> {
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
  const session = await page.context().newCDPSession(page);
  const registered = new Promise<string>((resolve) =>
    session.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const own = registrations.find(({ scopeURL }) => scopeURL.startsWith(origin));
      if (own !== undefined) resolve(own.registrationId);
    }),
  );
  await session.send("ServiceWorker.enable");
  const registrationId = await registered;
  return async (data) =>
    void (await session.send("ServiceWorker.deliverPushMessage", { origin, registrationId, data }));
}

export async function shownNotifications(page: Page): Promise<{ title: string; path: string }[]> {
  return await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    const all = await registration.getNotifications();
    return all.map(({ title, data }) => ({ title, path: (data as { path: string }).path }));
  });
}

/** Taps the only notification. */
export async function tapNotification(context: BrowserContext): Promise<void> {
  const [worker] = context.serviceWorkers();
  await worker?.evaluate(async () => {
    const { registration, NotificationEvent } = self as unknown as WorkerScope;
    const [notification] = await registration.getNotifications();
    self.dispatchEvent(new NotificationEvent("notificationclick", { notification: notification! }));
  });
}

interface WorkerScope {
  registration: ServiceWorkerRegistration;
  NotificationEvent: new (type: string, init: { notification: Notification }) => Event;
}
