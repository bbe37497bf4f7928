/** Two people swipe, write and reload on a connection that is cut for 3 s every 10 s. */
import type { BrowserContext, Page } from "@playwright/test";
import { matchOf, orderOf, settle } from "../acts";
import { controlConnection } from "../connection";
import { expect, test } from "../fixtures";
import { call, woman, type Member } from "../people";
import type { Ready } from "../product";

test.use({ serviceWorkers: "allow" });

/** Seconds. */
const DURATION_S = Number(process.env.DEAD_SPOT_SECONDS ?? 9);
const [UP, DOWN] = [7_000, 3_000];
/** Milliseconds between messages, below the limit per minute. */
const PACE = 4_000;

test("on a connection that keeps breaking, no swipe or message is lost, and none arrives twice", async ({
  people,
  ready,
}) => {
  test.setTimeout((DURATION_S * 2 + 180) * 1000);
  const [me, other] = await people.pair(woman("Cut Charu"), woman("Cut Chhaya"));
  const count = Math.ceil((DURATION_S * 1000) / PACE) + 1;
  const crowd: Member[] = [];
  while (crowd.length < count) crowd.push(await people.member(woman(`Crowd ${letters(crowd.length)}`)));
  await settle(ready, await orderOf(ready, me), { outcome: "SUCCESS", webhooks: 1 });
  const matchId = await matchOf(ready, me, other);
  const thread = `/matches/${matchId}`;

  const deck = await people.openAs(me, "/profile");
  const mine = await deck.context().newPage();
  const theirs = await people.openAs(other, "/profile");
  const lines = [await phoneConnection(deck.context()), await phoneConnection(theirs.context())];
  await Promise.all([deck.goto("/swipe"), mine.goto(thread), theirs.goto(thread)]);
  await expect(top(deck)).not.toBeEmpty();
  const until = Date.now() + DURATION_S * 1000;
  const [cuts, liked, ownLines, otherLines] = await Promise.all([
    Promise.all(lines.map((line) => line.cutUntil(until))),
    likeUntil(deck, until),
    writeUntil(mine, other.name, "hers", until),
    writeUntil(theirs, me.name, "theirs", until),
  ]);

  const names = crowd.filter(({ name }) => liked.includes(name));
  expect(names, "each card once").toHaveLength(liked.length);
  await expect.poll(() => likesOf(ready, me, names), { timeout: 60_000 }).toEqual(names.map(() => 1));
  await expect.poll(() => messagesOf(ready, me, matchId, true), { timeout: 60_000 }).toEqual(ownLines);
  await expect.poll(() => messagesOf(ready, me, matchId, false), { timeout: 60_000 }).toEqual(otherLines);
  await expect(mine.getByRole("log").getByText(String(otherLines.at(-1)), { exact: true })).toBeVisible();
  await expect(theirs.getByRole("log").getByText(String(ownLines.at(-1)), { exact: true })).toBeVisible();
  console.log(
    `${DURATION_S} s, ${cuts.join(" + ")} cuts, ${liked.length} swipes, ${ownLines.length + otherLines.length} messages`,
  );
});

/** The connection of all tabs of a phone. */
async function phoneConnection(context: BrowserContext) {
  const connection = await controlConnection(context);
  return {
    /** Returns the number of cuts. */
    cutUntil: async (until: number) => {
      let cuts = 0;
      for (; Date.now() < until; cuts += 1) {
        await pause(UP);
        await connection.cut();
        // The browser notices every second cut.
        if (cuts % 2 === 1) await context.setOffline(true);
        await pause(DOWN);
        connection.restore();
        await context.setOffline(false);
      }
      return cuts;
    },
  };
}

/** Likes the top person repeatedly, with reloads. Returns the people liked. */
async function likeUntil(page: Page, until: number): Promise<string[]> {
  const liked: string[] = [];
  while (Date.now() < until) {
    const shown = await top(page).innerText();
    await page.getByRole("button", { name: "Like", exact: true }).click();
    liked.push(shown.replace(/, \d+$/, ""));
    await pause(PACE);
    if (liked.length % 9 === 0) await reload(page);
    await expect(top(page)).not.toBeEmpty({ timeout: 30_000 });
  }
  return liked;
}

/** Writes one line at a time, with reloads. Returns the lines. */
async function writeUntil(page: Page, to: string, who: string, until: number): Promise<string[]> {
  const lines: string[] = [];
  while (Date.now() < until) {
    const text = `${who} ${letters(lines.length)}`;
    await page.getByLabel(`Message to ${to}`).fill(text);
    await page.getByRole("button", { name: "Send", exact: true }).click();
    lines.push(text);
    await pause(PACE);
    if (lines.length % 7 === 0) await reload(page);
  }
  return lines;
}

/** Reloads until the page loads. */
async function reload(page: Page) {
  await expect
    .poll(
      async () =>
        await page.reload().then(
          () => true,
          () => false,
        ),
    )
    .toBe(true);
}

/** Returns the number of likes that each member has from `me`. */
async function likesOf(ready: Ready, me: Member, crowd: readonly Member[]): Promise<number[]> {
  const all = crowd.map(({ token }) => call(ready, "query", "matches:pendingLikes", {}, token));
  return (await Promise.all(all)).map(
    (answer) => (answer as { value: { _id: string }[] }).value.filter(({ _id }) => _id === me.id).length,
  );
}

/** Returns the stored messages of one of the two people. */
async function messagesOf(ready: Ready, me: Member, matchId: string, mine: boolean): Promise<string[]> {
  const all: { mine: boolean; text: string; position: number }[] = [];
  for (let more = true; more;) {
    const before = all[0]?.position;
    const answer = await call(ready, "query", "chat:messages", { matchId, ...(before && { before }) }, me.token);
    const page = (answer as { value: { messages: typeof all; more: boolean } }).value;
    all.unshift(...page.messages);
    ({ more } = page);
  }
  return all.filter((message) => message.mine === mine).map(({ text }) => text);
}

/** The accessible name of the top card: name and age. */
function top(page: Page) {
  return page.locator("p[aria-live=polite]").filter({ hasText: /, \d/ });
}

/** Returns a number as letters, because digits would be held back like a phone number. */
function letters(number: number): string {
  return [...String(number)].map((digit) => "abcdefghij"[Number(digit)]).join("");
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
