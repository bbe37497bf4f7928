/** Answered calls survive a kill of the process, and open pages reconnect without a reload. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, stored, test } from "./fixtures";
import { call, makeMember, type Member } from "./people";
import { freePorts, startProduct, workerPort, type Ready } from "./product";

test("the server is killed in a burst of swipes: every answered swipe is kept once, and an open page recovers", async ({
  browser,
}, { parallelIndex }) => {
  test.setTimeout(240_000);
  const dir = await mkdtemp(path.join(tmpdir(), "power-cut-"));
  const [ports, local] = [await freePorts(workerPort(parallelIndex, { own: true }), 6), path.join(dir, "local")];
  let product = await startProduct({ dir: local, ports });
  try {
    const { ready } = product;
    const women = await many(ready, 6, "female");
    const men = await many(ready, 5, "male");
    const asha = women[0]!;
    const context = await browser.newContext({
      baseURL: ready.appUrl,
      viewport: { width: 390, height: 844 },
      storageState: stored(ready, "attendee", asha),
    });
    const page = await context.newPage();
    await page.goto("/swipe");
    await expect(page.getByRole("link", { name: /Matches/ })).toBeVisible();

    const answered = await burst(ready, men, women, () => product.kill());
    product = await startProduct({ dir: local, ports });

    for (const man of men) {
      for (const woman of women.slice(0, 5)) {
        const kept = await call(ready, "mutation", "swipes:swipe", { profileId: woman.id, liked: true }, man.token);
        expect(kept.status, "sent again, each is one swipe").toBe("success");
      }
      const me = await call(ready, "query", "profiles:me", {}, man.token);
      expect(me, "five swipes used, none counted twice").toMatchObject({ value: { swipesRemaining: 0 } });
    }
    const likes = await call(ready, "query", "matches:pendingLikes", {}, asha.token);
    expect((likes as { value: unknown[] }).value).toHaveLength(men.length);
    expect(answered.length, "some were answered before the cut").toBeGreaterThan(0);

    await page.getByRole("link", { name: /Matches/ }).click();
    await page.getByRole("tab", { name: /Pending Likes/ }).click();
    await expect(page.getByText(men[0]!.name)).toBeVisible({ timeout: 20_000 });
  } finally {
    await product.stop();
    await rm(dir, { recursive: true, force: true });
  }
});

/** Everybody likes everybody at the same time; the kill comes when a third has been answered. */
async function burst(ready: Ready, men: Member[], women: Member[], cut: () => Promise<void>) {
  const answered: string[] = [];
  let isCut = false;
  const swipes = men.flatMap((man) => women.slice(0, 5).map((woman) => ({ man, woman })));
  await Promise.all(
    swipes.map(async ({ man, woman }) => {
      const args = { profileId: woman.id, liked: true };
      const answer = await call(ready, "mutation", "swipes:swipe", args, man.token).catch(() => null);
      if (answer?.status === "success") answered.push(`${man.id} ${woman.id}`);
      if (answered.length >= swipes.length / 3 && !isCut) {
        isCut = true;
        await cut();
      }
    }),
  );
  return answered;
}

async function many(ready: Ready, count: number, gender: "male" | "female") {
  const members: Member[] = [];
  for (let n = 0; n < count; n++) {
    const name = `${gender === "male" ? "Ravi" : "Asha"} ${"ABCDEFG"[n]}`;
    members.push(await makeMember(ready, { name, gender, picture: n }));
  }
  return members;
}
