/** Decks, swipes and what follows from them. */
import { defineTable } from "convex/server";
import { literals } from "convex-helpers/validators";
import { v } from "convex/values";
import { ageGroups, ageRange, lastSwipe, parted, shownCard, tier, tierCursor } from "../validators/common";
import { calendar } from "../validators/festival";

export const swipesTables = {
  /**
   * A visible member in the decks of one audience, with the card that these decks show. A new entry has a provisional position,
   * behind all others, until it gets the next one of its partition. The row exists exactly while the member is visible and fits the audience both ways. Whoever wants to
   * meet some ages only has a row for each of them in the same position, instead of one for viewers of any age.
   */
  deckEntries: defineTable({
    ...ageGroups.fields,
    userId: v.id("users"),
    /** The viewers who are dealt this entry: `<viewer's gender>:<viewer's interest>`. */
    audience: v.string(),
    /** Zero: viewers of any age. */
    viewerAge: v.number(),
    /** Whom the member wants to meet; absent: any age. */
    ageRange: v.optional(ageRange),
    tier,
    position: v.number(),
    /** The member had another position in some deck before, so a viewer may have decided on them there. */
    moved: v.boolean(),
    card: shownCard,
  })
    .index("by_position", ["audience", "tier", "viewerAge", "position"])
    .index("by_age", ["audience", "tier", "viewerAge", "age", "position"])
    .index("by_ages2", ["audience", "tier", "viewerAge", "ages2", "position"])
    .index("by_ages4", ["audience", "tier", "viewerAge", "ages4", "position"])
    .index("by_userId_and_audience", ["userId", "audience"]),

  /**
   * An audience: the next free position in its partition of each tier, and how many viewers it has had. Only the job that numbers
   * people writes it.
   */
  audiences: defineTable({
    audience: v.string(),
    nextPosition: v.object({ vip: v.number(), gold: v.number(), other: v.number() }),
    viewers: v.number(),
  }).index("by_audience", ["audience"]),

  /**
   * How many of a group of sixteen viewers of an audience have made their first swipe. Only first swipes write it, and a
   * viewer's deck reads it only until theirs. There is no row while nobody of the group has swiped.
   */
  viewerGroups: defineTable({ audience: v.string(), group: v.number(), started: v.number() }).index(
    "by_audience_and_group",
    ["audience", "group"],
  ),

  /** A member of whom an entry or the deck has no number yet. */
  unnumbered: defineTable({ userId: v.id("users") }).index("by_userId", ["userId"]),

  /** How far one viewer has come in their deck. */
  decks: defineTable({
    userId: v.id("users"),
    audience: v.string(),
    /** The viewer's age, and the ages that they want to meet, since the cursors began. A range that has become smaller is kept. */
    age: v.optional(v.number()),
    ageRange: v.optional(ageRange),
    /** Their number among the viewers of the audience: it decides their group, and so where they start. Absent: not numbered yet. */
    viewerNumber: v.optional(v.number()),
    /** Swipes made from the deck; modulo five it is the slot in the current round. */
    swiped: v.number(),
    /** Absent until the first swipe, which fixes the start in each tier. */
    cursors: v.optional(v.object({ vip: tierCursor, gold: tierCursor, other: tierCursor })),
    /** People decided on out of order, ahead of the cursor. Absent when there are too many: then each swipe is read. */
    decidedAhead: v.optional(v.array(v.id("users"))),
    /** The last swipe made from the deck; absent where it made a match. */
    last: v.optional(lastSwipe),
    /** The `_creationTime` of the last pending like on them that their likers' slots have passed: see `passLikers`. */
    likersPassed: v.optional(v.number()),
    /** The viewer may have `returns`. */
    hasReturns: v.optional(v.boolean()),
    /** They asked for people at the festival first: see `deckFestival`. */
    atFestivalFirst: v.optional(v.boolean()),
  }).index("by_userId", ["userId"]),

  /** Somebody whom a viewer swiped and took back: dealt first, newest first, until they are swiped again. */
  returns: defineTable({ userId: v.id("users"), to: v.id("users") })
    .index("by_userId_and_to", ["userId", "to"])
    .index("by_userId", ["userId"])
    .index("by_to", ["to"]),

  /**
   * What `from` decided about `to`, and whether the two are parted, so that they do not meet again. Parting replaces no
   * decision: whoever was blocked gets the answers that somebody passed over gets.
   */
  swipes: defineTable({
    from: v.id("users"),
    to: v.id("users"),
    /** Absent: not decided. Then the row says only that the two are parted. */
    decision: v.optional(literals("like", "dislike")),
    /** When it was decided, in ms, where a parting had made the row before. Absent: the row is as old as the decision. */
    decidedAt: v.optional(v.number()),
    /** The match that this like completed, while it lasts. The earlier like has none. */
    match: v.optional(v.id("matches")),
    /**
     * blocker: `from` blocked or reported `to`. blocked: the other way round, which `from` is not to find out. gone: the
     * same after a like of `to`, which `from` could see; `to` is as if `from` did not fit them any more. match: they were a
     * match, which one of them ended.
     */
    parted: v.optional(parted),
  })
    .index("by_from_and_parted", ["from", "parted"])
    .index("by_from_and_to", ["from", "to"])
    .index("by_to", ["to"]),

  /**
   * A like that the other person has not answered. `since`: when it was made, where the row is newer because the answer was
   * taken back.
   */
  pendingLikes: defineTable({ from: v.id("users"), to: v.id("users"), since: v.optional(v.number()) })
    .index("by_to", ["to"])
    .index("by_from_and_to", ["from", "to"]),

  /** A match of two people, one row for each pair. `a` is the smaller id. */
  matches: defineTable({ a: v.id("users"), b: v.id("users") })
    .index("by_a", ["a"])
    .index("by_b", ["b"])
    .index("by_a_and_b", ["a", "b"]),

  /**
   * The swipes that a free member made on a festival day without those taken back, and how many they took back. A row of an
   * earlier day counts as zero.
   */
  quotas: defineTable({
    userId: v.id("users"),
    day: v.number(),
    used: v.number(),
    undos: v.optional(v.number()),
  }).index("by_userId", ["userId"]),

  /**
   * A row without a shard: the latest festival day that the server has seen. Swipes never count on an earlier one, whatever the clock
   * says. For each shard of the people one: the day and the calendar that they are shown. A job writes these one after the other
   * when the day turns or the calendar changes, so that open screens do not all update in the same second.
   */
  days: defineTable({
    day: v.number(),
    shard: v.optional(v.number()),
    calendar: v.optional(calendar),
  }).index("by_shard", ["shard"]),
};
