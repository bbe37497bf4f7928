import { createRoot, type Root } from "react-dom/client";
import { expect, onTestFinished, vi } from "vitest";
import { page, type Locator } from "vitest/browser";
import { api } from "../../convex/_generated/api";
import { App } from "../App";
import { leaveLayers } from "../components/useBackCloses";
import { clearDrafts } from "../lib/draft";
import { setFestivalOfPage } from "../lib/festival";
import { forgetPress } from "../lib/secondPress";
import { forgetServerClock } from "../lib/serverClock";
import { toast } from "../lib/toast";
import { festival } from "./festival";
import { FakeDeployment } from "./fakeDeployment";
import { deck, news, ownStaff, type Me } from "./people";

export const deployment = new FakeDeployment();

let root: Root | null = null;
const home = window.location.href;

export function heading(name: string | RegExp): Locator {
  return page.getByRole("heading", { name });
}

/** Presses the button with this whole name. */
export async function press(name: string): Promise<void> {
  await page.getByRole("button", { name, exact: true }).click();
}

/** Shows the product at an address to a visitor. */
export function show(path: string): void {
  closePage();
  window.history.replaceState(null, "", path);
  const container = document.createElement("div");
  document.body.append(container);
  root = createRoot(container);
  root.render(<App />);
}

/** Reloads the page. Its storage stays. */
export function reload(): void {
  const { pathname, search } = window.location;
  show(pathname + search);
}

/** Shows the product to this person. Lists that the test has not set are empty. */
export function showTo(me: Me, path: string): void {
  storeSession("attendee");
  deployment.answer(api.profiles.me, me);
  // Screens call these on their own.
  for (const mutation of [api.matches.markSeen, api.matches.markListed, api.matches.markLikesSeen]) {
    deployment.answerByDefault(mutation, null);
  }
  deployment.answerByDefault(api.matches.news, news());
  for (const list of [api.matches.list, api.matches.pendingLikes]) deployment.answerByDefault(list, []);
  deployment.answerByDefault(api.chat.threads, []);
  deployment.answerByDefault(api.swipes.deck, deck());
  deployment.answerByDefault(api.profiles.waiting, null);
  show(path);
}

export function showToModerator(path = "/moderator/dashboard"): void {
  storeSession("moderator");
  answerStaff();
  show(path);
}

/** Signs in a moderator, unless the test has set another member of staff. */
export function answerStaff(kind: "moderator" | "organiser" = "moderator"): void {
  deployment.answerByDefault(api.staff.me, ownStaff(kind));
  deployment.answerByDefault(api.staff.look, null);
}

export function showToOrganiser(path = "/organiser"): void {
  storeSession("moderator");
  answerStaff("organiser");
  show(path);
}

/** Returns the tokens of a sign-in, valid for `seconds`. Their signature is not checked. */
export function newTokens(seconds = 86_400, sub = "somebody") {
  const now = Math.floor(Date.now() / 1000);
  const part = (value: object) => btoa(JSON.stringify(value)).replaceAll("=", "");
  const token = [part({ alg: "none" }), part({ sub, iat: now, exp: now + seconds }), "unsigned"].join(".");
  return { token, refreshToken: "refresh|session" };
}

/**
 * Stops the clock. The test moves it with `vi.advanceTimersByTimeAsync`. Frames and animations continue, because they
 * belong to the browser.
 */
export function stopClock(): void {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "Date"] });
}

/** Puts another tab in front of the page, or the page in front again, until the test ends. */
export function turnPage(state: "hidden" | "visible"): void {
  const spy = vi.spyOn(document, "visibilityState", "get").mockReturnValue(state);
  onTestFinished(() => spy.mockRestore());
  document.dispatchEvent(new Event("visibilitychange"));
}

/** Collects the text of everything rendered from now on, until the test ends, even if it is removed at once. */
export function everythingShown(): () => string {
  const texts: string[] = [];
  const collect = (changes: MutationRecord[]) =>
    texts.push(...changes.flatMap(({ addedNodes }) => [...addedNodes].map(({ textContent }) => textContent ?? "")));
  const observer = new MutationObserver(collect);
  observer.observe(document.body, { childList: true, subtree: true });
  onTestFinished(() => observer.disconnect());
  return () => texts.join("\n");
}

/** Collects the files that the page saves from now on, in place of the browser's downloads. */
export function savedFiles(): Blob[] {
  const files: Blob[] = [];
  const spy = vi.spyOn(URL, "createObjectURL").mockImplementation((file) => (files.push(file as Blob), "blob:saved"));
  onTestFinished(() => spy.mockRestore());
  return files;
}

/** Presses an element, waits until another element is in its place, and presses there again, 200 ms after the first press. */
export async function pressTwice(target: Locator, hasMoved: () => Promise<void>): Promise<void> {
  await expect.element(target).toBeVisible();
  target.element().scrollIntoView({ block: "center" });
  const { x, y, width, height } = target.element().getBoundingClientRect();
  const at = { clientX: x + width / 2, clientY: y + height / 2 };
  const press = (timeStamp: number) => {
    const event = new PointerEvent("click", { ...at, detail: 1, bubbles: true, cancelable: true });
    Object.defineProperty(event, "timeStamp", { value: timeStamp });
    document.elementFromPoint(at.clientX, at.clientY)?.dispatchEvent(event);
  };
  press(1000);
  await hasMoved();
  press(1200);
}

/** Resizes the page until the test ends. Default: a phone's size. */
export async function resize(width: number, height: number): Promise<void> {
  onTestFinished(() => page.viewport(390, 844));
  await page.viewport(width, height);
  // A message to the outer page resizes the frame, so styles follow a moment later.
  await expect.poll(() => [window.innerWidth, window.innerHeight]).toEqual([width, height]);
}

export async function clearPage(): Promise<void> {
  vi.useRealTimers();
  toast.dismiss();
  closePage();
  forgetPress();
  forgetServerClock();
  await deployment.reset();
  await leaveLayers(() => undefined);
  clearDrafts();
  window.localStorage.clear();
  window.sessionStorage.clear();
  window.history.replaceState(null, "", home);
  setFestivalOfPage(festival);
}

function closePage() {
  root?.unmount();
  root = null;
  document.body.replaceChildren();
}

function storeSession(kind: "attendee" | "moderator") {
  const { token, refreshToken } = newTokens();
  window.localStorage.setItem(`__convexAuthJWT_${kind}`, token);
  window.localStorage.setItem(`__convexAuthRefreshToken_${kind}`, refreshToken);
}
