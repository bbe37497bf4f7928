/** Reports, and what moderators do. */
import { defineTable } from "convex/server";
import { literals } from "convex-helpers/validators";
import { v } from "convex/values";
import { evidenceWords } from "../validators/chat";
import { incident } from "../validators/incidents";
import { decision, knownBefore, reportedCard, reportKind, ruling, staffAct } from "../validators/moderator";

export const moderatorTables = {
  /**
   * A report of one person about another, once for each pair. `suspended`: the report that a person was suspended for, and
   * by which they can be restored. `closed`: decided; its words and the decision stay as long as the reported person.
   */
  reports: defineTable({
    /** Never shown to anybody. Absent after they deleted their account. */
    reporter: v.optional(v.id("users")),
    /** Of deleted accounts only the open reports stay. */
    reported: v.union(v.id("users"), v.id("formerAccounts")),
    status: literals("open", "suspended", "closed"),
    kind: reportKind,
    /** What was written; empty where the kind says it all. */
    reason: v.string(),
    /** What the card showed then. Removed when the report is closed. */
    card: v.optional(reportedCard),
    decision: v.optional(decision),
  })
    .index("by_status_and_kind", ["status", "kind"])
    .index("by_status", ["status"])
    .index("by_reporter_and_reported", ["reporter", "reported"])
    .index("by_reported_and_status", ["reported", "status"]),

  /** What was said around the message that a report names. It goes when the report is closed; the rest of the thread went before. */
  reportWords: defineTable({ report: v.id("reports"), words: evidenceWords }).index("by_report", ["report"]),

  /** What a moderator has open now, one row for each moderator, until it expires. */
  claims: defineTable({
    moderator: v.id("users"),
    item: v.union(v.id("submissions"), v.id("reports")),
    until: v.number(),
  })
    .index("by_moderator", ["moderator"])
    .index("by_item", ["item"]),

  /**
   * The last decision of a moderator at the desk, for as long as it can be undone, one row for each moderator. `isHeld`: it
   * takes effect when this row goes.
   */
  undoableDecisions: defineTable({
    moderator: v.id("users"),
    version: v.id("submissions"),
    userId: v.id("users"),
    approved: v.boolean(),
    reason: v.optional(v.string()),
    isHeld: v.boolean(),
    /** What the approval settled, for when it is undone. */
    knownBefore: v.optional(v.array(knownBefore)),
    until: v.number(),
  })
    .index("by_moderator", ["moderator"])
    .index("by_userId", ["userId"]),

  /** How many decisions a moderator made in ten minutes, from `from`. */
  decisionCounts: defineTable({ moderator: v.id("users"), from: v.number(), decisions: v.number() })
    .index("by_from", ["from"])
    .index("by_moderator_and_from", ["moderator", "from"]),

  /** Decisions of moderators and organisers, also on the staff. After the deletion of an account they name no user. */
  rulings: defineTable({
    moderator: v.id("users"),
    ruling: v.union(ruling, staffAct),
    about: v.optional(v.id("users")),
    name: v.optional(v.string()),
    /** Why, in words for colleagues or for the person. It goes with the name. */
    reason: v.optional(v.string()),
  }).index("by_about", ["about"]),

  /** The log of incidents: who did what to whom, by ids alone. Kept for ninety days. Only the command line reads it. */
  incidents: defineTable(incident)
    .index("by_about", ["about"])
    .index("by_about_and_what", ["about", "what"])
    .index("by_by", ["by"]),
};
