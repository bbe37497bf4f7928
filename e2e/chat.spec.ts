/** Two people match while one is away, write across a dead spot, and unmatch. */
import type { Page } from "@playwright/test";
import { controlConnection } from "./connection";
import { expect, test } from "./fixtures";
import { messages, pushTo, shownNotifications, subscribable, tapNotification } from "./notifications";
import { swipe } from "./acts";
import { woman } from "./people";

test.use({ serviceWorkers: "allow", notifies: true });

test("two members match by a notification, chat across a dead spot without loss, and unmatch; a signed-out phone shows no notification", async ({
  people,
  ready,
}) => {
  const [asha, ravi] = [await people.member(woman("Asha Away")), await people.member(woman("Ravi Awake"))];
  const hers = await people.openAs(asha, "/terms");
  const connection = await controlConnection(hers.context());
  const browser = await subscribable(hers, ready, asha);
  await hers.goto("/matches");
  await hers.getByRole("button", { name: "Yes, tell me" }).click();
  const deliver = await pushTo(hers, ready);
  await expect(hers.getByRole("heading", { name: "Want to know when you match?" })).toBeHidden();
  await hers.goto("about:blank");
  await swipe(ready, asha, ravi);

  const his = await people.openAs(ravi, "/swipe");
  await decide(his, "Dislike");
  await his.getByRole("button", { name: /Undo/ }).click();
  await expect(his.getByText("5 swipes left", { exact: true })).toBeVisible();
  await decide(his, "Like");
  await his.getByRole("dialog", { name: "It's a match!" }).getByRole("button", { name: "Say hello" }).click();
  await expect(his).toHaveURL(/\/matches\/./);

  await expect.poll(() => messages(ready, browser)).toHaveLength(1);
  const [text = ""] = await messages(ready, browser);
  expect(JSON.parse(text)).toMatchObject({ title: "You have a new match", tag: "match", path: "/matches" });
  expect(text).not.toContain("Ravi");
  await deliver(text);
  await hers.goto("/terms");
  await expect.poll(() => shownNotifications(hers)).toEqual([{ title: "You have a new match", path: "/matches" }]);
  await tapNotification(hers.context());
  await hers.getByRole("dialog", { name: "It's a match!" }).getByRole("button", { name: "Say hello" }).click();

  await write(hers, ravi.name, "Where are you?");
  await expect.poll(() => lines(his)).toEqual(["Where are you?"]);
  await expect(hers.getByRole("log").getByText("Seen")).toBeVisible();
  await box(his, asha.name).pressSequentially("At the gate");
  await expect(hers.getByText("Ravi Awake is typing…")).toBeVisible();
  await box(his, asha.name).press("Enter");
  await expect.poll(() => lines(hers)).toEqual(["Where are you?", "At the gate"]);

  await connection.cut();
  await hers.context().setOffline(true);
  await write(hers, ravi.name, "I come over");
  await write(hers, ravi.name, "With two chai");
  await expect(hers.getByText("Not sent yet, waiting for a connection")).toBeVisible();
  await hers.reload();
  await expect(hers.getByText(/^Offline/)).toBeVisible();
  expect(await lines(his)).toHaveLength(2);
  connection.restore();
  await hers.context().setOffline(false);
  const expected = ["Where are you?", "At the gate", "I come over", "With two chai"];
  for (const screen of [his, hers]) await expect.poll(() => lines(screen)).toEqual(expected);

  await his.getByRole("button", { name: "More about Asha Away" }).click();
  await his.getByRole("button", { name: "Unmatch" }).click();
  await his.getByRole("dialog").getByRole("button", { name: "Unmatch", exact: true }).click();
  await expect(his.getByRole("tab", { name: "Matches (0)" })).toBeVisible();
  await expect(hers.getByRole("heading", { name: "This match has ended" })).toBeVisible();
  await expect(hers.getByRole("log")).toBeHidden();

  await hers.goto("about:blank");
  const likes = { title: "You have new likes", body: "See who.", tag: "likes", path: "/matches?tab=likes" };
  await deliver(JSON.stringify(likes));
  await hers.goto("/profile");
  await expect(hers.getByRole("switch", { name: "On this device" })).toBeChecked();
  await expect.poll(() => shownNotifications(hers)).toContainEqual({ title: likes.title, path: likes.path });
  await hers.getByRole("button", { name: "Sign Out" }).click();
  await expect(hers).toHaveURL(/\/auth$/);
  await expect.poll(() => shownNotifications(hers)).toEqual([]);
});

/** Waits for the only card, and decides on it. */
async function decide(page: Page, decision: "Like" | "Dislike") {
  await expect(page.getByRole("heading", { name: /^Asha Away/ })).toBeVisible();
  await page.getByRole("button", { name: decision, exact: true }).click();
}

function box(page: Page, name: string) {
  return page.getByRole("textbox", { name: `Message to ${name}` });
}

async function write(page: Page, name: string, text: string) {
  await box(page, name).fill(text);
  await page.getByRole("button", { name: "Send", exact: true }).click();
}

/** The lines of the thread, from top to bottom. */
async function lines(page: Page): Promise<string[]> {
  return await page.getByRole("log").locator("p[dir=auto] > span:last-child").allInnerTexts();
}
