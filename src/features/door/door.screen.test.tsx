import type { FunctionReturnType } from "convex/server";
import encodeQR from "qr";
import { expect, onTestFinished, test, vi } from "vitest";
import { page } from "vitest/browser";
import { api } from "../../../convex/_generated/api";
import { clearDrafts } from "../../lib/draft";
import { type } from "../../testing/forms";
import { answerDashboard } from "../moderator/desk.testing";
import { deployment, press, reload, showToModerator, showToOrganiser } from "../../testing/page";

const NOON = Date.UTC(2025, 11, 18, 12, 34);
const verdict = page.getByRole("status").filter({ hasText: /./ });
const enter = async (code: string) => {
  await type({ "Ticket code": code });
  await press("Check");
};

test("checking without a code marks the field until one is typed", async () => {
  answerDoor({});
  showToModerator("/organiser/door");
  const code = page.getByRole("textbox", { name: "Ticket code" });
  await press("Check");
  await expect.element(code).toHaveAccessibleDescription("Please type the code on the ticket");
  await code.fill("A");
  await expect.element(code).not.toHaveAccessibleDescription("Please type the code on the ticket");
  expect(deployment.calls(api.tickets.check)).toEqual([]);
});

test("the camera reads each ticket once: one is 'Welcome', the next 'Already checked', the third an 'Unknown ticket'", async () => {
  const camera = aCamera();
  answerDoor({ AB12CD34EF: { kind: "welcome" }, GH56JK78LM: { kind: "already", at: NOON } });
  showToModerator("/organiser/door");
  await press("Start the camera");
  await expect.element(page.getByText("Hold the ticket's code up to the camera")).toBeVisible();
  expect(deployment.calls(api.tickets.check)).toEqual([]);

  camera.show("ab12-cd34-ef");
  await expect.element(verdict.filter({ hasText: "Welcome" })).toBeVisible();
  camera.show("GH56JK78LM");
  await expect.element(verdict.filter({ hasText: /Already checked.*at 18:04/ })).toBeVisible();
  camera.show("https://tickets.test/NOBODY");
  await expect.element(verdict.filter({ hasText: "Unknown ticket" })).toBeVisible();
  // Each code was in view for many frames, and was checked once.
  expect(deployment.calls(api.tickets.check).map(({ code }) => code)).toEqual([
    "AB12CD34EF",
    "GH56JK78LM",
    "HTTPS://TICKETS.TEST/NOBODY",
  ]);
  await expect.element(page.getByText("Arrived 312 of 1,000")).toBeVisible();
  await expect
    .element(page.getByRole("button", { name: "Release the ticket" }), { message: "only organisers release a ticket" })
    .not.toBeInTheDocument();
  showToOrganiser("/organiser");
  await expect.poll(() => camera.isOn()).toBe(false);
});

test("a moderator reaches the door from the dashboard once tickets are uploaded", async () => {
  answerDashboard({});
  answerDoor({});
  showToModerator();
  await page.getByRole("link", { name: "Door", exact: true }).click();
  await expect.element(page.getByRole("heading", { name: "Door" })).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Check" })).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Release the ticket" })).not.toBeInTheDocument();
  deployment.answer(api.tickets.door, { uploaded: 0, arrived: 0, doubles: [] });
  await page.getByRole("link", { name: "Back" }).click();
  await expect.element(page.getByRole("heading", { name: "Moderator Dashboard" })).toBeVisible();
  await expect.element(page.getByRole("link", { name: "Door", exact: true })).not.toBeInTheDocument();
});

test.each([
  ["NotAllowedError", "The camera is blocked"],
  ["NotFoundError", "No camera was found"],
  ["NotReadableError", "The camera won't start"],
])("without a camera (%s) the door says '%s', and codes can be typed", async (name, sentence) => {
  vi.spyOn(navigator.mediaDevices, "getUserMedia").mockRejectedValue(new DOMException("", name));
  const keepAwake = vi.spyOn(navigator.wakeLock, "request");
  answerDoor({ AB12CD34EF: { kind: "welcome" } });
  showToOrganiser("/organiser/door");
  await press("Start the camera");
  await expect.element(page.getByRole("alert").filter({ hasText: sentence })).toBeVisible();
  await enter("ab12 cd34 ef");
  await expect.element(verdict.filter({ hasText: "Welcome" })).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Try again" })).toBeVisible();
  expect(keepAwake, "the phone's screen may turn off").not.toHaveBeenCalled();
});

