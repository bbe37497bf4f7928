import fc from "fast-check";
import { describe, expect, vi } from "vitest";
import { api } from "../../_generated/api";
import { man, woman } from "../../testing/crowd.testing";
import { markArrived, ticketByCode } from "../../model/tickets/tickets";
import { newcomer, tokenOf, type Person } from "../../testing/people.testing";
import { everything, type Product, rowsIn, settled, setupTest, test } from "../../testing/product.testing";
import { normaliseTicketCode } from "../../shared/tickets";
import { TicketBatches } from "../../shared/ticketsFile";
import { claim, gate, hasMark, settle } from "../../testing/tickets.testing";
import { expectRefusal } from "../../testing/refusals.testing";
import { deleteAccount } from "../../testing/auth.testing";

const [one, two, three] = ["ALPHA-2468-X", "BRAVO13579", "9021 7745 1180"];

describe("an organiser who uploads codes", () => {
  test("sees the numbers of new, stored and repeated codes, and the index of each bad one", async ({ t }) => {
    const desk = await gate(t);
    const codes = [one, "", "short1", two, "alpha2468x", "123456789", "ABCDEFG\u00e9\u00e9HIJ", "X".repeat(101)];
    const first = await desk.mutation(api.tickets.add, { codes, label: "Day pass" });
    expect(first).toEqual({
      added: 2,
      present: 0,
      repeated: 1,
      bad: [
        { index: 1, problem: "empty" },
        { index: 2, problem: "short" },
        { index: 5, problem: "short" },
        { index: 6, problem: "signs" },
        { index: 7, problem: "long" },
      ],
    });
    const again = await desk.mutation(api.tickets.add, { codes: [two, one], label: "" });
    expect(again).toMatchObject({ added: 0, present: 2 });
    expect(await desk.query(api.tickets.counts, {})).toEqual({ uploaded: 2, claimed: 0, arrived: 0 });
    expect((await rowsIn(t, "incidents")).filter(({ what }) => what === "ticketsUploaded")).toHaveLength(1);
  });

  test("cannot send more than 100,000 lines, and repeated lines cost one call", async ({ t }) => {
    const desk = await gate(t);
    const send = async (lines: number) => {
      const headers = { "x-auth-token": await tokenOf(desk), "content-type": "text/csv" };
      const answer = await t.fetch("/api/organiser/tickets", { method: "POST", headers, body: "A\n".repeat(lines) });
      return { status: answer.status, ...((await answer.json()) as object) };
    };
    const tooMany = { status: 400, error: expect.stringContaining("100,000 codes") };
    expect(await send(450_000)).toMatchObject(tooMany);
    expect(await send(100_001)).toMatchObject(tooMany);

    const calls: number[] = [];
    const batches = new TicketBatches(async (codes) => {
      calls.push(codes.length);
      return { added: 0, present: 0, repeated: 0, bad: [{ index: 0, problem: "short" }] };
    });
    for (let i = 0; i < 3; i += 1) await batches.take([{ line: i + 1, code: "A" }]);
    expect([calls, batches.tally]).toMatchObject([[1], { read: 3, repeated: 2, badCount: 1 }]);
  });

  test("can send a shop's semicolon file over REST, and sees which lines have no valid code", async ({ t }) => {
    const desk = await gate(t);
    const body = `Order;Ticket code\n1;${one}\n2;=1+${two}\n3;"${one};${two}"\n4;a;${two}\n5;${two}\n6;${one}\n`;
    const headers = { "x-auth-token": await tokenOf(desk), "content-type": "text/csv" };
    const answer = await t.fetch("/api/organiser/tickets", { method: "POST", headers, body });
    expect(await answer.json()).toMatchObject({
      ...{ added: 2, repeated: 1, bad: 3 },
      badLines: [
        { line: 3, problem: expect.stringContaining("formula") },
        { line: 4, problem: expect.stringContaining("semicolon") },
        { line: 5, problem: expect.stringContaining("semicolon") },
      ],
    });
  });

  test("never uploads a column name as a code: an unclear first line is refused", async () => {
    const t = setupTest();
    const desk = await gate(t);
    const headers = { "x-auth-token": await tokenOf(desk), "content-type": "text/csv" };
    const send = async (column: string, first: string) => {
      const body = `${first}\nAsha;${one}\nRavi;${two}\n`;
      const answer = await t.fetch(`/api/organiser/tickets?column=${column}`, { method: "POST", headers, body });
      return [answer.status, await answer.json()] as [number, Record<string, unknown>];
    };
    const unclear = [400, { error: expect.stringMatching(/^Line 1 /) }];
    expect(await send("2", "Name;Reference")).toMatchObject(unclear);
    expect(await send("2", "NAME;KQWXNPDXQ")).toMatchObject(unclear);
    expect(await desk.query(api.tickets.counts, {})).toMatchObject({ uploaded: 0 });
    expect(await send("2", "Name;Ref")).toMatchObject([200, { added: 2, bad: 0 }]);
    expect(await send("reference", "Name;Reference")).toMatchObject([200, { present: 2, bad: 0 }]);
    expect(await send("2", "Name;Ticket reference")).toMatchObject([200, { present: 2, bad: 0 }]);
  });

  test("cannot store consecutive codes, or more than 500 in one call", async ({ t }) => {
    const desk = await gate(t);
    const numbered = Array.from({ length: 30 }, (_, index) => `FEST${1_000_000_000 + index}`);
    const add = async (codes: string[]) => await desk.mutation(api.tickets.add, { codes, label: "" });
    await expectRefusal(add(numbered), { message: /numbered one after the other/ });
    await expectRefusal(add(Array.from({ length: 501 }, () => one)), "BAD_INPUT");
    expect(await desk.query(api.tickets.counts, {})).toMatchObject({ uploaded: 0 });
  });

  test("sees an error for a code that spans several lines, as after an unclosed quote", async () => {
    const desk = await gate(setupTest());
    const codes = [`${one}\r\n${two}`, `${two}\n`];
    const came = await desk.mutation(api.tickets.add, { codes, label: "" });
    expect(came).toMatchObject({ added: 1, bad: [{ index: 0, problem: "signs" }] });
  });

  test("may choose any label for tickets: a long one is cut between characters", async ({ t }) => {
    await gate(t, [one], `${"a".repeat(39)}🎪 and more`);
    expect((await rowsIn(t, "tickets")).map(({ label }) => label)).toEqual([`${"a".repeat(39)}🎪`]);
  });

  test("leaves no readable code in the database", async ({ t }) => {
    const [desk, asha] = [await gate(t, [one, two]), await woman(t, "Asha")];
    await claim(asha, one);
    await desk.mutation(api.tickets.release, { code: two });
    const stored = await everything(t);
    for (const code of [one, two]) expect(stored.toUpperCase()).not.toContain(normaliseTicketCode(code));
  });

  test("can delete the tickets that are neither claimed nor used", async ({ t }) => {
    const [desk, asha] = [await gate(t, [one, two, three]), await woman(t, "Asha")];
    await claim(asha, one);
    await arrive(t, desk, two);
    await desk.mutation(api.tickets.removeUnclaimed, {});
    await settled(t);
    expect(await desk.query(api.tickets.counts, {})).toEqual({ uploaded: 2, claimed: 1, arrived: 1 });
    expect(await claim(await man(t, "Ravi"), three)).toBe("refused");
  });
});

