import { CircleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { classes } from "./classes";

/** Props of every form control. Screen readers read its label, hint and error with it. */
export type FieldProps = {
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
  /** Shown to the right of the label, such as a counter. */
  aside?: ReactNode;
};

/** Returns the attributes of the control itself: `<input {...described(id, props)} />`. */
export function described(id: string, { hint, error }: FieldProps) {
  const ids = [error ? `${id}-error` : null, hint ? `${id}-hint` : null].filter(Boolean).join(" ");
  return { id, "aria-invalid": error ? true : undefined, "aria-describedby": ids === "" ? undefined : ids };
}

export function Field({ id, label, hint, error, aside, children }: FieldProps & { id: string; children: ReactNode }) {
  return (
    <div className="flex flex-col gap-1.5">
      <div className="flex items-baseline justify-between gap-4">
        <label htmlFor={id} className="font-semibold">
          {label}
        </label>
        {aside !== undefined && <span className="text-note text-soft tabular-nums">{aside}</span>}
      </div>
      {children}
      <FieldNotes id={id} hint={hint} error={error} />
    </div>
  );
}

/** `Field` for a group of choices, with a legend instead of a label. */
export function FieldGroup({
  id,
  label,
  hint,
  error,
  aside,
  children,
}: FieldProps & { id: string; children: ReactNode }) {
  return (
    <fieldset
      className="flex min-w-0 flex-col gap-2"
      aria-invalid={error ? true : undefined}
      aria-describedby={described(id, { label, hint, error })["aria-describedby"]}
    >
      <legend className="mb-1.5 flex w-full items-baseline justify-between gap-4 font-semibold">
        {label}
        {aside !== undefined && <span className="text-note font-normal text-soft tabular-nums">{aside}</span>}
      </legend>
      {children}
      <FieldNotes id={id} hint={hint} error={error} />
    </fieldset>
  );
}

export const control = (error?: string | undefined) =>
  classes(
    "w-full min-h-12 rounded-md border-2 bg-raised px-4 py-2.5 text-body text-ink placeholder:text-soft",
    "transition-colors focus:outline-none focus-visible:border-teal focus-visible:ring-3 focus-visible:ring-teal/30",
    "[&[readonly]]:bg-sunken [&[readonly]]:text-soft disabled:opacity-60",
    error ? "border-bad" : "border-edge/60 hover:border-edge",
  );

function FieldNotes({ id, hint, error }: { id: string; hint?: ReactNode; error?: string | undefined }) {
  return (
    <>
      {error && (
        <p id={`${id}-error`} role="alert" className="flex items-start gap-1.5 text-note font-semibold text-bad">
          <CircleAlert aria-hidden className="mt-px size-4 shrink-0" />
          {error}
        </p>
      )}
      {hint && (
        <p id={`${id}-hint`} className="text-note text-soft">
          {hint}
        </p>
      )}
    </>
  );
}

/** Fields of a form under a heading. `id`: the link target. */
export function FormSection({ id, title, children }: { id?: string; title: string; children: ReactNode }) {
  return (
    <section id={id} className="flex scroll-mt-20 flex-col gap-5">
      <h2 className="border-b-2 border-line pb-1 text-title">{title}</h2>
      {children}
    </section>
  );
}
