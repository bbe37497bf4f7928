/**
 * Reads the people of one tier who fit a viewer, in order of position. Their entries are in a few parts of an index. There are entries for
 * viewers of any age and for the viewer's own age. Both are split by the age groups the viewer wants to meet. The parts are merged a few
 * rows at a time, so people who do not fit are never read.
 */
import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { agesOf, ANY_AGE, groupsIn, type AgeGroup } from "./ages";
import { audienceOf, type Range } from "./partitions";

export type DeckEntry = Doc<"deckEntries">;
type Profile = Doc<"profiles">;
/** Part of an index: where it continues, its rows read but not yet returned, and whether it has ended. */
type Part = { viewerAge: number; group: AgeGroup | null; from: number; rows: DeckEntry[]; done: boolean };

export class DeckReader {
  #parts: Part[];

  constructor(
    private me: Profile,
    private range: Range,
  ) {
    const groups = groupsIn(agesOf(me)) ?? [null];
    const part = { from: range.from, rows: [], done: range.from >= range.to };
    this.#parts = [ANY_AGE, me.age].flatMap((viewerAge) =>
      groups.map((group) => ({ ...part, rows: [], viewerAge, group })),
    );
  }

  /** How many parts must be read before the next person is known. */
  get partsToRead(): number {
    return this.#parts.filter(needsRead).length;
  }

  /** How many parts may still contain people. */
  get partsLeft(): number {
    return this.#parts.filter(({ rows, done }) => rows.length > 0 || !done).length;
  }

  /** True once everybody was returned. */
  get done(): boolean {
    return this.#parts.every(({ rows, done }) => done && rows.length === 0);
  }

  /** Reads up to `limit` rows of each part that has none left. Returns the rows. */
  async read(ctx: QueryCtx, limit: number): Promise<DeckEntry[]> {
    const read = async (part: Part): Promise<DeckEntry[]> => {
      const rows = await rowsOf(ctx, this.me, { ...this.range, from: part.from }, part, limit);
      const last = rows.at(-1);
      part.done = rows.length < limit;
      if (last !== undefined) part.from = last.position + 1;
      part.rows = rows;
      return rows;
    };
    return (await Promise.all(this.#parts.filter(needsRead).map(read))).flat();
  }

  /** Returns the next person. Null if a part must be read first, or nobody is left. */
  next(): DeckEntry | null {
    if (this.#parts.some(needsRead)) return null;
    const first = (part: Part) => part.rows[0]?.position ?? Infinity;
    const [part] = this.#parts.toSorted((one, other) => first(one) - first(other));
    return part?.rows.shift() ?? null;
  }
}

function needsRead({ rows, done }: Part): boolean {
  return rows.length === 0 && !done;
}

async function rowsOf(ctx: QueryCtx, me: Profile, range: Range, part: Part, limit: number): Promise<DeckEntry[]> {
  const { tier, from, to } = range;
  const audience = audienceOf(me);
  const { viewerAge, group } = part;
  const entries = ctx.db.query("deckEntries");
  if (group === null) {
    const forAnyAge = entries.withIndex("by_position", (q) =>
      q.eq("audience", audience).eq("tier", tier).eq("viewerAge", viewerAge).gte("position", from).lt("position", to),
    );
    return await forAnyAge.take(limit);
  }
  const { field, value } = group;
  const index = ({ age: "by_age", ages2: "by_ages2", ages4: "by_ages4" } as const)[field];
  const inGroup = entries.withIndex(index as "by_age", (q) =>
    q
      .eq("audience", audience)
      .eq("tier", tier)
      .eq("viewerAge", viewerAge)
      // The three indexes differ only in this field.
      .eq(field as "age", value)
      .gte("position", from)
      .lt("position", to),
  );
  return await inGroup.take(limit);
}
