import type { FunctionReturnType } from "convex/server";
import { expect, vi } from "vitest";
import { page } from "vitest/browser";
import { api } from "../../../convex/_generated/api";
import { answerStaff, deployment, resize, showToModerator, stopClock } from "../../testing/page";
import { brokenPhoto, newId, photo, shownAt } from "../../testing/people";
import type { ReportRow as Report, Submission } from "./decisions";
import type { Figures, Filter } from "./useWaiting";

type Claim = FunctionReturnType<typeof api.moderator.claimed>[number];
type Undoable = FunctionReturnType<typeof api.moderator.undoable>;

const shown = {
  age: 22,
  gender: "male",
  bio: "Bass player.",
  instagramHandle: "bass.player",
  hobbies: ["Music 🎵"],
  drinking: "Socially",
  smoking: "Never",
} as const;

function pictures(photoURL: string | null = photo) {
  return { photoURL: photoURL ?? photo, photos: shownAt(photoURL) };
}

function itemOf(name: string, photoURL?: string | null) {
  return { ...shown, ...pictures(photoURL), hobbies: [...shown.hobbies], name, createdAt: Date.now() - 60_000 };
}

export function submission(name: string, more: Partial<Submission> = {}): Submission {
  const item = itemOf(name, more.photoURL);
  return { _id: newId("submissions"), kind: "new", ...item, shown: null, knownBefore: [], ...more };
}

export function change(name: string): Submission {
  const { age, gender, bio, instagramHandle } = shown;
  return submission(name, {
    kind: "edit",
    bio: "Another bio.",
    shown: { name, age, gender, bio, instagramHandle, ...pictures(brokenPhoto) },
  });
}

export function report(name: string, more: Partial<Report> = {}): Report {
  const none = { userStatus: "approved", reports: 1, earlierReports: 0 } as const;
  const item = itemOf(name, more.photoURL);
  return { _id: newId("reports"), kind: "other", reason: "Rude.", ...none, others: [], ...item, ...more };
}

/** `pending`: the total that waits. Default: the length of the queue. */
type Desk = {
  queue?: Submission[];
  pending?: number;
  reports?: Report[];
  claims?: Claim[];
  undoable?: Undoable;
};

/** Shows the dashboard on a wide screen with a stopped clock. The shown profile counts as seen after `waitUntilSeen`. */
export async function showDashboard(desk: Desk = {}): Promise<void> {
  await resize(1440, 900);
  stopClock();
  answerDashboard(desk);
  showToModerator();
  await expect.element(page.getByRole("heading", { name: "Moderator Dashboard" })).toBeVisible();
}

/** Shows the dashboard with these waiting profiles, decides as told, and waits until the first one counts as seen. Returns the profiles. */
export async function showQueue<const Names extends readonly string[]>(...names: Names) {
  const queue = names.map((name) => submission(name));
  await showDashboard({ queue });
  takeDecisions(queue);
  await waitUntilSeen();
  return queue as { [Name in keyof Names]: Submission };
}

/** Returns the decisions that the page has sent. */
export function decisions() {
  return deployment.calls(api.moderator.decideWithUndo);
}

export function answerDashboard(desk: Desk): void {
  const { queue = [], pending = queue.length, reports = [], claims = [], undoable = null } = desk;
  answerStaff();
  answerQueue(queue);
  deployment.answer(api.moderator.figures, figuresOf(queue, pending));
  deployment.answer(api.moderator.undoable, undoable);
  deployment.answer(api.moderator.stats, { stats: { pending, approved: 7 }, recentActivity: [] });
  deployment.answer(api.moderator.reports, reports);
  deployment.answer(api.moderator.claimed, claims);
  deployment.answer(api.moderator.claim, null);
  deployment.answer(api.moderator.claimNext, ({ after, filter = "all" }) => nextOf(queue.filter(fits(filter)), after));
  deployment.answer(api.moderator.suspensions, []);
  deployment.answer(api.moderator.trail, []);
}

export function answerQueue(queue: Submission[]): void {
  deployment.answer(api.moderator.waiting, ({ filter, paginationOpts }) => pageOf(queue, filter, paginationOpts));
}

/** Returns a page of the waiting profiles that pass a filter. Its cursor is the number of profiles before it. */
function pageOf(
  queue: Submission[],
  filter: Filter,
  { cursor, numItems }: { cursor: string | null; numItems: number },
) {
  const [all, from] = [queue.filter(fits(filter)), Number(cursor ?? 0)];
  const to = from + numItems;
  return { page: all.slice(from, to), isDone: to >= all.length, continueCursor: String(to) };
}

function fits(filter: Filter) {
  return ({ kind, knownBefore }: Submission) => {
    if (filter === "known") return knownBefore.length > 0;
    return filter === "all" || filter === kind;
  };
}

function figuresOf(queue: Submission[], all: number): Figures {
  const count = (filter: Filter) => queue.filter(fits(filter)).length;
  const waiting = { all, new: count("new"), edit: count("edit"), known: count("known"), reported: 0 };
  const oldest = queue[0]?.createdAt ?? null;
  return { waiting, oldest, decisions: { mine: 12, all: 40 } };
}

/** Returns the next item that no colleague has open, or else the first, like the deployment. */
function nextOf(queue: Submission[], after: string | null): Submission["_id"] | null {
  const claims = deployment.currentAnswer(api.moderator.claimed)({}) as Claim[];
  const taken = new Set<string>(claims.flatMap(({ mine, item }) => (mine ? [] : [item])));
  const free = queue.filter(({ _id }) => !taken.has(_id));
  return (free.find(({ _id }) => orderOf(_id) > orderOf(after)) ?? free[0])?._id ?? null;
}

/** Ids count upwards as they are made. */
function orderOf(id: string | null): number {
  return Number(/\d+/.exec(id ?? "0")?.[0] ?? 0);
}

/**
 * Waits until this person is shown, and moves the stopped clock until they can be decided on. It polls, because a busy page may set its
 * timer later than this call.
 */
export async function waitUntilSeen(name?: string): Promise<void> {
  if (name !== undefined) await expect.element(sheet(name)).toBeVisible();
  await expect
    .poll(async () => {
      await passSeconds(0.5);
      return [...document.querySelectorAll("main [aria-disabled]")].map((button) => button.ariaDisabled);
    })
    .toEqual(["false", "false"]);
}

export async function passSeconds(seconds: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(seconds * 1000);
}

export function takeDecisions(queue: Submission[]): void {
  let left = queue;
  deployment.answer(api.moderator.decideWithUndo, ({ id, approved }) => {
    const { kind = "new" as const, name = "" } = left.find(({ _id }) => _id === id) ?? {};
    left = left.filter(({ _id }) => _id !== id);
    answerDashboard({ queue: left, undoable: { id: id as Submission["_id"], kind, name, approved } });
    return null;
  });
  deployment.answer(api.moderator.undoDecision, ({ id }) => {
    left = queue.filter((one) => left.includes(one) || one._id === id);
    answerDashboard({ queue: left });
    return id as Submission["_id"];
  });
}

export function row(name: string) {
  return page.getByRole("navigation").getByRole("button", { name: new RegExp(name) });
}

export function sheet(name: string) {
  return page.getByRole("article", { name });
}

export function figure(name: string) {
  return page.getByRole("term").filter({ hasText: name });
}

export const approve = page.getByRole("button", { name: "Approve" });
export const reject = page.getByRole("button", { name: "Reject & Delete" });

export function rejects(name: string) {
  return page.getByRole("dialog", { name: `Reject and delete ${name}?` });
}
