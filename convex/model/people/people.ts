/** Finds people, in pages: by the beginning of a name, handle or address, or by a filter. */
import type { PaginationOptions, PaginationResult } from "convex/server";
import type { Infer } from "convex/values";
import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { badgesOf, features, products } from "../../shared/prices";
import type { listedPerson, peopleFilter, peoplePage } from "../../validators/people";
import { newestOpenReport, waitingVersionOf } from "../moderation/versions";
import { keyMatcher, keyRangeOf, keysOf, searchKey } from "../rows/personKeys";
import { shownPhotos } from "../photos/shown";
import { profileOf } from "../rows/profiles";

type Filter = Infer<typeof peopleFilter>;
type Listed = Infer<typeof listedPerson>;
/** The person of an index entry. `isFirst`: true if it is the person's first matching entry, to skip duplicates. */
type Candidate = { userId: Id<"users">; isFirst?: (person: PersonRows) => boolean };
/** `usePaginatedQuery`'s arguments. The server sets the page size, and pages are never split. */
type Page = Infer<typeof peoplePage>;
type PersonRows = { user: Doc<"users">; profile: Doc<"profiles"> | null };

/**
 * Returns a page of people. One index selects them: that of the typed text, or of the narrowest filter. The other conditions are checked on
 * each, so a page may be short or empty without being the last.
 */
export async function listPeople(
  ctx: QueryCtx,
  request: { search: string; filter: Filter },
  { cursor }: Pick<PaginationOptions, "cursor">,
): Promise<Page> {
  const typed = searchKey(request.search.replace(/^\s*@/, ""));
  const filters = Object.keys(request.filter).length;
  const isExact = typed === "" ? filters < 2 && request.filter.tier !== "free" : filters === 0;
  const options = { cursor, numItems: isExact ? EXACT_PAGE : FILTERED_PAGE };
  const { page, isDone, continueCursor } = await candidates(ctx, typed, request.filter, options);
  const rows = await Promise.all(page.map((candidate) => toListed(ctx, candidate, request.filter)));
  return { page: rows.filter((row) => row !== null), isDone, continueCursor };
}

/** People read per page, without filters and with filters. */
const EXACT_PAGE = 25;
const FILTERED_PAGE = 100;

async function candidates(
  ctx: QueryCtx,
  typed: string,
  { tier, status }: Filter,
  options: PaginationOptions,
): Promise<PaginationResult<Candidate>> {
  if (typed !== "") return await candidatesByKey(ctx, typed, options);
  const feature = features.find((feature) => products[feature].key === tier);
  if (feature !== undefined) {
    const { since } = products[feature];
    const bought = ctx.db.query("profiles").withIndex(`by_${since}`, (q) => q.gt(since, 0));
    return mapPage(await bought.order("desc").paginate(options), ({ userId }) => [{ userId }]);
  }
  const users = ctx.db.query("users");
  const matching = status
    ? users.withIndex("by_kind_and_status", (q) => q.eq("kind", "user").eq("status", status))
    : users.withIndex("by_creation_time");
  return mapPage(await matching.order("desc").paginate(options), ({ _id: userId }) => [{ userId }]);
}

/** Returns index entries in key order. A person with several matching keys is listed only at the first. */
async function candidatesByKey(
  ctx: QueryCtx,
  typed: string,
  options: PaginationOptions,
): Promise<PaginationResult<Candidate>> {
  const { lowest, highest } = keyRangeOf(typed);
  const keys = ctx.db.query("personKeys").withIndex("by_key", (q) => q.gte("key", lowest).lt("key", highest));
  const isMatch = keyMatcher(typed);
  return mapPage(await keys.paginate(options), ({ userId, key }) => {
    const isFirst = ({ user, profile }: PersonRows) => keysOf(user.email, profile).find(isMatch) === key;
    return isMatch(key) ? [{ userId, isFirst }] : [];
  });
}

function mapPage<Row>(
  page: PaginationResult<Row>,
  toCandidates: (row: Row) => Candidate[],
): PaginationResult<Candidate> {
  return { ...page, page: page.page.flatMap(toCandidates) };
}

/** Returns a person as listed. Null if a filter does not match, or the person is listed elsewhere or is not an attendee. */
async function toListed(ctx: QueryCtx, { userId, isFirst }: Candidate, filter: Filter): Promise<Listed | null> {
  const user = await ctx.db.get("users", userId);
  if (user?.kind !== "user" || (filter.status && user.status !== filter.status)) return null;
  const profile = await profileOf(ctx, userId);
  const badges = badgesOf(profile);
  const known = (user.knownBefore ?? []).length > 0;
  const bought: string[] = features.flatMap((feature) => (badges[products[feature].has] ? products[feature].key : []));
  if (filter.tier && !(filter.tier === "free" ? bought.length === 0 : bought.includes(filter.tier))) return null;
  if (isFirst && !isFirst({ user, profile })) return null;
  const reported = (await newestOpenReport(ctx, userId)) !== null;
  const version = await waitingVersionOf(ctx, userId);
  const { name = "", age = null, photoIds = [] } = profile ?? {};
  const photo = (await shownPhotos(ctx, photoIds.slice(0, 1)))[0] ?? null;
  const shown = { name, age, photo, address: maskedAddress(user.email) };
  const { status, _creationTime: createdAt } = user;
  const photosWaiting = (version?.photoIds ?? []).some((id) => !photoIds.includes(id));
  const marks = { reported, known, waiting: version !== null, photosWaiting };
  return { _id: userId, ...shown, status, ...badges, ...marks, createdAt };
}

/** Returns enough of an address to tell apart two people with the same name, not enough to write to them. */
function maskedAddress(email: string): string {
  const at = email.lastIndexOf("@");
  return `${email.slice(0, Math.min(2, at - 1))}…${email.slice(at)}`;
}
