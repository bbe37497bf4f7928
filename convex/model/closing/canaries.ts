/**
 * Names, handles, addresses, phone numbers and photos of some members, drawn at random before everything is erased and searched for
 * after it, in every text of every row that stays. They are stored as keyed hashes only.
 */
import type { Infer } from "convex/values";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import type { canaryKind } from "../../validators/closing";
import { findAccount } from "../auth/accounts";
import { hashCanary } from "../auth/secrets";
import type { FILES } from "./rows";

type Kind = Infer<typeof canaryKind>;
/** Something that is picked: it must not be shorter than `SHORTEST`, since a shorter text is found by chance. */
type Candidate = { kind: Kind; text: string };
type Found = Infer<typeof import("../../validators/closing").foundCanary>;

/** How many of each kind: twenty in all. */
const EACH = 4;
const SHORTEST = 6;

/** Draws canaries among the rows of a table, of which `before` were seen before: each row is as likely as any other. */
export async function drawCanaries(
  ctx: MutationCtx,
  closing: Id<"closings">,
  table: string,
  rows: object[],
  before: number,
) {
  if (!(table in candidates)) return;
  const drawn = await canariesOf(ctx, closing);
  for (const [index, row] of rows.entries()) {
    const place = Math.floor(Math.random() * (before + index + 1));
    const at = before + index < EACH ? before + index : place;
    if (at >= EACH) continue;
    for (const { kind, text } of await candidates[table as keyof typeof candidates](ctx, row as never)) {
      const old = drawn.filter((canary) => canary.kind === kind);
      const sought = normalised(text);
      if (sought.length < SHORTEST) continue;
      const fields = {
        closing,
        kind,
        length: sought.length,
        mark: markOf(sought, 0, sought.length),
        hash: await hashCanary(sought),
      };
      const replaced = old.length < EACH ? undefined : old[at];
      if (replaced !== undefined) await ctx.db.delete("closingCanaries", replaced._id);
      const id = await ctx.db.insert("closingCanaries", fields);
      const stored = await ctx.db.get("closingCanaries", id);
      if (replaced !== undefined) drawn.splice(drawn.indexOf(replaced), 1);
      if (stored !== null) drawn.push(stored);
    }
  }
}

/** The canaries of a closing. */
export async function canariesOf(ctx: QueryCtx, closing: Id<"closings">): Promise<Doc<"closingCanaries">[]> {
  const drawn = ctx.db.query("closingCanaries").withIndex("by_closing", (q) => q.eq("closing", closing));
  return await drawn.take(100);
}

/** Searches all texts of rows. Answers what was found, and how many texts were searched. */
export async function searchRows(
  canaries: Doc<"closingCanaries">[],
  table: string,
  rows: object[],
): Promise<{ found: Found[]; texts: number }> {
  const texts = rows.flatMap((row) => textsIn(row)).map(normalised);
  const lengths = new Set(canaries.map(({ length }) => length));
  const found: Found[] = [];
  for (const text of texts) {
    for (const length of lengths) {
      for (let start = 0; start + length <= text.length; start++) {
        const mark = markOf(text, start, length);
        if (!canaries.some((canary) => canary.length === length && canary.mark === mark)) continue;
        const hash = await hashCanary(text.slice(start, start + length));
        for (const { kind } of canaries.filter((canary) => canary.hash === hash)) found.push({ kind, table });
      }
    }
  }
  return { found, texts: texts.length };
}

/** What of a row is a candidate. Somebody of the staff may have the same address for both, which stays. */
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

/** Eight bits of a piece of a text, which tell almost nothing of it: so not every piece of every text has to be hashed. */
function markOf(text: string, start: number, length: number): number {
  let mark = 0;
  for (let at = start; at < start + length; at++) mark = (Math.imul(mark, 31) + text.charCodeAt(at)) & 0xffff;
  return (mark ^ (mark >> 8)) & 0xff;
}
