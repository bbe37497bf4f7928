import type { FunctionArgs } from "convex/server";
import { api } from "../../../../convex/_generated/api";
import { Page } from "../../../components/Page";
import { portrait } from "../../../components/drawings";
import { SearchedList, useSearchInAddress } from "../SearchedList";
import { PersonRow } from "./PersonRow";
import { words } from "./words";

/** /organiser/people: all people, searchable by the start of a name, handle or address, with filters. Live. */
export function PeopleScreen() {
  const address = useSearchInAddress(filters.map(({ name }) => name));
  const filter = address.filters as FunctionArgs<typeof api.people.list>["filter"];

  return (
    <Page title={words.people} wide>
      <SearchedList
        query={api.people.list}
        asked={{ search: address.search, filter }}
        address={address}
        filters={filters}
        texts={words.list}
        drawing={portrait}
      >
        {(person) => <PersonRow key={person._id} person={person} />}
      </SearchedList>
    </Page>
  );
}

const filters = [
  { name: "status", label: words.status, any: words.anyStatus, options: words.statuses },
  { name: "tier", label: words.tier, any: words.anyTier, options: words.tiers },
];
