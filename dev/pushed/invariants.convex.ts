/** The product's invariants, each with its violations. Some need the results that clients received, which the caller passes. */
import { v, type Infer } from "convex/values";
import type { Doc, Id } from "../../convex/_generated/dataModel";
import { internalQuery, type QueryCtx } from "../../convex/_generated/server";
import { limits } from "../../convex/shared/limits";
import { features as sold, products } from "../../convex/shared/prices";
import { danglingIds } from "./danglingIds.convex";
import { brokenThreads } from "./threads.convex";
import { recordOf } from "../../convex/shared/records";

const someone = v.string();

/** The results that clients received, by user id. */
export const observed = v.object({
  /** A user's accepted swipes of today, and the number left that their screen showed. */
  swipes: v.array(v.object({ who: someone, accepted: v.number(), left: v.number() })),
  /** The people whose handle a user saw. `decks`: the people dealt to a user. */
  handles: v.array(v.object({ who: someone, of: someone })),
  decks: v.array(v.object({ who: someone, dealt: v.array(someone) })),
  /** The decided versions, as the moderator got them confirmed. */
  decisions: v.array(v.object({ version: someone, approved: v.boolean() })),
  /** The orders paid at the provider. */
  paid: v.array(v.string()),
  /** The refused calls, and the fingerprint of the store before and after. */
  refusals: v.array(v.object({ what: v.string(), before: v.string(), after: v.string() })),
  /** Files older than this (ms since 1970) must have an owner. */
  filesUntil: v.number(),
});
export type Observed = Infer<typeof observed>;

/** Returns a message for each broken invariant, starting with the invariant's number. */
export const broken = internalQuery({
  args: { observed },
  returns: v.array(v.string()),
  handler: async (ctx, { observed }) => await brokenInvariants(ctx, observed),
});

/** Returns the rows of all checked tables as text. Equal texts mean that nothing changed. */
export const fingerprint = internalQuery({
  args: {},
  returns: v.string(),
  handler: async (ctx) => JSON.stringify(await read(ctx)),
});

export async function brokenInvariants(ctx: QueryCtx, observed: Observed): Promise<string[]> {
  const store = await read(ctx);
  const numbered = (number: number, found: string[]) => found.map((sentence) => `${number}: ${sentence}`);
  return [
    ...numbered(1, matchesWithoutLikes(store)),
    ...numbered(2, answeredLikes(store)),
    ...numbered(1, unseenMatches(store)),
    ...numbered(3, quotas(store, observed)),
    ...numbered(4, features(store)),
    ...numbered(5, handles(store, observed)),
    ...numbered(6, decks(store, observed)),
    ...numbered(7, await danglingIds(ctx, observed.filesUntil)),
    ...numbered(8, decisions(store, observed)),
    ...numbered(9, grants(store, observed)),
    ...numbered(10, refusals(observed)),
    ...numbered(11, brokenThreads(store)),
  ];
}

const TABLES = [
  "users",
  "profiles",
  "swipes",
  "pendingLikes",
  "matches",
  "unseenMatches",
  "orders",
  "handGrants",
  "deckEntries",
  "decks",
  "submissions",
  "rulings",
  "reports",
  "authSessions",
  "chatThreads",
  "chatSides",
  "chatMessages",
] as const;
export type Store = { [Table in (typeof TABLES)[number]]: Doc<Table>[] };

async function read(ctx: QueryCtx): Promise<Store> {
  const tables = TABLES.map(async (table) => [table, await ctx.db.query(table).collect()]);
  return Object.fromEntries(await Promise.all(tables)) as Store;
}

export function matchesWithoutLikes({ swipes, matches }: Pick<Store, "swipes" | "matches">): string[] {
  const liked = new Set(swipes.filter(({ decision }) => decision === "like").map(({ from, to }) => `${from}>${to}`));
  const parted = new Set(swipes.filter((one) => one.parted !== undefined).map(({ from, to }) => `${from}>${to}`));
  const pairs = matches.map(({ a, b }) => `${a}>${b}`);
  const paired = new Set(pairs);
  return [
    ...matches.filter(({ a, b }) => parted.has(`${a}>${b}`)).map(({ _id }) => `the match ${_id} has a parted pair`),
    ...matches
      .filter(({ a, b }) => !liked.has(`${a}>${b}`) || !liked.has(`${b}>${a}`) || a >= b)
      .map(({ _id }) => `the match ${_id} lacks one of its two likes`),
    ...twice(pairs).map((pair) => `the pair ${pair} has two matches`),
    ...[...liked]
      .filter((key) => liked.has(turned(key)) && !parted.has(key) && !paired.has(key) && !paired.has(turned(key)))
      .map((key) => `the likes of ${key} made no match`),
  ];
}

