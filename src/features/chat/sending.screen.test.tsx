import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { api } from "../../../convex/_generated/api";
import { limits } from "../../../convex/shared/limits";
import { deployment, reload, stopClock } from "../../testing/page";
import { match, member } from "../../testing/people";
import { box, log, newThread, send, showThread } from "./chat.testing";

const waiting = page.getByText("Not sent yet, waiting for a connection");

test("a message appears at once, then reads 'Sent', and 'Seen' when the other person has read it", async () => {
  const thread = showThread();
  const answer = deployment.hold(api.chat.send);
  await box.fill("Front row?");
  await userEvent.keyboard("{Enter}");
  await expect.element(box).toHaveValue("");
  await expect.element(log.getByText("Front row?")).toBeVisible();
  await expect.element(log.getByText("Sending…")).toBeVisible();
  await expect.poll(() => deployment.calls(api.chat.send)).toHaveLength(1);
  const { key } = deployment.calls(api.chat.send)[0]!;
  thread.past([{ text: "Front row?", mine: true, key }]);
  answer.answer({ position: 1, at: 0 });
  await expect.element(log.getByText(/· Sent$/)).toBeVisible();
  await expect.element(log.getByText("Sending…")).not.toBeInTheDocument();
  expect(log.getByText("Front row?").elements()).toHaveLength(1);
  thread.see();
  await expect.element(log.getByText(/· Seen$/)).toBeVisible();
  expect(deployment.calls(api.chat.markRead), "a member's own message sends no read mark").toEqual([]);
});

test("Enter sends, Shift+Enter starts a new line, and blanks alone are not sent", async () => {
  const thread = showThread();
  await userEvent.type(box, "One{Shift>}{Enter}{/Shift}two{Enter}");
  await expect.poll(thread.texts).toEqual(["One\ntwo"]);
  await userEvent.type(box, "   {Enter}");
  await expect.element(send).toBeDisabled();
  expect(thread.texts()).toHaveLength(1);
});

test("Enter that chooses a word of an input method sends nothing, as Safari reports it too", async () => {
  const thread = showThread();
  await box.fill("नमस्ते");
  // Safari ends the composition first. Then only the key's number says that the input method has taken it.
  const taken = { key: "Enter", keyCode: 229, bubbles: true, cancelable: true };
  box.element().dispatchEvent(new KeyboardEvent("keydown", taken));
  await expect.element(box).toHaveValue("नमस्ते");
  await userEvent.type(box, " Ravi{Enter}");
  await expect.poll(thread.texts).toEqual(["नमस्ते Ravi"]);
});

test("on a phone Enter in an empty box starts no line, and blanks do not count as typing", async () => {
  showThread();
  // A phone's keyboard puts the new line into the box.
  await box.fill("\n\n");
  await expect.element(box).toHaveValue("");
  await box.fill("  ");
  await box.fill("  Hello");
  await expect.poll(() => deployment.calls(api.chat.typing)).toHaveLength(1);
  await box.fill("Hello\n");
  await expect.element(box).toHaveValue("Hello\n");
});

test("above 400 characters a counter appears and counts an emoji as one; the text is cut off at 500", async () => {
  const thread = showThread();
  await box.fill("a".repeat(400));
  await expect.element(page.getByText(/ of 500$/)).not.toBeInTheDocument();
  await box.fill(`${"a".repeat(400)}🎉`);
  await expect.element(page.getByText("401 of 500")).toBeVisible();
  await box.fill("🎉".repeat(700));
  await expect.element(page.getByText("500 of 500")).toBeVisible();
  await send.click();
  await expect.poll(thread.texts).toEqual(["🎉".repeat(500)]);
});

test("messages written offline survive a reload and arrive once, in order; the draft survives too", async () => {
  const thread = showThread();
  await expect.element(box).toBeVisible();
  deployment.disconnect();
  for (const text of ["One", "Two"]) {
    await box.fill(text);
    await send.click();
    await expect.element(log.getByText(text, { exact: true })).toBeVisible();
  }
  await expect.element(waiting).toBeVisible();
  await box.fill("Half a thought");
  deployment.reconnect();
  deployment.loseNext(api.chat.send);
  reload();
  await expect.poll(() => deployment.isReachable, { message: "the first message was lost on its way" }).toBe(false);
  expect(thread.texts()).toEqual([]);
  deployment.reconnect();
  await expect.element(log.getByText("Two", { exact: true })).toBeVisible();
  await expect.poll(thread.texts).toEqual(["One", "Two"]);
  await expect.element(box).toHaveValue("Half a thought");
  await userEvent.keyboard(", and the rest");
  await expect.element(box).toHaveValue("Half a thought, and the rest");
  await expect.element(waiting).not.toBeInTheDocument();
  expect(log.getByText("One", { exact: true }).elements()).toHaveLength(1);
});

test("a queued message is sent while another screen is open, and its row in the list says so", async () => {
  const thread = showThread();
  await expect.element(box).toBeVisible();
  deployment.disconnect();
  await box.fill("On my way");
  await send.click();
  await page.getByRole("link", { name: "Back to matches" }).click();
  await expect.element(page.getByRole("tab", { name: "Matches (1)" })).toBeVisible();
  const row = page.getByRole("link", { name: /Chat with Ravi/ });
  await expect.element(row).toHaveTextContent("Waiting to be sent: On my way");
  deployment.reconnect();
  await expect.poll(thread.texts).toEqual(["On my way"]);
  await expect.element(row).toHaveTextContent("You: On my way");
});

