/** An attendee with a bad connection. */
import type { Page } from "@playwright/test";
import { controlConnection } from "./connection";
import { expect, test } from "./fixtures";
import { call, handleOf, run, woman, type Member } from "./people";
import type { Ready } from "./product";

test.use({ serviceWorkers: "allow" });

/** Waits until a script and its imports are loaded. */
async function waitForScript(page: Page, part: string) {
  const isLoaded = () =>
    page.evaluate(async (name) => {
      const script = performance.getEntriesByType("resource").find((entry) => entry.name.includes(`/${name}-`));
      // Already loaded, or the browser joins the pending request.
      if (script !== undefined) await import(script.name);
      return script !== undefined;
    }, part);
  await expect.poll(isLoaded).toBe(true);
}

test("offline a member opens every tab and swipes; the swipes arrive once later, and an offline sign-out ends the session later", async ({
  people,
  ready,
}) => {
  const [me, other] = await people.pair(woman("Leaving Leela"), woman("Leaving Lata"));
  for (const name of ["Crowd Alpha", "Crowd Beta", "Crowd Gamma"]) await people.member(woman(name));
  const page = await people.openAs(me, "/profile");
  const context = page.context();
  const connection = await controlConnection(context);
  await page.goto("/swipe");
  await expect(top(page)).not.toBeEmpty();
  // Once the first screen has settled, the page fetches the other tabs' scripts, and the worker caches the page.
  for (const part of ["MatchesScreen", "ProfileScreen", "AuthScreen"]) await waitForScript(page, part);
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));

  await connection.cut();
  await context.setOffline(true);
  const decided = [await decideTop(page, "Dislike"), await decideTop(page, "Like")];
  await expect(page.getByText("2 to send")).toBeVisible();
  for (const [tab, content] of [
    ["Profile", page.getByRole("button", { name: "Sign Out" })],
    ["Matches", page.getByRole("tab", { name: /Pending Likes/ })],
  ] as const) {
    await page.getByRole("link", { name: tab }).click();
    await expect(content).toBeVisible();
  }
  await page.close();
  expect(await swipesLeft(ready, me), "nothing has arrived").toBe(4);

  connection.restore();
  await context.setOffline(false);
  const next = await context.newPage();
  await next.goto("/matches");
  await expect.poll(() => swipesLeft(ready, me), { message: "whichever screen is open sends them" }).toBe(2);
  // Until the page has the answers, a sign-out warns about unsent swipes.
  await next.waitForFunction(() => !Object.keys(localStorage).some((key) => key.startsWith("draft:swipes:")));
  await next.goto("/swipe");
  await expect(next.getByText("2 swipes left", { exact: true })).toBeVisible();
  expect(decided).not.toContain(await top(next).innerText());
  await next.goto("/matches");
  await next.waitForFunction((handle) => JSON.stringify({ ...localStorage }).includes(handle), handleOf(other.name));
  await next.close();

  await connection.cut();
  await context.setOffline(true);
  const reopened = await context.newPage();
  await reopened.goto("/matches");
  await expect(reopened.getByText("Offline. Updated a moment ago")).toBeVisible();
  await expect(reopened.getByText(`@${handleOf(other.name)}`)).toBeVisible();
  const otherTab = await context.newPage();
  await otherTab.goto("/matches");
  await expect(otherTab.getByText(`@${handleOf(other.name)}`)).toBeVisible();
  await reopened.getByRole("link", { name: "Profile" }).click();
  await reopened.getByRole("button", { name: "Sign Out" }).click();
  await expect(reopened.getByText("Signed out successfully")).toBeVisible();
  await expect(reopened.getByRole("heading", { name: "Welcome Back" })).toBeVisible();
  await expect(otherTab, "the other tab follows").toHaveURL(/\/auth$/);
  expect(await swipesLeft(ready, me), "the deployment does not know yet").toBe(2);
  await reopened.goto("/matches");
  await expect(reopened).toHaveURL(/\/auth$/);
  const remaining = await reopened.evaluate(everythingStored);
  for (const secret of ["Leela", "Lata", handleOf(other.name), me.email, me.token, me.refreshToken]) {
    expect(remaining).not.toContain(secret);
  }
  connection.restore();
  await context.setOffline(false);
  await expect.poll(() => call(ready, "query", "profiles:me", {}, me.token)).toMatchObject({ status: "error" });
  await expect(reopened).toHaveURL(/\/auth$/);
});

test("a member whose token expired while away is signed in again, however late the network returns", async ({
  people,
}) => {
  await people.member(woman("Away Shown"));
  const page = await people.openAs(await people.member(woman("Away Aditi")));
  await expect(top(page)).not.toBeEmpty();
  // The deployment refuses this token like an expired one.
  await page.evaluate(() => {
    const key = "__convexAuthJWT_attendee";
    const [head, body] = String(localStorage.getItem(key)).split(".");
    localStorage.setItem(key, `${String(head)}.${String(body)}.${"A".repeat(342)}`);
  });
  let requests = 0;
  await page.route(/\/api\/action$/, (route) => {
    requests++;
    return route.abort();
  });
  await page.clock.install();
  await page.reload();
  // Longer than the pauses between retries.
  const later = async () => await page.clock.fastForward(20_000);
  await expect
    .poll(async () => (await later(), requests), { message: "the page keeps asking for a new token" })
    .toBeGreaterThan(2);
  await page.unroute(/\/api\/action$/);
  await expect
    .poll(
      async () => (
        await later(),
        await top(page)
          .textContent({ timeout: 100 })
          .catch(() => "")
      ),
    )
    .not.toBe("");
});

/** The accessible name of the top card: name and age. */
function top(page: Page) {
  return page.locator("p[aria-live=polite]").filter({ hasText: /, \d/ });
}

/** Decides on the top card. Returns its name and age. */
async function decideTop(page: Page, decision: "Like" | "Dislike"): Promise<string> {
  const name = await top(page).innerText();
  await page.getByRole("button", { name: decision, exact: true }).click();
  await expect(top(page)).not.toHaveText(name);
  return name;
}

/** Returns both storages and the cached addresses, as a page can read them. */
async function everythingStored(): Promise<string> {
  const names = await caches.keys();
  const cached = await Promise.all(names.map(async (name) => await (await caches.open(name)).keys()));
  const addresses = cached.flat().map(({ url }) => url);
  const foreign = addresses.filter((url) => new URL(url).origin !== location.origin);
  if (foreign.length > 0) throw new Error(`Cached from elsewhere: ${foreign.join()}`);
  return JSON.stringify([{ ...localStorage }, { ...sessionStorage }, addresses, await indexedDB.databases()]);
}

async function swipesLeft(ready: Ready, { token }: Member): Promise<number> {
  return ((await run(ready, "query", "profiles:me", {}, token)) as { swipesRemaining: number }).swipesRemaining;
}
