import { defineSchema, defineTable } from "convex/server";
import { v } from "convex/values";

/** `free` accepts every document, `strict` only one kind. A third table, `wild`, is not in the schema. */
export default defineSchema(
  {
    free: defineTable(v.any()).index("by_a", ["a"]).index("by_a_b", ["a", "b"]).index("by_inner", ["c.d", "a"]),
    strict: defineTable({
      a: v.union(v.number(), v.string(), v.null()),
      b: v.optional(v.array(v.int64())),
      c: v.optional(v.object({ d: v.boolean() })),
      next: v.optional(v.id("strict")),
    }).index("by_a", ["a"]),
  },
  { strictTableNameTypes: false },
);

const SYSTEM = { by_creation_time: ["_creationTime", "_id"], by_id: ["_id"] };
const INDEXES: Record<string, Record<string, string[]>> = {
  free: { by_a: ["a"], by_a_b: ["a", "b"], by_inner: ["c.d", "a"] },
  strict: { by_a: ["a"] },
};

/** The fields of a table's indexes, without the appended `_creationTime` and `_id`. */
export function indexesOf(table: string): Record<string, string[]> {
  const declared = Object.entries(INDEXES[table] ?? {}).map(([name, fields]) => [
    name,
    [...fields, "_creationTime", "_id"],
  ]);
  return { ...SYSTEM, ...(Object.fromEntries(declared) as Record<string, string[]>) };
}
