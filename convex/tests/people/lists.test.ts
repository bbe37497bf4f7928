/** The lists that the staff read without opening a person's page have no contact details. */
import { expect, test } from "vitest";
import { functions, kinds, routes } from "../../testing/authorisation.testing";
import { prepare } from "../../testing/authorisationAsking.testing";
import { makeCast, type Cast } from "../../testing/authorisationCast.testing";
import { rowsIn } from "../../testing/product.testing";

/** These show the handle of a waiting version, because the moderator checks it. */
const queues = ["query moderator.queue", "query moderator.waiting", "GET /api/moderator/pending-profiles"];
/** An organiser's export is logged in the trail. */
const exported = ["action people.exportData", "GET /api/organiser/people/*"];

test.each(["moderator", "organiser"] as const)(
  "no list for a %s has a handle, a phone number or an address of a person whose page is not open",
  async (me) => {
    const cast = await makeCast();
    const secrets = await secretsOf(cast);
    expect(secrets.length).toBeGreaterThan(30);
    const lists = [...functions, ...routes].flatMap(([name, row]) =>
      isList(name) && row.split(" ")[kinds.indexOf(me)] === "ok" ? [name] : [],
    );
    expect(lists.length).toBeGreaterThan(15);
    for (const name of lists) {
      const { status, text } = await (await prepare(name, cast, me))();
      expect(status, name).toBe("ok");
      const found = secrets.filter(
        ({ value, isWaiting }) => text.includes(value) && !(isWaiting && queues.includes(name)),
      );
      expect(found, name).toEqual([]);
    }
  },
);

function isList(name: string): boolean {
  const reads = name.startsWith("query ") || name.startsWith("GET ") || name === "action money.exportPart";
  return reads && !exported.includes(name);
}

/** The contact details of everybody except the staff. The handles of waiting people are marked. */
async function secretsOf({ t }: Cast): Promise<{ value: string; isWaiting: boolean }[]> {
  const users = (await rowsIn(t, "users")).filter(({ kind }) => kind === "user");
  const status = new Map(users.map(({ _id, status }) => [_id, status]));
  const profiles = await rowsIn(t, "profiles");
  return [
    ...users.map(({ email }) => ({ value: email, isWaiting: false })),
    ...profiles.flatMap(({ userId, instagramHandle, phoneNumber }) => [
      { value: instagramHandle, isWaiting: status.get(userId) === "pending" },
      { value: phoneNumber, isWaiting: false },
    ]),
  ];
}
