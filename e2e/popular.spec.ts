/** Somebody whom the whole festival likes loses nobody. */
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import path from "node:path";
import { runBeside } from "./beside";
import { makeMember } from "./doors";
import { expect, signIn, test } from "./fixtures";
import { freePorts, startProduct } from "./product";

const root = path.dirname(import.meta.dirname);

const matches = `
import { v } from "convex/values";
import { internalMutation } from "./_generated/server";

export const add = internalMutation({
  args: { userId: v.id("users"), count: v.number() },
  returns: v.null(),
  handler: async (ctx, { userId, count }) => {
    const { _id, _creationTime, ...profile } = (await ctx.db.query("profiles").take(1))[0]!;
    for (let n = 1; n <= count; n++) {
      const user = { kind: "user", email: n + "@college.edu", status: "approved", rejections: 0 } as const;
      const other = await ctx.db.insert("users", user);
      await ctx.db.insert("profiles", { ...profile, userId: other, name: "Match " + n });
      await ctx.db.insert("matches", { a: userId, b: other });
    }
    return null;
  },
});
`;

test("with more than a hundred matches all are within reach, a hundred at a time", async ({ browser }) => {
  test.setTimeout(300_000);
  await mkdir(path.join(root, ".local/test"), { recursive: true });
  const dir = await mkdtemp(path.join(root, ".local/test/popular-"));
  const product = await startProduct({ dir: path.join(dir, "local"), ports: await freePorts(5293, 5) });
  try {
    const popular = await makeMember(product.ready, { name: "Popular Pia", gender: "female" });
    await runBeside(product.ready, path.join(dir, "project"), matches, { userId: popular.id, count: 130 });
    const context = await browser.newContext({ baseURL: product.ready.appUrl, viewport: { width: 390, height: 844 } });
    const page = await context.newPage();
    await signIn({ ...popular, page, context });
    await expect(page).toHaveURL(/\/swipe$/);
    await page.goto("/matches");
    await expect(page.getByRole("tab", { name: "Matches (100+)" })).toBeVisible();
    const wall = page.getByRole("tabpanel").getByRole("listitem");
    await expect(wall).toHaveCount(100);

    await page.getByRole("button", { name: "Show more" }).click();

    await expect(page.getByRole("tab", { name: "Matches (130)" })).toBeVisible();
    await expect(wall).toHaveCount(130);
    await expect(wall.last()).toContainText("Match 1,");
    await expect(page.getByRole("button", { name: "Show more" })).toBeHidden();
    await context.close();
  } finally {
    await product.stop();
    await rm(dir, { recursive: true, force: true });
  }
});
