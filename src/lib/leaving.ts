import { attempt } from "./attempt";

/** For the other tabs: that the session ends because the person wants it. They need not be told that it expired. */
export const leaving = {
  note: () => attempt(() => window.localStorage.setItem(LEFT, "1")),
  isNoted: () => attempt(() => window.localStorage.getItem(LEFT) !== null) ?? false,
  forget: () => attempt(() => window.localStorage.removeItem(LEFT)),
};

const LEFT = "left:attendee";
