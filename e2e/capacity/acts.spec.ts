/** Counts what each act of a member costs, and prints the tables of docs/CAPACITY.md. */
import type { Page } from "@playwright/test";
import { buy, matchOf, swipe } from "../acts";
import { expect, test, type People } from "../fixtures";
import { addressOf } from "../mail";
import { applyWith, call, decideOn, signUpByMail, versionOf, type Member } from "../people";
import type { Ready } from "../product";
import { Meter, type Cost } from "./meter";
import { tables, type Act } from "./month";

test("the meter counts the cost of each act of a member, and the tables add up a whole festival", async ({
  people,
  ready,
}) => {
  test.setTimeout(3_600_000);
  const meter = new Meter(ready);
  const me = await people.member({ name: "Counted Charu", gender: "female" });
  await expect.poll(() => inDeck(ready, me), { timeout: 600_000 }).toBeGreaterThan(10);
  const jobs = await meter.findJobs();

  const newcomer = (name: string) => signUpByMail(ready, name, addressOf("cost"));
  const applicant = async (name: string) => await applyWith(ready, await newcomer(name), { name, gender: "male" });
  const signUp = await meter.measure(
    3,
    threeTimes((i) => newcomer(`Cost${i} Account`)),
  );
  const submission = await meter.measure(
    3,
    threeTimes((i) => applicant(`Cost${i} Applicant`)),
  );
  const versions: (string | undefined)[] = [];
  for (const i of ["A", "B", "C"]) versions.push(await versionOf(ready, (await applicant(`Cost${i} Member`)).name));
  const approved = await meter.measure(3, async () => {
    for (const id of versions) await decideOn(ready, id, true);
  });

  // `npm start` reads the settings for each page that it serves. A hosted page has them from its build.
  const host = await meter.measure(1, async () => void (await fetch(`${ready.appUrl}/swipe`)));
  const page = await openAt("/about", me, people, meter);
  const opened = await meter.measure(1, async () => {
    await page.goto("/swipe");
    await page.waitForTimeout(5_000);
    for (const tab of ["Matches", "Profile", "Swipe"]) {
      await page.getByRole("link", { name: tab }).first().click();
      await page.waitForTimeout(2_000);
    }
  });
  const minute = await meter.measure(2, async () => await page.waitForTimeout(120_000));
  await page.close();
  const gold = await meter.measure(1, async () => void (await buy(ready, me, "unlimited_swipes")));
  const golden = await openAt("/swipe", me, people, meter);
  await golden.waitForTimeout(5_000);
  const withGold = await meter.measure(16, () => swipes(golden, 16));
  const farida = await people.member({ name: "Free Farida", gender: "female" });
  const free = await openAt("/swipe", farida, people, meter);
  await free.waitForTimeout(5_000);
  const swiped = await meter.measure(4, () => swipes(free, 4));
  await free.close();
  const likers: Member[] = [];
  for (const i of [1, 2, 3, 4]) likers.push(await people.member({ name: `Fan${String(i)} Farhan`, gender: "male" }));
  const likedBy = async (to: Member) => {
    for (const liker of likers) await swipe(ready, liker, to);
  };
  // A first swipe costs more than others.
  await likedBy(await people.member({ name: "First Farah", gender: "female" }));
  const away = await people.member({ name: "Away Anita", gender: "female" });
  const plain = await meter.measure(4, () => likedBy(away));
  const liked = await meter.measure(4, () => likedBy(me));
  const matched = await meter.measure(2, async () => {
    for (const liker of likers.slice(0, 2)) await swipe(ready, me, liker);
    await golden.waitForTimeout(3_000);
  });
  const written = await messages(people, ready, meter);
  meter.stop();

  const costs: Record<Act, Cost> = {
    "signs up": signUp,
    "submits a profile": subtract(submission, signUp),
    "is approved": approved,
    "buys Gold": gold,
    "opens the app and looks at each tab": subtract(opened, host),
    "has a screen open for a minute": minute,
    swipes: swiped,
    "swipes with Gold": withGold,
    // The swipe itself counts among the swipes of the other person, or of the member.
    "is liked, with the app open": subtract(liked, plain),
    "matches, with the app open": subtract(matched, plain),
    "writes a message that is read at once": written,
  };
  console.log(`\n${tables(costs, jobs)}\n`);
});

/** Opens a screen whose socket counts from its start. The text page that comes first opens none. */
async function openAt(path: string, person: Member, people: People, meter: Meter): Promise<Page> {
  const page = meter.watch(await people.openAs(person, "/about"));
  await page.goto(path);
  return page;
}

/** Ten messages between two members who both have the thread open. */
async function messages(people: People, ready: Ready, meter: Meter) {
  const [one, other] = await people.pair(
    { name: "Writing Waris", gender: "male" },
    { name: "Reading Rekha", gender: "female" },
  );
  const address = `/matches/${await matchOf(ready, one, other)}`;
  const writer = await openAt(address, one, people, meter);
  const reader = await openAt(address, other, people, meter);
  await expect(reader.getByRole("textbox")).toBeVisible();
  return await meter.measure(10, async () => {
    for (let i = 1; i <= 10; i++) {
      const text = `I am at gate ${String(i)}, and you?`;
      await writer.getByRole("textbox").fill(text);
      await writer.keyboard.press("Enter");
      await expect(reader.getByRole("log").getByText(text).first()).toBeVisible();
    }
  });
}

async function swipes(page: Page, count: number) {
  const top = page.locator("p[aria-live=polite]").filter({ hasText: /, \d/ });
  for (let i = 0; i < count; i++) {
    const name = await top.innerText();
    await page.getByRole("button", { name: i % 2 ? "Like" : "Dislike", exact: true }).click();
    await expect(top).not.toHaveText(name);
    await page.waitForTimeout(600);
  }
}

async function inDeck(ready: Ready, { token }: Member): Promise<number> {
  const deck = await call(ready, "query", "swipes:deck", {}, token);
  return (deck as { value: { profiles: unknown[] } }).value.profiles.length;
}

const threeTimes = (work: (i: string) => Promise<unknown>) => async () => {
  for (const i of ["A", "B", "C"]) await work(i);
};

function subtract(cost: Cost, subtracted: Cost): Cost {
  return Object.fromEntries(
    Object.entries(cost).map(([key, value]) => [key, value - subtracted[key as keyof Cost]]),
  ) as Cost;
}
