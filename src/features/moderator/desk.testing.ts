import type { FunctionReturnType } from "convex/server";
import { expect, vi } from "vitest";
import { page } from "vitest/browser";
import { api } from "../../../convex/_generated/api";
import { answerStaff, deployment, resize, showToModerator, stopClock } from "../../testing/page";
import { brokenPhoto, newId, photo, shownAt } from "../../testing/people";

export type Submission = FunctionReturnType<typeof api.moderator.queue>[number];
export type Report = FunctionReturnType<typeof api.moderator.reports>[number];
export type Refund = FunctionReturnType<typeof api.payments.refunds>[number];

const shown = {
  age: 22,
  gender: "male",
  bio: "Bass player.",
  instagramHandle: "bass.player",
  hobbies: ["Music 🎵"],
  drinking: "Socially",
  smoking: "Never",
} as const;

/** Somebody's only picture. */
function pictures(photoURL: string | null = photo) {
  return { photoURL: photoURL ?? photo, photos: shownAt(photoURL) };
}

/** A new profile that waits for a moderator. */
export function submission(name: string, more: Partial<Submission> = {}): Submission {
  const common = {
    ...shown,
    ...pictures(more.photoURL),
    hobbies: [...shown.hobbies],
    name,
    createdAt: Date.now() - 60_000,
  };
  return { _id: newId("submissions"), kind: "new", ...common, shown: null, knownBefore: [], ...more };
}

/** A change of what others see, that waits for a moderator. */
export function change(name: string): Submission {
  const { age, gender, bio, instagramHandle } = shown;
  return submission(name, {
    kind: "edit",
    bio: "Another bio.",
    shown: { name, age, gender, bio, instagramHandle, ...pictures(brokenPhoto) },
  });
}

/** An open report. */
export function report(name: string, more: Partial<Report> = {}): Report {
  const common = {
    ...shown,
    ...pictures(more.photoURL),
    hobbies: [...shown.hobbies],
    name,
    createdAt: Date.now() - 60_000,
  };
  return {
    _id: newId("reports"),
    kind: "other",
    reason: "Rude.",
    userStatus: "approved",
    others: [],
    reports: 1,
    earlierReports: 0,
    ...common,
    ...more,
  };
}

/** An order whose money has to go back. */
export function refund(orderId: string, more: Partial<Refund> = {}): Refund {
  const paid = { feature: "unlimited_swipes", amount: 9900, currency: "INR", paidAt: Date.now() - 60_000 } as const;
  return { orderId, ...paid, name: null, status: "refundDue", cause: "gone", ...more };
}

/** `pending`: how many wait in all; as many as are in the queue otherwise. */
type Desk = { queue?: Submission[]; pending?: number; reports?: Report[]; refunds?: Refund[] };

/** Shows the dashboard on a wide screen, with the clock stopped: the person shown counts as seen after `lookAtIt`. */
export async function showDashboard({ queue = [], reports = [], refunds = [] }: Desk = {}): Promise<void> {
  await resize(1440, 900);
  stopClock();
  answerDashboard({ queue, reports, refunds });
  showToModerator();
  await expect.element(page.getByRole("heading", { name: "Moderator Dashboard" })).toBeVisible();
}

/** What the deployment knows of the desks. */
export function answerDashboard({ queue = [], pending = queue.length, reports = [], refunds = [] }: Desk): void {
  answerStaff();
  deployment.answer(api.moderator.queue, queue);
  deployment.answer(api.moderator.stats, { stats: { pending, approved: 7 }, recentActivity: [] });
  deployment.answer(api.moderator.reports, reports);
  deployment.answer(api.payments.refunds, refunds);
  deployment.answer(api.moderator.claimed, []);
  deployment.answer(api.moderator.claim, null);
  deployment.answer(api.moderator.suspensions, []);
  deployment.answer(api.moderator.trail, []);
}

/** Somebody is on screen for as long as it takes to be decided on. */
export async function lookAtIt(): Promise<void> {
  await vi.advanceTimersByTimeAsync(500);
}

/** A row of the queue, whichever queue it is. */
export function row(name: string) {
  return page.getByRole("navigation").getByRole("button", { name: new RegExp(name) });
}

/** Whose sheet is open. */
export function sheet(name: string) {
  return page.getByRole("article", { name });
}
