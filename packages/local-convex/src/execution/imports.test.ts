import { randomBytes } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { IdCodec } from "../database/ids";
import type { Import, ImportMode } from "../contract/backups";
import { coreOfFile } from "../../testing/coreOfFile";

const SCHEMA = `import { defineSchema, defineTable } from "convex/server";
import { v } from "convex/values";
export default defineSchema({
  answers: defineTable({ to: v.id("questions") }).index("by_to", ["to"]),
  questions: defineTable({ text: v.string() }),
});`;

const FUNCTIONS = `import { mutationGeneric, queryGeneric } from "convex/server";
export const ask = mutationGeneric((ctx, { text }) => ctx.db.insert("questions", { text }));
export const answer = mutationGeneric((ctx, { to }) => ctx.db.insert("answers", { to }));
export const asked = queryGeneric((ctx) => ctx.db.query("questions").collect());
export const answered = queryGeneric(async (ctx, { to }) =>
  (await ctx.db.query("answers").withIndex("by_to", (q) => q.eq("to", to)).collect()).map(({ _id }) => _id));
export const get = queryGeneric((ctx, { id }) => ctx.db.get(id));
export const rename = mutationGeneric((ctx, { id, text }) => ctx.db.patch(id, { text }));
export const remove = mutationGeneric((ctx, { id }) => ctx.db.delete(id));`;

/** Encodes ids of another deployment, with a different secret. */
const foreignIds = new IdCodec(randomBytes(32));
const EARLY = 1_700_000_000_000;
const t = coreOfFile({ "schema.ts": SCHEMA, "q.ts": FUNCTIONS });
let folder: string;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "import-"));
  await t.core.performImport(importOf("replaceAll", []));
});

test("documents of another deployment keep their ids and references, even if two tables have the same number", async () => {
  const question = foreignIds.encode(10_001, EARLY * 1024);
  const answers = [foreignIds.encode(10_001, (EARLY + 1) * 1024), foreignIds.encode(10_001, (EARLY + 2) * 1024)];
  const added = await t.core.performImport(
    importOf("replaceAll", [
      ["answers", 10_001, answers.map((_id) => ({ _id, to: question }))],
      ["questions", 10_001, [{ _id: question, _creationTime: EARLY, text: "why?" }]],
    ]),
  );
  expect(added).toBe(3);
  expect(await t.query("q:get", { id: question })).toEqual({ _id: question, _creationTime: EARLY, text: "why?" });
  expect(await t.query("q:answered", { to: question })).toEqual(answers);
  await t.mutation("q:rename", { id: question, text: "how?" });
  await t.mutation("q:remove", { id: answers[0] });
  expect(await t.query("q:get", { id: question })).toMatchObject({ text: "how?" });
  expect(await t.query("q:answered", { to: question })).toEqual([answers[1]]);
  await t.mutation("q:answer", { to: question });
  expect(await t.query("q:answered", { to: question })).toHaveLength(2);
});

test("documents imported with the same creation time stay distinct and in order, before later documents", async () => {
  const now = Date.now() + 60_000;
  const imported = [1, 2].map((at) => ({ _creationTime: now, text: String(at) }));
  await t.core.performImport(importOf("append", [["questions", null, imported]]));
  await t.mutation("q:ask", { text: "3" });
  const questions = (await t.query("q:asked")) as { text: string; _creationTime: number }[];
  expect(questions.map(({ text }) => text)).toEqual(["1", "2", "3"]);
  expect(questions[1]!._creationTime - questions[0]!._creationTime).toBe(1 / 1024);
});

