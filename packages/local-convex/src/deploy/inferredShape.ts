import { floatToJson, integerToJson, type Json, type JsonObject } from "../database/values";

/** The type of a table's values, as older exports of the real service state it in `generated_schema.jsonl`. */
export type Shape =
  | { kind: "unit"; name: string }
  | { kind: "object"; fields: Map<string, Shape> }
  | { kind: "array"; element: Shape }
  | { kind: "record"; value: Shape }
  | { kind: "union"; options: Shape[] };

/** A value's type where the shape is ambiguous: `infer`, `int64`, `float64inf`, `bytes`, or hints for its parts. */
export type Hint = Json;

const UNIT =
  /never|null|int64|float64|-inf|inf|-0|NaN|normalfloat64|boolean|field_name|string|bytes|unknown|id<\d+>|"(?:[^"\\]|\\.)*"/y;
const FIELD = /"((?:[^"\\]|\\.)*)"\??: /y;

/** Parses a shape, such as `{"_id": id<10001>, "n"?: int64 | string, "rest": array<bytes>}`. Throws for an invalid one. */
export function parseShape(text: string): Shape {
  const parser = new ShapeParser(text);
  const shape = parser.union();
  parser.end();
  return shape;
}

class ShapeParser {
  readonly #text: string;
  #position = 0;

  constructor(text: string) {
    this.#text = text;
  }

  union(): Shape {
    const options = [this.#option()];
    while (this.#take(" | ")) options.push(this.#option());
    return options.length === 1 ? options[0]! : { kind: "union", options };
  }

  end(): void {
    if (this.#position < this.#text.length) this.#fail();
  }

  #option(): Shape {
    if (this.#take("{")) return this.#object();
    if (this.#take("array<")) {
      const element = this.union();
      this.#expect(">");
      return { kind: "array", element };
    }
    if (this.#take("record<")) {
      this.union();
      this.#expect(", ");
      const value = this.union();
      this.#expect(">");
      return { kind: "record", value };
    }
    const unit = this.#match(UNIT)[0];
    return { kind: "unit", name: /^(?:id<|"|field_name)/.test(unit) ? "string" : unit };
  }

  #object(): Shape {
    const fields = new Map<string, Shape>();
    while (!this.#take("}")) {
      if (fields.size > 0) this.#expect(", ");
      const name = this.#match(FIELD)[1]!;
      fields.set(name, this.union());
    }
    return { kind: "object", fields };
  }

  #match(pattern: RegExp): RegExpExecArray {
    pattern.lastIndex = this.#position;
    const match = pattern.exec(this.#text);
    if (match === null) return this.#fail();
    this.#position += match[0].length;
    return match;
  }

  #take(text: string): boolean {
    const matches = this.#text.startsWith(text, this.#position);
    if (matches) this.#position += text.length;
    return matches;
  }

  #expect(text: string): void {
    if (!this.#take(text)) this.#fail();
  }

  #fail(): never {
    throw new Error(`unexpected token at '${this.#text.slice(this.#position, this.#position + 40)}'`);
  }
}

/** Restores an exported value by its table's shape and its document's hint. */
export function restored(value: Json, shapes: readonly Shape[], hint: Hint = "infer"): Json {
  if (typeof value === "string") return restoredText(value, shapes, hint);
  if (typeof value === "number") return floatToJson(value);
  if (value === null || typeof value === "boolean") return value;
  if (Array.isArray(value)) {
    const elements = partsOf(shapes, (shape) => (shape.kind === "array" ? shape.element : undefined));
    return value.map((item, at) => restored(item, elements, Array.isArray(hint) ? hint[at] : "infer"));
  }
  const hints = typeof hint === "object" && hint !== null && !Array.isArray(hint) ? hint : {};
  const entries = Object.entries(value).map(([field, member]) => {
    const parts = partsOf(shapes, (shape) => {
      if (shape.kind === "record") return shape.value;
      return shape.kind === "object" ? shape.fields.get(field) : undefined;
    });
    return [field, restored(member, parts, Object.hasOwn(hints, field) ? hints[field] : "infer")] as const;
  });
  return Object.fromEntries(entries);
}

function restoredText(text: string, shapes: readonly Shape[], hint: Hint): Json {
  const nan = typeof hint === "object" && hint !== null ? (hint as JsonObject)["$float64NaN"] : undefined;
  if (typeof nan === "string") return { $float: nan };
  const meaning = hint === "infer" ? onlyMeaning(shapes) : hint;
  if (meaning === "int64") return integerToJson(BigInt(text));
  if (meaning === "bytes") return { $bytes: text };
  if (meaning !== "float64inf") return text;
  if (text !== "Infinity" && text !== "-Infinity") throw new Error(`"${text}" is not a number.`);
  return floatToJson(Number(text));
}

/** The types that an exported string can stand for, by the name of a unit shape. */
const MEANINGS: Record<string, string[]> = {
  int64: ["int64"],
  "-inf": ["float64inf"],
  inf: ["float64inf"],
  NaN: ["nan", "float64inf"],
  float64: ["nan", "float64inf"],
  string: ["string"],
  bytes: ["bytes"],
  unknown: ["string", "float64inf", "nan", "int64", "bytes"],
};

/** Returns the only possible type of a string, or `string` if there are several. */
function onlyMeaning(shapes: readonly Shape[]): string {
  const units = shapes
    .flatMap(optionsOf)
    .flatMap((shape) => (shape.kind === "unit" ? (MEANINGS[shape.name] ?? []) : []));
  const [only, ...others] = new Set(units);
  return only === undefined || others.length > 0 ? "string" : only;
}

function partsOf(shapes: readonly Shape[], part: (shape: Shape) => Shape | undefined): Shape[] {
  return shapes.flatMap(optionsOf).flatMap((shape) => {
    const isOpen = shape.kind === "unit" && shape.name === "unknown";
    return isOpen ? [shape] : (part(shape) ?? []);
  });
}

function optionsOf(shape: Shape): Shape[] {
  return shape.kind === "union" ? shape.options : [shape];
}
