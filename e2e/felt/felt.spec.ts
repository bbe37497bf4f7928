/** Prints waiting times in real browsers next to the floor's times from the same run. Asserts no limit, because the machine may be busy. */
import type { Page } from "@playwright/test";
import { buy, matchOf, swipe } from "../acts";
import { expect, test, type People } from "../fixtures";
import { decideOn, versionOf, woman, type Member } from "../people";
import { serveFloor } from "./floor";
import { pressedAt, seenAt, slowDown, visitOf, watchVisits, type Visit } from "./stopwatch";

// Installed apps have a service worker.
test.use({ serviceWorkers: "allow" });

const TIMES = Number(process.env.FELT_TIMES ?? 10);
/** By then a page has finished its background work after loading. */
const QUIET_MS = 4_000;
const rows: Record<string, string>[] = [];

test.beforeEach(() => test.setTimeout(150_000));
test.afterAll(() => console.table(rows));

test("the floor", async ({ newPage }) => {
  const floor = await serveFloor();
  const [one, other] = [await newPage(), await newPage()];
  await Promise.all([one.goto(floor.url), other.goto(floor.url)]);
  await expect(other.locator("h2")).toBeVisible();
  print(
    "floor: click to line on another page",
    await times(async () => {
      await one.waitForTimeout(200);
      await other.evaluate(() => document.querySelector("p")?.remove());
      const [pressed, seen] = [pressedAt(one), seenAt(other, "p")];
      await one.getByRole("button").click();
      return (await seen) - (await pressed);
    }),
  );
  const visits = await times(() => coldVisit(newPage, floor.url));
  printVisits("floor", visits, { card: ", slow: line of the socket", photo: ", slow: photo" });
  floor.stop();
});

test("a like that makes a match", async ({ people, ready }) => {
  const me = await people.member(woman("Felt Fatima"));
  await buy(ready, me, "unlimited_swipes");
  const likers: Member[] = [];
  for (let i = 0; i < TIMES; i++) {
    const liker = await people.member(woman(`Felt Liker ${"ABCDEFGHIJKLMNOPQRSTUVWXYZ"[i] ?? ""}`));
    await swipe(ready, liker, me);
    likers.push(liker);
  }
  const page = await people.openAs(me);
  const [otherTimes, ownTimes]: [number[], number[]] = [[], []];
  for (let i = 0; i < TIMES; i++) {
    const title = (await page.locator("main h2").first().textContent()) ?? "";
    const liker = likers.find(({ name }) => title.startsWith(name));
    if (liker === undefined) throw new Error(`${title} was not expected`);
    const other = await people.openAs(liker, "/profile");
    await expect(other.getByRole("button", { name: "Sign Out" })).toBeVisible();
    await other.waitForTimeout(QUIET_MS);
    const seen = [other, page].map((screen) => seenAt(screen, '[role="dialog"] h2', "match"));
    const pressed = pressedAt(page);
    await page.getByRole("button", { name: "Like", exact: true }).click();
    otherTimes.push(((await seen[0]) ?? NaN) - (await pressed));
    ownTimes.push(((await seen[1]) ?? NaN) - (await pressed));
    await other.context().close();
    await expect(page.getByRole("dialog")).toBeVisible();
    await page.getByRole("dialog").getByRole("button").last().click();
    await expect(page.getByRole("dialog")).not.toBeVisible();
  }
  print("like to popup, at the other person", otherTimes);
  print("like to popup, at the liking person", ownTimes);
});

test("a message", async ({ people, ready }) => {
  const [me, other] = await people.pair(woman("Felt Farida"), woman("Felt Fiona"));
  const address = `/matches/${await matchOf(ready, me, other)}`;
  const [writer, reader] = [await people.openAs(me, address), await people.openAs(other, address)];
  await writer.waitForTimeout(QUIET_MS);
  let i = 0;
  print(
    "message to the other's screen",
    await times(async () => {
      const text = `Number ${String((i += 1))} of these`;
      await writer.getByRole("textbox").fill(text);
      const [pressed, seen] = [pressedAt(writer), seenAt(reader, "main p", text)];
      await writer.getByRole("textbox").press("Enter");
      return (await seen) - (await pressed);
    }),
  );
});

test("an approval", async ({ people, ready }) => {
  await people.member(woman("Felt Frida"));
  print(
    "approval to first card",
    await times(async (i) => {
      const name = `Felt Applicant ${"ABCDEFGHIJKLMNOPQRSTUVWXYZ"[i] ?? ""}`;
      const page = await people.openAs(await people.applicant(woman(name)), "/moderation-pending");
      await expect(page.getByRole("heading", { name: "Profile Under Review" })).toBeVisible();
      await page.waitForTimeout(QUIET_MS);
      const id = await versionOf(ready, name);
      const seen = seenAt(page, "main h2", ",");
      const startedAt = Date.now();
      await decideOn(ready, id, true);
      const duration = (await seen) - startedAt;
      await page.context().close();
      return duration;
    }),
  );
});

test("visits on a slow phone", async ({ people, newPage, ready }) => {
  test.setTimeout(900_000);
  const me = await people.member(woman("Felt Fay"));
  await people.member(woman("Felt Flora"));
  const frontVisits = await times(() => coldVisit(newPage, `${ready.appUrl}/`));
  printVisits("cold /", frontVisits, {
    painted: ", slow: largest paint",
    blocked: ", slow: long tasks",
    scripts: ": KiB of script before the load event",
  });
  const openPage = () => people.openAs(me, "/icon.svg");
  printVisits("cold /swipe", await times(() => coldVisit(openPage, `${ready.appUrl}/swipe`)), ofDeck);
  printVisits("second /swipe", await times(() => secondVisit(people, me, `${ready.appUrl}/swipe`)), ofDeck);
});

const ofDeck = {
  first: ", slow: first paint",
  outline: ", slow: outline",
  card: ", slow: card",
  photo: ", slow: photo",
  blocked: ", slow: long tasks",
  scripts: ": KiB of script before the card",
};

/** Prints a row for each of the measures. Their labels follow `which`. */
function printVisits(which: string, visits: Visit[], measures: Partial<Record<keyof Visit, string>>) {
  for (const [measure, label] of Object.entries(measures)) {
    const values = visits.map((visit) => visit[measure as keyof Visit]);
    print(which + label, values);
  }
}

/** A visit with an empty cache. */
async function coldVisit(open: () => Promise<Page>, address: string): Promise<Visit> {
  return await visitTo(await open(), address);
}

/** A visit with the cache of an earlier one. */
async function secondVisit(people: People, me: Member, address: string): Promise<Visit> {
  const page = await people.openAs(me, "/swipe");
  await page.waitForTimeout(2 * QUIET_MS);
  return await visitTo(page, address);
}

async function visitTo(page: Page, address: string): Promise<Visit> {
  await watchVisits(page);
  await slowDown(page);
  await page.goto(address);
  // A locator would run its own script in the page meanwhile.
  await page.waitForTimeout(QUIET_MS);
  const visit = await visitOf(page);
  await page.context().close();
  return visit;
}

async function times<T>(measure: (round: number) => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  for (let i = 0; i < TIMES; i++) results.push(await measure(i));
  return results;
}

function print(what: string, values: (number | undefined)[]) {
  const sorted = values.map((value) => value ?? NaN).sort((a, b) => a - b);
  const percentile = (share: number) =>
    (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN).toFixed(0);
  rows.push({ what, median: percentile(0.5), p95: percentile(0.95), N: String(sorted.length) });
}
