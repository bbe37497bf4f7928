import {
  usePaginatedQuery,
  type PaginatedQueryArgs,
  type PaginatedQueryItem,
  type PaginatedQueryReference,
} from "convex/react";
import { Search } from "lucide-react";
import { useId, useState, type ReactNode } from "react";
import { NavigationType, useLocation, useNavigationType, useSearchParams } from "react-router-dom";
import { dateIn } from "../../../convex/shared/festivalDefaults";
import { Button } from "../../components/Button";
import { control } from "../../components/Field";
import { Panel } from "../../components/Panel";
import { Rows } from "../../components/Rows";
import { SkeletonBlock } from "../../components/ScreenSkeleton";
import { Select } from "../../components/Select";
import { TextField } from "../../components/TextField";
import { useLastKnown } from "../../lib/useLastKnown";
import { words } from "./words";

/** A filter by its URL parameter: a date field, or a choice of `options` (value to label). `anyLabel`: the choice of a filter not set. */
export type Filter = { name: string; label: string } & (
  | { options?: undefined }
  | { options: Readonly<Record<string, string>>; anyLabel: string }
);

type Props<Query extends PaginatedQueryReference> = {
  query: Query;
  args: PaginatedQueryArgs<Query>;
  urlSearch: ReturnType<typeof useUrlSearch>;
  filters: readonly Filter[];
  texts: {
    search: string;
    hint: string;
    results: string;
    /** Shown without a search: what the list will contain. */
    empty: readonly [title: string, text: string];
    /** Shown if a search or filter finds nothing. */
    none: readonly [title: string, text: string];
  };
  drawing: ReactNode;
  children: (row: PaginatedQueryItem<Query>) => ReactNode;
};

/** A live, paginated list with a search field and filters. Changes apply at once. */
export function SearchedList<Query extends PaginatedQueryReference>({ filters, ...list }: Props<Query>) {
  const { urlSearch, texts } = list;
  const id = useId();
  return (
    <>
      <form role="search" className="mb-4 flex flex-col gap-3" onSubmit={(event) => event.preventDefault()}>
        <div>
          <label htmlFor={id} className="sr-only">
            {texts.search}
          </label>
          <div className="relative">
            <Search aria-hidden className="pointer-events-none absolute top-3.5 left-4 size-5 text-soft" />
            <input
              id={id}
              type="search"
              autoCapitalize="none"
              autoComplete="off"
              spellCheck={false}
              enterKeyHint="search"
              maxLength={80}
              aria-describedby={`${id}-hint`}
              value={urlSearch.search}
              onChange={(event) => urlSearch.set("q", event.target.value)}
              className={`${control()} pl-12`}
            />
          </div>
          {/* A placeholder would not fit on a phone, and would vanish with the first letter. */}
          <p id={`${id}-hint`} className="mt-1.5 text-note text-soft">
            {texts.hint}
          </p>
        </div>
        <div role="group" aria-label={words.filters} className="flex flex-wrap items-end gap-3">
          {filters.map((filter) => (
            <div key={filter.name} className="min-w-36 flex-1 sm:max-w-56">
              <FilterField filter={filter} urlSearch={urlSearch} />
            </div>
          ))}
        </div>
      </form>
      <Results {...list} />
    </>
  );
}

function FilterField({ filter, urlSearch }: { filter: Filter } & Pick<Props<never>, "urlSearch">) {
  const { name } = filter;
  const field = {
    label: filter.label,
    value: urlSearch.filters[name] ?? "",
    onChange: (event: { target: { value: string } }) => urlSearch.set(name, event.target.value),
  };
  if (filter.options === undefined) return <TextField type="date" {...field} />;
  const choices = Object.entries(filter.options).map(([value, label]) => ({ value, label }));
  return <Select {...field} placeholder={filter.anyLabel} options={choices} />;
}

/** The rows. While the next search loads, the previous results stay. */
function Results<Query extends PaginatedQueryReference>({
  query,
  args,
  urlSearch,
  texts,
  drawing,
  children,
}: Omit<Props<Query>, "filters">) {
  const { results, status, loadMore } = usePaginatedQuery(query, args, { initialNumItems: PAGE });
  const isStale = status === "LoadingFirstPage";
  const rows = useLastKnown<PaginatedQueryItem<Query>[]>(isStale ? undefined : results);

  if (rows === undefined) {
    return (
      <div role="status" aria-label={words.loading} className="flex flex-col gap-3">
        {Array.from({ length: 8 }, (_, row) => (
          <SkeletonBlock key={row} className="h-14" />
        ))}
      </div>
    );
  }
  if (rows.length === 0 && status === "Exhausted") {
    const isNarrowed = urlSearch.search !== "" || Object.keys(urlSearch.filters).length > 0;
    const [title, text] = isNarrowed ? texts.none : texts.empty;
    const clear = (
      <Button variant="quiet" onClick={() => urlSearch.clear()}>
        {words.clear}
      </Button>
    );
    return (
      <Panel drawing={drawing} title={title} action={isNarrowed && clear}>
        {text}
      </Panel>
    );
  }
  return (
    <>
      <Rows label={texts.results} isStale={isStale}>
        {rows.map(children)}
      </Rows>
      {rows.length === 0 && !isStale && (
        <p role="status" className="border-t-2 border-line py-4 text-soft">
          {words.noneSoFar}
        </p>
      )}
      {(status === "CanLoadMore" || status === "LoadingMore") && (
        <Button
          variant="quiet"
          className="mt-4 max-sm:w-full"
          busy={status === "LoadingMore"}
          onClick={() => loadMore(PAGE)}
        >
          {rows.length === 0 ? words.lookFurther : words.more}
        </Button>
      )}
    </>
  );
}

const PAGE = 25;

/** The search and filters of a list, stored in the URL, so that the list is unchanged when the organiser returns. Ignores unknown values. */
export function useUrlSearch(known: readonly Filter[]) {
  const [params, setParams] = useSearchParams();
  // Separate from the URL, which updates later: fast typing would lose letters.
  const [search, setSearch] = useState(() => params.get("q") ?? "");
  // `set` and `clear` replace the entry. Any other change of the URL, such as Back or the list's tab, brings its own search.
  const { key } = useLocation();
  const isOwnChange = useNavigationType() === NavigationType.Replace;
  const [shownKey, setShownKey] = useState(key);
  if (key !== shownKey) {
    setShownKey(key);
    if (!isOwnChange) setSearch(params.get("q") ?? "");
  }
  const filters = Object.fromEntries(
    [...params].filter(([name, value]) => known.some((filter) => filter.name === name && isValue(filter, value))),
  );
  return {
    search,
    filters,
    set: (name: string, value: string) => {
      if (name === "q") setSearch(value);
      setParams(
        (current) => {
          const { [name]: _, ...others } = Object.fromEntries(current);
          return value === "" ? others : { ...others, [name]: value };
        },
        { replace: true },
      );
    },
    /** Clears the search and all filters except those in `remaining`. */
    clear: (remaining: Record<string, string> = {}) => {
      setSearch("");
      setParams(remaining, { replace: true });
    },
  };
}

function isValue({ options }: Filter, value: string): boolean {
  return options === undefined ? dateIn(value) !== null : Object.hasOwn(options, value);
}
