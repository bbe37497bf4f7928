import { describe, expect, test, vi } from "vitest";
import { api } from "./_generated/api";
import { codeOf, email, verify } from "./auth.testing";
import { freeze } from "./clock.testing";
import { moderator, newcomer, PASSWORD, signedIn } from "./people.testing";
import { setupTest, type Product } from "./product.testing";

describe("a flood", () => {
  test("of codes for made-up addresses stops nobody from signing in or up", async () => {
    const t = setupTest();
    await newcomer(t, "Asha");
    await t.action(api.auth.sendOtp, { email: "ravi@people.test" });
    vi.stubEnv("RATE_LIMIT_SCALE", "0.001");
    const flood = Array.from({ length: 80 }, (_, i) => verify(t, { email: `nobody${i}@people.test`, otp: "123456" }));
    expect(new Set((await Promise.allSettled(flood)).map(codeOf))).toEqual(new Set(["BAD_INPUT", "TOO_MANY_TRIES"]));

    await signedIn(t, email);
    await verify(t, { email: "ravi@people.test" });
  });

  test("of sign-ins at made-up addresses stops neither attendees nor moderators from signing in", async () => {
    const { t, desk } = await afterFlood("password", "0.001");

    await signedIn(t, email);
    await signedIn(t, desk, PASSWORD, "moderator");
  });

  test("of moderator sign-ins stops no attendee, and does not tell which addresses are moderators'", async () => {
    const { t, desk } = await afterFlood("moderator", "0.0005");

    for (const address of [desk, "nobody@people.test"]) {
      await expect(signedIn(t, address, "a wrong one", "moderator")).rejects.toMatchObject({
        data: { code: "TOO_MANY_TRIES" },
      });
    }
    await signedIn(t, email);
  });
});

/** A product with Asha and a moderator, in which sign-ins at made-up addresses have used up a budget of this scale. */
async function afterFlood(provider: "password" | "moderator", scale: string) {
  const t = setupTest();
  const [, { email: desk }] = [await newcomer(t, "Asha"), await moderator(t)];
  freeze();
  vi.stubEnv("RATE_LIMIT_SCALE", scale);
  expect(await flood(t, provider)).toEqual(new Set(["UNAUTHENTICATED", "TOO_MANY_TRIES"]));
  return { t, desk };
}

/** The error codes of two hundred sign-ins at made-up addresses, which use up every shard of a budget. */
async function flood(t: Product, provider: "password" | "moderator"): Promise<Set<string | undefined>> {
  const codes = new Set<string | undefined>();
  for (let round = 0; round < 4; round++) {
    const all = Array.from({ length: 50 }, (_, i) => signedIn(t, `nobody${i}@people.test`, "a password", provider));
    for (const answer of await Promise.allSettled(all)) codes.add(codeOf(answer));
  }
  return codes;
}
