import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { api } from "../../../convex/_generated/api";
import { hostile } from "../../testing/forms";
import { deployment, resize } from "../../testing/page";
import { brokenPhoto, ownStaff, photo } from "../../testing/people";
import {
  answerDashboard,
  approve,
  change,
  decisions,
  figure,
  passSeconds,
  reject,
  row,
  sheet,
  showDashboard,
  showQueue,
  submission,
  takeDecisions,
} from "./desk.testing";
import type { Submission } from "./decisions";

test("the dashboard selects the first waiting profile, and shows waits and figures but no phone number or e-mail", async () => {
  const hours = (count: number) => ({ createdAt: Date.now() - count * 3_600_000 });
  const kabir = submission("Kabir", { bio: "Drums.", ...hours(3) });
  await showDashboard({ queue: [submission("Ravi", hours(50)), kabir, submission("Dev")] });
  await expect.element(row("Ravi")).toHaveAttribute("aria-current", "true");
  await expect.element(row("Kabir")).not.toHaveAttribute("aria-current");
  await expect.element(row("Ravi")).toHaveTextContent("2 d");
  await expect.element(row("Kabir")).toHaveTextContent("3 h");
  await expect.element(row("Dev")).toHaveTextContent("1 min");
  const figures = [
    ["Pending", "3"],
    ["Approved", "7"],
    ["Longest wait", "2 d"],
    ["Decided in the last hour", "12 of 40 yours"],
  ] as const;
  for (const [name, value] of figures) {
    expect(figure(name).element().nextElementSibling?.textContent).toBe(value);
  }
  await row("Kabir").click();
  await expect.element(page.getByRole("heading", { name: "Kabir, 22" })).toBeVisible();
  await expect.element(page.getByText("Drums.")).toBeVisible();
  expect(document.body.textContent).not.toMatch(/\+91|@college/);
});

test("a change shows every photo that others would see, beside the public photo that it removes", async () => {
  const [unchanged, added, gone] = ["kept", "added", "gone"].map((name) => {
    const url = `${photo}#${name}`;
    return { url, middle: url, small: url };
  });
  const before = change("Ravi");
  const shown = before.shown && { ...before.shown, photos: [unchanged!, gone!] };
  await showDashboard({ queue: [{ ...before, photos: [added!, unchanged!], shown }] });

  await expect.element(sheet("Ravi").getByAltText(/Now public/)).toHaveAttribute("src", gone!.url);
  // On a narrow screen the arrow keys reach the last photo.
  await expect.element(page.getByRole("region", { name: "Photos of Ravi" })).toHaveAttribute("tabindex", "0");
  const addresses = sheet("Ravi")
    .getByRole("img")
    .elements()
    .map((image) => image.getAttribute("src"));
  expect(addresses).toEqual([gone!.url, added!.url, unchanged!.url]);
});

test("a profile cannot be approved before its photos have loaded, but can be rejected", async () => {
  const queue = [submission("Ravi", { photoURL: brokenPhoto })];
  await showDashboard({ queue });
  takeDecisions(queue);
  await expect.element(sheet("Ravi")).toHaveTextContent("This photo did not load. Please reload the page.");
  await passSeconds(1);
  await expect.element(reject).toHaveAttribute("aria-disabled", "false");
  await expect.element(approve).toHaveAttribute("aria-disabled", "true");
  await userEvent.keyboard("a");
  await approve.click({ force: true });
  await reject.click();
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByText("All done")).toBeVisible();
  expect(decisions()).toEqual([{ id: queue[0]?._id, approved: false }]);
});

