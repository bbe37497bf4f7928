/** Hundreds wait for a moderator: the desk stays as quick and as small as with a handful. */
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import path from "node:path";
import type { Page } from "@playwright/test";
import { runBeside } from "./beside";
import { makeApplicant } from "./doors";
import { expect, signInModerator, test } from "./fixtures";
import { freePorts, startProduct } from "./product";

const WAITING = 500;
const root = path.dirname(import.meta.dirname);

/** Pushed beside the product's own functions: five hundred sign-ups would take minutes. */
const applicants = `
import { v } from "convex/values";
import { internalMutation } from "./_generated/server";
import { putForward } from "./model/moderationVersions";

export const add = internalMutation({
  args: { count: v.number() },
  returns: v.null(),
  handler: async (ctx, { count }) => {
    const { _id, _creationTime, ...profile } = (await ctx.db.query("profiles").take(1))[0]!;
    const picture = (await ctx.db.get("photos", profile.photoId))!;
    for (let n = 0; n < count; n++) {
      const user = { kind: "user", email: n + "@college.edu", status: "pending", rejections: 0 } as const;
      const userId = await ctx.db.insert("users", user);
      const photo = { userId, storageId: picture.storageId, key: "waiting-" + n, used: true };
      const reviewed = { ...profile, userId, photoId: await ctx.db.insert("photos", photo), name: "Applicant " + n };
      await ctx.db.insert("profiles", reviewed);
      const { name, age, gender, bio, instagramHandle, photoId } = reviewed;
      await putForward(ctx, userId, { name, age, gender, bio, instagramHandle, photoId });
    }
    return null;
  },
});
`;

test("with 500 profiles waiting a moderator works on by keyboard, and the page holds no more than a queue", async ({
  browser,
}) => {
  test.setTimeout(300_000);
  await mkdir(path.join(root, ".local/test"), { recursive: true });
  const dir = await mkdtemp(path.join(root, ".local/test/waiting-"));
  const product = await startProduct({ dir: path.join(dir, "local"), ports: await freePorts(5283, 5) });
  try {
    await makeApplicant(product.ready, { name: "First Farah", gender: "female" });
    await runBeside(product.ready, path.join(dir, "project"), applicants, { count: WAITING - 1 });
    const context = await browser.newContext({ baseURL: product.ready.appUrl, viewport: { width: 1440, height: 900 } });
    const page = await context.newPage();
    await signInModerator(product.ready, page);
    const queue = page.getByRole("navigation", { name: "Waiting profiles" }).getByRole("listitem");
    await expect(page.getByText(/^Pending/).locator("..")).toContainText(String(WAITING));
    await expect(queue).toHaveCount(50);

    const times = await approve(page, 30);

    await expect(page.getByText(/^Pending/).locator("..")).toContainText(String(WAITING - 30));
    await expect(queue, "the queue is filled up from behind").toHaveCount(50);
    await expect(page.getByRole("article", { name: "Applicant 29" })).toBeVisible();
    await page.keyboard.press("j");
    await expect(page.getByRole("article", { name: "Applicant 30" })).toBeVisible();
    expect(await page.locator("*").count(), "elements on the page").toBeLessThan(1_500);
    const sorted = times.toSorted((a, b) => a - b);
    const [median, worst] = [sorted[15]!, sorted[29]!].map((time) => Math.round(time));
    console.log(
      `With ${WAITING} waiting, from the key to the next profile: median ${median} ms, at worst ${worst} ms.`,
    );
    await context.close();
  } finally {
    await product.stop();
    await rm(dir, { recursive: true, force: true });
  }
});

/** Approves one after the other by its key. Answers the milliseconds from each key to the next profile on screen. */
async function approve(page: Page, count: number): Promise<number[]> {
  await expect(page.getByRole("article")).toBeVisible();
  const times: number[] = [];
  for (let n = 0; n < count; n++) {
    const next = page.evaluate(async () => {
      const shown = () => document.querySelector("article")?.getAttribute("aria-label");
      const before = shown();
      const pressed = new Promise<number>((resolve) => {
        window.addEventListener("keydown", () => resolve(performance.now()), { capture: true, once: true });
      });
      document.documentElement.dataset.listening = "yes";
      const from = await pressed;
      delete document.documentElement.dataset.listening;
      while (shown() === before) await new Promise(requestAnimationFrame);
      return performance.now() - from;
    });
    await page.locator("html[data-listening]").waitFor({ state: "attached" });
    await expect(page.getByRole("button", { name: "Approve" }), "whoever is shown was seen").toBeEnabled();
    await page.keyboard.press("a");
    times.push(await next);
  }
  return times;
}
