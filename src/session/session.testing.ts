import { newTokens, show } from "../testing/page";

export const TOKEN = "__convexAuthJWT_attendee";

/** Opens an address with a new client, as after a reload. `token`: of the session that another tab has stored. */
export function openAgain(path: string, token: string | null = newTokens(60, "a session of another tab").token): void {
  window.dispatchEvent(new StorageEvent("storage", { key: TOKEN, oldValue: null, newValue: token }));
  show(path);
}

/** The text of all cached answers. */
export function cachedText(): string {
  return Object.entries({ ...window.localStorage })
    .filter(([key]) => key.startsWith("cache:"))
    .join();
}
