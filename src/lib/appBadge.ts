import { ifAllowed } from "./ifAllowed";

/** The number on the icon of the installed app, where the browser has such numbers. 0 removes it. */
export function setAppBadge(count: number): void {
  ifAllowed(() => void navigator.setAppBadge(count).catch(() => undefined));
}
