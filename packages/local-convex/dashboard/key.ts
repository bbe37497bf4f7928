const NAME = "adminKey";

/** The admin key of this tab, null if it has none. It is in no address and nowhere else. */
export function keptKey(): string | null {
  return sessionStorage.getItem(NAME);
}

export function keepKey(key: string): void {
  sessionStorage.setItem(NAME, key);
}

export function forgetKey(): void {
  sessionStorage.removeItem(NAME);
}
