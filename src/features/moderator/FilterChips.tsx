import type { Figures } from "./useFigures";
import type { Filter } from "./useWaiting";
import { words } from "./words";

type Props = { filter: Filter; waiting: Figures["waiting"] | undefined; onFilter: (filter: Filter) => void };

/** Filters the queue, with the count of each filter where known. */
export function FilterChips({ filter, waiting, onFilter }: Props) {
  return (
    <div role="group" aria-label={words.filter} className="flex gap-1.5 overflow-x-auto p-2 lg:flex-wrap">
      {filters.map((name) => (
        <button
          key={name}
          type="button"
          aria-pressed={filter === name}
          onClick={() => onFilter(name)}
          className="min-h-11 shrink-0 rounded-full border-2 border-edge/60 px-3 text-note font-semibold tabular-nums hover:border-edge aria-pressed:border-teal aria-pressed:bg-tealwash lg:min-h-8"
        >
          {words.filters[name]} {waiting?.[name] ?? ""}
        </button>
      ))}
    </div>
  );
}

const filters = ["all", "new", "edit", "known", "reported"] as const;
