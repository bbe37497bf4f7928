/** Opening day: ten thousand codes in a quarter of an hour, through one provider that accepts five requests a second. */
import { describe, expect, vi } from "vitest";
import { api } from "../../_generated/api";
import { verify } from "../../testing/auth.testing";
import { jump, SECOND, MINUTE } from "../../testing/clock.testing";
import { ask, crowded, queueCodes, quiet, send } from "../../testing/codes.testing";
import { failMail, codeFor, mailRequests, mailsTo } from "../../testing/mails.testing";
import { queueMail } from "../../model/mails/mails";
import { pace } from "../../model/outbox";
import { member, signsUp, organiser } from "../../testing/people.testing";
import { rowsIn, settled, setupTest, test } from "../../testing/product.testing";
import { addUp } from "../../testing/numbers.testing";

describe("codes", () => {
  test("of a crowd go a hundred to a request, fast enough for ten thousand in a quarter of an hour", async () => {
    const t = crowded();
    await queueCodes(t, 650);
    const began = Date.now();
    await send(t);

    expect(await rowsIn(t, "codes")).toHaveLength(650);
    const requests = mailRequests();
    expect(requests.map(({ subjects }) => subjects.length)).toEqual([100, 100, 100, 100, 100, 100, 50]);
    // Four in the first second, and four more in each further one.
    const each = (requests.at(-1)!.at - began) / (requests.length - 4);
    expect((each / 4) * (10_000 / 100)).toBeLessThan(15 * MINUTE);
  });

  test("go first, and take turns with other mails", async () => {
    const t = crowded();
    const asha = await member(t, "Asha");
    await settled(t);
    const before = mailRequests().length;
    await t.run(async (ctx) => {
      for (let i = 0; i < 120; i += 1)
        await queueMail(ctx, { kind: "suspension", userId: asha.userId, reason: "You pushed." }, { heldUntil: 0 });
    });
    await queueCodes(t, 150);
    await send(t);

    const kinds = mailRequests()
      .slice(before)
      .map(({ subjects }) => (/code$/.test(subjects[0]!) ? "codes" : "others"));
    expect(kinds).toEqual(["codes", "others", "codes", "others"]);
  });

  test("requested at the same moment are each mailed once, in few requests", async ({ t }) => {
    const to = Array.from({ length: 12 }, (_, i) => `person${i}@people.test`);
    expect(await Promise.all(to.map((address) => ask(t, address)))).toEqual(to.map(() => null));

    for (const address of to) expect(mailsTo(address)).toHaveLength(1);
    // The first is sent alone. The others, which arrive during that request, are sent together.
    expect(mailRequests().length).toBeLessThan(6);
    await verify(t, { email: to[7]!, otp: codeFor(to[7]!) });
  });

  test("for a steady stream of people go in batches, and delay no other mail", async ({ t }) => {
    const asha = await member(t, "Asha");
    await settled(t);
    Object.assign(pace, { perSecond: 4, settled: 100 });
    await t.run(async (ctx) => await queueMail(ctx, { kind: "approval", userId: asha.userId }, { heldUntil: 0 }));
    const before = mailRequests().length;
    const requests: Promise<unknown>[] = [];
    for (let i = 0; i < 60; i += 1) {
      requests.push(ask(t, `person${i}@people.test`));
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    const meanwhile = mailRequests().slice(before);
    // One by one, at four requests a second, they would be sixteen by now.
    expect(meanwhile.flatMap(({ to }) => to).length).toBeGreaterThan(25);
    expect(meanwhile.findIndex(({ to }) => to.includes(asha.email))).toBeLessThan(4);

    await Promise.all(requests);
    await vi.waitFor(async () => expect(await rowsIn(t, "codes")).toHaveLength(60), 10_000);
    for (let i = 0; i < 60; i += 1) expect(mailsTo(`person${i}@people.test`)).toHaveLength(1);
  });

  test("that wait are counted for organisers with the age of the oldest, and the status page shows slow mails", async () => {
    const t = setupTest();
    const ines = await organiser(t);
    await signsUp(t, "Ravi");
    quiet();
    jump();
    failMail(503);
    await addUp(t);
    const began = Date.now();
    await queueCodes(t, 3);
    await send(t);
    await addUp(t, 4 * MINUTE);

    const { codesWaiting, mailsWaiting, oldestCode } = await ines.query(api.numbers.now, {});
    expect({ codesWaiting, mailsWaiting }).toEqual({ codesWaiting: 3, mailsWaiting: 3 });
    expect(Math.abs(oldestCode! - began)).toBeLessThan(SECOND);
    expect((await t.query(api.numbers.status, {})).mails.state).toBe("slow");
  });
});
