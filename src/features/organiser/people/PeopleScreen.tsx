import { api } from "../../../../convex/_generated/api";
import { Page } from "../../../components/Page";
import { Select } from "../../../components/Select";
import { portrait } from "../../../components/drawings";
import { FoundList } from "../FoundList";
import { SearchForm } from "../SearchForm";
import { useFound } from "../useFound";
import { PersonRow } from "./PersonRow";
import { useAskedPeople } from "./usePeople";
import { words } from "./words";

/** /organiser/people: everybody, by the beginning of a name, handle or address, and by filters. Live. */
export function PeopleScreen() {
  const { asked, type, set, clear } = useAskedPeople();
  const { search, filter } = asked;

  return (
    <Page title={words.people} wide>
      <SearchForm label={words.search} hint={words.searchHint} value={search} onType={type}>
        {selects.map(({ name, options, any, width }) => (
          <div key={name} className={width}>
            <Select
              label={words[name]}
              placeholder={any}
              options={options}
              value={filter[name] ?? ""}
              onChange={(event) => set(name, event.target.value)}
            />
          </div>
        ))}
      </SearchForm>
      <FoundList
        label={words.results}
        found={useFound(api.people.list, asked)}
        drawing={portrait}
        empty={[words.noOneYet, words.noOneYetText]}
        none={[words.noOne, words.noOneText]}
        isNarrowed={search !== "" || Object.keys(filter).length > 0}
        onClear={() => clear()}
      >
        {(person) => <PersonRow key={person._id} person={person} />}
      </FoundList>
    </Page>
  );
}

const selects = [
  { name: "status", any: words.anyStatus, options: optionsOf(words.statuses), width: "min-w-40 flex-1 sm:max-w-56" },
  { name: "tier", any: words.anyTier, options: optionsOf(words.tiers), width: "min-w-32 flex-1 sm:max-w-44" },
] as const;

function optionsOf(labels: Record<string, string>) {
  return Object.entries(labels).map(([value, label]) => ({ value, label }));
}
