import { ifAllowed } from "../lib/ifAllowed";
import { sessionStore } from "./storedSession";

/** A note for all tabs: the person ends the session on purpose, so no tab says that it expired. */
export const ownSignOut = {
  note: () => ifAllowed(() => sessionStore.setItem(KEY, "1")),
  isNoted: () => ifAllowed(() => sessionStore.getItem(KEY) !== null) ?? false,
  forget: () => ifAllowed(() => sessionStore.removeItem(KEY)),
};

const KEY = "left:attendee";
