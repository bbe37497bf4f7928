/** The door check: a ticket's earliest check counts, whichever phone made it, and no result names a person. */
import { describe, expect, test } from "vitest";
import { api } from "../../_generated/api";
import { deleteAccount } from "../../testing/auth.testing";
import { pass, frozenTest, MINUTE } from "../../testing/clock.testing";
import { woman } from "../../testing/crowd.testing";
import { hashTicket } from "../../model/auth/secrets";
import { moderator, organiser, type Person } from "../../testing/people.testing";
import { rowsIn, type Product } from "../../testing/product.testing";
import { limits } from "../../shared/limits";
import { expectRefusal } from "../../testing/refusals.testing";

const CODE = "AB12CD34EF";

describe("at the door", () => {
  test("a ticket is welcome once, in any spelling, and a code that was never uploaded is unknown", async () => {
    const { mona, omar } = await doorOf([CODE]);
    const at = Date.now();
    expect(await check(mona, "ab12-cd34 ef")).toEqual({ kind: "welcome" });
    pass(5 * MINUTE);
    expect(await check(mona, CODE)).toEqual({ kind: "already", at });
    expect(await check(omar, CODE)).toEqual({ kind: "already", at });
    for (const code of ["AB12CD34EG", "", "A".repeat(100_000)]) {
      expect(await check(omar, code)).toEqual({ kind: "unknown" });
    }
    expect(await mona.query(api.tickets.door, {})).toEqual({ uploaded: 1, arrived: 1, doubles: [] });
  });

  test("a check sent again returns the same and counts once, even if all copies arrive simultaneously", async () => {
    const { mona } = await doorOf([CODE]);
    const again = { code: CODE, key: "one", at: Date.now() };
    const answers = await Promise.all(Array.from({ length: 5 }, () => mona.mutation(api.tickets.check, again)));
    expect(answers).toEqual(Array.from({ length: 5 }, () => ({ kind: "welcome" })));
    expect((await mona.query(api.tickets.door, {})).arrived).toBe(1);
  });

  test("the ticket's owner gets the mark, and neither the result nor the count names them", async () => {
    const { t, mona } = await doorOf([]);
    const asha = await woman(t, "Asha");
    await upload(t, CODE, asha);
    const traces = await rowsIn(t, "incidents");
    expect(await check(mona, CODE)).toEqual({ kind: "welcome" });
    expect(await asha.query(api.profiles.me, {})).toMatchObject({ atFestival: true });
    expect(await mona.query(api.tickets.door, {})).toEqual({ uploaded: 1, arrived: 1, doubles: [] });
    expect(await rowsIn(t, "incidents")).toEqual(traces);
  });
});

describe("two phones without a network", () => {
  const minutesAgo = (minutes: number) => ({ at: Date.now() - minutes * MINUTE, sentAt: Date.now() });

  test("that scan the same ticket keep the earlier check, and the later phone learns of it, whichever sends first", async () => {
    for (const first of ["early", "late"]) {
      const { t, mona, omar } = await doorOf([CODE]);
      const [early, late] = [minutesAgo(20), minutesAgo(10)];
      const send = {
        early: () => mona.mutation(api.tickets.check, { code: CODE, key: "early", ...early }),
        late: () => omar.mutation(api.tickets.check, { code: CODE, key: "late", ...late }),
      };
      const answers =
        first === "early" ? [await send.early(), await send.late()] : [await send.late(), await send.early()];
      const already = { kind: "already", at: early.at };
      expect(answers).toEqual(
        first === "early" ? [{ kind: "welcome" }, already] : [{ kind: "welcome" }, { kind: "welcome" }],
      );
      // A check whose response was lost is sent again, and changes nothing.
      expect([await send.early(), await send.late()]).toEqual([{ kind: "welcome" }, already]);
      const view = { uploaded: 1, arrived: 1, doubles: [{ key: "late", at: late.at, firstAt: early.at }] };
      expect(await mona.query(api.tickets.door, {})).toEqual(view);
      expect(await rowsIn(t, "tickets")).toMatchObject([{ arrivedAt: early.at, arrivedBy: mona.userId }]);
    }
  });

  test("count a ticket once and report no double if the second phone is online again", async () => {
    const { mona, omar } = await doorOf([CODE]);
    const early = minutesAgo(20);
    await mona.mutation(api.tickets.check, { code: CODE, key: "early", ...early });
    expect(await check(omar, CODE)).toEqual({ kind: "already", at: early.at });
    expect((await omar.query(api.tickets.door, {})).doubles).toEqual([]);
  });
});

