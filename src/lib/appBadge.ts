import { ifAllowed } from "./ifAllowed";

/** Sets the number on the installed app's icon, where the browser supports it. 0 removes it. */
export function setAppBadge(count: number): void {
  ifAllowed(() => void navigator.setAppBadge(count).catch(() => undefined));
}
