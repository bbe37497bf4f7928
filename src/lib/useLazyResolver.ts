import { useEffect } from "react";
import type { FieldValues, Resolver } from "react-hook-form";
import type { ZodType } from "zod";

/**
 * A form's check against a schema that is loaded when a field is first focused: validation is a fifth of a page's script, and the form
 * can be shown without it. `load` must not change between renders.
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
    // Without the check the form is sent as it is: the deployment checks again, and a lost network is shown by the call.
    return check === null ? { values: values as unknown as Filled, errors: {} } : check(values, ...rest);
  };
}

async function fetchCheck<Typed extends FieldValues, Filled>(load: () => Promise<ZodType<Filled, Typed>>) {
  const [{ zodResolver }, schema] = await Promise.all([import("@hookform/resolvers/zod"), load()]);
  return zodResolver(schema);
}
