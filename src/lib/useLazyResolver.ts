import { useEffect } from "react";
import type { FieldValues, Resolver } from "react-hook-form";
import type { ZodType } from "zod";

/**
 * Validates a form by a schema that loads when a field is first focused. Validation is a fifth of a page's script, and the form renders
 * without it. `load` must not change between renders.
 */
export function useLazyResolver<Typed extends FieldValues, Filled>(
  load: () => Promise<ZodType<Filled, Typed>>,
): Resolver<Typed, unknown, Filled> {
  useEffect(() => {
    const prepare = () => void fetchCheck(load).catch(() => undefined);
    document.addEventListener("focusin", prepare, { once: true });
    return () => document.removeEventListener("focusin", prepare);
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
