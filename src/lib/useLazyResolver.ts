import { useEffect } from "react";
import type { FieldValues, Resolver } from "react-hook-form";

/**
 * A form's check that is fetched when somebody first touches a field: validation is a fifth of a page's script, and a
 * form can be shown without it. `load` must not change between renders.
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
    // Without its script the form goes as it is: the deployment checks again, and the act says if it is out of reach.
    return check === null ? { values: values as unknown as Filled, errors: {} } : check(values, ...rest);
  };
  return resolver;
}
