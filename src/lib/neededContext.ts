import { createContext, useContext } from "react";

/** Returns a context and its hook, which throws if no `provider` is above. */
export function neededContext<Value>(provider: string) {
  const Context = createContext<Value | null>(null);
  const useValue = (): Value => {
    const value = useContext(Context);
    if (value === null) throw new Error(`This component needs ${provider} above`);
    return value;
  };
  return [Context, useValue] as const;
}
