import { defineSchema, defineTable } from "convex/server";
import { v } from "convex/values";

export default defineSchema({
  /** A log of events. */
  diary: defineTable({ topic: v.string(), what: v.any() }).index("by_topic", ["topic"]),
  loaves: defineTable({ grams: v.number(), slices: v.optional(v.number()) }),
});
