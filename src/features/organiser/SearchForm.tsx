import { Search } from "lucide-react";
import { useId, type ReactNode } from "react";
import { control } from "../../components/Field";
import { words } from "./words";

type Props = {
  label: string;
  /** What can be searched for. Below the field: inside, a phone has no room for it, and it would vanish with the first letter. */
  hint: string;
  value: string;
  onType: (text: string) => void;
  /** The filters below it. */
  children: ReactNode;
};

/** A list's search field and filters. Each change applies at once, without a button. */
export function SearchForm({ label, hint, value, onType, children }: Props) {
  const id = useId();
  return (
    <form role="search" className="flex flex-col gap-3" onSubmit={(event) => event.preventDefault()}>
      <div>
        <label htmlFor={id} className="sr-only">
          {label}
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
            value={value}
            onChange={(event) => onType(event.target.value)}
            className={`${control()} pl-12`}
          />
        </div>
        <p id={`${id}-hint`} className="mt-1.5 text-note text-soft">
          {hint}
        </p>
      </div>
      <div role="group" aria-label={words.filters} className="flex flex-wrap items-end gap-3">
        {children}
      </div>
    </form>
  );
}