test("one bad document rolls back the whole import, with its tables and indexes", async () => {
  const id = await t.mutation("q:ask", { text: "stays" });
  const answer = await t.mutation("q:answer", { to: id });
  const bad = importOf("replaceAll", [
    ["questions", 20_000, [{ text: "new" }]],
    ["unheard", null, [{ any: "thing" }]],
    ["answers", 20_001, [{ to: "nobody" }]],
  ]);
  await expect(t.core.performImport(bad)).rejects.toThrow(/Document with ID ".+" in table "answers" does not match/);
  expect(await t.query("q:get", { id })).toMatchObject({ text: "stays" });
  expect(await t.query("q:answered", { to: id })).toEqual([answer]);
  await expect(t.mutation("q:answer", { to: "nobody" })).rejects.toThrow("does not match the schema");
  await t.mutation("q:answer", { to: id });
});

test("an invalid document is refused with the reason, and nothing changes", async () => {
  const question = (await t.mutation("q:ask", { text: "stays" })) as string;
  const answer = await t.mutation("q:answer", { to: question });
  for (const [rows, message] of [
    [[{ text: "fits" }, { text: 5 }], "does not match the schema"],
    [[{ text: "y", _id: answer }], 'is not of table "questions"'],
    [[{ text: "y", _id: "mine" }], '"mine" is not an id'],
    [[1, 2].map(() => ({ text: "y", _id: question })), "already a document"],
    [[{ text: "y", _creationTime: 9e15 }], "not in the future"],
  ] as const) {
    const performed = t.core.performImport(importOf("replace", [["questions", null, [...rows]]]));
    await expect(performed).rejects.toThrow(message);
    expect(await t.query("q:asked")).toMatchObject([{ _id: question, text: "stays" }]);
  }
  await t.mutation("q:ask", { text: "goes on" });
});

test("two tables whose names differ only in case are exported separately, even on a case-insensitive disk", async () => {
  await t.core.performImport(importOf("append", [["questions", null, [{ text: "small" }]]]));
  await t.core.performImport(importOf("append", [["Questions", null, [{ text: "capital" }]]]));
  const tree = join(folder, "tree");
  const { archivePaths } = await t.core.snapshot(tree, true);
  expect(archivePaths).toEqual(expect.arrayContaining(["_tables", "questions", "Questions"]));
  const folders = readdirSync(tree).map((name) => name.toLowerCase());
  expect(new Set(folders).size).toBe(archivePaths.length);
  const saved = (archivePath: string) =>
    readFileSync(join(tree, String(archivePaths.indexOf(archivePath)), "documents.jsonl"), "utf8");
  expect(saved("questions")).toContain('"small"');
  expect(saved("Questions")).toContain('"capital"');
});

test("an import needs a mounted component and a valid table name, and its plan counts existing documents", async () => {
  const plan = (mode: ImportMode, component: string, name: string) => {
    const request = importOf(mode, [[name, null, [{ text: "x" }]]]);
    return t.core.planImport({ ...request, tables: request.tables.map((table) => ({ ...table, component })) });
  };
  await expect(plan("append", "shop", "questions")).rejects.toThrow('There is no component "shop" here');
  await expect(plan("append", "", "no name")).rejects.toThrow("is not valid");
  expect(await plan("requireEmpty", "", "questions")).toMatchObject([{ added: 1, deleted: 0 }]);
  await t.mutation("q:ask", { text: "x" });
  await expect(plan("requireEmpty", "", "questions")).rejects.toThrow("already has documents");
  expect(await plan("replace", "", "questions")).toMatchObject([{ added: 1, deleted: 1, existing: 1 }]);
  expect(await plan("replaceAll", "", "answers")).toMatchObject([
    { name: "answers" },
    { name: "questions", deleted: 1 },
  ]);
});

type Rows = [name: string, number: number | null, documents: object[]];

function importOf(mode: ImportMode, tables: Rows[]): Import {
  const imported = tables.map(([name, number, documents]) => {
    const file = join(folder, name);
    writeFileSync(file, documents.map((document) => JSON.stringify(document)).join("\n"));
    return { component: "", name, number, documents: file, count: documents.length };
  });
  return { mode, component: "", tables: imported, files: [] };
}
