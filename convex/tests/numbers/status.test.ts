import { beforeEach, describe, expect, vi } from "vitest";
import { api, internal } from "../../_generated/api";
import { failMail, undeliverable } from "../../testing/mails.testing";
import { queueMail } from "../../model/mails/mails";
import { createWaitingProfiles } from "../../testing/moderator.testing";
import { addUp } from "../../testing/numbers.testing";
import { applicant, approve, member, signsUp } from "../../testing/people.testing";
import { settled, setupTest, test } from "../../testing/product.testing";
import { Provider } from "../../testing/provider.testing";
import { MINUTE } from "../../testing/clock.testing";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2025-12-18T20:30:00+05:30") });
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
});
describe("the public status", () => {
  const works = { state: "working", since: null };

  test("says that all works while nothing fails", async ({ t }) => {
    expect(await t.query(api.numbers.status, {})).toEqual({
      ...{ approvals: works, mails: works, payments: works, changedAt: null },
    });
    await member(t, "Asha");
    await addUp(t);
    expect(await t.query(api.numbers.status, {})).toMatchObject({ mails: works, changedAt: null });
  });

  test("says that mails are slow, and since when, while the provider refuses most of them", async ({ t }) => {
    await signsUp(t, "Asha");
    await addUp(t);
    failMail(422);
    const began = Date.now();
    for (const name of ["Ravi", "Tara", "Sanj"]) await expect(signsUp(t, name)).rejects.toThrow("Failed to send OTP");
    await addUp(t);
    const slow = await t.query(api.numbers.status, {});
    expect(slow).toMatchObject({ mails: { state: "slow" }, changedAt: Date.now() });
    expect(Math.abs((slow.mails.since ?? 0) - began)).toBeLessThanOrEqual(5 * MINUTE);

    failMail(null);
    for (const name of ["Uma", "Vik", "Wali", "Xena"]) await signsUp(t, name);
    await addUp(t);
    expect(await t.query(api.numbers.status, {})).toMatchObject({ mails: works, changedAt: Date.now() });
  });

  test("says that mails are slow while mails of the outbox are late", async ({ t }) => {
    const people = [await applicant(t, "Asha"), await applicant(t, "Ravi"), await applicant(t, "Tara")];
    failMail(422);
    for (const person of people) await approve(t, person);
    await settled(t);
    await addUp(t, 4 * MINUTE);
    await t.mutation(internal.outbox.retryDue, {});
    await addUp(t, 6 * MINUTE);
    expect(await t.query(api.numbers.status, {})).toMatchObject({ mails: { state: "slow" } });
  });

  test("does not change while mails wait for their turn, as after an announcement", async ({ t }) => {
    const asha = await applicant(t, "Asha");
    await addUp(t);
    await t.run(async (ctx) => {
      for (let i = 0; i < 3; i += 1) await queueMail(ctx, { kind: "approval", userId: asha.userId });
      const queued = await ctx.db.query("outbox").collect();
      expect(queued).toHaveLength(3);
      for (const { _id } of queued) await ctx.db.patch("outbox", _id, { due: Date.now() + 10 * MINUTE });
    });
    await addUp(t, 4 * MINUTE);
    expect(await t.query(api.numbers.status, {})).toMatchObject({ mails: works, changedAt: null });
  });

  test("estimates a new profile's wait from the queue and the last hour's pace, or gives none while nobody decides", async () => {
    const t = setupTest();
    const waits = async () => (await t.query(api.numbers.status, {})).reviewMinutes;
    await addUp(t);
    expect(await waits()).toBeUndefined();
    const people = [await applicant(t, "Asha"), await applicant(t, "Ravi"), await applicant(t, "Tara")];
    await approve(t, people[0]!);
    await addUp(t);
    // One decision in ten minutes, and two wait before the next one.
    expect(await waits()).toBe(30);
    for (const person of people.slice(1)) await approve(t, person);
    await addUp(t);
    expect(await waits()).toBe(5);
    await addUp(t, 61 * MINUTE);
    expect(await waits()).toBeUndefined();
  });

  test("does not change when mails to mistyped addresses fail", async ({ t }) => {
    const asha = await applicant(t, "Asha");
    await addUp(t);
    for (const name of ["ravi", "tara", "sanj"]) {
      const email = `${name}${undeliverable}`;
      await expect(t.action(api.auth.sendOtp, { email })).rejects.toThrow("Failed to send OTP");
    }
    await t.run(async (ctx) => await ctx.db.patch("users", asha.userId, { email: `asha${undeliverable}` }));
    for (let i = 0; i < 3; i += 1)
      await t.run(async (ctx) => await queueMail(ctx, { kind: "approval", userId: asha.userId }));
    await settled(t);
    await addUp(t, 4 * MINUTE);
    await t.mutation(internal.outbox.retryDue, {});
    await settled(t);
    await addUp(t, 6 * MINUTE);
    expect(await t.query(api.numbers.status, {})).toMatchObject({ mails: works, changedAt: null });
  });

  test("says that payments are slow while the provider fails, but not after a single failure", async ({ t }) => {
    const [asha, provider] = [await member(t, "Asha"), new Provider()];
    for (const times of [1, 2]) {
      for (let i = 0; i < times; i += 1) {
        provider.faults = [503, 503, 503];
        await expect(asha.action(api.payments.createOrder, { feature: "vip_boost" })).rejects.toThrow();
      }
      await addUp(t);
      const { payments } = await t.query(api.numbers.status, {});
      expect(payments.state).toBe(times === 1 ? "working" : "slow");
    }
    await addUp(t, 11 * MINUTE);
    expect((await t.query(api.numbers.status, {})).payments).toEqual(works);
  });

  test("says that approvals are slow once a profile has waited for an hour, and rounds when that began to five minutes", async () => {
    const t = setupTest();
    await createWaitingProfiles(t, 2);
    await addUp(t, 50 * MINUTE);
    expect((await t.query(api.numbers.status, {})).approvals).toEqual(works);
    await addUp(t, 20 * MINUTE);
    const { approvals } = await t.query(api.numbers.status, {});
    expect(approvals.state).toBe("slow");
    expect((approvals.since ?? 1) % (5 * MINUTE)).toBe(0);
  });
});
