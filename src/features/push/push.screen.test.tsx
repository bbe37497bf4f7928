import { expect, onTestFinished, test, vi } from "vitest";
import { page } from "vitest/browser";
import { api } from "../../../convex/_generated/api";
import { pushOptOut } from "../../lib/browserPush";
import { NETWORK_FREE_DELAY } from "../../lib/freeNetwork";
import { deployment, resize, showTo, stopClock } from "../../testing/page";
import { member } from "../../testing/people";
import type { PushSettings } from "./usePush";

const KEY = "BAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";
const here = { endpoint: "https://web.push.apple.com/1", p256dh: "point", auth: "secret" };
const question = page.getByRole("heading", { name: "Want to know when you match?" });
const device = page.getByRole("switch", { name: "On this device" });

test("a member is asked at the matches, not over the cards, and a yes subscribes the browser", async () => {
  const browser = fakeBrowser("default");
  answerPush();
  await openAndWait("/swipe");
  await expect.element(question).not.toBeInTheDocument();
  // The question has its own script. Two frames later it is visible, or stays away.
  await import("./PushQuestion");
  for (let frame = 0; frame < 2; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
  expect(deployment.calls(api.push.settings), "the deck needs no settings").toEqual([]);
  await page.getByRole("link", { name: "Matches" }).click();
  await page.getByRole("button", { name: "Yes, tell me" }).click();
  await expect.element(question).not.toBeInTheDocument();

  expect(browser.asked).toBe(1);
  expect(deployment.calls(api.push.subscribe)).toEqual([here]);
});

test("after a no to the browser's question, a sentence says how to allow notifications until the member dismisses it", async () => {
  const browser = fakeBrowser("default");
  browser.answer = "denied";
  answerPush();
  await openAndWait("/matches");
  await page.getByRole("button", { name: "Yes, tell me" }).click();
  const sentence = page.getByText(/open the site settings beside the address/);
  await expect.element(sentence).toBeVisible();
  await page.getByRole("button", { name: "Got it" }).click();
  await expect.element(sentence).not.toBeInTheDocument();
  await expect.poll(() => deployment.calls(api.push.setSettings)).toEqual([{ asked: true }]);
});

test("a browser whose worker does not install says that it failed, and asks nothing more", async () => {
  fakeBrowser("default", false, new Promise(() => undefined));
  answerPush();
  await openAndWait("/matches");
  stopClock();
  await page.getByRole("button", { name: "Yes, tell me" }).click();
  const failed = page.getByText("Failed to switch notifications", { exact: true });
  await expect
    .poll(async () => {
      await vi.advanceTimersByTimeAsync(1_000);
      return failed.elements();
    })
    .toHaveLength(1);
  await page.getByRole("button", { name: "Got it" }).click();
  await expect.element(question).not.toBeInTheDocument();
});

test("with text twice as large the question scrolls, and its title is on the screen", async () => {
  document.documentElement.style.fontSize = "200%";
  onTestFinished(() => void document.documentElement.style.removeProperty("font-size"));
  await resize(360, 640);
  fakeBrowser("default");
  answerPush();
  await openAndWait("/matches");
  await expect.element(question).toBeVisible();
  expect(question.element().getBoundingClientRect().top).toBeGreaterThanOrEqual(0);
});

test("'Not now' is remembered, and the browser asks nothing", async () => {
  const browser = fakeBrowser("default");
  answerPush();
  await openAndWait("/matches");
  await page.getByRole("button", { name: "Not now" }).click();
  await expect.element(question).not.toBeInTheDocument();
  await expect.element(page.getByRole("heading", { level: 1 })).toHaveFocus();

  expect([browser.asked, deployment.calls(api.push.setSettings)]).toEqual([0, [{ asked: true }]]);
});

test("a member who leaves without an answer is not asked again before the next visit", async () => {
  fakeBrowser("default");
  answerPush();
  await openAndWait("/matches");
  await expect.element(question).toBeVisible();
  await page.getByRole("link", { name: "Profile" }).click();
  await expect.element(question).not.toBeInTheDocument();
  await page.getByRole("link", { name: "Matches" }).click();
  await expect.element(page.getByRole("heading", { name: "Matches", level: 1 })).toBeVisible();
  await expect.element(question).not.toBeInTheDocument();

  await openAndWait("/matches");
  await expect.element(question).toBeVisible();
});

test("on a phone held sideways the question takes at most a third of the height", async () => {
  await resize(640, 360);
  fakeBrowser("default");
  answerPush();
  await openAndWait("/matches");
  await expect.element(question).toBeVisible();
  const card = page.getByRole("complementary", { name: "Notifications" }).element();
  expect(card.getBoundingClientRect().height).toBeLessThanOrEqual(360 / 3);
});

test("a member is not asked twice, nor if the deployment sends no notifications", async () => {
  fakeBrowser("default");
  for (const more of [{ asked: true }, { key: null }]) {
    answerPush(more);
    await openAndWait("/matches");
    await expect.poll(() => deployment.calls(api.push.settings)).not.toEqual([]);
    await expect.element(question).not.toBeInTheDocument();
  }
});

test("on an iPhone the question says how to install the app", async () => {
  fakeBrowser("default");
  vi.stubGlobal("PushManager", undefined);
  Reflect.deleteProperty(window, "PushManager");
  vi.spyOn(navigator, "userAgent", "get").mockReturnValue("Mozilla/5.0 (iPhone) AppleWebKit Safari");
  answerPush();
  await openAndWait("/matches");

  await expect.element(page.getByText(/tap Share, then Add to Home Screen/)).toBeVisible();
  await page.getByRole("button", { name: "Got it" }).click();
  await expect.element(question).not.toBeInTheDocument();
});

test("on /profile a member switches a kind, names and the device itself", async () => {
  fakeBrowser("granted", true);
  answerPush({ asked: true, wanted: true, here: here.endpoint, devices: 1 });
  showTo(member(), "/profile");
  await expect.element(device).toBeChecked();
  await page.getByRole("switch", { name: "New likes", exact: true }).click();
  await page.getByRole("switch", { name: "Show names" }).click();
  await expect.element(page.getByRole("switch", { name: "Show names" })).toBeChecked();
  await expect.element(page.getByRole("switch", { name: "New likes", exact: true })).not.toBeChecked();
  await device.click();
  await expect.element(device).not.toBeChecked();

  expect(deployment.calls(api.push.setSettings)).toEqual([{ kinds: { likes: false } }, { showNames: true }]);
  expect(deployment.calls(api.push.unsubscribe)).toHaveLength(1);
});

test("a device that cannot be switched off offline stays on, on the screen and in the browser", async () => {
  const browser = fakeBrowser("granted", true);
  answerPush({ asked: true, wanted: true, here: here.endpoint, devices: 1 });
  showTo(member(), "/profile");
  await expect.element(device).toBeChecked();
  stopClock();
  deployment.disconnect();
  await device.click();
  await vi.advanceTimersByTimeAsync(5_000);
  await expect
    .element(page.getByText("Failed to switch notifications. You are offline. Nothing was sent."))
    .toBeVisible();
  await expect.element(device).toBeChecked();
  expect(browser.ended, "otherwise neither a notification nor a mail would come").toBe(0);
  expect(pushOptOut.isSet()).toBe(false);
});

test("on /profile a person with blocked notifications reads how to allow them again", async () => {
  fakeBrowser("denied");
  answerPush({ asked: true });
  showTo(member(), "/profile");

  await expect.element(page.getByText(/Notifications are blocked for this site/)).toBeVisible();
  await expect.element(device).not.toBeInTheDocument();
});

test("a browser renews a lost subscription for a member who wants it, and ends one for a member who does not", async () => {
  const lost = fakeBrowser("granted");
  answerPush({ asked: true, wanted: true });
  await openAndWait("/profile");
  await expect.poll(() => deployment.calls(api.push.subscribe)).toEqual([here]);
  expect(lost.ended).toBe(0);

  const other = fakeBrowser("granted", true);
  answerPush({ asked: true, wanted: false });
  await openAndWait("/profile");
  await expect.poll(() => other.ended).toBe(1);
});

test("if the browser now forbids notifications, the page unsubscribes the device", async () => {
  fakeBrowser("denied");
  answerPush({ asked: true, wanted: true, here: here.endpoint, devices: 1 });
  await openAndWait("/matches");
  await expect.poll(() => deployment.calls(api.push.unsubscribe)).toHaveLength(1);
});

/** Opens a member's screen and waits until the network is free, when the question appears. */
async function openAndWait(path: string): Promise<void> {
  stopClock();
  showTo(member(), path);
  await expect.element(page.getByRole("link", { name: "Matches" })).toBeVisible();
  await vi.advanceTimersByTimeAsync(NETWORK_FREE_DELAY);
  vi.useRealTimers();
}

/** Fakes the deployment's part, and records its calls. */
function answerPush(more: Partial<PushSettings> = {}): void {
  const kinds = { match: true, message: true, likes: true, approval: true, announcement: true };
  const defaults = { key: KEY, kinds, showNames: false, asked: false, wanted: false, here: null, devices: 0 };
  let now: PushSettings = { ...defaults, ...more };
  const change = (next: Partial<PushSettings>) => {
    now = { ...now, ...next };
    deployment.answer(api.push.settings, now);
    return null;
  };
  change({});
  deployment.answer(api.push.subscribe, ({ endpoint }) =>
    change({ here: endpoint, devices: 1, asked: true, wanted: true }),
  );
  deployment.answer(api.push.unsubscribe, () => change({ here: null }));
  deployment.answer(api.push.setSettings, ({ kinds: some, ...rest }) =>
    change({ ...rest, kinds: { ...now.kinds, ...some } }),
  );
}

/**
 * Fakes a browser with this permission, which grants it when asked. `subscribed`: it already has a subscription. `installed`: settles once
 * its worker is.
 */
function fakeBrowser(
  permission: NotificationPermission,
  subscribed = false,
  installed: Promise<unknown> = Promise.resolve(),
) {
  const record = { asked: 0, ended: 0, answer: "granted" as NotificationPermission };
  const point = Uint8Array.from(atob(KEY.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
  const subscription = {
    options: { applicationServerKey: point.buffer },
    toJSON: () => ({ endpoint: here.endpoint, keys: { p256dh: here.p256dh, auth: here.auth } }),
    unsubscribe: async () => {
      record.ended += 1;
      current = null;
      return true;
    },
  };
  let current = subscribed ? subscription : null;
  const pushManager = { getSubscription: async () => current, subscribe: async () => (current = subscription) };
  const registration = { pushManager, getNotifications: async () => [] };
  const fake = {
    permission,
    requestPermission: async () => {
      record.asked += fake.permission === "default" ? 1 : 0;
      if (fake.permission === "default") fake.permission = record.answer;
      return fake.permission;
    },
  };
  vi.stubGlobal("Notification", fake);
  vi.stubGlobal("PushManager", () => undefined);
  const worker = Object.assign(new EventTarget(), {
    ready: installed.then(() => registration),
    getRegistration: async () => registration,
    getRegistrations: async () => [],
    controller: null,
  });
  Object.defineProperty(navigator, "serviceWorker", { value: worker, configurable: true });
  onTestFinished(() => {
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
    Reflect.deleteProperty(navigator, "serviceWorker");
  });
  return record;
}