test("a camera that another app takes away says so, and starts again", async () => {
  const camera = aCamera();
  answerDoor({ AB12CD34EF: { kind: "welcome" } });
  showToModerator("/organiser/door");
  await press("Start the camera");
  await expect.element(page.getByText("Hold the ticket's code up to the camera")).toBeVisible();
  camera.takeAway();
  await expect.element(page.getByRole("alert").filter({ hasText: "The camera won't start" })).toBeVisible();
  aCamera().show("AB12CD34EF");
  await press("Try again");
  await expect.element(verdict.filter({ hasText: "Welcome" })).toBeVisible();
});

test("on a phone with a full storage a repeat is refused without a network, too", async () => {
  answerDoor({});
  showToModerator("/organiser/door");
  await expect.element(page.getByText("Arrived 312 of 1,000")).toBeVisible();
  const full = vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("full", "QuotaExceededError");
  });
  onTestFinished(() => full.mockRestore());
  deployment.disconnect();
  await expect.element(page.getByText("No connection. Trying again…")).toBeVisible();
  await enter("AB12CD34EF");
  await expect.element(verdict.filter({ hasText: "Noted" })).toBeVisible();
  await enter("ab12-cd34-ef");
  await expect.element(verdict.filter({ hasText: "Already checked" })).toBeVisible();
  full.mockRestore();
  deployment.reconnect();
  await expect.element(page.getByText(/Let in at .* with an unknown ticket/)).toBeVisible();
});

test("without a network a check is noted and a repeat refused; once online, a bad result is listed until dismissed", async () => {
  answerDoor({});
  showToModerator("/organiser/door");
  await expect.element(page.getByText("Arrived 312 of 1,000")).toBeVisible();
  deployment.disconnect();
  await expect.element(page.getByText("No connection. Trying again…")).toBeVisible();
  await enter("AB12CD34EF");
  await expect.element(verdict.filter({ hasText: "Noted" })).toBeVisible();
  await expect.element(page.getByText("1 check is waiting for the network")).toBeVisible();
  await enter("ab12-cd34-ef");
  await expect.element(verdict.filter({ hasText: "Already checked" })).toBeVisible();
  // An attendee's sign-out on the same phone deletes none of it.
  clearDrafts();
  reload();
  await expect.element(page.getByText("1 check is waiting for the network")).toBeVisible();
  await enter("AB12 CD34 EF");
  await expect.element(verdict.filter({ hasText: "Already checked" })).toBeVisible();

  const onlineAt = Date.now();
  deployment.reconnect();
  await expect.element(page.getByText(/Let in at .* with an unknown ticket/)).toBeVisible();
  await expect.element(page.getByText("Code ends in 34EF")).toBeVisible();
  const [check, ...others] = deployment.calls(api.tickets.check);
  expect([check, others]).toMatchObject([{ code: "AB12CD34EF" }, []]);
  expect(check?.at, "the time of the scan").toBeLessThan(onlineAt);
  await press("Seen");
  await expect.element(page.getByText("Needs a look")).not.toBeInTheDocument();
  await expect.element(page.getByRole("heading", { name: "Door" })).toHaveFocus();
});

test("a ticket let in twice is listed at the door; once dismissed it stays so after a reload", async () => {
  answerDoor({}, [{ key: "other", at: NOON + 600_000, firstAt: NOON }]);
  showToModerator("/organiser/door");
  await expect.element(page.getByText("Let in at 18:14. The ticket was already checked at 18:04")).toBeVisible();
  await press("Seen");
  reload();
  await expect.element(page.getByText("Arrived 312 of 1,000")).toBeVisible();
  await expect.element(page.getByText("Needs a look")).not.toBeInTheDocument();
});

