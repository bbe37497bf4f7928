import { Select } from "../../../components/Select";
import { TextField } from "../../../components/TextField";
import { words } from "./words";
import { SearchForm } from "../SearchForm";
import type { useAskedOrders } from "./useMoney";

const statuses = Object.entries(words.orderStatus).map(([value, label]) => ({ value, label }));

/** What is searched for, the day and the state. Each change counts at once. */
export function OrderFilters({ asked, type, set }: Pick<ReturnType<typeof useAskedOrders>, "asked" | "type" | "set">) {
  return (
    <SearchForm label={words.search} hint={words.searchHint} value={asked.search} onType={type}>
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
    </SearchForm>
  );
}
