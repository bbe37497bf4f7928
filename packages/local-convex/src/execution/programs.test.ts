import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { convexToJson, jsonToConvex, type JSONValue, type Value } from "convex/values";
import fc from "fast-check";
import { expect, test } from "vitest";
import { program as anyProgram } from "../../testing/programs/arbitrary";
import type { Call, Outcome, Program } from "../../testing/programs/language";
import { differences, playOnReference } from "../../testing/programs/reference";
import type { Rule } from "../../testing/programs/rule";
import { rulesOfRanges } from "../../testing/programs/rulesOfRanges";
import { rulesOfReading } from "../../testing/programs/rulesOfReading";
import { rulesOfWriting } from "../../testing/programs/rulesOfWriting";
import { coreOfFile } from "../../testing/coreOfFile";

/** Few, because the product's tests must be fast. The package's own `npm test`, and so the nightly run, sets 10,000. */
const PROGRAMS = Number(process.env.PROGRAMS ?? 40);
const TABLES = ["free", "strict", "wild"];
const folder = join(import.meta.dirname, "../../testing/programs");

const rules = [...rulesOfReading, ...rulesOfRanges, ...rulesOfWriting];

const files = ["errors.ts", "functions.ts", "interpreter.ts", "language.ts", "programs.ts", "schema.ts"];
const t = coreOfFile(Object.fromEntries(files.map((name) => [name, readFileSync(join(folder, name), "utf8")])));

test(
  "random programs have the same outcomes as on convex-test, corrected to the real backend's rules",
  async () => {
    const property = fc.asyncProperty(anyProgram, async (program) => {
      expect(withoutMessages(await playOnOurs(program))).toEqual(withoutMessages(await playOnReference(program)));
    });
    await fc.assert(property, { numRuns: PROGRAMS });
  },
  60_000 + PROGRAMS * 500,
);

test.each(rules.map((rule) => [rule.rule, rule] as const))("%s", async (_, rule) => {
  expect(lastResult(rule, await playOnOurs(programOf(rule)))).toEqual(rule.expected);
});

test("convex-test differs from the published rules exactly where a rule says so", async () => {
  const mismatches = [];
  for (const rule of rules) {
    const differs = !isDeepStrictEqual(lastResult(rule, await playOnReference(programOf(rule), true)), rule.expected);
    if (differs !== (rule.differs ?? false)) mismatches.push(rule.rule);
  }
  expect(mismatches).toEqual([]);
});

test("each difference that the random programs allow for has a rule", () => {
  const different = rules.filter(({ differs }) => differs).flatMap(({ calls }) => calls.flat());
  const unusedDifferences = differences.filter(({ touches }) => !different.some(touches));
  expect(unusedDifferences.map(({ about }) => about)).toEqual([]);
});

async function playOnOurs(program: Program): Promise<Outcome[]> {
  await t.mutation("programs:empty", { tables: TABLES });
  const args = convexToJson({ program: program as unknown as Value }) as object;
  return jsonToConvex((await t.action("programs:play", args)) as JSONValue) as unknown as Outcome[];
}

function programOf({ documents = [], calls }: Rule): Program {
  const inserts = documents.map((value) => ({ do: "insert", table: "free", value }) as const);
  const functions = calls.map((steps): Call => ({ kind: "mutation", steps }));
  return [{ kind: "mutation", steps: inserts }, ...functions];
}

/** Returns the result of a program's last step, in the form of a rule. */
function lastResult({ expected }: Rule, outcomes: Outcome[]): unknown {
  const call = outcomes.at(-1)!;
  const last = "ok" in call ? (call.ok as unknown as Outcome[]).at(-1)! : call;
  if ("error" in last) return "data" in last ? { data: last.data } : { message: last.message };
  if ("ids" in expected) return { ids: idsOf(last.ok as { _id: string }[]) };
  const { ok } = last as { ok: { page?: { _id: string }[] } };
  return { ok: ok?.page === undefined ? ok : { ...ok, page: idsOf(ok.page) } };
}

function idsOf(documents: { _id: string }[]): string[] {
  return documents.map(({ _id }) => _id);
}

function withoutMessages(outcomes: unknown): unknown {
  if (Array.isArray(outcomes)) return outcomes.map(withoutMessages);
  if (typeof outcomes !== "object" || outcomes === null || outcomes instanceof ArrayBuffer) return outcomes;
  const { message: _, ...rest } = outcomes as Record<string, unknown>;
  return Object.fromEntries(Object.entries(rest).map(([name, member]) => [name, withoutMessages(member)]));
}
