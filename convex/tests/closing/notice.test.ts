import { expect, test } from "vitest";
import { api, internal } from "../../_generated/api";
import { writtenDate } from "../../shared/closing";
import { freezeAtNoon, pass } from "../../testing/clock.testing";
import { woman } from "../../testing/crowd.testing";
import { announces, closingDue, endsIn, inDays } from "../../testing/festival.testing";
import { failMail, mailsTo, subjects } from "../../testing/mails.testing";
import { organiser, type Person } from "../../testing/people.testing";
import { runMailJob, setupTest, type Product } from "../../testing/product.testing";

test.each<[what: string, act: (t: Product, ines: Person) => Promise<unknown>, daysLeft: number]>([
  ["the announcement is replaced", async (_, ines) => await announces(ines, "Lost keys wait at the gate."), 5],
  ["the announcement is withdrawn", async (_, ines) => await ines.mutation(api.festival.withdraw, {}), 5],
  [
    "the app is closed before the announced day",
    async (t) => await t.mutation(internal.closing.act, { what: "stop", name: "Festival Match" }),
    0,
  ],
])("everybody is mailed when the app closes, even if %s while no mail goes out", async (_, act, daysLeft) => {
  freezeAtNoon();
  const t = setupTest();
  const [asha, ines] = [await woman(t, "Asha"), await organiser(t, "Ines")];
  await endsIn(ines, 2);
  failMail(500);
  await closingDue(t, 20);
  pass(60_000);
  await act(t, ines);
  failMail(null);
  await closingDue(t, 0.1);
  await runMailJob(t);

  expect(subjects(asha)).toEqual(["Festival Match is closing: download your data"]);
  expect(mailsTo(asha.email)[0]?.text).toContain(`The app closes on ${writtenDate(inDays(daysLeft))}.`);
});
