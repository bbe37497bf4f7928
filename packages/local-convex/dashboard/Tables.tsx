import { useState } from "react";
import { Documents } from "./Documents";
import { useLive, useScope } from "./live";
import { hrefOf, useRoute } from "./route";
import { Choice, Empty, Heading, matchesSearch, Search, Loaded } from "./ui";

const SYSTEM_TABLES = ["_scheduled_functions", "_storage"];

interface TableList {
  page: { name: string }[];
}

export function Tables() {
  const tables = useLive<TableList>("cli/tables");
  const requested = useRoute().params.get("table") ?? "";
  return (
    <Loaded result={tables}>
      {({ page }) =>
        page.length === 0 && !SYSTEM_TABLES.includes(requested) ? (
          <NoTables />
        ) : (
          <TableView requested={requested} names={page.map(({ name }) => name)} />
        )
      }
    </Loaded>
  );
}

function NoTables() {
  return (
    <>
      <Heading title="Tables" />
      <Empty>
        There are no tables yet. <code>npx convex dev</code> creates them, and so does the first document.
      </Empty>
    </>
  );
}

function TableView({ requested, names }: { requested: string; names: string[] }) {
  const { component } = useScope();
  // System tables are listed only when a link has opened them.
  const shown = SYSTEM_TABLES.includes(requested) ? [...names, requested] : names;
  const table = shown.includes(requested) ? requested : (shown[0] ?? "");
  return (
    <div className="grid gap-4 xl:grid-cols-[13rem_minmax(0,1fr)]">
      <List names={shown} chosen={table} />
      <div className="grid min-w-0 content-start gap-3">
        <Choice
          label="Table"
          className="font-mono xl:hidden"
          value={table}
          options={Object.fromEntries(shown.map((name) => [name, name]))}
          change={(name) => (location.hash = hrefOf("tables", { table: name, component }))}
        />
        <Documents key={table} table={table} />
      </div>
    </div>
  );
}

/** A list on wide screens. Otherwise a native select, which also finds names by typing. */
function List({ names, chosen }: { names: string[]; chosen: string }) {
  const { component } = useScope();
  const [searchText, setSearchText] = useState("");
  const matching = names.filter((name) => matchesSearch(name, searchText));
  return (
    <div className="sticky top-4 hidden max-h-[calc(100dvh-5rem)] grid-rows-[auto_minmax(0,1fr)] gap-2 self-start xl:grid">
      <Search label="Find a table" searchText={searchText} change={setSearchText} />
      <nav aria-label="Tables" className="grid content-start gap-0.5 overflow-y-auto">
        {matching.map((name) => (
          <a
            key={name}
            href={hrefOf("tables", { table: name, component })}
            aria-current={name === chosen ? "page" : undefined}
            className={`rounded-md px-2.5 py-1.5 font-mono text-[13px] wrap-break-word ${name === chosen ? "bg-line/60" : "text-soft hover:text-ink"}`}
          >
            {name}
          </a>
        ))}
        {matching.length === 0 && <p className="px-2.5 text-soft">No table has that in its name.</p>}
      </nav>
    </div>
  );
}
