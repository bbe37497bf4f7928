/** The organisers' rules on tickets and addresses decide who may sign up and who has the mark. */
import { describe, expect } from "vitest";
import { api } from "../../_generated/api";
import { man, woman } from "../../testing/crowd.testing";
import { codeFor } from "../../testing/mails.testing";
import { addressOf, signsUp, PASSWORD } from "../../testing/people.testing";
import { counters, type Product, rowsIn, setupTest, test } from "../../testing/product.testing";
import { gate, hasMark, settle } from "../../testing/tickets.testing";
import { ticketSentences } from "../../shared/tickets";
import { expectRefusal } from "../../testing/refusals.testing";

const one = "ALPHA-2468-X";

describe("a sign-up", () => {
  test("without a required ticket code is refused, and with one claims the ticket", async ({ t }) => {
    const desk = await gate(t, [one]);
    await settle(t, desk, { codes: "required" });
    await t.action(api.auth.sendOtp, { email });
    const refused = (message: string) => ({ code: "TICKET_REFUSED", message });
    await expectRefusal(signUp(t), refused(ticketSentences.needed));
    await expectRefusal(signUp(t, "NOSUCH13579"), refused(ticketSentences.refused));
    expect(await rowsIn(t, "users")).toHaveLength(1);
    await signUp(t, "alpha-2468-x");
    expect((await rowsIn(t, "tickets"))[0]?.userId).toBeDefined();
    expect(await desk.query(api.tickets.counts, {})).toMatchObject({ claimed: 1 });
  });

  test("with a wrong mailed code gets the same refusal for every ticket, and counts no ticket guess", async ({ t }) => {
    await settle(t, await gate(t, [one]), { codes: "required" });
    await t.action(api.auth.sendOtp, { email });
    const otp = codeFor(email) === "000000" ? "111111" : "000000";
    const before = new Set(await counters(t));
    for (const [tries, ticket] of [undefined, "NOSUCH13579", one].entries()) {
      const typed = { email, otp, password: PASSWORD, ...(ticket !== undefined && { ticket }) };
      await expectRefusal(t.action(api.auth.verifyOtp, typed), {
        code: "BAD_INPUT",
        message: "Failed to verify OTP",
        triesLeft: 4 - tries,
      });
    }
    const added = (await counters(t)).filter((key) => !before.has(key));
    expect(added).toHaveLength(1);
    expect(await rowsIn(t, "users")).toHaveLength(1);
  });

  test("works without a ticket code if codes are optional, and ignores one if codes are off", async ({ t }) => {
    const desk = await gate(t, [one]);
    await settle(t, desk, { codes: "off" });
    await t.action(api.auth.sendOtp, { email });
    await signUp(t, one);
    expect(await desk.query(api.tickets.counts, {})).toMatchObject({ claimed: 0 });
    await settle(t, desk, { codes: "optional" });
    await signsUp(t, "Ravi");
    expect(await rowsIn(t, "users")).toHaveLength(3);
  });

  test("creates one account if two people send the same ticket code simultaneously", async ({ t }) => {
    await settle(t, await gate(t, [one]), { codes: "required" });
    const emails = [addressOf("Asha"), addressOf("Ravi")];
    for (const to of emails) await t.action(api.auth.sendOtp, { email: to });
    const both = emails.map((to) =>
      t.action(api.auth.verifyOtp, { email: to, otp: codeFor(to), password: PASSWORD, ticket: one }).then(
        () => "made",
        () => "refused",
      ),
    );
    expect((await Promise.all(both)).toSorted()).toEqual(["made", "refused"]);
    expect((await rowsIn(t, "users")).filter(({ kind }) => kind === "user")).toHaveLength(1);
  });

  test("is limited to addresses at the listed domains if organisers choose so", async ({ t }) => {
    const desk = await gate(t);
    await settle(t, desk, { domains: ["@College.edu", "people.example"], domainsOnly: true });
    expect(await t.query(api.tickets.signUpRules, {})).toEqual({
      codes: "off",
      onlyDomains: ["college.edu", "people.example"],
    });
    for (const other of ["asha@people.test", "asha@notcollege.edu", "asha@college.edu.test"]) {
      await expectRefusal(t.action(api.auth.sendOtp, { email: other }), "FORBIDDEN", /college\.edu or people\.example/);
    }
    await t.action(api.auth.sendOtp, { email: "asha@students.college.edu" });
  });
});

describe("the rules", () => {
  test("give every member with an address at a listed domain the mark, and take it back", async () => {
    const t = setupTest({ COLLEGE_DOMAINS: "people.test" });
    const [desk, asha] = [await gate(t), await woman(t, "Asha")];
    expect((await desk.query(api.tickets.rules, {})).domains).toEqual(["people.test"]);
    expect(await hasMark(t, asha), "COLLEGE_DOMAINS gives no mark").toBe(false);
    await settle(t, desk, { domainsMark: true });
    const ravi = await man(t, "Ravi");
    expect([await hasMark(t, asha), await hasMark(t, ravi)]).toEqual([true, true]);
    expect(await asha.query(api.tickets.mine, {})).toMatchObject({ byAddress: true });
    await settle(t, desk, { domainsMark: false });
    expect([await hasMark(t, asha), await hasMark(t, ravi)]).toEqual([false, false]);
  });

  test("are refused if invalid, or if another save came first", async ({ t }) => {
    const desk = await gate(t);
    const rules = { domains: ["college.edu"], domainsMark: true, domainsOnly: false, codes: "off" as const };
    const save = async (change: Partial<typeof rules>, version = 0) =>
      await desk.mutation(api.tickets.saveSettings, { version, rules: { ...rules, ...change } });
    await expectRefusal(save({ domains: ["college"] }), { message: /“college” is not a domain/ });
    await expectRefusal(save({ domains: [] }), { message: /Enter a domain first/ });
    await expectRefusal(save({ codes: "required" as never }), { message: /Upload codes first/ });
    await save({});
    await expectRefusal(save({}), "ALREADY_DECIDED");
  });
});

const email = addressOf("Asha");

async function signUp(t: Product, ticket?: string): Promise<void> {
  const form = { email, otp: codeFor(email), password: PASSWORD };
  await t.action(api.auth.verifyOtp, { ...form, ...(ticket !== undefined && { ticket }) });
}
