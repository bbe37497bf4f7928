import { attempt } from "./attempt";
import { sessionStore } from "./storedSession";

/** For all tabs: that the session ends because the person wants it. They need not be told that it expired. */
export const leaving = {
  note: () => attempt(() => sessionStore.setItem(LEFT, "1")),
  isNoted: () => attempt(() => sessionStore.getItem(LEFT) !== null) ?? false,
  forget: () => attempt(() => sessionStore.removeItem(LEFT)),
};

const LEFT = "left:attendee";
