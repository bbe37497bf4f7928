/** All spellings of one mailbox belong to one person. Other addresses belong to other people. */
import { describe, expect } from "vitest";
import { api, internal } from "../../_generated/api";
import { deleteAccount, linkTo, NEXT, reset, verify } from "../../testing/auth.testing";
import { pass } from "../../testing/clock.testing";
import { woman, aMan } from "../../testing/crowd.testing";
import { mailsTo } from "../../testing/mails.testing";
import { applicant, member, signsUp, organiser, PASSWORD, signedIn, reject } from "../../testing/people.testing";
import { searchPeople } from "../../testing/peopleSearch.testing";
import { settled, setupTest, test } from "../../testing/product.testing";
import { suspend } from "../../testing/reports.testing";
import { expectRefusal, puzzleOf, solved, codeOf } from "../../testing/refusals.testing";

const same = [
  ["asha.rao@gmail.com", "ashar.ao+festival@googlemail.com"],
  ["asha.rao@outlook.com", "asha.rao+2@outlook.com"],
  ["asha@hotmail.co.uk", "asha+2+3@hotmail.co.uk"],
  ["asha+one@live.in", "asha+two@live.in"],
  ["asha@icloud.com", "asha+2@me.com"],
  ["asha.rao@proton.me", "asha_rao+2@proton.me"],
  ["asha@fastmail.com", "festival@asha.fastmail.com"],
  ["asha@zohomail.in", "asha+2@zohomail.in"],
  ["asha@yandex.com", "asha+2@ya.ru"],
];
const different = [
  ["asha.rao@outlook.com", "asharao@outlook.com"],
  ["asha@outlook.com", "asha@hotmail.com"],
  ["asha-rao@yahoo.com", "asha@yahoo.com"],
  ["asha+2@yahoo.com", "asha@yahoo.com"],
  ["asha.rao@college.edu", "asharao@college.edu"],
  ["asha+2@college.edu", "asha@college.edu"],
  ["asha@gmail.com", "asha@gmail.com.college.edu"],
  ["asha@proton.me", "asha@protonmail.com"],
  ["a@fastmail.com", "b@a.a.fastmail.com"],
];

describe("an account", () => {
  test.each(same)("of %s also belongs to %s", async (first, second) => {
    const t = setupTest();
    const { userId } = await signsUp(t, first);
    await expectRefusal(t.action(api.auth.sendOtp, { email: second }), "ALREADY_VERIFIED");
    const again = await signedIn(t, second);

    expect(again.userId).toBe(userId);
    expect(await again.query(api.profiles.me, {})).toMatchObject({ email: first });
    expect(await t.query(internal.incidents.find, { email: second })).toMatchObject([{ id: userId }]);
  });

  test.each(different)("of %s does not belong to %s", async (first, second) => {
    const t = setupTest();
    const { userId } = await signsUp(t, first);
    pass(60_000);

    expect((await signsUp(t, second)).userId).not.toBe(userId);
  });

  test("is created once, even if codes were mailed to two of its spellings", async ({ t }) => {
    const spellings = ["asha@gmail.com", "a.sha@gmail.com"];
    for (const email of spellings) {
      await t.action(api.auth.sendOtp, { email });
      pass(60_000);
    }
    const made = await Promise.allSettled(spellings.map((address) => verify(t, { email: address })));

    expect(made.map(codeOf).toSorted()).toEqual(["BAD_INPUT", undefined]);
  });

  test("gets its mails at the address from the sign-up, whichever spelling is typed later", async ({ t }) => {
    await signsUp(t, "asha.rao@gmail.com");
    await t.action(api.auth.requestReset, { email: "asharao+2@gmail.com" });
    await settled(t);
    expect(mailsTo("asharao+2@gmail.com")).toEqual([]);
    await reset(t, await linkTo(t, "asha.rao@gmail.com"));

    await signedIn(t, "AshaRao@googlemail.com", NEXT);
  });

  test("has one limit on guesses for all its spellings", async ({ t }) => {
    await signsUp(t, "asha@gmail.com");
    const guesses = ["a.sha", "as.ha", "a.s.ha", "asha+1", "asha+2", "asha+3"].map((name) => `${name}@gmail.com`);
    const answers = await Promise.allSettled(guesses.map((email) => signedIn(t, email, "a wrong password")));

    expect(answers.map(codeOf).filter((code) => code === "TOO_MANY_TRIES")).toHaveLength(1);
  });
});