describe("a check that arrives late", () => {
  test("after the ticket's release marks nobody and returns that time; the next owner's check counts", async () => {
    const { t, mona, omar } = await doorOf([CODE]);
    const [first, unsent] = [{ code: CODE, key: "first", at: Date.now() }, Date.now() - MINUTE];
    await mona.mutation(api.tickets.check, { ...first, sentAt: first.at });
    pass(MINUTE);
    await omar.mutation(api.tickets.release, { code: CODE });
    const released = { kind: "released", at: Date.now() };
    await allowCodes(t);
    const asha = await woman(t, "Asha");
    await asha.mutation(api.tickets.claim, { code: CODE });
    pass(MINUTE);

    const again = () => mona.mutation(api.tickets.check, { ...first, sentAt: Date.now() });
    expect(await again(), "a repeated check returns the same result").toEqual({ kind: "welcome" });
    const late = () => mona.mutation(api.tickets.check, { code: CODE, key: "late", at: unsent, sentAt: Date.now() });
    expect(await late()).toEqual(released);
    expect((await rowsIn(t, "tickets"))[0]?.arrivedAt).toBeUndefined();
    expect((await mona.query(api.tickets.door, {})).arrived).toBe(0);

    const arrived = Date.now();
    expect(await check(omar, CODE)).toEqual({ kind: "welcome" });
    pass(MINUTE);
    expect([(await again()).kind, await late()]).toEqual(["released", released]);
    expect(await rowsIn(t, "tickets")).toMatchObject([{ arrivedAt: arrived, arrivedBy: omar.userId }]);
    expect(await mona.query(api.tickets.door, {})).toEqual({ uploaded: 1, arrived: 1, doubles: [] });
  });

  test("after the owner's account was deleted does not mark the ticket's next owner", async () => {
    const { t, mona } = await doorOf([CODE]);
    await allowCodes(t);
    const [asha, zoya] = [await woman(t, "Asha"), await woman(t, "Zoya")];
    await asha.mutation(api.tickets.claim, { code: CODE });
    const at = Date.now();
    pass(MINUTE);
    await deleteAccount(asha);
    await zoya.mutation(api.tickets.claim, { code: CODE });
    const claimed = Date.now();
    pass(MINUTE);
    const late = await mona.mutation(api.tickets.check, { code: CODE, key: "late", at, sentAt: Date.now() });
    expect(late).toEqual({ kind: "released", at: claimed });
    expect((await rowsIn(t, "tickets"))[0]).toMatchObject({ userId: zoya.userId, claimedAt: claimed });
    expect((await rowsIn(t, "tickets"))[0]?.arrivedAt).toBeUndefined();
  });

  test("counts if the ticket was claimed meanwhile but not released", async () => {
    const { t, mona } = await doorOf([CODE]);
    await allowCodes(t);
    const at = Date.now();
    pass(MINUTE);
    const asha = await woman(t, "Asha");
    await asha.mutation(api.tickets.claim, { code: CODE });
    pass(MINUTE);
    const late = await mona.mutation(api.tickets.check, { code: CODE, key: "late", at, sentAt: Date.now() });
    expect(late).toEqual({ kind: "welcome" });
    expect(await rowsIn(t, "tickets")).toMatchObject([{ arrivedAt: at, userId: asha.userId }]);
  });
});