test("a profile known from an earlier account says how it was recognised, what happened, and when", async () => {
  const knownBefore: Submission["knownBefore"] = [
    { by: ["address", "phone"], what: "reported", at: Date.UTC(2025, 11, 18, 5, 0) },
    { by: ["picture"], what: "suspended", at: Date.UTC(2025, 11, 17, 5, 0) },
  ];
  await showDashboard({ queue: [submission("Ravi", { knownBefore }), submission("Kabir")] });
  await expect.element(page.getByText("Known from before: address / phone")).toBeVisible();
  await expect.element(page.getByText(/deleted while reports about it were open\. 18 Dec, 10:30/)).toBeVisible();
  await expect.element(page.getByText("Known from before: picture")).toBeVisible();
  await expect.element(page.getByText(/An earlier account was suspended\. 17 Dec, 10:30/)).toBeVisible();
  await expect.element(row("Ravi")).toHaveTextContent("Known");
  await expect.element(row("Kabir")).not.toHaveTextContent("Known");
});

test("the tab's title counts the waiting profiles, the handle leads to Instagram, and hostile text is text", async () => {
  const texts = { bio: hostile.script, instagramHandle: "ravi.sings" };
  await showDashboard({ queue: [submission(hostile.quotes, texts)], pending: 12 });
  await expect.poll(() => document.title).toBe("(12) Moderator Dashboard · Festival Match");
  await expect.element(page.getByText(hostile.script)).toBeVisible();
  await expect.element(page.getByRole("heading", { name: hostile.quotes })).toBeVisible();
  const link = page.getByRole("link", { name: "@ravi.sings on Instagram" });
  await expect.element(link).toHaveAttribute("href", "https://www.instagram.com/ravi.sings");
  answerDashboard({});
  await expect.poll(() => document.title).toBe("Moderator Dashboard · Festival Match");
});

test("on a phone the name, the age and the bio's first line are visible between Undo and the buttons", async () => {
  const [ravi, dev] = [submission("Ravi", { bio: "Bass player. ".repeat(20) }), submission("Dev")];
  answerOrganiserWithTickets();
  await showDashboard({ queue: [ravi], undoable: { id: dev._id, kind: "new", name: "Dev", approved: true } });
  await resize(390, 844);
  const heading = boxOf(page.getByRole("heading", { name: "Ravi, 22" }));
  const bio = boxOf(sheet("Ravi").getByText(/^Bass player/));
  const undo = boxOf(page.getByRole("button", { name: "Undo" }));
  const buttons = boxOf(page.getByRole("button", { name: "Approve" }));
  expect(undo.bottom).toBeLessThan(heading.top);
  expect(heading.bottom).toBeLessThan(bio.top);
  expect(bio.top + LINE).toBeLessThan(buttons.top);
});

test("J moves the focus with the selection, if a row of the queue has it", async () => {
  await showQueue("Ravi", "Kabir", "Dev");
  await row("Ravi").click();
  await userEvent.keyboard("jj");
  await expect.element(sheet("Dev")).toBeVisible();
  await expect.element(row("Dev")).toHaveFocus();
});

test("a long name without a space stays in its column", async () => {
  await showDashboard({ queue: [submission("Ramanathapuramvenkatasubramanian")] });
  await resize(1440, 900);
  const heading = page.getByRole("article").getByRole("heading", { level: 2 });
  await expect.element(heading).toBeVisible();
  const { scrollWidth, clientWidth } = heading.element();
  expect(scrollWidth).toBeLessThanOrEqual(clientWidth);
});

test("at 1280 px the header is one row, even with all of an organiser's links", async () => {
  answerOrganiserWithTickets();
  await showDashboard({ queue: [submission("Ravi")], pending: 1_234 });
  await resize(1280, 800);
  await expect.element(page.getByRole("link", { name: "Door" })).toBeVisible();
  const { top, bottom } = boxOf(page.getByRole("heading", { name: "Moderator Dashboard" }));
  const link = boxOf(page.getByRole("link", { name: "Door" }));
  expect(link.top).toBeLessThan(bottom);
  expect(link.bottom).toBeGreaterThan(top);
});

/** Pixels: a line of text and the space below it. */
const LINE = 36;

function answerOrganiserWithTickets() {
  deployment.answer(api.staff.me, ownStaff("organiser"));
  deployment.answer(api.tickets.door, { uploaded: 10, arrived: 0, doubles: [] });
}

function boxOf(locator: ReturnType<typeof page.getByRole>): DOMRect {
  return locator.element().getBoundingClientRect();
}