export function answeredLikes({
  swipes,
  pendingLikes,
  matches,
}: Pick<Store, "swipes" | "pendingLikes" | "matches">): string[] {
  const decided = new Map(swipes.map(({ from, to, decision }) => [`${from}>${to}`, decision]));
  const paired = new Set(matches.flatMap(({ a, b }) => [`${a}>${b}`, `${b}>${a}`]));
  const waiting = pendingLikes.map(({ from, to }) => `${from}>${to}`);
  const isWaiting = new Set(waiting);
  const open = [...decided].filter(([key, decision]) => decision === "like" && !decided.has(turned(key)));
  return [
    ...twice(waiting).map((key) => `the like ${key} is pending twice`),
    ...twice(swipes.map(({ from, to }) => `${from}>${to}`)).map((key) => `${key} has two decisions`),
    ...waiting.filter((key) => paired.has(key)).map((key) => `the like ${key} is pending beside a match`),
    ...waiting.filter((key) => decided.has(turned(key))).map((key) => `the like ${key} is pending and answered`),
    ...waiting.filter((key) => decided.get(key) !== "like").map((key) => `the like ${key} is pending without a swipe`),
    ...open.filter(([key]) => !isWaiting.has(key)).map(([key]) => `the like ${key} is unanswered and not pending`),
  ];
}

/** Checks that each new match of a member is one of their matches, and is listed once. */
function unseenMatches({ unseenMatches, matches }: Store): string[] {
  const paired = new Set(matches.flatMap(({ _id, a, b }) => [`${_id} ${a}>${b}`, `${_id} ${b}>${a}`]));
  const keys = unseenMatches.map(({ match, userId, other }) => `${match} ${userId}>${other}`);
  return [
    ...keys.filter((key) => !paired.has(key)).map((key) => `${key} is unseen and has no match`),
    ...twice(keys).map((key) => `${key} is unseen twice`),
  ];
}

function quotas({ decks, profiles }: Store, { swipes }: Observed): string[] {
  const free = new Set<string>(
    profiles.filter((one) => one.premiumPurchasedAt === undefined).map(({ userId }) => userId),
  );
  const used = new Map<string, number>(decks.map(({ userId, quota }) => [userId, quota?.used ?? 0]));
  return [
    ...[...used]
      .filter(([, count]) => count < 0 || count > limits.swipesPerDay)
      .map(([userId, count]) => `${userId} used ${count} swipes`),
    ...swipes
      .filter(({ who }) => free.has(who))
      .filter(({ who, accepted, left }) => accepted !== (used.get(who) ?? 0) || left !== limits.swipesPerDay - accepted)
      .map(
        ({ who, accepted, left }) =>
          `${who} swiped ${accepted} times, ${used.get(who) ?? 0} are counted, ${left} are left`,
      ),
  ];
}

/** Checks that each product comes from a paid order or an organiser's row, never from both. */
function features({ profiles, orders, handGrants }: Store): string[] {
  return profiles.flatMap(({ userId, ...profile }) => {
    const has = recordOf(sold, (feature) => profile[products[feature].since] !== undefined);
    return sold
      .filter((feature) => {
        const paid = orders.some((order) => order.userId === userId && isPaidFor(order, feature));
        const given = handGrants.some((row) => row.userId === userId && row.feature === feature);
        return (paid || given) !== has[feature] || (paid && given);
      })
      .map((feature) => `${userId} ${has[feature] ? "has" : "lacks"} ${feature}`);
  });
}

function isPaidFor(order: Doc<"orders">, feature: Doc<"orders">["feature"]): boolean {
  const { amount, currency } = products[feature].price;
  return order.feature === feature && order.status === "paid" && order.amount === amount && order.currency === currency;
}

