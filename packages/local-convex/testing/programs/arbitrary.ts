import type { Value } from "convex/values";
import fc from "fast-check";
import { indexesOf } from "./schema";
import type { Bound, Call, Expression, Nested, Page, Program, Query, Read, Step, Write } from "./language";

// Few values, so that they often collide: each type and its edge cases.

const bytes = (...of: number[]): Value => Uint8Array.from(of).buffer;
const scalar: fc.Arbitrary<Value> = fc.oneof(
  fc.constantFrom<Value>(null, true, false),
  fc.constantFrom<Value>(0, -0, 0, -0, 1, 2, -1, 1.5, NaN, Infinity, -Infinity, 5e-324, 1e300),
  fc.constantFrom<Value>(0n, 1n, -1n, 127n, 128n, -128n, -129n, 2n ** 31n, 2n ** 63n - 1n, -(2n ** 63n)),
  fc.constantFrom<Value>("", "a", "b", "ab", "\0", "a\0", "\u0001", "é", "\uffff", "\u{1f600}", "_x"),
  fc.constantFrom<Value>(bytes(), bytes(0), bytes(1), bytes(0, 255), bytes(255)),
);
const reference = fc.nat(7).map((at) => `#${at}`);
const { value } = fc.letrec<{ value: Value }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    { weight: 8, arbitrary: scalar },
    { weight: 1, arbitrary: fc.array(tie("value"), { maxLength: 3 }) },
    {
      weight: 1,
      arbitrary: fc.dictionary(fc.constantFrom("d", "a", "", "with space", "_in"), tie("value"), { maxKeys: 3 }),
    },
  ),
}));
const unusable: fc.Arbitrary<Value> = fc.constantFrom<Value>(
  "\ud800",
  Array.from({ length: 17 }).reduce<Value>((inner) => [inner], 1),
);

const some = { requiredKeys: [] as [] };
const anything = fc.record(
  { ref: reference, a: value, b: value, c: fc.oneof(value, fc.record({ d: value }, some)) },
  some,
);
const fits = fc.record(
  {
    a: fc.constantFrom<Value>(0, -0, 1, NaN, "a", "b", null),
    b: fc.constantFrom<Value>([], [1n], [1n, -1n]),
    c: fc.constantFrom<Value>({ d: true }, { d: false }),
    next: reference,
  },
  { requiredKeys: ["a"] },
);
const documentOf = (table: string): fc.Arbitrary<Value> =>
  fc.oneof(
    { weight: 12, arbitrary: (table === "strict" ? fits : anything) as fc.Arbitrary<Value> },
    { weight: 3, arbitrary: anything as fc.Arbitrary<Value> },
    // One fault at a time: the order of several faults is not compared.
    {
      weight: 1,
      arbitrary: fc.oneof(
        unusable.map((a) => ({ a })),
        value.map((_b) => ({ _b })),
      ) as fc.Arbitrary<Value>,
    },
  );

const table = fc.constantFrom("free", "free", "strict", "wild");
const rarely = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { freq: 4, nil: undefined });
const id = fc.oneof({ weight: 20, arbitrary: reference }, { weight: 1, arbitrary: fc.constantFrom("", "no id") });

const insert = table.chain((of) =>
  fc.record({ do: fc.constant("insert" as const), table: fc.constant(of), value: documentOf(of) }),
);
const write: fc.Arbitrary<Write> = table.chain((of) =>
  fc.oneof<fc.MaybeWeightedArbitrary<Write>[]>(
    { weight: 4, arbitrary: insert },
    {
      weight: 2,
      arbitrary: fc.record({ do: fc.constant("replace"), id, table: rarely(table), value: documentOf(of) }),
    },
    {
      weight: 2,
      arbitrary: fc
        .record({
          do: fc.constant("patch"),
          id,
          table: rarely(table),
          value: documentOf(of),
          unset: rarely(fc.subarray(["a", "b", "c", "_id", "_creationTime"])),
        })
        .map((patch) => ({
          ...patch,
          unset: patch.unset?.filter((name) => !Object.hasOwn(patch.value as object, name)),
        })),
    },
    { weight: 1, arbitrary: fc.record({ do: fc.constant("delete"), id, table: rarely(table) }) },
  ),
);

