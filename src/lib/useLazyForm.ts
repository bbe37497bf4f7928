import { useEffect } from "react";
import {
  useForm,
  useFormContext,
  type FieldValues,
  type Path,
  type RegisterOptions,
  type Resolver,
  type UseFormProps,
  type UseFormReturn,
} from "react-hook-form";
import type { ZodType } from "zod";
import { listen } from "./events";

/**
 * A form that is validated by a schema, which loads when a field is first focused. Validation is a fifth of a page's script, and the form
 * renders without it. `load` must not change between renders. `field`: see `fieldsOf`.
 */
export function useLazyForm<Typed extends FieldValues, Filled>(
  load: () => Promise<ZodType<Filled, Typed>>,
  options: Omit<UseFormProps<NoInfer<Typed>, unknown, Filled>, "resolver">,
) {
  const form = useForm<Typed, unknown, Filled>({ ...options, resolver: useLazyResolver(load) });
  return { ...form, field: fieldsOf(form), changesSince: () => changesSince(form.getValues) };
}

/** Returns a function that is true if the input has changed since now. A person may type on while their form is on its way. */
function changesSince(read: () => object): () => boolean {
  const before = JSON.stringify(read());
  return () => JSON.stringify(read()) !== before;
}

/** Returns a function that returns the props of a field: its registration and its error. */
export function fieldsOf<Typed extends FieldValues>(form: Pick<UseFormReturn<Typed>, "register" | "formState">) {
  const errors: Record<string, { message?: unknown } | undefined> = form.formState.errors;
  return <Name extends Path<Typed>>(name: Name, options?: RegisterOptions<Typed, Name>) => ({
    ...form.register(name, options),
    error: errors[name]?.message as string | undefined,
  });
}

/** `fieldsOf` the form around this component. */
export function useFields<Typed extends FieldValues>() {
  return fieldsOf(useFormContext<Typed>());
}

function useLazyResolver<Typed extends FieldValues, Filled>(
  load: () => Promise<ZodType<Filled, Typed>>,
): Resolver<Typed, unknown, Filled> {
  useEffect(() => {
    const prepare = () => void fetchCheck(load).catch(() => undefined);
    return listen(document, "focusin", prepare, { once: true });
  }, [load]);

  return async (values, ...rest) => {
    const check = await fetchCheck(load).catch(() => null);
    // If the schema cannot be loaded, the form is sent unchecked. The deployment checks again, and the call shows a lost network.
    return check === null ? { values: values as unknown as Filled, errors: {} } : check(values, ...rest);
  };
}

async function fetchCheck<Typed extends FieldValues, Filled>(load: () => Promise<ZodType<Filled, Typed>>) {
  const [{ zodResolver }, schema] = await Promise.all([import("@hookform/resolvers/zod"), load()]);
  return zodResolver(schema);
}
