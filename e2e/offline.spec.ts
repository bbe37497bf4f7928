/** The attendee with bad signal in a crowd. */
import type { BrowserContext, Page, WebSocketRoute } from "@playwright/test";
import { call, makeMember, type Member } from "./doors";
import { expect, signIn, test, type Person } from "./fixtures";
import type { Ready } from "./product";

test("a member who loses the signal still gets to every tab", async ({ ready, newPerson }) => {
  const member = await makeMember(ready, { name: "Zubin Offline", gender: "male" });
  const { page, context } = await newPerson("Zubin");
  await signIn({ ...member, page, context });
  await expect(page).toHaveURL(/\/swipe$/);
  // The scripts of the other tabs are fetched once the first screen has settled.
  await page.waitForResponse(/ProfileScreen/);
  await page.waitForLoadState("networkidle");

  await context.setOffline(true);
  await page.getByRole("link", { name: /Profile/ }).click();
  await expect(page.getByRole("button", { name: "Sign Out" })).toBeVisible();
  await page.getByRole("link", { name: /Matches/ }).click();
  await expect(page.getByRole("tab", { name: /Pending Likes/ })).toBeVisible();
  await context.setOffline(false);
});

test("swipes without a signal wait, and are sent in order once it is back", async ({ ready, newPerson }) => {
  const { me, page, signal } = await swiper(ready, newPerson, "Waiting Lilly");
  await signal.lose();
  const first = await decideTop(page, "Dislike");
  const second = await decideTop(page, "Like");
  await expect(page.getByText("2 to send")).toBeVisible();
  expect(await swipesLeft(ready, me), "nothing has arrived").toBe(5);

  await signal.regain();
  await expect.poll(() => swipesLeft(ready, me)).toBe(3);
  await expect(page.getByText("2 to send")).toBeHidden();
  expect(await namesDealt(ready, me)).not.toContain(first);
  expect(await namesDealt(ready, me)).not.toContain(second);
});

test("a swipe that was not sent before the page went is sent by the next one, and its card does not come back", async ({
  ready,
  newPerson,
}) => {
  const { me, page, context, signal } = await swiper(ready, newPerson, "Reloading Rhea");
  await signal.lose();
  const decided = await decideTop(page, "Dislike");
  await page.close();
  await signal.regain();
  expect(await swipesLeft(ready, me), "nothing has arrived").toBe(5);

  const next = await context.newPage();
  await next.goto("/matches");
  await expect.poll(() => swipesLeft(ready, me), { message: "whichever screen is open sends it" }).toBe(4);
  await next.goto("/swipe");
  await expect(next.getByText("4 of 5", { exact: true })).toBeVisible();
  await expect(top(next)).not.toBeEmpty();
  await expect(top(next)).not.toHaveText(decided);
});

test("whoever was away for longer than a token lasts comes back by themselves, however late the network does", async ({
  ready,
  newPerson,
}) => {
  const { page } = await swiper(ready, newPerson, "Away Aditi");
  // A token that the deployment refuses, as it does one that has run out.
  await page.evaluate(() => {
    const key = "__convexAuthJWT_attendee";
    const [head, body] = String(localStorage.getItem(key)).split(".");
    localStorage.setItem(key, `${String(head)}.${String(body)}.${"A".repeat(342)}`);
  });
  let asked = 0;
  await page.route(/\/api\/action$/, (route) => {
    asked++;
    return route.abort();
  });
  await page.reload();
  await expect.poll(() => asked, { message: "it is asked for again", timeout: 30_000 }).toBeGreaterThan(2);
  await page.unroute(/\/api\/action$/);
  await expect(top(page)).not.toBeEmpty({ timeout: 30_000 });
});

type NewPerson = (name: string) => Promise<Person>;

let isCrowded = false;

/** More people than anybody may swipe in a day; made once for all of these. */
async function crowd(ready: Ready) {
  if (isCrowded) return;
  for (let n = 0; n < 7; n++) await makeMember(ready, { name: `Crowd ${n}`, gender: "male", picture: n });
  isCrowded = true;
}

/** A member on /swipe with a few cards. */
async function swiper(ready: Ready, newPerson: NewPerson, name: string) {
  await crowd(ready);
  const me = await makeMember(ready, { name, gender: "female" });
  const { page, context } = await newPerson(name);
  const signal = await signalOf(context);
  await signIn({ ...me, page, context });
  await expect(page).toHaveURL(/\/swipe$/);
  await expect(top(page)).not.toBeEmpty();
  return { me, page, context, signal };
}

/** A browser that is told to be offline keeps the connections it has; a person in a crowd does not. */
async function signalOf(context: BrowserContext) {
  let isLost = false;
  const open = new Set<WebSocketRoute>();
  await context.routeWebSocket(/\/sync$/, (socket) => {
    if (isLost) return void socket.close();
    socket.connectToServer();
    open.add(socket);
  });
  return {
    lose: async () => {
      isLost = true;
      await context.setOffline(true);
      await Promise.all([...open].map((socket) => socket.close()));
      open.clear();
    },
    regain: async () => {
      isLost = false;
      await context.setOffline(false);
    },
  };
}

/** Who lies on top, as a screen reader is told: name and age. */
function top(page: Page) {
  return page.locator("p[aria-live=polite]");
}

/** Decides about whoever is on top. Answers who it was. */
async function decideTop(page: Page, decision: "Like" | "Dislike"): Promise<string> {
  const name = await top(page).innerText();
  await page.getByRole("button", { name: decision, exact: true }).click();
  await expect(top(page)).not.toHaveText(name);
  return name;
}

async function swipesLeft(ready: Ready, { token }: Member): Promise<number> {
  const answer = await call(ready, "query", "profiles:me", {}, token);
  return (answer as { value: { swipesRemaining: number } }).value.swipesRemaining;
}

async function namesDealt(ready: Ready, { token }: Member): Promise<string[]> {
  return (await dealt(ready, token)).map(({ name }) => name);
}

async function dealt(ready: Ready, token: string) {
  const answer = await call(ready, "query", "swipes:deck", {}, token);
  return (answer as { value: { profiles: { _id: string; name: string }[] } }).value.profiles;
}
