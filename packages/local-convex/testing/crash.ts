import { makeMark, startCore } from "./core";

// A child process to be killed. It counts up as fast as it can, and reports each response before the next call.

const t = await startCore(process.argv[2]);
if (process.argv[3] === "push") {
  await t.push({
    "schema.ts": `import { defineSchema, defineTable } from "convex/server"; import { v } from "convex/values";
      export default defineSchema({ marks: defineTable({ mark: v.number() }).index("by_mark", ["mark"]) });`,
    "marks.ts": `import { mutationGeneric as mutation, queryGeneric as query } from "convex/server"; import { v } from "convex/values";
      export const make = mutation({ args: { mark: v.number() }, handler: async (ctx, args) => { await ctx.db.insert("marks", args); return args.mark; } });
      export const all = query({ args: {}, handler: async (ctx) => (await ctx.db.query("marks").withIndex("by_mark").collect()).map((row) => row.mark) });`,
  });
}
let next = Number(process.argv[4] ?? 0);
await Promise.all(
  Array.from({ length: 16 }, async () => {
    for (;;) {
      const mark = next++;
      const outcome = await makeMark(t.core, mark);
      if (outcome.ok) process.send!(mark);
    }
  }),
);
