import type { StorageActionWriter } from "convex/server";
import { describe, expect } from "vitest";
import { internal } from "../../_generated/api";
import type { Id } from "../../_generated/dataModel";
import type { DatabaseWriter } from "../../_generated/server";
import { pass, frozenTest, MINUTE } from "../../testing/clock.testing";
import { applicant, newcomer } from "../../testing/people.testing";
import { rowsIn, setupTest, test } from "../../testing/product.testing";
import { FILES_EACH, files, photoOf, pictureOf } from "../../testing/profiles.testing";
import { traced } from "../../testing/traces.testing";

describe("a picture", () => {
  test("is served by its key with an image type, for private caches only, and without type sniffing", async ({ t }) => {
    await applicant(t, "Asha");
    const [photo] = await rowsIn(t, "photos");
    const answer = await t.fetch(`/api/photos/${photo?.key ?? ""}`);

    expect(answer.status).toBe(200);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "content-type": "image/webp",
      "x-content-type-options": "nosniff",
      "cache-control": expect.stringContaining("private"),
    });
    expect((await answer.arrayBuffer()).byteLength).toBeGreaterThan(0);
  });

  test.each(["", "x", "../me", "%00", "a/b"])("with the key %j does not exist", async (key) => {
    const t = setupTest();
    expect((await t.fetch(`/api/photos/${key}`)).status).toBe(404);
  });

  test("that no profile shows is deleted within the hour, and a shown one stays", async () => {
    const t = frozenTest();
    const asha = await applicant(t, "Asha");
    await pictureOf(t, asha);
    pass(54 * MINUTE);
    await t.mutation(internal.profiles.deleteUnusedPhotos, {});
    expect(await files(t)).toBe(2 * FILES_EACH);

    pass(2 * MINUTE);
    await t.mutation(internal.profiles.deleteUnusedPhotos, {});
    expect(await files(t)).toBe(FILES_EACH);
    expect((await t.fetch(await photoOf(asha))).status).toBe(200);
  });
});

describe("stored files", () => {
  test("without a picture row, as a failed action leaves them, are deleted within the hour", async () => {
    const t = frozenTest();
    const asha = await applicant(t, "Asha");
    for (let i = 0; i < 3; i++) await t.run(async (ctx) => await ctx.storage.store(new Blob(["stray"])));
    await t.mutation(internal.profiles.deleteUnusedPhotos, {});
    expect(await files(t)).toBe(FILES_EACH + 3);

    pass(56 * MINUTE);
    await t.run(async (ctx) => await ctx.storage.store(new Blob(["young"])));
    await t.mutation(internal.profiles.deleteUnusedPhotos, {});
    expect(await files(t)).toBe(FILES_EACH + 1);
    expect((await t.fetch(await photoOf(asha))).status).toBe(200);
  });

  test("are checked once, so more files do not make a run cost more", async () => {
    const t = frozenTest();
    const asha = await newcomer(t, "Asha");
    for (let i = 0; i < 40; i++) await t.run(async (ctx) => await keepAs(ctx, asha.userId));
    pass(56 * MINUTE);
    const first = await traced(async () => await t.mutation(internal.profiles.deleteUnusedPhotos, {}));
    const second = await traced(async () => await t.mutation(internal.profiles.deleteUnusedPhotos, {}));

    expect(first.documents).toBeGreaterThanOrEqual(80);
    expect(second.documents).toBeLessThan(5);
    expect(await files(t)).toBe(40);
  });
});

/** Inserts a picture that a profile shows. */
async function keepAs(ctx: { db: DatabaseWriter; storage: StorageActionWriter }, userId: Id<"users">): Promise<void> {
  const storageId = await ctx.storage.store(new Blob(["picture"]));
  await ctx.db.insert("photos", { userId, storageId, key: crypto.randomUUID(), used: true });
}
