import { expect, test } from "vitest";
import { api } from "../../_generated/api";
import { freezeAtNoon, pass } from "../../testing/clock.testing";
import { woman } from "../../testing/crowd.testing";
import { announces, closingDue, endsIn } from "../../testing/festival.testing";
import { failMail, mailsTo, subjects } from "../../testing/mails.testing";
import { organiser, type Person } from "../../testing/people.testing";
import { runMailJob, setupTest, type Product } from "../../testing/product.testing";

test.each([
  ["is replaced by another", async (ines: Person) => await announces(ines, "Lost keys wait at the gate.")],
  ["is withdrawn", async (ines: Person) => await ines.mutation(api.festival.withdraw, {})],
])("everybody is mailed that the app closes, even if the announcement %s while no mail goes out", async (_, act) => {
  freezeAtNoon();
  const t: Product = setupTest();
  const [asha, ines] = [await woman(t, "Asha"), await organiser(t, "Ines")];
  await endsIn(ines, 2);
  failMail(500);
  await closingDue(t, 20);
  pass(60_000);
  await act(ines);
  failMail(null);
  await closingDue(t, 0.1);
  await runMailJob(t);

  expect(subjects(asha)).toEqual(["News from Festival Match"]);
  expect(mailsTo(asha.email)[0]?.text).toContain("The app closes on");
});
