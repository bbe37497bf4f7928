import { describe, expect, vi } from "vitest";
import { api } from "../../_generated/api";
import { email, invalid, linkTo, NEXT, reset, scheduled } from "../../testing/auth.testing";
import { pass, frozenTest, MINUTE } from "../../testing/clock.testing";
import { mailsTo } from "../../testing/mails.testing";
import { signsUp, signedIn } from "../../testing/people.testing";
import { everyRow, type Product, settled, setupTest, test } from "../../testing/product.testing";
import { expectRefusal, codeOf } from "../../testing/refusals.testing";

describe("an attacker", () => {
  test("cannot find out which addresses have an account", async () => {
    const t = frozenTest();
    await signsUp(t, "Asha");
    const answers = async (address: string) => {
      const all = [];
      for (let i = 0; i < 5; i++) {
        all.push(
          await t.action(api.auth.requestReset, { email: address }).catch(({ data }: { data: unknown }) => data),
        );
      }
      return all;
    };
    const known = await answers(email);
    expect(await answers("nobody@people.test")).toEqual(known);
    expect(known).toMatchObject([null, null, null, { code: "TOO_MANY_TRIES" }, { code: "TOO_MANY_TRIES" }]);
    const jobs = JSON.parse(await scheduled(t)) as { name: string }[];
    expect(jobs.filter(({ name }) => name.includes("mails:deliver"))).toHaveLength(6);
    await settled(t);
    expect(mailsTo("nobody@people.test")).toEqual([]);
  });

  test("gets at most eight links in an hour for one address, and other addresses are not affected", async () => {
    const t = frozenTest();
    await signsUp(t, "Asha");
    let granted = 0;
    for (let minute = 0; minute < 60; minute++) {
      granted += await t.action(api.auth.requestReset, { email }).then(
        () => 1,
        () => 0,
      );
      pass(MINUTE);
    }
    expect(granted).toBeLessThanOrEqual(8);
    await t.action(api.auth.requestReset, { email: "ravi@people.test" });
    await settled(t);
  });

  test("who floods made-up addresses gets the same responses, causes little work, and does not stop a member's reset", async () => {
    const t = setupTest();
    const asha = await signsUp(t, "Asha");
    vi.stubEnv("RATE_LIMIT_SCALE", "0.016");
    const flood = Array.from({ length: 100 }, (_, i) => requestReset(t, `nobody${i}@people.test`));
    expect(new Set(await Promise.all(flood))).toEqual(new Set([undefined]));
    const jobs = JSON.parse(await scheduled(t)) as { name: string }[];
    expect(jobs.filter(({ name }) => name.includes("mails:deliver")).length).toBeLessThanOrEqual(24);

    await reset(t, await linkTo(t, asha.email));
  });

  test.each(["", "x", "0".repeat(64), "null", "__proto__", "é".repeat(40)])("is refused with %j", async (made) => {
    const t = setupTest();
    await signsUp(t, "Asha");
    const token = await linkTo(t, email);
    const before = await everyRow(t);
    await expectRefusal(reset(t, made), invalid);
    for (const near of [token.toUpperCase(), `${token} `, token.slice(1), `${token}0`, await storedHash(t)]) {
      await expectRefusal(reset(t, near), invalid);
    }
    expect(await everyRow(t)).toBe(before);
  });

  test("who sends 400 made-up tokens is slowed and causes no password hash; a valid link still works", async () => {
    const t = setupTest({ RATE_LIMIT_SCALE: "0.016" });
    const asha = await signsUp(t, "Asha");
    const token = await linkTo(t, asha.email);
    const hash = vi.spyOn(crypto.subtle, "deriveBits");
    const tries = Array.from({ length: 400 }, (_, i) => reset(t, i.toString(16).padStart(64, "0")));
    const codes = (await Promise.allSettled(tries)).map(codeOf);
    expect(new Set(codes)).toEqual(new Set(["BAD_INPUT", "TOO_MANY_TRIES"]));
    expect(hash).not.toHaveBeenCalled();

    await reset(t, token);
  });

  test("who goes on guessing after a reset does not stop the owner's next sign-in, for a quarter of an hour", async () => {
    const t = frozenTest();
    await signsUp(t, "Asha");
    const guesses = async (times: number) => await guessed(t, times);
    await reset(t, await linkTo(t, email));
    expect(new Set(await guesses(30))).toEqual(new Set(["UNAUTHENTICATED"]));
    await signedIn(t, email, NEXT);
    expect(await guesses(8)).toEqual([...Array<string>(5).fill("UNAUTHENTICATED"), ...tooMany(3)]);
    await expectRefusal(signedIn(t, email, NEXT), "TOO_MANY_TRIES");

    pass(60 * MINUTE);
    await reset(t, await linkTo(t, email));
    pass(16 * MINUTE);
    expect(await guesses(8)).toEqual([...Array<string>(5).fill("UNAUTHENTICATED"), ...tooMany(3)]);
  });

  test("gets about a thousand guesses at most in the grace period after a reset", async () => {
    const t = frozenTest();
    await signsUp(t, "Asha");
    await reset(t, await linkTo(t, email));
    const judged = await guessed(t, 1_007);

    expect(judged.filter((code) => code === "UNAUTHENTICATED")).toHaveLength(1_005);
    expect(judged.slice(-2)).toEqual(tooMany(2));
  });
});

/** Requests a link. Returns the error code if it was refused. */
async function requestReset(t: Product, address: string): Promise<string | undefined> {
  const [answer] = await Promise.allSettled([t.action(api.auth.requestReset, { email: address })]);
  return answer && codeOf(answer);
}

/** Returns the results of `times` guesses at Asha's password, in order. */
async function guessed(t: Product, times: number): Promise<(string | undefined)[]> {
  const answers = [];
  for (let i = 0; i < times; i++) answers.push(...(await Promise.allSettled([signedIn(t, email, "a wrong password")])));
  return answers.map(codeOf);
}

const tooMany = (times: number) => Array<string>(times).fill("TOO_MANY_TRIES");

async function storedHash(t: Product): Promise<string> {
  return await t.run(async (ctx) => (await ctx.db.query("resets").first())?.tokenHash ?? "");
}
