import { expect, test, vi } from "vitest";
import {
  openNotification,
  renewSubscription,
  showMessage,
  type AppMessage,
  type NotificationScope,
} from "./pwaNotifications";

const message = { title: "You have a new match", body: "Say hello.", tag: "match", path: "/matches" };

test("a message is shown with its title, text, tag and path", async () => {
  const worker = fakeWorker();
  await showMessage(worker.scope, JSON.stringify(message));

  expect(worker.shown).toEqual([
    ["You have a new match", expect.objectContaining({ body: "Say hello.", tag: "match", data: { path: "/matches" } })],
  ]);
});

test("no notification is shown while the app has the focus, except in Safari, which demands one", async () => {
  const [seen, behind] = [
    { focused: true, visibilityState: "visible" },
    { focused: false, visibilityState: "visible" },
  ];
  const worker = fakeWorker([seen]);
  await showMessage(worker.scope, JSON.stringify(message));
  expect(worker.shown).toEqual([]);

  for (const other of [fakeWorker([behind]), fakeWorker([seen], "AppleWebKit/605.1.15 Version/18.0 Safari/605.1.15")]) {
    await showMessage(other.scope, JSON.stringify(message));
    expect(other.shown).toHaveLength(1);
  }
});

test.each([undefined, "", "{", "null", "[]", '{"title":1}', '{"title":"a","body":"b","tag":"c"}'])(
  "the malformed message %j shows a general notification",
  async (text) => {
    const worker = fakeWorker();
    await showMessage(worker.scope, text);
    expect(worker.shown).toEqual([["There is news for you", expect.objectContaining({ data: { path: "/matches" } })]]);
  },
);

test("a tap opens the screen in the open window, or in a new one if the app is closed", async () => {
  const shut = fakeWorker();
  await openNotification(shut.scope, { path: "/matches?tab=likes" });
  expect(shut.opened).toEqual(["/matches?tab=likes"]);

  const open = fakeWorker([
    { focused: false, visibilityState: "hidden" },
    { focused: true, visibilityState: "visible" },
  ]);
  await openNotification(open.scope, { path: "/matches/m1" });
  expect([open.opened, open.posted]).toEqual([[], [[1, { type: "open", path: "/matches/m1" }]]]);
});

test.each(["/moderator/dashboard", "/organiser", "/staff#invitation"])(
  "a staff window at %s hides no notification, and a tap leaves it there",
  async (path) => {
    const worker = fakeWorker([{ focused: true, visibilityState: "visible", url: `https://app.test${path}` }]);
    await showMessage(worker.scope, JSON.stringify(message));
    await openNotification(worker.scope, { path: "/matches" });

    expect([worker.shown.length, worker.posted, worker.opened]).toEqual([1, [], ["/matches"]]);
  },
);

test.each([
  "https://evil.example/",
  "//evil.example/",
  "/\\evil.example/",
  "/..//evil.example/",
  "/.//evil.example/",
  "javascript:alert(1)",
  "matches",
  "",
  null,
  7,
])("a tap on a message with the invalid path %j opens the matches", async (path) => {
  const worker = fakeWorker();
  await openNotification(worker.scope, { path });
  await openNotification(worker.scope, null);
  expect(worker.opened).toEqual(["/matches", "/matches"]);
});

test("a subscription replaced by the browser is reported to the deployment, with the secret of the old one", async () => {
  const calls = vi.fn(async () => new Response());
  vi.stubGlobal("fetch", calls);
  const worker = fakeWorker();
  await renewSubscription(worker.scope, null, subscription("new"), "https://deployment.test");
  expect(calls).not.toHaveBeenCalled();
  await renewSubscription(worker.scope, subscription("old"), null, "https://deployment.test");
  vi.unstubAllGlobals();

  const [url, { body }] = calls.mock.calls[0] as unknown as [string, { body: string }];
  expect([url, JSON.parse(body)]).toEqual([
    "https://deployment.test/api/mutation",
    {
      path: "push:renew",
      format: "convex_encoded_json",
      args: [{ endpoint: "old", auth: "a-old", to: { endpoint: "again", p256dh: "p-again", auth: "a-again" } }],
    },
  ]);
});

function fakeWorker(
  windows: { focused: boolean; visibilityState: string; url?: string }[] = [],
  userAgent = "Chrome/150",
) {
  const shown: unknown[] = [];
  const opened: string[] = [];
  const posted: unknown[] = [];
  const scope: NotificationScope = {
    location: { origin: "https://app.test" },
    navigator: { userAgent },
    registration: {
      showNotification: async (...args) => void shown.push(args),
      pushManager: { subscribe: async () => subscription("again") },
    },
    clients: {
      matchAll: async () =>
        windows.map((window, index) => ({
          url: "https://app.test/swipe",
          ...window,
          focus: async () => undefined,
          postMessage: (appMessage: AppMessage) => void posted.push([index, appMessage]),
        })),
      openWindow: async (path) => void opened.push(path),
    },
  };
  return { scope, shown, opened, posted };
}

function subscription(name: string): PushSubscription {
  const toJSON = () => ({ endpoint: name, keys: { p256dh: `p-${name}`, auth: `a-${name}` } });
  return { options: {}, toJSON } as unknown as PushSubscription;
}