test("an organiser releases a lost ticket at the door after a question", async () => {
  answerDoor({});
  deployment.answer(api.tickets.release, null);
  showToOrganiser("/organiser/door");
  await type({ "Ticket code": "ABCD-1234-X" });
  await press("Release the ticket");
  expect(deployment.calls(api.tickets.release)).toEqual([]);
  await page.getByRole("dialog").getByRole("button", { name: "Release the ticket" }).click();
  await expect.element(page.getByText("Ticket released")).toBeVisible();
  expect(deployment.calls(api.tickets.release)).toEqual([{ code: "ABCD-1234-X" }]);
});

test("a ticket that was let in here and then released here is welcome again", async () => {
  answerDoor({ AB12CD34EF: { kind: "welcome" } });
  deployment.answer(api.tickets.release, null);
  showToOrganiser("/organiser/door");
  await enter("AB12CD34EF");
  await expect.element(verdict.filter({ hasText: "Welcome" })).toBeVisible();
  await type({ "Ticket code": "ab12-cd34-ef" });
  await press("Release the ticket");
  await page.getByRole("dialog").getByRole("button", { name: "Release the ticket" }).click();
  await expect.element(page.getByText("Ticket released")).toBeVisible();
  await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
  await enter("AB12CD34EF");
  await expect.poll(() => deployment.calls(api.tickets.check)).toHaveLength(2);
  await expect.element(verdict.filter({ hasText: "Welcome" })).toBeVisible();
});

test("damaged memories and findings of a door are ignored", async () => {
  answerDoor({ AB12CD34EF: { kind: "welcome" } });
  window.localStorage.setItem("draft:door:seen", '{"salt":"s","seen":[null]}');
  window.localStorage.setItem("draft:door:late", '{"late":[{"key":"k"}],"seen":5}');
  window.localStorage.setItem("draft:door:checks:k", '{"lane":"k","number":1,"entry":{"key":"k","code":5,"at":1}}');
  showToModerator("/organiser/door");
  await enter("ab12-cd34-ef");
  await expect.element(verdict.filter({ hasText: "Welcome" })).toBeVisible();
  expect(deployment.calls(api.tickets.check).map(({ code }) => code)).toEqual(["AB12CD34EF"]);
});

type Answers = Record<string, FunctionReturnType<typeof api.tickets.check>>;

function answerDoor(answers: Answers, doubles: { key: string; at: number; firstAt: number }[] = []) {
  deployment.answer(api.tickets.door, { uploaded: 1_000, arrived: 312, doubles });
  deployment.answer(api.tickets.check, ({ code }) => answers[code] ?? { kind: "unknown" as const });
}

/** A fake camera, which sees what the test draws: nothing at first, then QR codes. */
function aCamera() {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [640, 480];
  const context = canvas.getContext("2d")!;
  let text: string | null = null;
  const draw = () => {
    context.fillStyle = "#d8d3cc";
    context.fillRect(0, 0, 640, 480);
    if (text !== null) drawCode(context, text);
  };
  draw();
  const timer = window.setInterval(draw, 40);
  onTestFinished(() => window.clearInterval(timer));
  const stream = canvas.captureStream(25);
  vi.spyOn(navigator.mediaDevices, "getUserMedia").mockResolvedValue(stream);
  return {
    show: (code: string) => (text = code),
    takeAway: () => {
      for (const track of stream.getTracks()) track.stop();
    },
    isOn: () => stream.getTracks().some(({ readyState }) => readyState === "live"),
  };
}

function drawCode(context: CanvasRenderingContext2D, text: string) {
  const rows = encodeQR(text, "raw", { ecc: "low", border: 4 });
  const square = 220 / rows.length;
  context.save();
  context.translate(300, 130);
  context.rotate(0.2);
  context.fillStyle = "#fff";
  context.fillRect(0, 0, 220, 220);
  context.fillStyle = "#222";
  for (const [y, row] of rows.entries()) {
    for (const [x, isDark] of row.entries()) {
      if (isDark) context.fillRect(x * square, y * square, square + 0.4, square + 0.4);
    }
  }
  context.restore();
}
