/** Copied as the whole schema of a small app of the bench. */
import { defineSchema, defineTable } from "convex/server";
import { v } from "convex/values";

export default defineSchema({
  rows: defineTable({ n: v.number(), name: v.string() }),
  texts: defineTable({ text: v.string() }).searchIndex("by_text", { searchField: "text" }),
});
