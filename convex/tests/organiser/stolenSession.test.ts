/** The limits on what a stolen organiser session can repeat. What it can never do: `tests/closing/abuse.test.ts`. */
import { expect, test } from "vitest";
import { api } from "../../_generated/api";
import { freezeAtNoon, pass, HOUR } from "../../testing/clock.testing";
import { woman } from "../../testing/crowd.testing";
import { announces, saves } from "../../testing/festival.testing";
import { mailsTo } from "../../testing/mails.testing";
import { moderator, organiser, PASSWORD, type Person } from "../../testing/people.testing";
import { settled, setupTest } from "../../testing/product.testing";
import { expectRefusal } from "../../testing/refusals.testing";

const tooMany = (message: string) => ({ code: "TOO_MANY_TRIES", message: expect.stringContaining(message) });

test("an organiser can remove five moderators an hour without the password, and more with it", async () => {
  freezeAtNoon();
  const t = setupTest();
  const ines = await organiser(t, "Ines");
  const remove = async ({ userId }: Person) => await ines.mutation(api.organiser.removeMember, { userId });
  for (const name of ["Ana", "Bea", "Cia", "Dia", "Eva"]) await remove(await moderator(t, name));

  const [fay, gia] = [await moderator(t, "Fay"), await moderator(t, "Gia")];
  await expectRefusal(remove(fay), tooMany("with your password"));
  const turnedOff = ines.mutation(api.organiser.turnOffSecondFactor, { userId: fay.userId });
  await expectRefusal(turnedOff, tooMany("with your password"));
  await fay.query(api.moderator.queue, {});
  await ines.action(api.organiser.changeOrganiser, { userId: fay.userId, act: "remove", password: PASSWORD });
  await expect(fay.query(api.moderator.queue, {})).rejects.toThrow();
  pass(HOUR);
  await remove(gia);
});

test("announcing and correcting days in a loop mails everybody at most six times a day, and days can still be saved", async () => {
  freezeAtNoon();
  const t = setupTest();
  const [asha, ines] = [await woman(t, "Asha"), await organiser(t, "Ines")];
  const mails = () => mailsTo(asha.email).filter(({ subject }) => /^News from|is closing/.test(subject)).length;
  for (const day of [21, 22, 23, 24, 25]) {
    await saves(ines, { lastDay: `2030-12-${day}` });
    await ines.mutation(api.closing.announce, {});
    await settled(t);
  }
  await announces(ines, "It rains.", { mail: true });
  await settled(t);

  await saves(ines, { lastDay: "2030-12-26" });
  const refused = tooMany("The next one can go out in 4 hours.");
  await expectRefusal(ines.mutation(api.closing.announce, {}), refused);
  await expectRefusal(announces(ines, "It pours.", { mail: true }), refused);
  await announces(ines, "It pours.", { push: true });
  expect(mails()).toBe(6);
  pass(4 * HOUR + 60_000);
  await ines.mutation(api.closing.announce, {});
});
