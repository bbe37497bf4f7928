import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { api } from "../../convex/_generated/api";
import { signOutToken } from "../../convex/shared/signOutToken";
import { box, newThread, send } from "../features/chat/chat.testing";
import { deployment, everythingShown, newTokens, reload, show, showTo, stopClock } from "../testing/page";
import { card, deck, member, newcomer } from "../testing/people";
import { Connections } from "./connections";

const button = (name: string) => page.getByRole("button", { name });
const welcome = page.getByRole("heading", { name: "Welcome Back" });
const signedOut = page.getByText("Signed out successfully");
const expired = page.getByText("Session expired. Please login again.");
const question = page.getByRole("dialog", { name: "Sign out now?" });
const { refreshToken } = newTokens();

test("a sign-out leads to /auth, ends the session, and leaves nothing of the person in the browser", async () => {
  deployment.answer(api.auth.endSession, null);
  await showWithDraft();
  await button("Sign Out").click();
  await expect.element(signedOut).toBeVisible();
  await expect.element(welcome).toBeVisible();
  expect(window.location.pathname).toBe("/auth");
  await expect
    .poll(() => deployment.calls(api.auth.endSession))
    .toEqual([{ ticket: await signOutToken(refreshToken) }]);
  await expect.poll(storedKeys).toEqual(["left:attendee"]);
  await expect.element(expired).not.toBeInTheDocument();
});

test("a sign-out offline leaves nothing to the next person, and an unsent swipe is never sent", async () => {
  deployment.answer(api.swipes.deck, deck(card("Ravi"), card("Kabir")));
  showTo(member(), "/swipe");
  await expect.element(page.getByRole("heading", { name: "Ravi, 22" })).toBeVisible();
  deployment.disconnect();
  await button("Like").first().click();
  await expect.element(page.getByText("1 to send")).toBeVisible();
  await page.getByRole("link", { name: "Profile" }).click();
  await button("Sign Out").click();
  await question.getByRole("button", { name: "Sign Out" }).click();
  await expect.element(signedOut).toBeVisible();
  await expect.element(welcome).toBeVisible();
  await expect
    .poll(storedKeys, { message: "a sign-out token, and the mark that it was intended" })
    .toEqual(["left:attendee", "signOuts"]);
  expect(JSON.stringify({ ...window.localStorage }), "neither gives access to the account").not.toMatch(
    /eyJ|refresh|Asha/,
  );

  reload();
  await expect.element(button("Send OTP")).toBeVisible();
  deployment.answer(api.auth.endSession, null);
  deployment.answer(api.profiles.me, member({ name: "Zoya" }));
  deployment.reconnect();
  const ticket = await signOutToken(refreshToken);
  await expect.poll(() => deployment.calls(api.auth.endSession)).toEqual([{ ticket }]);
  await expect.poll(storedKeys).toEqual(["left:attendee"]);
  expect(deployment.calls(api.swipes.swipe)).toEqual([]);
});

test("an act that is still waiting at the sign-out tells the next person nothing", async () => {
  stopClock();
  deployment.answer(api.auth.endSession, null);
  const { path } = newThread();
  showTo(member(), path);
  await button("More about Ravi").click();
  await button("Unmatch").click();
  deployment.silence();
  await page.getByRole("dialog", { name: "Unmatch Ravi?" }).getByRole("button", { name: "Unmatch" }).click();
  await vi.advanceTimersByTimeAsync(1_000);
  await page.getByRole("link", { name: "Back to matches" }).click();
  await page.getByRole("link", { name: "Profile" }).click();
  await button("Sign Out").click();
  await expect.element(welcome).toBeVisible();
  const shown = everythingShown();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(shown()).not.toContain("You are offline");
});

test("a sign-out that would lose an unsent message asks first, and after Stay the message is sent", async () => {
  const thread = newThread();
  showTo(member(), thread.path);
  await expect.element(box).toBeVisible();
  deployment.disconnect();
  await box.fill("At the gate");
  await send.click();
  await page.getByRole("link", { name: "Back to matches" }).click();
  await page.getByRole("link", { name: "Profile" }).click();
  await button("Sign Out").click();
  await expect.element(question).toHaveTextContent("1 message is not sent yet. It will be lost.");
  await question.getByRole("button", { name: "Stay" }).click();
  await expect.element(question).not.toBeInTheDocument();

  deployment.reconnect();
  await expect.poll(thread.texts).toEqual(["At the gate"]);
  await button("Sign Out").click();
  await expect.element(welcome).toBeVisible();
});

test.each([
  ["swipes", "1 swipe is not sent yet. It will be lost."],
  ["messages messages", "2 messages are not sent yet. They will be lost."],
  ["messages swipes swipes", "1 message and 2 swipes are not sent yet. They will be lost."],
])("with %s unsent, the question before a sign-out counts them", async (outboxes, sentence) => {
  const me = await showWithDraft();
  for (const [index, outbox] of outboxes.split(" ").entries()) {
    window.localStorage.setItem(`draft:${outbox}:${me._id}:${index}`, "{}");
  }
  await button("Sign Out").click();
  await expect.element(question).toHaveTextContent(sentence);
});