const field = fc.constantFrom("a", "b", "c", "c.d", "_creationTime", "none");
const literal = fc.oneof(
  value,
  fc.nat(7).map((at): Value => `@${at}`),
  fc.constant(undefined),
);
const operand: fc.Arbitrary<Expression> = fc.oneof(
  field.map((name) => ({ field: name })),
  literal.map((of) => ({ literal: of === undefined ? {} : { value: of } })),
);
const { filter } = fc.letrec<{ filter: Expression }>((tie) => ({
  filter: fc.oneof(
    { maxDepth: 2, withCrossShrink: true },
    {
      weight: 8,
      arbitrary: fc.record({
        op: fc.constantFrom("eq", "neq", "lt", "lte", "gt", "gte"),
        of: fc.tuple(operand, operand) as fc.Arbitrary<Expression[]>,
      }),
    },
    { weight: 1, arbitrary: operand },
    {
      weight: 2,
      arbitrary: fc.record({ op: fc.constantFrom("and", "or"), of: fc.array(tie("filter"), { maxLength: 3 }) }),
    },
    { weight: 1, arbitrary: tie("filter").map((of): Expression => ({ op: "not", of: [of] })) },
    {
      weight: 2,
      arbitrary: fc
        .tuple(fc.constantFrom("add", "sub", "mul", "div", "mod"), operand, operand, operand)
        .map(([op, a, b, c]): Expression => ({ op: "eq", of: [{ op, of: [a, b] }, c] })),
    },
    { weight: 1, arbitrary: operand.map((of): Expression => ({ op: "gt", of: [{ op: "neg", of: [of] }, of] })) },
  ),
})) as { filter: fc.Arbitrary<Expression> };

const bound = (of: string): fc.Arbitrary<Value | undefined> =>
  of === "_creationTime" ? fc.nat(7).map((at): Value => `@${at}`) : fc.option(value, { freq: 6, nil: undefined });
const boundOf = (op: Bound["op"], of: string): fc.Arbitrary<Bound> =>
  bound(of).map((to) => (to === undefined ? { op, field: of } : { op, field: of, value: to }));

/** Equalities on the first fields, then bounds on the next one. Sometimes in a wrong order. */
const rangeOf = (table: string, index: string): fc.Arbitrary<Bound[]> => {
  const fields = (indexesOf(table)[index] ?? indexesOf("free")[index]!).slice(0, -1);
  const usual = fc
    .tuple(fc.nat(fields.length), rarely(fc.constantFrom("gt", "gte")), rarely(fc.constantFrom("lt", "lte")))
    .chain(([equal, low, high]) => {
      const bounds = [low, high].filter((op) => op !== undefined && equal < fields.length) as Bound["op"][];
      return fc.tuple(
        ...fields.slice(0, equal).map((name) => boundOf("eq", name)),
        ...bounds.map((op) => boundOf(op, fields[equal]!)),
      );
    });
  const odd = fc.array(
    fc.tuple(fc.constantFrom("eq", "gt", "lt"), field).chain(([op, of]) => boundOf(op, of)),
    { maxLength: 3 },
  );
  return fc.oneof({ weight: 9, arbitrary: usual }, { weight: 1, arbitrary: odd });
};

const query: fc.Arbitrary<Query> = table.chain((of) => {
  const names = of === "wild" ? [undefined] : [undefined, "by_creation_time", "by_a", "by_a", "by_a_b", "by_inner"];
  const where = fc
    .constantFrom(...names)
    .chain((index) =>
      index === undefined ? fc.constant({}) : fc.record({ index: fc.constant(index), range: rangeOf(of, index) }),
    );
  const order = fc.constantFrom(undefined, "asc" as const, "desc" as const);
  const filters = rarely(fc.array(filter, { minLength: 1, maxLength: 2 }));
  return fc.tuple(where, order, filters).map(([at, to, through]): Query => ({
    table: of,
    ...at,
    ...(to && { order: to }),
    ...(through && { filters: through }),
  }));
});