function handles({ matches, profiles, users, deckEntries: entries }: Store, { handles: shown }: Observed): string[] {
  const status = new Map(users.map(({ _id, status }) => [_id, status]));
  const sees = (id: Id<"users">) => status.get(id) === "approved" || status.get(id) === "hidden";
  const live = matches
    .filter(({ a, b }) => sees(a) && sees(b))
    .flatMap(({ a, b }) => [`${a} sees ${b}`, `${b} sees ${a}`]);
  const observed = shown.map(({ who, of }) => `${who} sees ${of}`);
  const secrets = profiles.flatMap(({ instagramHandle, phoneNumber }) => [instagramHandle, phoneNumber]);
  return [
    ...observed.filter((one) => !live.includes(one)).map((one) => `${one} without a match`),
    ...live.filter((one) => !observed.includes(one)).map((one) => `${one}: refused, though they have a match`),
    ...entries
      .filter((entry) => secrets.some((secret) => JSON.stringify(entry.card).includes(secret)))
      .map(({ userId }) => `a card of ${userId} contains a handle or phone number`),
  ];
}

function decks({ users, profiles, swipes, deckEntries: entries }: Store, { decks: dealt }: Observed): string[] {
  const approved = new Set<string>(users.filter(({ status }) => status === "approved").map(({ _id }) => _id));
  const profile = new Map<string, Doc<"profiles">>(profiles.map((one) => [one.userId, one]));
  // A blocked person may still be dealt the blocker once, and their decision has no effect. The blocker is never dealt the blocked person.
  const decided = new Set(
    swipes
      .filter(({ decision, parted }) => decision !== undefined || parted !== "blocked")
      .map(({ from, to }) => `${from}>${to}`),
  );
  const shown = new Set<string>(entries.map(({ userId }) => userId));
  const wants = (one?: Doc<"profiles">, other?: Doc<"profiles">) =>
    one !== undefined &&
    other !== undefined &&
    [other.gender, "everyone"].includes(one.interestedIn) &&
    (one.ageRange === undefined || (one.ageRange.min <= other.age && other.age <= one.ageRange.max));
  const why = (who: string, other: string) => {
    if (!approved.has(other) || !profile.has(other)) return "is not approved";
    if (who === other || decided.has(`${who}>${other}`)) return "is the viewer or already decided";
    return wants(profile.get(who), profile.get(other)) && wants(profile.get(other), profile.get(who))
      ? null
      : "does not fit";
  };
  return [
    ...entries
      .filter(({ userId }) => !approved.has(userId) || !profile.has(userId))
      .map(({ userId }) => `${userId} is in a deck and not approved`),
    ...profiles
      .filter(({ userId }) => approved.has(userId) && !shown.has(userId))
      .map(({ userId }) => `${userId} is approved and in no deck`),
    ...dealt.flatMap(({ who, dealt }) =>
      dealt
        .map((other) => [other, why(who, other)])
        .filter(([, reason]) => reason !== null)
        .map(([other, reason]) => `${other} was dealt to ${who} and ${reason}`),
    ),
  ];
}

function decisions({ submissions, rulings }: Store, { decisions: decided }: Observed): string[] {
  const closed = submissions.filter(({ decidedAt }) => decidedAt !== undefined);
  const recorded = rulings.filter(({ ruling }) => ruling === "approved" || ruling === "rejected");
  const status = new Map<string, string>(closed.map(({ _id, status }) => [_id, status]));
  return [
    ...twice(decided.map(({ version }) => version)).map((version) => `the version ${version} has two decisions`),
    ...decided
      .filter(({ version, approved }) => status.get(version) !== (approved ? "approved" : "rejected"))
      .map(({ version }) => `the version ${version} does not have its decision`),
    ...(closed.length === recorded.length ? [] : [`${closed.length} decided versions, ${recorded.length} rulings`]),
  ];
}

function grants({ orders }: Store, { paid }: Observed): string[] {
  const granted = orders.filter(({ paidAt }) => paidAt !== undefined).map(({ orderId }) => orderId);
  return [
    ...twice(granted).map((orderId) => `the order ${orderId} exists twice`),
    ...granted
      .filter((orderId) => !paid.includes(orderId))
      .map((orderId) => `the order ${orderId} was granted and never paid`),
    ...paid
      .filter((orderId) => !granted.includes(orderId))
      .map((orderId) => `the order ${orderId} was paid and not granted`),
  ];
}

function refusals({ refusals }: Observed): string[] {
  return refusals.filter((one) => one.before !== one.after).map(({ what }) => `${what} changed something`);
}

function turned(key: string): string {
  return key.split(">").reverse().join(">");
}

function twice(all: string[]): string[] {
  const seen = new Set<string>();
  return all.filter((one) => seen.size === seen.add(one).size);
}
