import { useEffect } from "react";
import type { FieldValues, Resolver } from "react-hook-form";

/**
 * A form's check that is loaded when a field is first focused: validation is a fifth of a page's script, and the form can be
 * shown without it. `load` must not change between renders.
 */
export function useLazyResolver<Typed extends FieldValues, Filled>(
  load: () => Promise<Resolver<Typed, unknown, Filled>>,
) {
  useEffect(() => {
    const prepare = () => void load().catch(() => undefined);
    document.addEventListener("focusin", prepare, { once: true });
    return () => document.removeEventListener("focusin", prepare);
  }, [load]);

  const resolver: Resolver<Typed, unknown, Filled> = async (values, ...rest) => {
    const check = await load().catch(() => null);
    // Without the check the form is sent as it is: the deployment checks again, and a lost network is shown by the call.
    return check === null ? { values: values as unknown as Filled, errors: {} } : check(values, ...rest);
  };
  return resolver;
}
