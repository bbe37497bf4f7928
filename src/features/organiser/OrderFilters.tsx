import { Search } from "lucide-react";
import { useId } from "react";
import { control } from "../../components/Field";
import { Select } from "../../components/Select";
import { TextField } from "../../components/TextField";
import { words } from "./moneyWords";
import type { useAskedOrders } from "./useMoney";

const statuses = Object.entries(words.orderStatus).map(([value, label]) => ({ value, label }));

/** What is searched for, the day and the state. Each change counts at once. */
export function OrderFilters({ asked, type, set }: Pick<ReturnType<typeof useAskedOrders>, "asked" | "type" | "set">) {
  const id = useId();
  return (
    <form role="search" className="flex flex-col gap-3" onSubmit={(event) => event.preventDefault()}>
      <div>
        <label htmlFor={id} className="sr-only">
          {words.search}
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
            placeholder={words.searchHint}
            value={asked.search}
            onChange={(event) => type(event.target.value)}
            className={`${control()} pl-12`}
          />
        </div>
      </div>
      <div role="group" aria-label={words.filters} className="grid grid-cols-2 gap-3 sm:max-w-md">
        <TextField
          type="date"
          label={words.day}
          value={asked.day ?? ""}
          onChange={(event) => set("day", event.target.value)}
        />
        <Select
          label={words.status}
          placeholder={words.anyStatus}
          options={statuses}
          value={asked.status ?? ""}
          onChange={(event) => set("status", event.target.value)}
        />
      </div>
    </form>
  );
}
