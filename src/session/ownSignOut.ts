import { ifAllowed } from "../lib/ifAllowed";
import { sessionStore } from "./storedSession";

/** On this page, and nobody has signed in since. */
let wasSetHere = false;

/** A note for all tabs: the person ends the session on purpose, so no tab says that it expired. */
export const ownSignOut = {
  set: () => {
    wasSetHere = true;
    ifAllowed(() => sessionStore.setItem(KEY, "1"));
  },
  isSet: () => ifAllowed(() => sessionStore.getItem(KEY) !== null) ?? false,
  /** True if this page noted it. The next user must not continue where the last one left. */
  isSetHere: () => wasSetHere,
  clear: () => {
    wasSetHere = false;
    ifAllowed(() => sessionStore.removeItem(KEY));
  },
};

const KEY = "left:attendee";