describe("a member with a ticket", () => {
  test("can claim it in any spelling, even twice, and then has the mark", async ({ t }) => {
    const [desk, asha] = [await gate(t, [one, three], "Day pass"), await woman(t, "Asha")];
    await settle(t, desk, { codes: "optional" });
    expect(await hasMark(t, asha)).toBe(false);
    expect([await claim(asha, " alpha 2468\u2013x "), await claim(asha, one), await claim(asha, three)]).toEqual([
      "claimed",
      "claimed",
      "hasOther",
    ]);
    expect(await hasMark(t, asha)).toBe(true);
    expect(await asha.query(api.tickets.mine, {})).toMatchObject({ asked: true, ticket: { label: "Day pass" } });
    expect(await desk.query(api.tickets.counts, {})).toEqual({ uploaded: 2, claimed: 1, arrived: 0 });
  });

  test("gets the same refusal for another person's code as for an unknown one", async ({ t }) => {
    await gate(t, [one]);
    const [asha, ravi] = [await woman(t, "Asha"), await man(t, "Ravi")];
    await claim(asha, one);
    const answers = [one, "NOSUCH13579", ""].map(async (code) => await ravi.mutation(api.tickets.claim, { code }));
    expect(await Promise.all(answers)).toEqual([{ kind: "refused" }, { kind: "refused" }, { kind: "refused" }]);
    expect(await hasMark(t, ravi)).toBe(false);
  });

  test("may put a hundred spaces before the code, and is refused with two hundred", async ({ t }) => {
    await gate(t, [one]);
    const asha = await woman(t, "Asha");
    expect(await claim(asha, `${" ".repeat(200)}${one}`)).toBe("refused");
    expect(await claim(asha, `${" ".repeat(100)}${one}`)).toBe("claimed");
  });

  test("and another member claim the same code at the same time: one of them gets it", async ({ t }) => {
    await gate(t, [one]);
    const both = [await woman(t, "Asha"), await man(t, "Ravi")];
    const answers = await Promise.all(both.map((person) => claim(person, one)));
    expect(answers.toSorted()).toEqual(["claimed", "refused"]);
    expect((await rowsIn(t, "tickets")).filter(({ userId }) => userId)).toHaveLength(1);
  });

  test("who guesses must wait after five tries, even with the correct code or a new account", async () => {
    const t = setupTest();
    await gate(t, [one]);
    const asha = await woman(t, "Asha");
    for (let guess = 0; guess < 5; guess += 1) expect(await claim(asha, `GUESS${guess}24680`)).toBe("refused");
    expect(await asha.mutation(api.tickets.claim, { code: one })).toMatchObject({ kind: "wait" });
    await deleteAccount(asha);
    expect(await claim(await newcomer(t, "Asha"), one)).toBe("wait");
    expect(await claim(await man(t, "Ravi"), one)).toBe("claimed");
  });

  test("cannot claim a code while codes are off, and sees why", async ({ t }) => {
    const desk = await gate(t, [one]);
    const [asha, ravi] = [await woman(t, "Asha"), await man(t, "Ravi")];
    await claim(asha, one);
    await settle(t, desk, { codes: "off" });
    await expectRefusal(
      ravi.mutation(api.tickets.claim, { code: one }),
      "FORBIDDEN",
      "Ticket codes are not needed at the moment.",
    );
    expect(await claim(asha, one)).toBe("claimed");
  });

  test("can claim it at the first try while many others guess, and must wait only after a wrong code", async () => {
    const t = setupTest();
    await gate(t, [one, two]);
    vi.stubEnv("RATE_LIMIT_SCALE", "0.01");
    for (let i = 0; i < 6; i += 1) {
      const guesser = await newcomer(t, `Guesser ${i}`);
      for (let guess = 0; guess < 5; guess += 1) await claim(guesser, `GUESS${guess}24680`);
    }
    expect(await claim(await woman(t, "Asha"), one)).toBe("claimed");
    const ravi = await man(t, "Ravi");
    expect([await claim(ravi, "MISTYPED13579"), await claim(ravi, two)]).toEqual(["refused", "wait"]);
  });

  test("must wait once many people together have guessed too often", async ({ t }) => {
    await gate(t, [one]);
    const guessers: Person[] = [];
    for (let i = 0; i < 12; i += 1) guessers.push(await newcomer(t, `Guesser ${i}`));
    // 24 for everybody in ten minutes. Two calls use different shards, so a few more may pass.
    vi.stubEnv("RATE_LIMIT_SCALE", "0.1");
    const answers: string[] = [];
    for (const guesser of guessers) for (let i = 0; i < 5; i += 1) answers.push(await claim(guesser, `GUESS${i}24680`));
    expect(answers.filter((kind) => kind === "refused").length).toBeLessThan(45);
    expect(answers.at(-1)).toBe("wait");
  });

  test("who deletes the account frees the code, unless they arrived with it", async ({ t }) => {
    const [desk, asha, ravi] = [await gate(t, [one, two]), await woman(t, "Asha"), await man(t, "Ravi")];
    await claim(asha, one);
    await claim(ravi, two);
    await arrive(t, desk, two);
    for (const person of [asha, ravi]) await deleteAccount(person);
    expect(await desk.query(api.tickets.counts, {})).toEqual({ uploaded: 2, claimed: 0, arrived: 1 });
    const nina = await woman(t, "Nina");
    expect([await claim(nina, two), await claim(nina, one)]).toEqual(["refused", "claimed"]);
    await desk.mutation(api.tickets.release, { code: two });
    expect(await claim(await man(t, "Omar"), two)).toBe("claimed");
  });

  test("finds it in their data export, and loses the mark when an organiser releases it", async () => {
    const t = setupTest();
    const [desk, asha, ravi] = [await gate(t, [one, two]), await woman(t, "Asha"), await man(t, "Ravi")];
    await claim(asha, one);
    await claim(ravi, two);
    const data = JSON.parse(await asha.action(api.profiles.exportMine, {})) as object;
    expect(data).toMatchObject({ atFestival: true, ticket: { claimedAt: expect.stringContaining("T") } });

    await desk.mutation(api.tickets.release, { code: one });
    await desk.mutation(api.people.open, { userId: ravi.userId });
    expect((await desk.query(api.people.person, { userId: ravi.userId }))?.ticket).toMatchObject({
      claimedAt: expect.any(Number),
    });
    await desk.mutation(api.tickets.releaseOf, { userId: ravi.userId, reason: "Lost at the gate." });
    expect([await hasMark(t, asha), await hasMark(t, ravi)]).toEqual([false, false]);
    const released = (await rowsIn(t, "incidents")).filter(({ what }) => what === "ticketReleased");
    expect(released.map(({ by, about }) => [by, about])).toEqual([
      [desk.userId, asha.userId],
      [desk.userId, ravi.userId],
    ]);
    expect(await claim(ravi, one)).toBe("claimed");
    await expectRefusal(desk.mutation(api.tickets.releaseOf, { userId: asha.userId, reason: "Lost." }), "NOT_FOUND");
  });
});

