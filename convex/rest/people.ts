import { api } from "../_generated/api";
import { fail, refusalOf } from "../shared/errors";
import { forOrganiser, type Endpoint } from "./endpoint";
import { Refused } from "./reply";
import { asDate, exportedPerson, listedPeople } from "./shapes";

export const listPeople: Endpoint = forOrganiser.returns(listedPeople, {
  summary: "A page of people whose name, handle or address begins with the query. Without a query: newest first.",
  texts: {
    query: "The beginning of a handle or of any word of a name. An address matches once it is typed up to its @.",
    cursor: "`next` of the page before.",
  },
  fallback: "Failed to load people",
  refuses: [400],
  run: async ({ client, search }) => {
    const cursor = search.get("cursor");
    const args = { search: search.get("query") ?? "", filter: {}, paginationOpts: { numItems: 25, cursor } };
    const page = await client.query(api.people.list, args).catch((error: unknown) => {
      // An unexpected error means a wrong cursor. All others are refusals.
      if (cursor !== null && refusalOf(error) === null && !(error instanceof Refused)) {
        fail("BAD_INPUT", "This cursor belongs to another list.");
      }
      throw error;
    });
    const people = page.page.map((person) => ({ ...person, id: person._id, createdAt: asDate(person.createdAt) }));
    return { people, next: page.isDone ? null : page.continueCursor };
  },
});

export const exportPerson: Endpoint = forOrganiser.returns(exportedPerson, {
  summary: "A copy of a person's data without their chats, for a person who asked for it. Recorded in the audit trail.",
  fallback: "Failed to export",
  refuses: [404],
  run: async ({ client, param }) =>
    exportedPerson.parse(JSON.parse(await client.action(api.people.exportData, { userId: param }))),
});
