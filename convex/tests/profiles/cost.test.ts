/** The cost of an app's first reads. */
import { expect } from "vitest";
import { api } from "../../_generated/api";
import { dislikes, likes, man, woman } from "../../testing/crowd.testing";
import { test } from "../../testing/product.testing";
import { traced } from "../../testing/traces.testing";

test("a person's own profile costs five documents, read in four rounds", async ({ t }) => {
  const [asha, ravi, sanj] = [await woman(t, "Asha"), await man(t, "Ravi"), await man(t, "Sanj")];
  await dislikes(asha, ravi);
  const disliked = await traced(() => asha.query(api.profiles.me, {}));
  await likes(asha, sanj);
  const liked = await traced(() => asha.query(api.profiles.me, {}));

  // Session, user, profile, deck and picture. The calendar is read until the day's job has run.
  for (const { documents, depth, result } of [disliked, liked]) {
    expect({ documents, depth, undoable: result.undoable }).toEqual({ documents: 5, depth: 4, undoable: true });
  }
});

test("the festival's settings are read in two rounds", async ({ t }) => {
  expect((await traced(() => t.query(api.festival.settings, {}))).depth).toBe(2);
});
