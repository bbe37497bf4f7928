/** The cost of deleting the account of a person with hundreds of conversations, and of suspending them. */
import { pick } from "convex-helpers";
import { expect } from "vitest";
import type { Id } from "../../_generated/dataModel";
import { profileOf } from "../../model/rows/profiles";
import { namesOf } from "../../shared/records";
import { reportedFields } from "../../validators/moderator";
import { deleteAccount } from "../../testing/auth.testing";
import { api } from "../../_generated/api";
import { man, woman } from "../../testing/crowd.testing";
import { moderator, type Person } from "../../testing/people.testing";
import { file, REASON, SUSPENSION } from "../../testing/reports.testing";
import { everyRow, settled, test, type Product } from "../../testing/product.testing";
import { traced } from "../../testing/traces.testing";

/** Convex refuses a transaction that reads more index ranges. */
const MAX_RANGES = 4_096;

test("a person with hundreds of conversations can delete their account, and nothing of them remains", async ({ t }) => {
  const asha = await woman(t, "Asha");
  await converses(t, asha, 600);
  const { ranges, writes } = await traced(() => deleteAccount(asha));
  await settled(t);

  // A deployment also reads each row that it changes or deletes, by its id.
  expect(ranges + writes.filter(({ before }) => before !== null).length).toBeLessThan(MAX_RANGES);
  expect(await everyRow(t)).not.toContain(asha.userId);
});

test("a person with hundreds of conversations and a hundred open reports can be suspended", async ({ t }) => {
  const [asha, ravi, mona] = [await woman(t, "Asha"), await man(t, "Ravi"), await moderator(t)];
  await converses(t, asha, 400);
  await file(ravi, asha);
  await isReported(t, asha, 100);
  const [report] = await mona.query(api.moderator.reports, {});
  const suspending = { id: report!._id, reason: SUSPENSION };
  const { ranges, writes } = await traced(() => mona.mutation(api.moderator.suspend, suspending));
  expect(ranges + writes.filter(({ before }) => before !== null).length).toBeLessThan(MAX_RANGES);

  await settled(t);
  expect(await t.run(async ({ db }) => await db.query("chatSides").take(1))).toEqual([]);
});

/** Gives a person `count` matches. In each, both have written and read, and both had the page open when their phones went off. */
async function converses(t: Product, { userId }: Person, count: number): Promise<void> {
  for (let from = 0; from < count; from += 100) {
    await t.run(async ({ db }) => {
      for (let i = from; i < from + 100; i += 1) {
        const fields = { kind: "user", status: "approved", rejections: 0 } as const;
        const other = await db.insert("users", { ...fields, email: `number${i}@people.test` });
        const match = await db.insert("matches", { a: userId, b: other });
        await db.insert("swipes", { from: other, to: userId, decision: "like" });
        await db.insert("swipes", { from: userId, to: other, decision: "like", match });
        const thread = await db.insert("chatThreads", { match, people: [userId, other], held: [], shownTo: [] });
        const last = { text: "Gate 2?", mine: true, position: 1 };
        const sides: [Id<"users">, Id<"users">][] = [
          [userId, other],
          [other, userId],
        ];
        for (const [one, another] of sides) {
          await db.insert("chatSides", { userId: one, other: another, match, lastAt: i, last, unread: 0 });
          await db.insert("chatSeen", { match, userId: one, upTo: 1 });
          await db.insert("chatViews", { match, userId: one, until: 0 });
        }
        await db.insert("chatMessages", { thread, from: userId, position: 1, key: "k", text: "Gate 2?", at: i });
      }
    });
  }
}

/** Files `count` open reports about a person. */
async function isReported(t: Product, { userId }: Person, count: number): Promise<void> {
  await t.run(async ({ db }) => {
    const profile = (await profileOf({ db }, userId))!;
    const card = pick(profile, [...namesOf(reportedFields.fields), "photoIds"]);
    for (let i = 0; i < count; i += 1) {
      const fields = { kind: "user", status: "pending", rejections: 0 } as const;
      const reporter = await db.insert("users", { ...fields, email: `reporter${i}@people.test` });
      await db.insert("reports", { reporter, reported: userId, status: "open", kind: "other", reason: REASON, card });
    }
  });
}
