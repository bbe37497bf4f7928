import { createContext, useContext } from "react";

/** The way to what can be bought, from wherever somebody meets a limit. */
export type Upgrade = { open: () => void };

export const UpgradeContext = createContext<Upgrade | null>(null);

/** For whoever meets a limit: `open()` shows what can be bought. */
export function useUpgrade(): Upgrade {
  const upgrade = useContext(UpgradeContext);
  if (upgrade === null) throw new Error("useUpgrade needs an UpgradeProvider above");
  return upgrade;
}
