/** Decks, swipes and what follows from them. */
import { defineTable } from "convex/server";
import { literals } from "convex-helpers/validators";
import { v } from "convex/values";
import { ageGroups, ageRange, lastSwipe, parted, shownCard, tier, tierCursor } from "../validators/common";
import { calendar } from "../validators/festival";

export const swipesTables = {
  /**
   * A visible member in the decks of one audience, with the card these decks show. The row exists exactly while the member is
   * visible and fits the audience both ways. A new entry has a provisional position behind all others, until it gets the next one
   * of its partition. A member who wants to meet certain ages has one row per age, all in the same position. Other members have
   * one row, for viewers of any age.
   */
  deckEntries: defineTable({
    ...ageGroups.fields,
    userId: v.id("users"),
    /** The viewers who are dealt this entry: `<viewer's gender>:<viewer's interest>`. */
    audience: v.string(),
    /** Zero: viewers of any age. */
    viewerAge: v.number(),
    /** The ages the member wants to meet. Absent: any. */
    ageRange: v.optional(ageRange),
    tier,
    position: v.number(),
    /** True if the member had another position in some deck before, so a viewer may have decided on them there. */
    moved: v.boolean(),
    card: shownCard,
  })
    .index("by_position", ["audience", "tier", "viewerAge", "position"])
    .index("by_age", ["audience", "tier", "viewerAge", "age", "position"])
    .index("by_ages2", ["audience", "tier", "viewerAge", "ages2", "position"])
    .index("by_ages4", ["audience", "tier", "viewerAge", "ages4", "position"])
    .index("by_userId_and_audience", ["userId", "audience"]),

  /**
   * An audience: the next free position in its partition of each tier, and how many viewers it has had. Only the numbering job
   * writes it.
   */
  audiences: defineTable({
    audience: v.string(),
    nextPosition: v.object({ vip: v.number(), gold: v.number(), other: v.number() }),
    viewers: v.number(),
  }).index("by_audience", ["audience"]),

  /**
   * How many viewers of a group of sixteen have made their first swipe. Only first swipes write it, and a viewer's deck reads it
   * only until their own. Absent while nobody in the group has swiped.
   */
  viewerGroups: defineTable({ audience: v.string(), group: v.number(), started: v.number() }).index(
    "by_audience_and_group",
    ["audience", "group"],
  ),

  /** A member whose entry or deck has no number yet. */
  unnumbered: defineTable({ userId: v.id("users") }).index("by_userId", ["userId"]),

  /** A viewer's position in their deck, and their used swipes. */
  decks: defineTable({
    userId: v.id("users"),
    audience: v.string(),
    /** The viewer's age and the ages they want to meet, when the cursors began. If the viewer narrows the range later, this keeps the wider one. */
    age: v.optional(v.number()),
    ageRange: v.optional(ageRange),
    /** The viewer's number in the audience. It decides their group, and so their start. Absent: not numbered yet. */
    viewerNumber: v.optional(v.number()),
    /** Swipes made from the deck. Modulo five it is the slot in the current round. */
    swiped: v.number(),
    /** Absent until the first swipe, which fixes the start in each tier. */
    cursors: v.optional(v.object({ vip: tierCursor, gold: tierCursor, other: tierCursor })),
    /** People decided on ahead of the cursor. Absent when there are too many: then each swipe is read. */
    decidedAhead: v.optional(v.array(v.id("users"))),
    /** The last swipe made from the deck. Absent where it made a match. */
    last: v.optional(lastSwipe),
    /** The `_creationTime` of the last pending like that the deck's slots for likers have passed: see `passLikers`. */
    likersPassed: v.optional(v.number()),
    /** The viewer may have `returns`. */
    hasReturns: v.optional(v.boolean()),
    /**
     * A free member's swipes on a festival day, without those taken back, and how many they took back. On a later day it counts as
     * zero.
     */
    quota: v.optional(v.object({ day: v.number(), used: v.number(), undos: v.number() })),
    /** True if the viewer wants people at the festival first: see `model/deck/festival.ts`. */
    atFestivalFirst: v.optional(v.boolean()),
  }).index("by_userId", ["userId"]),

  /** A swipe that was taken back. These people are dealt first, newest first, until swiped again. */
  returns: defineTable({ userId: v.id("users"), to: v.id("users") })
    .index("by_userId_and_to", ["userId", "to"])
    .index("by_userId", ["userId"])
    .index("by_to", ["to"]),

  /**
   * The decision of `from` about `to`, and whether the two are parted for good. Parting keeps the decision, so a blocked person gets the
   * same results as one who was disliked.
   */
  swipes: defineTable({
    from: v.id("users"),
    to: v.id("users"),
    /** Absent: not decided. The row then only records the parting. */
    decision: v.optional(literals("like", "dislike")),
    /** The time of the decision (ms), if a parting had created the row earlier. Absent: the row's creation time. */
    decidedAt: v.optional(v.number()),
    /** The match that this like completed, while it lasts. The earlier like has none. */
    match: v.optional(v.id("matches")),
    /**
     * blocker: `from` blocked or reported `to`. blocked: the other way round, and `from` must not find out. gone: the same after a like of
     * `to` that `from` could see. To `from` it looks as if `to` had changed their meeting settings. match: one of the two ended their
     * match.
     */
    parted: v.optional(parted),
  })
    .index("by_from_and_parted", ["from", "parted"])
    .index("by_from_and_to", ["from", "to"])
    .index("by_to", ["to"]),

  /**
   * A like that the other person has not answered. `since`: the time of the like, if undoing the answer created this row later. Not a field
   * of `swipes`: a deck of the liker may read that row, and its rerun would reveal that the other person disliked them.
   */
  pendingLikes: defineTable({ from: v.id("users"), to: v.id("users"), since: v.optional(v.number()) })
    .index("by_to", ["to"])
    .index("by_from_and_to", ["from", "to"]),

  /** A match of two people, one row per pair. `a` is the smaller id. */
  matches: defineTable({ a: v.id("users"), b: v.id("users") })
    .index("by_a", ["a"])
    .index("by_b", ["b"])
    .index("by_a_and_b", ["a", "b"]),

  /**
   * The row without a shard has the latest festival day that the server has seen. Swipes never count towards an earlier day, even if the
   * clock is set back. Each other row has the day and calendar that one shard of the people sees. After a change, a job writes these rows
   * one by one, so that open screens do not all update in the same second.
   */
  days: defineTable({
    day: v.number(),
    shard: v.optional(v.number()),
    calendar: v.optional(calendar),
  }).index("by_shard", ["shard"]),
};
