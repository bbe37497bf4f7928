import { ChevronDown } from "lucide-react";
import { type ComponentProps, useId } from "react";
import { classes } from "./classes";
import { control, described, Field, type FieldProps } from "./Field";

type Props = Omit<ComponentProps<"select">, "id"> &
  FieldProps & {
    options: readonly (string | { value: string; label: string })[];
    placeholder?: string;
  };

/** The browser's own list, so that phones show their usual picker. */
export function Select({ label, hint, error, aside, options, placeholder, className, ...select }: Props) {
  const id = useId();
  return (
    <Field id={id} label={label} hint={hint} error={error} aside={aside}>
      <div className="relative">
        <select
          {...select}
          {...described(id, { label, hint, error })}
          className={classes(control(error), "appearance-none pr-11", className)}
        >
          {placeholder !== undefined && <option value="">{placeholder}</option>}
          {options.map((option) => {
            const { value, label: optionLabel } =
              typeof option === "string" ? { value: option, label: option } : option;
            return (
              <option key={value} value={value}>
                {optionLabel}
              </option>
            );
          })}
        </select>
        <ChevronDown aria-hidden className="pointer-events-none absolute top-3.5 right-4 size-5 text-soft" />
      </div>
    </Field>
  );
}
