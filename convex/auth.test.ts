import { expect, test } from "vitest";
import { api } from "./_generated/api";
import { newcomer, setupTest } from "./people.testing";

test("somebody signs up with a mailed code and is signed in with their password", async () => {
  const t = setupTest();
  const asha = await newcomer(t, "Asha");

  expect(await asha.query(api.profiles.me, {})).toMatchObject({
    email: "asha@people.test",
    moderationStatus: "pending",
  });
});
