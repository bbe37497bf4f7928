import { ifAllowed } from "../lib/ifAllowed";
import { sessionStore } from "./storedSession";

/** On this page, and nobody has signed in since. */
let isHere = false;

/** A note for all tabs: the person ends the session on purpose, so no tab says that it expired. */
export const ownSignOut = {
  note: () => {
    isHere = true;
    ifAllowed(() => sessionStore.setItem(KEY, "1"));
  },
  isNoted: () => ifAllowed(() => sessionStore.getItem(KEY) !== null) ?? false,
  /** True if this page noted it. The next user must not continue where the last one left. */
  isNotedHere: () => isHere,
  forget: () => {
    isHere = false;
    ifAllowed(() => sessionStore.removeItem(KEY));
  },
};

const KEY = "left:attendee";
