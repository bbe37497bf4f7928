/**
 * Calls every public function as every kind of user, with random arguments. The response must be a value or a refusal, never a fault. A
 * stranger must never receive a handle or telephone number.
 */
import { makeFunctionReference } from "convex/server";
import { pushed } from "../bench/pushing";
import type { Running } from "../bench/sides";
import { pick, post, resultOf, seededRandom, signedIn } from "./calls";
import type { LoopReport } from "./loop";

interface Shape {
  type: string;
  value?: unknown;
  tableName?: string;
}
interface Field {
  fieldType: Shape;
  optional: boolean;
}
interface Spec {
  functionType: string;
  identifier?: string;
  visibility?: { kind: string };
  args: Shape;
}
type Random = () => number;

const HOSTILE = [
  null,
  true,
  -1,
  0.5,
  1e308,
  "",
  " ",
  "\u200b",
  "0",
  "'; DROP TABLE users;--",
  "<script>",
  "\u202e\u0000",
  "🎵".repeat(400),
];
/** Functions that may return a handle: to a match, a moderator or its owner. */
const MAY_SHOW_HANDLES = /^(matches|moderator|profiles|swipes):/;
const CANARY = /member\.\d+|9876543210/;

export async function fuzz(ours: Running, until: number, seed: number): Promise<LoopReport> {
  const random = seededRandom(seed);
  const faults: string[] = [];
  const sum = { calls: 0, values: 0, refused: 0 };
  const specs = await publicFunctions(ours);
  const { url, members, applicants, moderator } = ours.side;
  while (Date.now() < until && faults.length < 50) {
    const { functionType, identifier = "", args } = pick(specs, random);
    const path = identifier.replace(".js:", ":");
    const token = pick(
      [null, members[pick([0, 1, 1_200], random)]!.token, applicants[0]!.token, moderator, "a.b.c"],
      random,
    );
    const ids = [members[3]!.id, members[4]!.id, applicants[1]!.id];
    const input = random() < 0.8 ? valueOf(args, ids, random) : randomValue(random, 3);
    const body =
      random() < 0.95
        ? JSON.stringify({ path, format: "json", args: input })
        : garbled(JSON.stringify({ path, args: input }), random);
    const { status, text } = await post(`${url}/api/${functionType.toLowerCase()}`, body, signedIn(token));
    const result = resultOf({ status, text });
    sum.calls++;
    if (result.kind === "value") sum.values++;
    else if (result.kind === "refused") sum.refused++;
    else if (token !== "a.b.c" || status >= 500)
      faults.push(`${path} ${body.slice(0, 300)} → ${status} ${result.text}`);
    if (!MAY_SHOW_HANDLES.test(path) && CANARY.test(text))
      faults.push(`${path} shows somebody's contact: ${text.slice(0, 200)}`);
  }
  const { wrong: violations } = await ours.call(pushed.checks.audit, {});
  const summary = `${sum.calls} calls of ${specs.length} functions, ${sum.values} answered, ${sum.refused} refused, seed ${seed}`;
  return { loop: "fuzzing", summary, faults: [...faults, ...violations] };
}

const apiSpec = makeFunctionReference<"query", Record<string, never>, Spec[]>("_system/cli/modules:apiSpec");

async function publicFunctions(ours: Running): Promise<Spec[]> {
  const specs = await ours.call(apiSpec, {});
  return specs
    .filter(({ functionType, visibility }) => functionType !== "HttpAction" && visibility?.kind === "public")
    .map((spec) => ({ ...spec, args: typeof spec.args === "string" ? (JSON.parse(spec.args) as Shape) : spec.args }));
}

/** Returns a value of a shape, sometimes a hostile one or one with a missing field. */
function valueOf(shape: Shape, ids: string[], random: Random): unknown {
  if (random() < 0.12) return pick(HOSTILE, random);
  const { type, value } = shape;
  if (type === "object") {
    const fields = Object.entries(value as Record<string, Field>).filter(() => random() > 0.05);
    return Object.fromEntries(fields.map(([name, { fieldType }]) => [name, valueOf(fieldType, ids, random)]));
  }
  if (type === "array")
    return Array.from({ length: Math.floor(random() * 4) }, () => valueOf(value as Shape, ids, random));
  if (type === "union") return valueOf(pick(value as Shape[], random), ids, random);
  if (type === "literal") return value;
  if (type === "id") return pick(ids, random);
  if (type === "number") return pick([0, 1, 18, 21, 30, -1, 1e9, 2.5], random);
  if (type === "boolean") return random() < 0.5;
  if (type === "string")
    return pick([...ids, "somebody@bench.test", "Correct horse 7!", "123456", "x".repeat(5_000)], random);
  return randomValue(random, 2);
}

function randomValue(random: Random, depth: number): unknown {
  if (depth === 0 || random() < 0.5) return pick(HOSTILE, random);
  const inner = Array.from({ length: 3 }, () => randomValue(random, depth - 1));
  return random() < 0.5 ? inner : { a: inner[0], $integer: inner[1], _id: inner[2] };
}

/** Returns the text truncated, or with one character changed. */
function garbled(text: string, random: Random): string {
  const at = Math.floor(random() * text.length);
  return random() < 0.5
    ? text.slice(0, at)
    : text.slice(0, at) + String.fromCharCode(random() * 255) + text.slice(at + 1);
}
