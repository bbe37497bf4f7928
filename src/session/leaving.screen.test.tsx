/** After the end of a match or a session, a phone keeps nothing of it. */
import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { api } from "../../convex/_generated/api";
import { deployment, newTokens } from "../testing/page";
import { applicant } from "../testing/people";
import {
  cachedText,
  isCached,
  loseConnectionFor,
  openOffline,
  secrets,
  tab,
  TOKEN,
  visitEverything,
} from "./session.testing";

const button = (name: string) => page.getByRole("button", { name, exact: true });

test("when a match ends, its handle and messages are deleted from the phone at once, whichever screen is open", async () => {
  const thread = await visitEverything();
  for (const secret of ["ravi.live", "Where are you?"]) expect(cachedText()).toContain(secret);
  thread.end();
  await isCached("ravi.live", false);
  expect(cachedText()).not.toContain("Where are you?");
  expect(cachedText(), "all else stays").toContain("Kabir");
});

const endings: [how: string, end: () => Promise<void>][] = [
  ["a sign-out", signOut],
  [
    "a sign-out offline",
    async () => {
      await loseConnectionFor(10_000);
      await openOffline("/profile");
      await signOut();
    },
  ],
  ["a sign-out in another tab", async () => leaveInAnotherTab(null)],
  ["a sign-in of another person in another tab", async () => leaveInAnotherTab(newTokens(60, "somebody else").token)],
  [
    "a session that ended elsewhere",
    async () => deployment.refuse(api.profiles.me, "UNAUTHENTICATED", "Session expired. Please login again."),
  ],
];

test.each(endings)("after %s the phone keeps nothing of the member or their contacts", async (_, end) => {
  deployment.answer(api.auth.endSession, null);
  await visitEverything();
  for (const secret of secrets) expect(await everythingStored()).toContain(secret);
  await end();
  await expect.poll(cachedText).toBe("");
  // A pending write to the store stores nothing.
  await vi.advanceTimersByTimeAsync(2_000);
  const stored = await everythingStored();
  for (const secret of secrets) expect(stored).not.toContain(secret);
});

async function signOut() {
  if (tab("Profile").elements().length > 0) await tab("Profile").click();
  await button("Sign Out").click();
  await expect.element(page.getByText("Signed out successfully")).toBeVisible();
}

/** Another tab ends the session, or starts another person's. */
async function leaveInAnotherTab(newValue: string | null) {
  const oldValue = window.localStorage.getItem(TOKEN);
  if (newValue === null) window.localStorage.removeItem(TOKEN);
  else window.localStorage.setItem(TOKEN, newValue);
  deployment.answer(api.profiles.me, applicant({ name: "Zoya", phoneNumber: "" }));
  window.dispatchEvent(new StorageEvent("storage", { key: TOKEN, oldValue, newValue }));
  await Promise.resolve();
}

/** Everything stored in this browser that a script can read. */
async function everythingStored(): Promise<string> {
  const cached = (await caches.keys()).map(async (name) => {
    const cache = await caches.open(name);
    const all = await cache.matchAll();
    return (await Promise.all(all.map((one) => one.text()))).join();
  });
  const stores = [{ ...window.localStorage }, { ...window.sessionStorage }];
  return JSON.stringify([stores, await indexedDB.databases(), await Promise.all(cached)]);
}