describe("a person who returns with another spelling of the mailbox", () => {
  test.each(["suspended", "deleted after that"])("is refused after a suspension (%s)", async (how) => {
    const t = setupTest();
    const [asha, ravi] = [await woman(t, "Asha"), await member(t, "ravi@outlook.com", aMan)];
    await suspend(t, asha, ravi);
    if (how !== "suspended") await deleteAccount(await signedIn(t, ravi.email));
    await settled(t);

    await expectRefusal(t.action(api.auth.sendOtp, { email: "ravi+2@outlook.com" }), "ALREADY_VERIFIED");
    await t.action(api.auth.sendOtp, { email: "ra.vi@outlook.com" });
  });

  test.each(["kept", "deleted"])(
    "may sign up three times after a first rejection, with all spellings together (account %s)",
    async (how) => {
      const t = setupTest();
      const spellings = ["ravi@gmail.com", "r.avi@gmail.com", "ravi+2@gmail.com", "ravi@googlemail.com"];
      for (const name of spellings) {
        const ravi = await applicant(t, name);
        await reject(t, ravi);
        if (how === "deleted") await deleteAccount(ravi);
        pass(3_600_000);
      }

      await expectRefusal(t.action(api.auth.sendOtp, { email: "r.a.v.i@gmail.com" }), "ALREADY_VERIFIED");
    },
  );
});

describe("codes are mailed", () => {
  test.each(["gmail.com", "outlook.com", "college.edu"])(
    "once a minute to all tags of one name at %s",
    async (domain) => {
      const t = setupTest();
      const names = Array.from({ length: 60 }, (_, i) => `asha+${i}`);
      const sent = await Promise.allSettled(
        names.map((name) => t.action(api.auth.sendOtp, { email: `${name}@${domain}` })),
      );

      expect(sent.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
      expect(new Set(sent.map(codeOf))).toEqual(new Set([undefined, "TOO_MANY_TRIES"]));
    },
  );

  test("five times an hour to all dots and tags of one name at a college that may use Google's mail", async ({ t }) => {
    const names = ["asharao", "asha.rao", "a.sha.rao", "asha.rao+1", "asharao+2", "a.s.h.a.rao", "asha.r.ao"];
    const codes: unknown[] = [];
    for (const name of names) {
      const [answer] = await Promise.allSettled([t.action(api.auth.sendOtp, { email: `${name}@college.edu` })]);
      codes.push(codeOf(answer!));
      pass(61_000);
    }

    expect(codes.filter((code) => code === undefined)).toHaveLength(5);
    await t.action(api.auth.sendOtp, { email: "meera@college.edu" });
  });

  test("to a person with a proof, even if dots and tags of the name used up the hour's mails", async ({ t }) => {
    const send = (email: string, proof?: string) => t.action(api.auth.sendOtp, { email, ...(proof && { proof }) });
    for (let n = 0; n < 5; n++) {
      await send(`asha.rao+${n}@college.edu`);
      pass(61_000);
    }
    const email = "asha.rao@college.edu";
    await send(email, await solved(await puzzleOf(send(email))));
    await verify(t, { email });

    // The next tags cost more.
    const other = "asha.rao+6@college.edu";
    expect(costOf(await puzzleOf(send(other)))).toBeGreaterThan(
      costOf(await puzzleOf(send("ravi+6@college.edu").then(() => send("ravi+7@college.edu")))),
    );
  });
});

test("organisers find a person by any spelling of the mailbox", async ({ t }) => {
  const desk = await organiser(t);
  await signsUp(t, "asha.rao@gmail.com");
  await signsUp(t, "asharao@people.test");

  for (const typed of ["asha.rao@", "ashar.ao+2@gmail.com", "asharao@googlemail.com"]) {
    expect([typed, await searchPeople(desk, typed)]).toEqual([typed, ["as…@gmail.com"]]);
  }
});

describe("staff invitations", () => {
  test("treat all spellings as one mailbox, and keep one link open per mailbox", async ({ t }) => {
    const ines = await organiser(t, "ines@gmail.com");
    const invite = async (email: string) => await ines.mutation(api.organiser.invite, { email, kind: "moderator" });
    await expectRefusal(invite("ines+2@gmail.com"), "BAD_INPUT");
    await invite("mona@gmail.com");
    await invite("m.ona+2@gmail.com");

    expect(await ines.query(api.organiser.invitations, {})).toMatchObject([{ email: "m.ona+2@gmail.com" }]);
    expect((await signedIn(t, "i.nes@gmail.com", PASSWORD, "moderator")).userId).toBe(ines.userId);
  });
});

function costOf(puzzle: string): number {
  return (JSON.parse(puzzle) as { parameters: { cost: number } }).parameters.cost;
}
