/** Reports, and what moderators do. */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { evidenceMessages } from "../validators/chat";
import { incident } from "../validators/incidents";
import {
  decision,
  knownBefore,
  reportedCard,
  reportKind,
  reportStatus,
  ruling,
  staffAct,
} from "../validators/moderator";

export const moderatorTables = {
  /**
   * A report of one person about another, one per pair. `suspended`: the person was suspended for this report, and can be restored
   * by it. `closed`: decided. Its text and the decision stay as long as the reported person.
   */
  reports: defineTable({
    /** Shown to organisers only, on a person's page. Absent after they deleted their account. */
    reporter: v.optional(v.id("users")),
    /** A deleted account keeps only its open reports. */
    reported: v.union(v.id("users"), v.id("formerAccounts")),
    status: reportStatus,
    kind: reportKind,
    /** The reporter's text. May be empty, except for the kind `other`. */
    reason: v.string(),
    /** The card at that time. Removed when the report is closed. */
    card: v.optional(reportedCard),
    decision: v.optional(decision),
  })
    .index("by_status_and_kind", ["status", "kind"])
    .index("by_status", ["status"])
    .index("by_reporter_and_reported", ["reporter", "reported"])
    .index("by_reported_and_status", ["reported", "status"]),

  /** The messages around a reported one. Deleted when the report is closed. The rest of the thread is deleted with its match. */
  reportWords: defineTable({ report: v.id("reports"), words: evidenceMessages }).index("by_report", ["report"]),

  /** The item that a moderator has open now, until the claim expires. One row per moderator. */
  claims: defineTable({
    moderator: v.id("users"),
    item: v.union(v.id("submissions"), v.id("reports")),
    until: v.number(),
  })
    .index("by_moderator", ["moderator"])
    .index("by_item", ["item"]),

  /**
   * A moderator's last decision at the desk, while it can be undone. One row per moderator. `isHeld`: it takes effect when this
   * row is deleted.
   */
  undoableDecisions: defineTable({
    moderator: v.id("users"),
    version: v.id("submissions"),
    userId: v.id("users"),
    approved: v.boolean(),
    reason: v.optional(v.string()),
    isHeld: v.boolean(),
    /** The hints that the approval cleared. An undo restores them. */
    knownBefore: v.optional(v.array(knownBefore)),
    until: v.number(),
  })
    .index("by_moderator", ["moderator"])
    .index("by_userId", ["userId"]),

  /** The number of decisions that a moderator made in the ten minutes from `from`. */
  decisionCounts: defineTable({ moderator: v.id("users"), from: v.number(), decisions: v.number() })
    .index("by_from", ["from"])
    .index("by_moderator_and_from", ["moderator", "from"]),

  /** A decision of a moderator or organiser, on a user or a staff member. Names no user once that account is deleted. */
  rulings: defineTable({
    moderator: v.id("users"),
    ruling: v.union(ruling, staffAct),
    about: v.optional(v.id("users")),
    name: v.optional(v.string()),
    /** The reason, for colleagues or for the person. Deleted with the name. */
    reason: v.optional(v.string()),
  }).index("by_about", ["about"]),

  /**
   * The log of incidents: actor, act and target, as ids only. Rows are deleted after ninety days. Organisers see a person's entries on
   * their page. The command line reads the whole log.
   */
  incidents: defineTable(incident)
    .index("by_about", ["about"])
    .index("by_about_and_what", ["about", "what"])
    .index("by_what", ["what"])
    .index("by_by", ["by"]),
};
