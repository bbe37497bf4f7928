import { keyOf } from "./keys";
import { fieldOf, floatOf, floatToJson, integerOf, integerToJson, kindOf, type Json, type JsonObject } from "./values";

/** The value of a `.filter(…)` expression for one document. Undefined is a missing field. */
export function evaluate(expression: Json, document: JsonObject): Json | undefined {
  if (expression === null || typeof expression !== "object" || Array.isArray(expression)) return expression;
  for (const operator in expression) {
    const operand = expression[operator]!;
    const known = OPERATORS[operator];
    if (known !== undefined) return known(operand, document);
    break;
  }
  throw new Error(`Unknown filter expression: ${JSON.stringify(expression)}`);
}

/** Whether an expression holds for a document. */
export function holds(expression: Json, document: JsonObject): boolean {
  return evaluate(expression, document) === true;
}

/** Order of two values as indexes have it: negative, zero or positive. */
export function compare(a: Json | undefined, b: Json | undefined): number {
  if (typeof a === "number" && typeof b === "number") return a < b ? -1 : a > b ? 1 : 0;
  if (typeof a === "string" && typeof b === "string" && a === b) return 0;
  return Buffer.compare(keyOf([a]), keyOf([b]));
}

type Operator = (operand: Json, document: JsonObject) => Json | undefined;

const OPERATORS: Record<string, Operator> = {
  $literal: (operand) => (isUndefined(operand) ? undefined : operand),
  $field: (operand, document) => fieldOf(document, String(operand)),
  $eq: comparison((order) => order === 0),
  $neq: comparison((order) => order !== 0),
  $lt: comparison((order) => order < 0),
  $lte: comparison((order) => order <= 0),
  $gt: comparison((order) => order > 0),
  $gte: comparison((order) => order >= 0),
  $and: (operand, document) => (operand as Json[]).every((each) => holds(each, document)),
  $or: (operand, document) => (operand as Json[]).some((each) => holds(each, document)),
  $not: (operand, document) => !holds(operand, document),
  $neg: (operand, document) => {
    const value = evaluate(operand, document);
    return arithmetic(
      (_, b) => -b,
      (_, b) => -b,
    )(value, value);
  },
  $add: binary(
    arithmetic(
      (a, b) => a + b,
      (a, b) => a + b,
    ),
  ),
  $sub: binary(
    arithmetic(
      (a, b) => a - b,
      (a, b) => a - b,
    ),
  ),
  $mul: binary(
    arithmetic(
      (a, b) => a * b,
      (a, b) => a * b,
    ),
  ),
  $div: binary(
    arithmetic(
      (a, b) => a / b,
      (a, b) => a / b,
    ),
  ),
  $mod: binary(
    arithmetic(
      (a, b) => a % b,
      (a, b) => a % b,
    ),
  ),
};

type Calculation = (a: Json | undefined, b: Json | undefined) => Json;

function binary(calculate: Calculation): Operator {
  return (operand, document) => {
    const [a, b] = operand as [Json, Json];
    return calculate(evaluate(a, document), evaluate(b, document));
  };
}

function comparison(accept: (order: number) => boolean): Operator {
  return binary((a, b) => accept(compare(a, b)));
}

function arithmetic(floats: (a: number, b: number) => number, integers: (a: bigint, b: bigint) => bigint): Calculation {
  return (a, b) => {
    const kinds = [a, b].map((value) => (value === undefined ? "undefined" : kindOf(value)));
    if (kinds.every((kind) => kind === "float64")) {
      return floatToJson(floats(floatOf(a as number), floatOf(b as number)));
    }
    if (kinds.every((kind) => kind === "int64")) {
      return integerToJson(integers(integerOf(a as JsonObject), integerOf(b as JsonObject)));
    }
    throw new Error(`Filter arithmetic needs two numbers of one type, got ${kinds.join(" and ")}.`);
  };
}

function isUndefined(value: Json): boolean {
  return value !== null && typeof value === "object" && Object.hasOwn(value, "$undefined");
}