test("after any claims, releases, arrivals and deletions, the counts match the rows", async () => {
  const acts = fc.array(fc.tuple(fc.constantFrom("claim", "release", "arrive", "leave"), fc.nat(2), fc.nat(2)), {
    maxLength: 12,
  });
  await fc.assert(
    fc.asyncProperty(acts, async (steps) => {
      const t = setupTest();
      const codes = [one, two, three];
      const desk = await gate(t, codes);
      const people: Person[] = [];
      for (let i = 0; i < 3; i += 1) people.push(await newcomer(t, `Person ${i}`));
      for (const [act, who, which] of steps) {
        const [person, code] = [people[who] as Person, codes[which] ?? ""];
        if (act === "claim") await claim(person, code).catch(() => null);
        if (act === "release") await desk.mutation(api.tickets.release, { code });
        if (act === "arrive") await arrive(t, desk, code);
        if (act === "leave") {
          await deleteAccount(person).catch(() => null);
        }
      }
      const rows = await rowsIn(t, "tickets");
      expect(await desk.query(api.tickets.counts, {})).toEqual({
        uploaded: rows.length,
        claimed: rows.filter(({ userId }) => userId).length,
        arrived: rows.filter(({ arrivedAt }) => arrivedAt).length,
      });
      const owners = rows.flatMap(({ userId }) => userId ?? []);
      expect(new Set(owners).size, "one ticket per person").toBe(owners.length);
    }),
    { numRuns: 4 },
  );
});

/** A person comes through the gate with a ticket. */
async function arrive(t: Product, desk: Person, code: string): Promise<void> {
  await t.run(async (ctx) => {
    const ticket = await ticketByCode(ctx, code);
    if (ticket !== null) await markArrived(ctx, ticket, desk.userId, Date.now());
  });
}
