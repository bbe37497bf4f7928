import { Eye, EyeOff } from "lucide-react";
import { type ComponentProps, type ReactNode, useId, useState } from "react";
import { classes } from "./classes";
import { control, described, Field, type FieldProps } from "./Field";
import { limitInput } from "./limitInput";
import { words } from "./words";

type InputProps = Omit<ComponentProps<"input">, "id"> &
  FieldProps & {
    /** Shown in the field before the text, such as '@'. */
    prefix?: string;
    /** Removes invalid characters from typed or pasted text. */
    tidy?: (text: string) => string;
  };

/** One line of text. Takes react-hook-form's `register(…)`. */
export function TextField({ label, hint, error, aside, prefix, tidy, maxLength, className, ...input }: InputProps) {
  const id = useId();
  return (
    <Field id={id} label={label} hint={hint} error={error} aside={aside}>
      <div className="relative">
        {prefix !== undefined && (
          <span aria-hidden className="pointer-events-none absolute inset-y-0 left-4 flex items-center text-soft">
            {prefix}
          </span>
        )}
        <input
          {...input}
          {...described(id, { label, hint, error })}
          {...limitInput(maxLength, tidy)}
          className={classes(control(error), prefix !== undefined && "pl-9", className)}
        />
      </div>
    </Field>
  );
}

/** An e-mail address, which phones neither capitalise nor correct. Takes `register("email")`. */
export function EmailField(input: Omit<InputProps, "label">) {
  return (
    <TextField
      label={words.email}
      type="email"
      inputMode="email"
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      {...input}
    />
  );
}

type PasswordProps = Omit<ComponentProps<"input">, "id" | "type"> &
  FieldProps & { /** Under the input: a strength meter. */ children?: ReactNode };

export function PasswordField({ label, hint, error, aside, className, children, ...input }: PasswordProps) {
  const id = useId();
  const [shown, setShown] = useState(false);
  return (
    <Field id={id} label={label} hint={hint} error={error} aside={aside}>
      <div className="relative">
        <input
          {...input}
          {...described(id, { label, hint, error })}
          type={shown ? "text" : "password"}
          className={classes(control(error), "pr-13", className)}
        />
        <button
          type="button"
          onClick={() => setShown(!shown)}
          aria-label={shown ? words.hidePassword : words.showPassword}
          aria-pressed={shown}
          className="absolute inset-y-0 right-0 grid w-12 place-items-center rounded-md text-soft hover:text-ink"
        >
          {shown ? <EyeOff aria-hidden className="size-5" /> : <Eye aria-hidden className="size-5" />}
        </button>
      </div>
      {children}
    </Field>
  );
}

export function TextArea({
  label,
  hint,
  error,
  aside,
  maxLength,
  className,
  ...area
}: Omit<ComponentProps<"textarea">, "id"> & FieldProps) {
  const id = useId();
  return (
    <Field id={id} label={label} hint={hint} error={error} aside={aside}>
      <textarea
        rows={4}
        {...area}
        {...described(id, { label, hint, error })}
        {...limitInput(maxLength)}
        className={classes(control(error), "resize-y", className)}
      />
    </Field>
  );
}
