import { createContext, useContext } from "react";

export type Upgrade = { open: () => void };

export const UpgradeContext = createContext<Upgrade | null>(null);

/** Returns `open()`, which shows what can be bought when a member reaches a limit. */
export function useUpgrade(): Upgrade {
  const upgrade = useContext(UpgradeContext);
  if (upgrade === null) throw new Error("useUpgrade needs an UpgradeProvider above");
  return upgrade;
}