test("the next open page reports a sign-out, and retries until the deployment has accepted it", async () => {
  await showWithDraft();
  stopClock();
  deployment.disconnect();
  await button("Sign Out").click();
  await expect.element(welcome).toBeVisible();
  show("/about");
  await expect.element(page.getByRole("heading", { level: 1 })).toBeVisible();
  deployment.break(api.auth.endSession);
  deployment.reconnect();
  await expect.poll(() => deployment.calls(api.auth.endSession)).toHaveLength(1);
  await expect.poll(storedKeys).toContain("signOuts");
  deployment.answer(api.auth.endSession, null);
  await vi.advanceTimersByTimeAsync(10_000);
  await expect.poll(storedKeys).not.toContain("signOuts");
  expect(deployment.calls(api.auth.endSession)).toHaveLength(2);
});

test("a sign-out is reported even if the list of unreported ones is damaged", async () => {
  await showWithDraft();
  window.localStorage.setItem("signOuts", `[null,{"ticket":5,"at":${Date.now()}}]`);
  await button("Sign Out").click();
  await expect.element(welcome).toBeVisible();
  await expect.poll(() => deployment.calls(api.auth.endSession)).toHaveLength(1);
});

test("opening another page does not at once retry a sign-out that could not be reported", async () => {
  await showWithDraft();
  stopClock();
  deployment.break(api.auth.endSession);
  await button("Sign Out").click();
  await expect.element(welcome).toBeVisible();
  await expect.poll(() => deployment.calls(api.auth.endSession)).toHaveLength(1);
  await expect.poll(storedKeys).toContain("signOuts");
  await button("Don't have an account?").click();
  await page.getByRole("link", { name: "terms", exact: true }).first().click();
  await expect.element(page.getByRole("heading", { level: 1, name: "Terms of Service" })).toBeVisible();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(deployment.calls(api.auth.endSession)).toHaveLength(1);
});

test("a session that ended elsewhere leaves nothing in the browser, and is announced once, though another tab noticed it too", async () => {
  await showWithDraft();
  const key = "__convexAuthJWT_attendee";
  const oldValue = window.localStorage.getItem(key);
  deployment.refuse(api.profiles.me, "UNAUTHENTICATED", "Session expired. Please login again.");
  await expect.element(expired).toBeVisible();
  const sentence = expired.element();
  window.dispatchEvent(new StorageEvent("storage", { key, oldValue, newValue: null }));
  await expect.element(welcome).toBeVisible();
  expect(expired.elements()).toEqual([sentence]);
  expect(storedKeys()).toEqual([]);
  expect(deployment.calls(api.auth.endSession), "it is over already").toEqual([]);
});

test("a session that ended elsewhere is announced once, though a call was refused for it too", async () => {
  await showWithDraft();
  const sentence = "Session expired. Please login again.";
  deployment.refuse(api.auth.deleteAccount, "UNAUTHENTICATED", sentence);
  await button("Delete Account").click();
  await page.getByRole("dialog").getByRole("textbox").fill("delete my acc");
  await button("Delete for good").click();
  await expect.element(expired).toBeVisible();
  deployment.refuse(api.profiles.me, "UNAUTHENTICATED", sentence);
  await expect.element(welcome).toBeVisible();
  expect(expired.elements()).toHaveLength(1);
});

test("a sign-out in another tab signs this one out, and deletes its draft", async () => {
  showTo(newcomer(), "/create-profile");
  await page.getByLabelText("Name", { exact: true }).fill("Half a name");
  await expect.poll(storedKeys).toContainEqual(expect.stringMatching(/^draft:create/));
  const key = "__convexAuthJWT_attendee";
  const oldValue = window.localStorage.getItem(key);
  for (const name of [key, "__convexAuthRefreshToken_attendee"]) window.localStorage.removeItem(name);
  window.dispatchEvent(new StorageEvent("storage", { key, oldValue, newValue: null }));
  await expect.element(welcome).toBeVisible();
  expect(storedKeys()).toEqual([]);
});

test("a token requested before a sign-out is discarded if it arrives afterwards", () => {
  const connections = new Connections("attendee");
  const { store } = connections.current();
  store.setItem("token", "of the one who left");
  connections.forget();
  store.setItem("token", "too late");
  expect(connections.current().store.getItem("token")).toBe("of the one who left");
  connections.current().store.setItem("token", "of the next");
  store.removeItem("token");
  expect(connections.current().store.getItem("token")).toBe("of the next");
  connections.closeReplaced();
  void connections.current().client.close();
});

/** Opens a member's profile. A swipe of an earlier session was never sent. */
async function showWithDraft() {
  const me = member();
  showTo(me, "/profile");
  await expect.element(button("Sign Out")).toBeVisible();
  window.localStorage.setItem("draft:swipes:of an ended session", "{}");
  window.sessionStorage.setItem("draft:create:of an ended session", "{}");
  return me;
}

function storedKeys(): string[] {
  return [...Object.keys(window.localStorage), ...Object.keys(window.sessionStorage)].sort();
}
