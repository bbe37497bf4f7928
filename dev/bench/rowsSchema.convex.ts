/** The whole schema of `rows.convex.ts`. */
import { defineSchema, defineTable } from "convex/server";
import { v } from "convex/values";

export default defineSchema({
  rows: defineTable({ n: v.number(), name: v.string() }),
  texts: defineTable({ text: v.string() }).searchIndex("by_text", { searchField: "text" }),
});
