import { keyOf } from "./keys";
import { kindName, show } from "./valueFormats";
import { defined, fieldOf, floatOf, floatToJson, integerOf, integerToJson, kindOf } from "./values";
import type { Json, JsonObject } from "./values";

/** Returns the value of a `.filter(…)` expression for a document. Undefined: a missing field. */
function evaluate(expression: Json, document: JsonObject): Json | undefined {
  if (expression === null || typeof expression !== "object" || Array.isArray(expression)) return expression;
  for (const operator in expression) {
    const operand = expression[operator]!;
    const apply = OPERATORS[operator];
    if (apply !== undefined) return apply(operand, document);
    break;
  }
  throw new Error(`Unknown filter expression: ${JSON.stringify(expression)}`);
}

/** True if an expression holds for a document. Throws if its value is not Boolean, as Convex does. */
export function holds(expression: Json, document: JsonObject): boolean {
  const value = evaluate(expression, document);
  if (typeof value === "boolean") return value;
  throw new Error(`Cannot use value ${show(value)} (type ${kindName(value)}) as a Boolean`);
}

/** Compares two values in index order. Returns a negative number, zero or a positive number. */
export function compare(a: Json | undefined, b: Json | undefined): number {
  if (typeof a === "number" && typeof b === "number") return a < b ? -1 : a > b ? 1 : 0;
  if (typeof a === "string" && typeof b === "string" && a === b) return 0;
  return Buffer.compare(keyOf([a]), keyOf([b]));
}

type Operator = (operand: Json, document: JsonObject) => Json | undefined;

const OPERATORS: Record<string, Operator> = {
  $literal: defined,
  $field: (operand, document) => fieldOf(document, String(operand)),
  $eq: comparison((order) => order === 0),
  $neq: comparison((order) => order !== 0),
  $lt: comparison((order) => order < 0),
  $lte: comparison((order) => order <= 0),
  $gt: comparison((order) => order > 0),
  $gte: comparison((order) => order >= 0),
  $and: (operand, document) => (operand as Json[]).every((inner) => holds(inner, document)),
  $or: (operand, document) => (operand as Json[]).some((inner) => holds(inner, document)),
  $not: (operand, document) => !holds(operand, document),
  $neg: (operand, document) => negated(evaluate(operand, document)),
  $add: arithmetic("add", (a, b) => a + b, { integers: (a, b) => a + b }),
  $sub: arithmetic("subtract", (a, b) => a - b, { integers: (a, b) => a - b }),
  $mul: arithmetic("multiply", (a, b) => a * b, { integers: (a, b) => a * b }),
  $div: arithmetic("divide", (a, b) => a / b, { integers: (a, b) => a / b, divides: true }),
  $mod: arithmetic("mod", (a, b) => a % b, { integers: (a, b) => a % b, divides: true }),
};

function binary(calculate: (a: Json | undefined, b: Json | undefined) => Json): Operator {
  return (operand, document) => {
    const [a, b] = operand as [Json, Json];
    return calculate(evaluate(a, document), evaluate(b, document));
  };
}

function comparison(accept: (order: number) => boolean): Operator {
  return binary((a, b) => accept(compare(a, b)));
}

/** Calculates with two floats or two integers. `divides`: integers must not be divided by zero. */
function arithmetic(
  name: string,
  floats: (a: number, b: number) => number,
  { integers, divides = false }: { integers: (a: bigint, b: bigint) => bigint; divides?: boolean },
): Operator {
  return binary((a, b) => {
    const kinds = [a, b].map((value) => (value === undefined ? null : kindOf(value)));
    if (kinds.every((kind) => kind === "float64")) {
      return floatToJson(floats(floatOf(a as number | JsonObject), floatOf(b as number | JsonObject)));
    }
    if (!kinds.every((kind) => kind === "int64")) {
      const [left, right] = [a, b].map((value) => `${show(value)} (type ${kindName(value)})`);
      throw new Error(`Cannot ${name} ${left} and ${right}`);
    }
    const [left, right] = [integerOf(a as JsonObject), integerOf(b as JsonObject)];
    if (divides && right === 0n) throw new Error(`Cannot ${name} ${left} by zero`);
    return inRange(
      integers(left, right),
      divides && right === -1n && left === MIN_INT64,
      `${name} ${left} and ${right}`,
    );
  });
}

const MIN_INT64 = -(2n ** 63n);

function negated(value: Json | undefined): Json {
  const kind = value === undefined ? null : kindOf(value);
  if (kind === "float64") return floatToJson(-floatOf(value as number | JsonObject));
  if (kind === "int64") return inRange(-integerOf(value as JsonObject), false, `negate ${show(value)}`);
  throw new Error(`Cannot negate ${show(value)} (type ${kindName(value)})`);
}

/** Returns a 64-bit integer as JSON. Throws if it is out of range. `isOverflow`: the lowest integer was divided by -1. */
function inRange(result: bigint, isOverflow: boolean, calculation: string): Json {
  if (isOverflow || BigInt.asIntN(64, result) !== result) {
    throw new Error(`Cannot ${calculation}: the result is out of range for Int64`);
  }
  return integerToJson(result);
}