test("a refused message shows why and can be deleted or sent again; the next message is sent anyway", async () => {
  const thread = newThread();
  let isRefused = true;
  const take = deployment.currentAnswer(api.chat.send);
  deployment.answer(api.chat.send, (args) => {
    if (isRefused && args.text !== "Fine") throw new Error("Server Error");
    return take(args);
  });
  showThread(thread);
  for (const text of ["First", "Second", "Fine"]) {
    await box.fill(text);
    await send.click();
  }
  await expect.poll(thread.texts).toEqual(["Fine"]);
  await expect.poll(() => log.getByText("Failed to send message").elements()).toHaveLength(2);
  await page.getByRole("button", { name: "Delete" }).first().click();
  await expect.element(log.getByText("First")).not.toBeInTheDocument();
  isRefused = false;
  await page.getByRole("button", { name: "Try again" }).click();
  await expect.poll(thread.texts).toEqual(["Fine", "Second"]);
  await expect.element(log.getByText("Failed to send message")).not.toBeInTheDocument();
});

test("a member who writes too fast is slowed down, and loses no message", async () => {
  const thread = newThread();
  const take = deployment.currentAnswer(api.chat.send);
  deployment.refuse(api.chat.send, "TOO_MANY_TRIES", "Too many attempts. Please try again in a minute.");
  showThread(thread);
  await expect.element(box).toBeVisible();
  stopClock();
  for (const text of ["One", "Two"]) {
    await box.fill(text);
    await send.click();
  }
  await expect.poll(() => deployment.calls(api.chat.send)).toHaveLength(1);
  await expect.element(log.getByText("Sending…")).toBeVisible();
  deployment.answer(api.chat.send, take);
  await vi.advanceTimersByTimeAsync(5_000);
  await expect.poll(thread.texts).toEqual(["One", "Two"]);
});

test("a sender who would have to wait long reads why, and can send the message again", async () => {
  const thread = newThread();
  const take = deployment.currentAnswer(api.chat.send);
  const reason = "You have sent a lot of messages today. Please wait a while.";
  deployment.refuse(api.chat.send, "TOO_MANY_TRIES", reason, { retryAfter: 86_400 });
  showThread(thread);
  await box.fill("One more");
  await send.click();
  await expect.element(log.getByText(reason)).toBeVisible();
  deployment.answer(api.chat.send, take);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect.poll(thread.texts).toEqual(["One more"]);
});

test("a message that another tab is sending stays visible here until it is in the thread, and appears once", async () => {
  const thread = showThread();
  deployment.hold(api.chat.send);
  await box.fill("Coming");
  await send.click();
  const line = log.getByText("Coming", { exact: true });
  await expect.element(line).toBeVisible();
  const [entry = ""] = Object.keys(window.localStorage).filter((key) => key.startsWith("draft:messages:"));
  window.localStorage.removeItem(entry);
  window.dispatchEvent(new StorageEvent("storage", { key: entry }));
  await new Promise((resolve) => requestAnimationFrame(resolve));
  await expect.element(line).toBeVisible();
  thread.write("Coming", { mine: true, key: entry.split(":").at(-1)! });
  await expect.element(page.getByText(/ · Sent$/)).toBeVisible();
  expect(line.elements()).toHaveLength(1);
});

test("the text that a person types in one tab is the same in another, and gone there when it is sent", async () => {
  showThread();
  await box.fill("Half");
  const [entry = ""] = Object.keys(window.localStorage).filter((key) => key.startsWith("draft:writing:"));
  window.localStorage.setItem(entry, JSON.stringify({ text: "Half a thought" }));
  window.dispatchEvent(new StorageEvent("storage", { key: entry }));
  await expect.element(box).toHaveValue("Half a thought");
  window.localStorage.removeItem(entry);
  window.dispatchEvent(new StorageEvent("storage", { key: entry }));
  await expect.element(box).toHaveValue("");
});

test("text typed to one person is not in the thread of another", async () => {
  const me = member();
  showThread(newThread(), me);
  await box.fill("Only for Ravi");
  showThread(newThread(match("Kabir")), me);
  const other = page.getByRole("textbox", { name: "Message to Kabir" });
  await expect.element(other).toBeVisible();
  await expect.element(other).toHaveValue("");
});

test("a damaged draft counts as empty", async () => {
  showThread();
  await box.fill("Half");
  const [entry = ""] = Object.keys(window.localStorage).filter((key) => key.startsWith("draft:writing:"));
  window.localStorage.setItem(entry, JSON.stringify({ text: 5 }));
  reload();
  await expect.element(box).toHaveValue("");
  await box.fill("Hello");
  await expect.element(send).toBeEnabled();
});

test("a paste that is too long is cut, and Ctrl+Z takes it back", async () => {
  showThread();
  const half = "Where? ".repeat(Math.ceil((limits.messageMax * 0.6) / 7));
  await box.fill(half);
  await userEvent.keyboard("{Control>}a{/Control}");
  await userEvent.copy();
  await userEvent.keyboard("{End}");
  await userEvent.paste();
  await expect.element(box).toHaveValue((half + half).slice(0, limits.messageMax));
  await userEvent.keyboard("{Control>}z{/Control}");
  await expect.element(box).toHaveValue(half);
});
