import { Check } from "lucide-react";
import { type ComponentProps, type ReactNode, useId } from "react";
import { classes } from "./classes";
import { FieldGroup, type FieldProps } from "./Field";

type GroupProps = FieldProps & { children: ReactNode };

export function ChipGroup(props: GroupProps) {
  return <Group layout="flex flex-wrap gap-2" {...props} />;
}

/** A checkbox that looks like a sticker. Takes `register(…)` with a `value`. */
export function ChipChoice({ children, className, ...input }: Omit<ComponentProps<"input">, "type">) {
  return (
    <label className={classes(chip, className)}>
      <input {...input} type="checkbox" className={cover} />
      {children}
    </label>
  );
}

export function RadioGroup(props: GroupProps & { layout?: string }) {
  return <Group layout="flex gap-3" {...props} />;
}

/** A radio button of a group. All have the same `name` (from `register(…)`) and different values. */
export function RadioChoice({ children, className, ...input }: Omit<ComponentProps<"input">, "type">) {
  return (
    <label className={classes(chip, "flex-1 justify-center rounded-md", className)}>
      <input {...input} type="radio" className={classes("peer", cover)} />
      <Check aria-hidden strokeWidth={3} className="hidden size-4 peer-checked:block" />
      {children}
    </label>
  );
}

function Group({ layout, children, ...field }: GroupProps & { layout: string }) {
  return (
    <FieldGroup id={useId()} {...field}>
      <div className={layout}>{children}</div>
    </FieldGroup>
  );
}

const chip =
  "relative inline-flex min-h-11 items-center gap-1.5 rounded-full border-2 border-edge/60 bg-raised px-4 py-1.5 font-medium select-none " +
  "transition-colors hover:border-edge has-checked:border-teal has-checked:bg-tealwash has-checked:font-semibold " +
  "has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-teal " +
  "has-disabled:opacity-60 has-disabled:hover:border-edge/60";

/** The invisible control covers its chip, so that pointers and test tools hit it and focus scrolls to it. */
const cover = "absolute inset-0 m-0 size-full cursor-pointer appearance-none opacity-0";
