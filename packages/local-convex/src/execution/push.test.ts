import { readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { ENDLESS, bundleProject, queryOf, startCore, startCoreWith, type TestCore } from "../../testing/core";

const PEOPLE = `
import { mutationGeneric as mutation, queryGeneric as query } from "convex/server";
import { v } from "convex/values";
export const add = mutation({ args: { name: v.any() }, handler: async (ctx, args) => ctx.db.insert("people", args) });
export const called = query({ args: { name: v.string() }, handler: async (ctx, { name }) =>
  (await ctx.db.query("people").withIndex("by_name", (q) => q.eq("name", name)).collect()).length });
export const endless = query({ args: { name: v.string() }, handler: async (ctx, { name }) => {
  const found = (await ctx.db.query("people").collect()).filter((one) => one.name === name).length;
  if (found > 0) for (;;);
  return found;
} });
export const loop = mutation({ args: {}, handler: async (ctx) => { await ctx.db.insert("people", { name: "loop" }); for (;;); } });
`;
const schema = (name: string, index = true, documents = true) => `
import { defineSchema, defineTable } from "convex/server";
import { v } from "convex/values";
export default defineSchema({ people: defineTable({ name: ${name} })${index ? '.index("by_name", ["name"])' : ""} }, { schemaValidation: ${documents} });
`;

let t: TestCore;

beforeAll(async () => {
  t = await startCoreWith({ "people.ts": PEOPLE });
  await t.mutation("people:add", { name: "Asha" });
});
afterAll(() => t.core.stop());

test("analysing a push returns its functions, its schema and new indexes, and changes nothing", async () => {
  const push = await bundleProject({ "people.ts": PEOPLE, "other.ts": PEOPLE, "schema.ts": schema("v.string()") });
  const analysis = await t.core.analyzePush(push);
  expect(analysis.indexDiffs).toMatchObject({
    "": { added_indexes: [{ name: "people.by_name", type: "database", fields: ["name"] }] },
  });
  expect(analysis.analysis[""]).toMatchObject({
    functions: {
      "people.js": {
        functions: expect.arrayContaining([
          expect.objectContaining({ name: "add", udfType: "Mutation", visibility: { kind: "public" } }),
        ]),
      },
    },
    schema: { tables: [{ tableName: "people" }], schemaValidation: true },
  });
  await expect(t.query("other:called", { name: "Asha" })).rejects.toThrow("Could not find public function");
});

test("an index that a push adds contains the existing documents", async () => {
  await t.push({ "people.ts": PEOPLE, "schema.ts": schema("v.string()") });
  expect(await t.query("people:called", { name: "Asha" })).toBe(1);
});

test("a schema that a document does not match is not activated, and the error names the document", async () => {
  const { pushId } = await t.core.analyzePush(
    await bundleProject({ "people.ts": PEOPLE, "schema.ts": schema("v.number()") }),
  );
  const check = await t.core.checkSchema(pushId);
  expect(check).toMatchObject({ type: "failed", tableName: "people", componentPath: "" });
  expect(check.type === "failed" ? check.error : "").toMatch(
    /Document with ID ".*" in table "people" does not match the schema/,
  );
  await expect(t.core.activatePush(pushId)).rejects.toMatchObject({ code: "SchemaValidationFailed" });
  expect(await t.query("people:called", { name: "Asha" })).toBe(1);
});

test("without schema validation any document is accepted, and an index dropped by a push is gone", async () => {
  await t.push({ "people.ts": PEOPLE, "schema.ts": schema("v.number()", false, false) });
  await t.mutation("people:add", { name: "still a string" });
  await expect(t.query("people:called", { name: "Asha" })).rejects.toThrow("Index people.by_name not found");
  await t.push({ "people.ts": PEOPLE, "schema.ts": schema("v.string()") });
  expect(await t.query("people:called", { name: "still a string" })).toBe(1);
});

test("modules sent as hashes are taken from the running push, and an unknown hash is refused", async () => {
  const push = await bundleProject({ "people.ts": PEOPLE, "schema.ts": schema("v.string()") });
  const unchanged = (await t.core.activePush())!.modules;
  const [app] = push.definitions;
  const { pushId } = await t.core.analyzePush({ definitions: [{ ...app!, modules: [], unchanged }] });
  await t.core.activatePush(pushId);
  expect(await t.query("people:called", { name: "Asha" })).toBe(1);
  const unknown = { definitions: [{ ...app!, modules: [], unchanged: [{ ...unchanged[0]!, sha256: "00" }] }] };
  await expect(t.core.analyzePush(unknown)).rejects.toMatchObject({ code: "RaceDetected" });
});

test.each<[what: string, modules: Record<string, string>, code: string, words: string]>([
  [
    "a module that throws",
    { "bad.ts": 'throw new Error("at the top");' },
    "InvalidModules",
    "Failed to analyze bad.js: Uncaught Error: at the top",
  ],
  [
    "a query in a Node module",
    { "bad.ts": `"use node";${PEOPLE}` },
    "InvalidModules",
    "Only actions can be defined in Node.js",
  ],
  [
    "auth.config without its variable",
    { "auth.config.ts": "export default { providers: [{ domain: process.env.NOT_SET, applicationID: 'x' }] };" },
    "AuthConfigMissingEnvironmentVariable",
    "Environment variable NOT_SET is used in auth config file but its value was not set.",
  ],
])("%s is refused with the code that the CLI knows", async (_, modules, code, words) => {
  const push = await bundleProject(modules);
  await expect(t.core.analyzePush(push)).rejects.toMatchObject({ code, message: expect.stringContaining(words) });
});

test("a module path that means another file on some system is refused", async () => {
  const [app] = (await bundleProject({ "people.ts": PEOPLE })).definitions;
  for (const path of ["../bad.js", "/bad.js", "a\\b.js", "C:bad.js", "a/-.js/..", "bad.js:hidden", ""]) {
    const definitions = [{ ...app!, modules: [{ ...app!.modules[0]!, path }] }];
    const refusal = { code: "InvalidModules", message: expect.stringMatching(/^Path component/) };
    await expect(t.core.analyzePush({ definitions }), path).rejects.toMatchObject(refusal);
  }
});

test("the active push survives a restart, and older pushes are deleted", async () => {
  const pushes = () => readdirSync(join(t.dir, "modules")).filter((name) => /^p.*-/.test(name));
  expect(pushes().length).toBeGreaterThan(1);
  await t.core.stop();
  t = await startCore(t.dir, ENDLESS);
  await vi.waitFor(() => expect(pushes()).toHaveLength(1));
  expect(await t.query("people:called", { name: "Asha" })).toBe(1);
});

test("an endless mutation fails with its worker and is rolled back, and other calls continue", async () => {
  const outcome = await t.outcome("mutation", "people:loop");
  expect(outcome).toMatchObject({ ok: false, error: { message: expect.stringContaining("timed out") } });
  expect(await t.query("people:called", { name: "loop" })).toBe(0);
  await t.mutation("people:add", { name: "Ravi" });
  expect(await t.query("people:called", { name: "Ravi" })).toBe(1);
}, 120_000);

test("an endless live query fails while others continue, and works again after a push of other code", async () => {
  const endless = queryOf("people:endless", { name: "stop" });
  const { result } = await t.core.subscribe(1, endless);
  expect(result.outcome).toEqual({ ok: true, value: "0" });
  await t.core.subscribe(2, queryOf("people:called", { name: "stop" }));
  t.changed.length = 0;
  // The response may be lost with the worker. A client would resend the mutation.
  await t.mutation("people:add", { name: "stop" }).catch(() => undefined);
  const resultsFor = (id: number) => t.changed.flatMap((one) => one.results).filter((one) => one.ids.includes(id));
  await vi.waitFor(
    () =>
      expect(resultsFor(1).at(-1)).toMatchObject({
        outcome: { ok: false, error: { message: expect.stringContaining("timed out") } },
      }),
    100_000,
  );
  expect(resultsFor(2).at(-1)).toMatchObject({ outcome: { ok: true, value: "1" } });
  expect((await t.core.subscribe(3, endless)).result.outcome.ok).toBe(false);

  await t.push({ "people.ts": PEOPLE.replaceAll("for (;;);", ""), "schema.ts": schema("v.string()") });
  await vi.waitFor(() => expect(resultsFor(1).at(-1)).toMatchObject({ outcome: { ok: true, value: "1" } }));
}, 120_000);
