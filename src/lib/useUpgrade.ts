import { neededContext } from "./neededContext";

/** The hook returns `open()`, which shows what can be bought when a member reaches a limit. */
export const [UpgradeContext, useUpgrade] = neededContext<{ open: () => void }>("UpgradeProvider");
