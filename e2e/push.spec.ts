/** Notifications, from the question among the matches to the message that the service worker shows. */
import type { BrowserContext, Page } from "@playwright/test";
import { expect, test } from "./fixtures";
import { call, swipe, woman, type Member } from "./people";
import type { Ready } from "./product";

test.use({ serviceWorkers: "allow" });

test("a match that is made while the app is away is pushed, shown without a name, and leads to the matches", async ({
  people,
  ready,
}) => {
  const [asha, ravi] = [await people.member(woman("Asha Away")), await people.member(woman("Ravi Awake"))];
  const page = await people.seat(asha, "/terms");
  const browser = await subscribable(page, ready, asha);
  await page.goto("/matches");
  await page.getByRole("button", { name: "Yes, tell me" }).click();
  await expect(page.getByRole("heading", { name: "Want to know when you match?" })).toBeHidden();
  await page.goto("/profile");
  await expect(page.getByRole("switch", { name: "On this device" })).toBeChecked();
  const deliver = await pushTo(page, ready);
  await page.goto("about:blank");

  await swipe(ready, asha, ravi);
  await swipe(ready, ravi, asha);
  await expect.poll(() => messages(ready, browser)).toHaveLength(1);
  const [text = ""] = await messages(ready, browser);
  expect(JSON.parse(text)).toMatchObject({ title: "You have a new match", tag: "match", path: "/matches" });
  expect(text).not.toContain("Ravi");
  await deliver(text);

  await page.goto("/terms");
  await expect.poll(() => shown(page)).toEqual([{ title: "You have a new match", path: "/matches" }]);
  await tap(page.context());
  await expect(page).toHaveURL(/\/matches$/);

  await page.goto("/profile");
  await page.getByRole("button", { name: "Sign Out" }).click();
  await expect(page).toHaveURL(/\/auth$/);
  await expect.poll(() => shown(page)).toEqual([]);
});

/** Lets the browser subscribe with the stand-in: a test browser reaches no push service. Answers the endpoint. */
async function subscribable(page: Page, ready: Ready, { token }: Member): Promise<string> {
  await page.context().grantPermissions(["notifications"], { origin: ready.appUrl });
  const settings = (await call(ready, "query", "push:settings", {}, token)) as unknown as { value: { key: string } };
  const body = JSON.stringify({ key: settings.value.key });
  const made = (await (await fetch(`${ready.pushUrl}/subscriptions`, { method: "POST", body })).json()) as Made;
  await page.addInitScript(
    ({ made, key }) => {
      const bytes = Uint8Array.from(atob(key.replace(/-/g, "+").replace(/_/g, "/")), (letter) => letter.charCodeAt(0));
      const unsubscribe = () => Promise.resolve(window.localStorage.removeItem("madeUp") === undefined);
      const mine = { options: { applicationServerKey: bytes.buffer }, toJSON: () => made, unsubscribe };
      const prototype = window.PushManager.prototype as unknown as Record<string, () => Promise<unknown>>;
      prototype.getSubscription = () => Promise.resolve(window.localStorage.getItem("madeUp") === null ? null : mine);
      prototype.subscribe = () => {
        window.localStorage.setItem("madeUp", "1");
        return Promise.resolve(mine);
      };
    },
    { made, key: settings.value.key },
  );
  return made.endpoint;
}

interface Made {
  endpoint: string;
}

/** What the stand-in read as this browser would, oldest first. */
async function messages({ pushUrl }: Ready, endpoint: string): Promise<string[]> {
  const answer = await fetch(`${pushUrl}/messages?endpoint=${encodeURIComponent(endpoint)}`);
  return ((await answer.json()) as { text: string }[]).map(({ text }) => text).toReversed();
}

/** How the browser hands a message to the service worker of the app. */
async function pushTo(page: Page, { appUrl: origin }: Ready): Promise<(data: string) => Promise<void>> {
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
  const session = await page.context().newCDPSession(page);
  const found = new Promise<string>((resolve) =>
    session.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const own = registrations.find(({ scopeURL }) => scopeURL.startsWith(origin));
      if (own !== undefined) resolve(own.registrationId);
    }),
  );
  await session.send("ServiceWorker.enable");
  const registrationId = await found;
  return async (data) =>
    void (await session.send("ServiceWorker.deliverPushMessage", { origin, registrationId, data }));
}

async function shown(page: Page): Promise<{ title: string; path: string }[]> {
  return await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    const all = await registration.getNotifications();
    return all.map(({ title, data }) => ({ title, path: (data as { path: string }).path }));
  });
}

/** What the worker says to the open page at a tap. The tap itself is the system's: its handler is tested beside its file. */
async function tap(context: BrowserContext): Promise<void> {
  const [worker] = context.serviceWorkers();
  await worker?.evaluate(async () => {
    const { clients, registration } = self as unknown as Tapped;
    const [notification] = await registration.getNotifications();
    const { path } = notification?.data as { path: string };
    for (const window of await clients.matchAll()) window.postMessage({ type: "open", path });
  });
}

interface Tapped {
  clients: { matchAll(): Promise<{ postMessage(message: unknown): void }[]> };
  registration: ServiceWorkerRegistration;
}
