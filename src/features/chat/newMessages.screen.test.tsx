import { expect, onTestFinished, test } from "vitest";
import { box, log, newThread, send, showThread } from "./chat.testing";

test("a screen reader announces each new message from the other person once, and no earlier message or message of the member", async () => {
  const thread = newThread();
  thread.past([{ text: "From before" }]);
  showThread(thread);
  await expect.element(log.getByText("From before")).toBeVisible();
  const announced = recordAnnouncements();
  thread.write("Hello there");
  await expect.poll(announced).toEqual(["Ravi: Hello there"]);
  await box.fill("Hi Ravi");
  await send.click();
  await expect.element(log.getByText("Sent", { exact: false })).toBeVisible();
  thread.see();
  thread.write("Hello there");
  thread.write("call 98765 43210", { held: true });
  await expect
    .poll(announced)
    .toEqual([
      "Ravi: Hello there",
      "Ravi: Hello there",
      "Ravi sent a link, a number or a handle. Open it only if you want to.",
    ]);
});

/** Collects what a screen reader announces from now on: the text added to live regions, once per added part. */
function recordAnnouncements(): () => string[] {
  const announced: string[] = [];
  const observer = new MutationObserver((changes) => {
    for (const { addedNodes } of changes) {
      for (const node of addedNodes) {
        const live = node.parentElement?.closest("[aria-live], [role=log], [role=status], [role=alert]");
        if (live && live.getAttribute("aria-live") !== "off") announced.push(node.textContent ?? "");
      }
    }
  });
  observer.observe(document.body, { childList: true, subtree: true });
  onTestFinished(() => observer.disconnect());
  return () => announced;
}
