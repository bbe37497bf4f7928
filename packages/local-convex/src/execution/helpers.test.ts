import { beforeAll, expect, test } from "vitest";
import { coreOfFile } from "../../testing/coreOfFile";

const SCHEMA = `
import { defineSchema, defineTable } from "convex/server";
import { v } from "convex/values";
export default defineSchema({ notes: defineTable({ room: v.string(), n: v.number() }).index("by_room", ["room", "n"]) });`;

const NOTES = `
import { mutationGeneric as mutation, queryGeneric as query } from "convex/server";
import { getPage, paginator } from "convex-helpers/server/pagination";
import { mergedStream, stream } from "convex-helpers/server/stream";
import { v } from "convex/values";
import schema from "./schema";

export const fill = mutation({ args: {}, handler: async (ctx) => {
  for (const room of ["a", "b"]) for (const n of [0, 1, 1, 1, 2, 2, 3]) await ctx.db.insert("notes", { room, n });
} });
const READ = {
  paginator: (ctx, opts) => paginator(ctx.db, schema).query("notes").withIndex("by_room", (q) => q.eq("room", "a").gte("n", 1)).paginate(opts),
  descending: (ctx, opts) => paginator(ctx.db, schema).query("notes").withIndex("by_room").order("desc").paginate(opts),
  byCreation: (ctx, opts) => paginator(ctx.db, schema).query("notes").paginate(opts),
  byId: (ctx, opts) => paginator(ctx.db, schema).query("notes").withIndex("by_id").paginate(opts),
  merged: (ctx, opts) => mergedStream(["a", "b"].map((room) => stream(ctx.db, schema).query("notes").withIndex("by_room", (q) => q.eq("room", room))), ["n"]).paginate(opts),
};
export const page = query({ args: { of: v.string(), opts: v.any() }, handler: async (ctx, { of, opts }) => READ[of](ctx, opts) });
export const keyed = query({ args: { index: v.string(), startIndexKey: v.optional(v.any()) }, handler: (ctx, args) =>
  getPage(ctx, { table: "notes", schema, targetMaxRows: 4, ...args }) });
export const all = query({ args: {}, handler: (ctx) => ctx.db.query("notes").withIndex("by_room").collect() });
`;

interface Note {
  _id: string;
  room: string;
  n: number;
}

const t = coreOfFile({ "schema.ts": SCHEMA, "notes.ts": NOTES });
let notes: Note[];

beforeAll(async () => {
  await t.mutation("notes:fill");
  notes = (await t.query("notes:all")) as Note[];
});

const ids = (list: Note[]) => list.map(({ _id }) => _id);

test.each([
  ["paginator", () => notes.filter(({ room, n }) => room === "a" && n >= 1)],
  ["descending", () => [...notes].reverse()],
  ["byCreation", () => notes],
  ["byId", () => [...notes].sort((x, y) => (x._id < y._id ? -1 : 1))],
  ["merged", () => [...notes].sort((x, y) => x.n - y.n)],
])("the helpers' pages of %s together equal the whole result", async (of, expected) => {
  const collected: Note[] = [];
  let cursor: string | null = null;
  for (let isDone = false; !isDone;) {
    const opts = { numItems: 3, cursor };
    const result = (await t.query("notes:page", { of, opts })) as {
      page: Note[];
      isDone: boolean;
      continueCursor: string;
    };
    collected.push(...result.page);
    ({ isDone, continueCursor: cursor } = result);
  }
  expect(ids(collected)).toEqual(ids(expected()));
});

test.each(["by_room", "by_creation_time", "by_id"])("getPage continues after any key of %s", async (index) => {
  const collected: Note[] = [];
  let startIndexKey: unknown;
  for (let hasMore = true; hasMore;) {
    const args = startIndexKey === undefined ? { index } : { index, startIndexKey };
    const result = (await t.query("notes:keyed", args)) as { page: Note[]; hasMore: boolean; indexKeys: unknown[] };
    collected.push(...result.page);
    hasMore = result.hasMore;
    startIndexKey = result.indexKeys.at(-1);
  }
  expect(ids(collected)).toEqual(index === "by_id" ? ids(notes).sort() : ids(notes));
});
