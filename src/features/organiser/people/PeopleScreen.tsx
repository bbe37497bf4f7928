import type { FunctionArgs } from "convex/server";
import { api } from "../../../../convex/_generated/api";
import { Page } from "../../../components/Page";
import { portrait } from "../../../components/drawings";
import { SearchedList, useUrlSearch, type Filter } from "../SearchedList";
import { PersonRow } from "./PersonRow";
import { words } from "./words";

/** /organiser/people: all people, searchable by the start of a name, handle or address, with filters. Live. */
export function PeopleScreen() {
  const urlSearch = useUrlSearch(filters);
  const filter = urlSearch.filters as FunctionArgs<typeof api.people.list>["filter"];

  return (
    <Page title={words.people} wide>
      <SearchedList
        query={api.people.list}
        args={{ search: urlSearch.search, filter }}
        urlSearch={urlSearch}
        filters={filters}
        texts={words.list}
        drawing={portrait}
      >
        {(person) => <PersonRow key={person._id} person={person} />}
      </SearchedList>
    </Page>
  );
}

const filters: Filter[] = [
  { name: "status", label: words.status, anyLabel: words.anyStatus, options: words.statuses },
  { name: "tier", label: words.tier, anyLabel: words.anyTier, options: words.tiers },
];
