import { sessionStore } from "./storedSession";

let wasSetHere = false;

/** Marks, for all tabs, that the person ends the session on purpose, so no tab says that it expired. */
export const ownSignOut = {
  set: () => {
    wasSetHere = true;
    sessionStore.setItem(KEY, "1");
  },
  isSet: () => sessionStore.getItem(KEY) !== null,
  /** True if this page set it and nobody has signed in since. The next user must not continue on the last one's screen. */
  isSetHere: () => wasSetHere,
  clear: () => {
    wasSetHere = false;
    sessionStore.removeItem(KEY);
  },
};

const KEY = "left:attendee";
