import { describe, expect } from "vitest";
import { api, internal } from "../../_generated/api";
import { email, holdHash } from "../../testing/auth.testing";
import { codeFor } from "../../testing/mails.testing";
import { moderator, signsUp, PASSWORD, signedIn } from "../../testing/people.testing";
import { setupTest, test } from "../../testing/product.testing";
import { expectRefusal } from "../../testing/refusals.testing";

describe("signing in", () => {
  test.each([undefined, null, "x", {}, { email }, { email, password: 7 }, { email: "x", password: "" }])(
    "with the parameters %j is refused",
    async (params) => {
      const t = setupTest();
      await expectRefusal(
        t.action(api.auth.signIn, { provider: "password", params }),
        "UNAUTHENTICATED",
        "Failed to login",
      );
    },
  );

  test("returns no tokens for another provider, a mailed code or empty arguments", async ({ t }) => {
    await signsUp(t, "Asha");

    expect(await t.action(api.auth.signIn, { provider: "credentials", params: { email, password: PASSWORD } })).toEqual(
      { tokens: null },
    );
    expect(await t.action(api.auth.signIn, { params: { code: codeFor(email) } })).toEqual({ tokens: null });
    expect(await t.action(api.auth.signIn, {})).toEqual({ tokens: null });
  });
});

test("a password that changes while it is being checked opens no session", async ({ t }) => {
  const { email: address } = await moderator(t);
  const { reached, release } = holdHash();
  const entering = signedIn(t, address, PASSWORD, "moderator");
  await reached;
  await t.action(internal.moderator.create, { email: address, password: "moderators only 9" });
  release();

  await expectRefusal(entering, "UNAUTHENTICATED");
});
