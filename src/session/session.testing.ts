/** A browser that has been here before: its cached answers, and its next visits, online and offline. */
import { expect, vi } from "vitest";
import { page } from "vitest/browser";
import { api } from "../../convex/_generated/api";
import { log, newThread } from "../features/chat/chat.testing";
import { deployment, heading, newTokens, show, showTo, stopClock } from "../testing/page";
import { card, deck, match, member, type Me } from "../testing/people";

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

/** Values that would reveal the last user and their contacts to the next one. */
export const secrets = ["Asha", "+919876543210", "ravi.live", "Where are you?", "Kabir"];

export const ravi = match("Ravi");

export const tab = (name: string) => page.getByRole("navigation", { name: "Main" }).getByRole("link", { name });

/** Opens the app until a member's answers are all cached. Their match has written to them. */
export async function visitEverything(me: Me = member(), kabir = card("Kabir")) {
  stopClock();
  const thread = newThread(ravi);
  thread.write("Where are you?");
  deployment.answer(api.swipes.deck, deck(kabir, card("Dev")));
  showTo(me, `/matches/${ravi.matchId}`);
  await expect.element(log.getByText("Where are you?")).toBeVisible();
  await isCached("Where are you?");
  await page.getByRole("link", { name: "Back to matches" }).click();
  await tab("Swipe").click();
  await expect.element(heading("Kabir, 22")).toBeVisible();
  await isCached("Kabir");
  return thread;
}

/** Waits until a text is cached, or with `is: false` no longer cached. */
export async function isCached(text: string, is = true) {
  await expect
    .poll(async () => {
      await vi.advanceTimersByTimeAsync(500);
      return cachedText().includes(text);
    })
    .toBe(is);
}

export async function loseConnectionFor(ms: number) {
  deployment.disconnect();
  await vi.advanceTimersByTimeAsync(ms);
}

/** Opens the app offline at an address, with a new client and an empty memory. */
export async function openOffline(path: string) {
  await openLater(path);
  await expect.element(page.getByText("Offline.")).toBeVisible();
}

export async function openLater(path: string) {
  openAgain(path);
  await vi.advanceTimersByTimeAsync(2_000);
}
