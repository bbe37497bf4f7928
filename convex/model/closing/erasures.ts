/** What happens to each table when a festival is closed: see `closing/erasing.ts`. A new table without an entry here does not compile. */
import type { TableNames, Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { namesOf } from "../../shared/records";
import { rowById } from "../rows/byId";

/**
 * all: deletes every row. people: deletes the rows of attendees and keeps those of staff (`isRetained` tells them apart). kept: keeps the
 * rows, which name no attendee. withoutPeople: keeps the rows, but not the attendee that they name. The strings say what is kept, or why.
 */
export type Erasure = "all" | "people" | { kept: string } | { withoutPeople: string };

/**
 * In the order of erasing. Rows that let people in or send them something go first, so that nobody adds rows to a table already erased.
 * Users go last, because rules read them.
 */
export const erasures = {
  authAccounts: "people",
  authSessions: "people",
  authRefreshTokens: "people",
  authVerificationCodes: "all",
  authVerifiers: "all",
  authRateLimits: "all",
  codes: "all",
  resets: "all",
  codeMails: "all",
  // A held decision would notify its owner.
  undoableDecisions: "all",
  outbox: "all",
  mailSender: { kept: "one row: the sender of mails and its speed" },
  pushSubscriptions: "all",
  pushSettings: "all",
  mailSettings: "all",
  likesToMail: "all",
  deckEntries: "all",
  decks: "all",
  unnumbered: "all",
  audiences: "all",
  viewerGroups: "all",
  returns: "all",
  swipes: "all",
  pendingLikes: "all",
  unseenMatches: "all",
  likeLooks: "all",
  matches: "all",
  chatMessages: "all",
  chatThreads: "all",
  chatSides: "all",
  chatSeen: "all",
  messageCounters: "all",
  chatViews: "all",
  chatTypings: "all",
  claims: "all",
  reportWords: "all",
  reports: "all",
  rulings: "all",
  decisionCounts: "all",
  submissions: "all",
  profiles: "all",
  profileCounts: "all",
  photos: "all",
  imageHashes: "all",
  // All files are deleted, so the drawn picture takes the place of this one.
  festivalPictures: "all",
  identifiers: "all",
  partings: "all",
  formerAccounts: "all",
  personKeys: "all",
  personViews: "all",
  handGrants: "all",
  tallies: "all",
  activePeople: "all",
  tickets: "all",
  ticketCounts: "all",
  ticketDoubles: "all",
  sentMails: "all",
  contactMessages: "all",
  // An open invitation names a person by address. An organiser can send another.
  invitations: "all",
  orders: { withoutPeople: "the law requires number, amount and date for the books" },
  incidents: "people",
  users: "people",
  festival: { kept: "the festival's settings" },
  festivalCalendar: { kept: "the festival's settings" },
  festivalAvailability: { kept: "the festival's settings" },
  festivalChanges: { kept: "the festival's settings, and which of the staff changed them" },
  staffPresence: { kept: "sessions of the staff" },
  staffRules: { kept: "a rule for all of the staff" },
  ticketRules: { kept: "the festival's settings" },
  secondFactors: { kept: "the staff's authenticator apps" },
  recoveryCodes: { kept: "the staff's own" },
  orderTotals: { kept: "sums of orders by day, without names" },
  counts: { kept: "how much happened by hour and day, without names" },
  activity: { kept: "how many people were active" },
  numbersNow: { kept: "how many people were active, and what waited" },
  serviceMinutes: { kept: "how often mails and payments worked" },
  serviceStatus: { kept: "whether mails and payments work" },
  days: { kept: "the latest festival day, and the calendar" },
  fileSweeps: { kept: "one number: how far stored files were checked" },
  closings: { kept: "when it was closed, and the proof" },
  erasureRuns: { kept: "counts of this erasing" },
  closingCanaries: { kept: "keyed hashes to search for erased people; deleted once a second search finds none" },
} satisfies Record<TableNames, Erasure>;

/** The tables that lose only some of their rows. */
type Mixed = { [T in TableNames]: (typeof erasures)[T] extends "people" ? T : never }[TableNames];

/** Stored files, treated as a table. */
export const FILES = "_storage";

/** These change while they are counted. */
const ownTables: readonly TableNames[] = ["erasureRuns", "closingCanaries"];

/** Everything that is erased, in order. Files go last, after the rows that name them. */
export const tables: readonly (TableNames | typeof FILES)[] = [
  ...namesOf(erasures).filter((table) => !ownTables.includes(table)),
  FILES,
];

/** True if a row contains nothing of an attendee. */
export async function isRetained(ctx: QueryCtx, table: TableNames | typeof FILES, row: object): Promise<boolean> {
  const erasure: Erasure = table === FILES ? "all" : erasures[table];
  if (erasure === "all") return false;
  if (erasure !== "people") return "kept" in erasure || !("userId" in row) || row.userId === undefined;
  return await isStaffRow[table as Mixed](ctx, row as never);
}

const isStaffRow: { [T in Mixed]: (ctx: QueryCtx, row: Doc<T>) => Promise<boolean> } = {
  users: async (_, { kind }) => kind !== "user",
  authAccounts: async (ctx, { userId }) => await isStaff(ctx, userId),
  authSessions: async (ctx, { userId }) => await isStaff(ctx, userId),
  authRefreshTokens: async (ctx, { sessionId }) => {
    const session = await ctx.db.get("authSessions", sessionId);
    return session !== null && (await isStaff(ctx, session.userId));
  },
  // A deleted user was an attendee, or a former member of staff.
  incidents: async (ctx, { by, about, orderId }) => {
    return orderId === undefined && (await isNotAttendee(ctx, by)) && (await isNotAttendee(ctx, about));
  },
};

async function isNotAttendee(ctx: QueryCtx, id: string | undefined): Promise<boolean> {
  return id === undefined || (await isStaff(ctx, id));
}

async function isStaff(ctx: QueryCtx, id: string): Promise<boolean> {
  const user = await rowById(ctx, "users", id);
  return user !== null && user.kind !== "user";
}
