import { Select } from "../../../components/Select";
import { words } from "./words";
import { SearchForm } from "../SearchForm";
import type { useAsked } from "./usePeople";

type Props = ReturnType<typeof useAsked>;

const selects = [
  { name: "status", any: words.anyStatus, options: optionsOf(words.statuses), width: "min-w-40 flex-1 sm:max-w-56" },
  { name: "tier", any: words.anyTier, options: optionsOf(words.tiers), width: "min-w-32 flex-1 sm:max-w-44" },
] as const;

/** What is searched for, and the filters. Each change counts at once. */
export function PeopleFilters({ search, filter, type, set }: Props) {
  return (
    <SearchForm label={words.search} hint={words.searchHint} value={search} onType={type}>
      <div role="group" aria-label={words.filters} className="flex flex-wrap items-end gap-3">
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
      </div>
    </SearchForm>
  );
}

function optionsOf(labels: Record<string, string>) {
  return Object.entries(labels).map(([value, label]) => ({ value, label }));
}
