/**
 * Canaries: names, handles, addresses, phone numbers and photos of random members. They are drawn before everything is erased and searched
 * for afterwards, in every string of every remaining row. Stored as keyed hashes only.
 */
import type { Infer } from "convex/values";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import type { canaryKind } from "../../validators/closing";
import { findAccount } from "../auth/accounts";
import { hashed } from "../auth/secrets";
import type { FILES } from "./erasures";

type Kind = Infer<typeof canaryKind>;
/** A value that may be drawn. Strings shorter than `MIN_LENGTH` would match by chance. */
type Candidate = { kind: Kind; text: string };
type FoundCanary = Infer<typeof import("../../validators/closing").foundCanary>;

/** How many of each kind: twenty in all. */
const PER_KIND = 4;
const MIN_LENGTH = 6;

/** Draws canaries from the rows of a table, each row equally likely. `earlierRows`: how many rows earlier batches have seen. */
export async function drawCanaries(
  ctx: MutationCtx,
  closing: Id<"closings">,
  table: string,
  rows: object[],
  earlierRows: number,
) {
  if (!(table in candidates)) return;
  const drawn = await canariesOf(ctx, closing);
  for (const [index, row] of rows.entries()) {
    const randomSlot = Math.floor(Math.random() * (earlierRows + index + 1));
    const slot = earlierRows + index < PER_KIND ? earlierRows + index : randomSlot;
    if (slot >= PER_KIND) continue;
    for (const { kind, text } of await candidates[table as keyof typeof candidates](ctx, row as never)) {
      const sameKind = drawn.filter((canary) => canary.kind === kind);
      const value = normalised(text);
      if (value.length < MIN_LENGTH) continue;
      const fields = {
        closing,
        kind,
        length: value.length,
        mark: markOf(value, 0, value.length),
        hash: await hashed("canary", value),
      };
      const replaced = sameKind.length < PER_KIND ? undefined : sameKind[slot];
      if (replaced !== undefined) await ctx.db.delete("closingCanaries", replaced._id);
      const id = await ctx.db.insert("closingCanaries", fields);
      const stored = await ctx.db.get("closingCanaries", id);
      if (replaced !== undefined) drawn.splice(drawn.indexOf(replaced), 1);
      if (stored !== null) drawn.push(stored);
    }
  }
}

export async function canariesOf(ctx: QueryCtx, closing: Id<"closings">): Promise<Doc<"closingCanaries">[]> {
  const drawn = ctx.db.query("closingCanaries").withIndex("by_closing", (q) => q.eq("closing", closing));
  return await drawn.take(100);
}

/** Searches all strings of rows. Returns the matches and the number of strings searched. */
export async function searchRows(
  canaries: Doc<"closingCanaries">[],
  table: string,
  rows: object[],
): Promise<{ found: FoundCanary[]; texts: number }> {
  const texts = rows.flatMap((row) => textsIn(row)).map(normalised);
  const lengths = new Set(canaries.map(({ length }) => length));
  const found: FoundCanary[] = [];
  for (const text of texts) {
    for (const length of lengths) {
      for (let start = 0; start + length <= text.length; start++) {
        const mark = markOf(text, start, length);
        if (!canaries.some((canary) => canary.length === length && canary.mark === mark)) continue;
        const hash = await hashed("canary", text.slice(start, start + length));
        for (const { kind } of canaries.filter((canary) => canary.hash === hash)) found.push({ kind, table });
      }
    }
  }
  return { found, texts: texts.length };
}

/** The fields of a row that may be drawn. An address that a staff member also uses is not drawn, because it stays. */
const candidates = {
  users: async (ctx: QueryCtx, { kind, email }: Doc<"users">): Promise<Candidate[]> => {
    const isOfStaff = kind !== "user" || (await findAccount(ctx, "moderator", email)) !== null;
    return isOfStaff ? [] : [{ kind: "address", text: email }];
  },
  profiles: async (_: QueryCtx, { name, instagramHandle, phoneNumber }: Doc<"profiles">): Promise<Candidate[]> => [
    { kind: "name", text: name },
    { kind: "handle", text: instagramHandle },
    { kind: "phone", text: phoneNumber },
  ],
  ["_storage" satisfies typeof FILES]: async (_: QueryCtx, { sha256 }: { sha256: string }): Promise<Candidate[]> => [
    { kind: "photo", text: sha256 },
  ],
};

function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

function normalised(text: string): string {
  return text.normalize("NFKC").toLowerCase();
}

/** Returns eight bits of a piece of a string. They reveal almost nothing, and save hashing every piece of every string. */
function markOf(text: string, start: number, length: number): number {
  let mark = 0;
  for (let index = start; index < start + length; index++)
    mark = (Math.imul(mark, 31) + text.charCodeAt(index)) & 0xffff;
  return (mark ^ (mark >> 8)) & 0xff;
}
