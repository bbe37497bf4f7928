import { ifAllowed } from "../lib/ifAllowed";
import { sessionStore } from "./storedSession";

let wasSetHere = false;

/** Marks, for all tabs, that the person ends the session on purpose, so no tab says that it expired. */
export const ownSignOut = {
  set: () => {
    wasSetHere = true;
    ifAllowed(() => sessionStore.setItem(KEY, "1"));
  },
  isSet: () => ifAllowed(() => sessionStore.getItem(KEY) !== null) ?? false,
  /** True if this page set it and nobody has signed in since. The next user must not continue on the last one's screen. */
  isSetHere: () => wasSetHere,
  clear: () => {
    wasSetHere = false;
    ifAllowed(() => sessionStore.removeItem(KEY));
  },
};

const KEY = "left:attendee";