describe("a phone's clock", () => {
  test("that is wrong is corrected, and no check is in the future or more than twelve hours old", async () => {
    const { t, mona } = await doorOf(["FAST000001", "SLOW000001", "OLDER00001", "FUTURE0001"]);
    const now = Date.now();
    const hour = 60 * MINUTE;
    const times = { FAST000001: [now + hour, now + hour], SLOW000001: [now - hour - MINUTE, now - hour] } as const;
    for (const [code, [at, sentAt]] of Object.entries(times)) {
      await mona.mutation(api.tickets.check, { code, key: code, at, sentAt });
    }
    await mona.mutation(api.tickets.check, { code: "OLDER00001", key: "older", at: 0 });
    await mona.mutation(api.tickets.check, { code: "FUTURE0001", key: "future", at: now + 24 * hour });
    const arrived = (await rowsIn(t, "tickets")).map(({ arrivedAt }) => arrivedAt! - now);
    expect(arrived).toEqual([0, -MINUTE, -limits.doorAgeMaxMs, 0]);
  });

  test("that is behind does not let a ticket in twice", async () => {
    const { mona, omar } = await doorOf([CODE]);
    const at = Date.now();
    await check(mona, CODE);
    pass(MINUTE);
    const behind = Date.now() - 60 * MINUTE;
    const second = await omar.mutation(api.tickets.check, { code: CODE, key: "behind", at: behind, sentAt: behind });
    expect(second).toEqual({ kind: "already", at });
  });

  test.each([NaN, Infinity, -Infinity])("that says %s is refused", async (at) => {
    const { mona } = await doorOf([CODE]);
    await expectRefusal(mona.mutation(api.tickets.check, { code: CODE, key: "one", at, sentAt: at }), "BAD_INPUT");
    expect((await mona.query(api.tickets.door, {})).arrived).toBe(0);
  });
});

describe("codes", () => {
  test("cannot be guessed: after three hundred unknown codes an account must wait, even with a valid one", async () => {
    const { mona, omar } = await doorOf([CODE]);
    for (let i = 0; i < 300; i += 1) expect(await check(mona, `GUESS${i}`)).toEqual({ kind: "unknown" });
    expect(await check(mona, CODE)).toMatchObject({ kind: "wait" });
    expect(await check(omar, CODE)).toEqual({ kind: "welcome" });
    pass(60 * MINUTE);
    expect(await check(mona, CODE)).toMatchObject({ kind: "already" });
  });

  test("are refused with a malformed key", async () => {
    const { t, mona } = await doorOf([CODE]);
    for (const key of ["", "k".repeat(65), "half \ud800"])
      await expectRefusal(mona.mutation(api.tickets.check, { code: CODE, key, at: Date.now() }), "BAD_INPUT");
    expect((await rowsIn(t, "tickets"))[0]?.arrivedAt).toBeUndefined();
  });
});

/** A product with these tickets, a moderator, an organiser and a frozen clock. */
async function doorOf(codes: string[]) {
  const t = frozenTest();
  const [mona, omar] = [await moderator(t), await organiser(t)];
  for (const code of codes) await upload(t, code);
  return { t, mona, omar };
}

/** Lets attendees claim tickets. */
async function allowCodes(t: Product): Promise<void> {
  const rules = { domains: [], domainsMark: false, domainsOnly: false, codes: "optional" as const, version: 0 };
  await t.run(async (ctx) => await ctx.db.insert("ticketRules", rules));
}

async function upload(t: Product, code: string, owner?: Person): Promise<void> {
  await t.run(async (ctx) => {
    const codeHash = await hashTicket(code);
    await ctx.db.insert("tickets", { codeHash, ...(owner && { userId: owner.userId }) });
    const counts = await ctx.db.query("ticketCounts").first();
    if (counts === null) await ctx.db.insert("ticketCounts", { shard: 0, uploaded: 1, claimed: 0, arrived: 0 });
    else await ctx.db.patch("ticketCounts", counts._id, { uploaded: counts.uploaded + 1 });
  });
}

let checks = 0;

/** Checks a ticket and sends the check at once. */
async function check(staff: Person, code: string) {
  checks += 1;
  return await staff.mutation(api.tickets.check, { code, key: `check ${checks}`, at: Date.now(), sentAt: Date.now() });
}