const read: fc.Arbitrary<Read> = fc.oneof(
  { weight: 2, arbitrary: fc.record({ do: fc.constant("get"), id, table: rarely(table) }) as fc.Arbitrary<Read> },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("normalizeId"), id, table }) as fc.Arbitrary<Read> },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("count"), table }) as fc.Arbitrary<Read> },
  {
    weight: 6,
    arbitrary: fc
      .tuple(query, fc.constantFrom("collect", "first", "unique", "take"), fc.nat(3))
      .map(([of, end, n]): Read => ({ do: "find", end, n, ...of })),
  },
);

const fail = fc.record({ do: fc.constant("fail" as const), data: fc.boolean() });

/** The steps of a function. Nested calls are functions too. `pages` are the same in all calls of a program. */
const steps = (kind: Call["kind"], pages: fc.Arbitrary<Step>, depth: number): fc.Arbitrary<Step[]> => {
  const nested = (fc.constantFrom<Call["kind"]>("query", kind) as fc.Arbitrary<Call["kind"]>).chain((of) =>
    fc.record({
      do: fc.constant("call"),
      kind: fc.constant(of),
      stale: fc.constantFrom(undefined, kind === "mutation" && of === "query" ? true : undefined),
      // One in three fails at its end.
      steps: fc
        .tuple(steps(of, pages, depth - 1), fc.nat(2), fail)
        .map(([inner, at, last]) => (at === 0 ? [...inner, last] : inner)),
    }),
  ) as fc.Arbitrary<Nested>;
  const step = fc.oneof<fc.MaybeWeightedArbitrary<Step>[]>(
    { weight: 6, arbitrary: kind === "mutation" ? write : read },
    { weight: 3, arbitrary: read },
    { weight: 1, arbitrary: pages },
    { weight: depth > 0 ? 2 : 0, arbitrary: depth > 0 ? nested : read },
    { weight: 1, arbitrary: fail },
  );
  const caught = fc.tuple(step, fc.nat(3)).map(([one, at]) => (at === 0 ? one : { ...one, caught: true }));
  return fc.array(caught, { minLength: 1, maxLength: depth > 0 ? 6 : 3 });
};

/** Pages of one query: the next one, or all up to the current end. */
const pagesOf = (of: Query, inQuery: boolean): fc.Arbitrary<Step> =>
  fc.oneof(
    {
      weight: 3,
      arbitrary: fc
        .tuple(fc.nat(4), inQuery ? rarely(fc.nat(4)) : fc.constant(undefined))
        .map(([numItems, maximumRowsRead]): Page => ({ do: "page", slot: "next", numItems, maximumRowsRead, ...of })),
    },
    { weight: 1, arbitrary: fc.constant<Page>({ do: "page", slot: "again", endSlot: "next", numItems: 2, ...of }) },
  );

/** All documents, in each order. */
const everything: Call = {
  kind: "query",
  steps: ["free", "strict", "wild"].flatMap((of) =>
    [undefined, "by_a", "by_a_b", "by_inner"]
      .filter((index) => index === undefined || (of !== "wild" && index in indexesOf(of)))
      .map((index): Step => ({ do: "find", end: "collect", table: of, ...(index && { index }) })),
  ),
};

/** Inserts documents, makes calls of all kinds, and reads everything. */
export const program: fc.Arbitrary<Program> = query.chain((paged) => {
  const call = fc
    .constantFrom<Call["kind"]>("mutation", "mutation", "query")
    .chain((kind) => steps(kind, pagesOf(paged, kind === "query"), 2).map((of): Call => ({ kind, steps: of })));
  const fill = fc
    .array(insert, { minLength: 3, maxLength: 8 })
    .map((of): Call => ({ kind: "mutation", steps: of.map((one) => ({ ...one, caught: true })) }));
  return fc
    .tuple(fill, fc.array(call, { minLength: 2, maxLength: 5 }))
    .map(([first, rest]) => [first, ...rest, everything]);
});
