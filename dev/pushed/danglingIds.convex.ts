/** Finds ids without a row and files without an owner. */
import type { GenericId, Validator } from "convex/values";
import type { Doc, TableNames } from "../../convex/_generated/dataModel";
import type { QueryCtx } from "../../convex/_generated/server";
import schema from "../../convex/schema";
import { namesOf } from "../../convex/shared/records";

/** Fields whose person may be deleted: decisions stay after their moderator or organiser is removed. */
const MAY_DANGLE = new Set([
  "rulings.moderator",
  "submissions.decidedBy",
  "orders.refund.by",
  "handGrants.by",
  "personViews.viewer",
]);

/**
 * Returns a sentence for each id without a row or file, and for each file without a row. Ignores files newer than `filesUntil` (ms since 1970).
 */
export async function danglingIds(ctx: QueryCtx, filesUntil: number): Promise<string[]> {
  const violations: string[] = [];
  for (const table of namesOf(schema.tables)) {
    const { validator } = schema.tables[table] as { validator: Shape };
    for (const row of (await ctx.db.query(table).collect()) as Doc<TableNames>[]) {
      for (const { path, id, tables } of idsIn(validator, row, table)) {
        if (!MAY_DANGLE.has(path) && !(await exists(ctx, tables, id)))
          violations.push(`${path} of ${row._id} names no row`);
      }
    }
  }
  const photos = await ctx.db.query("photos").collect();
  const owned = new Set(
    photos
      .flatMap(({ storageId, files }) => [{ storageId }, ...Object.values(files ?? {})])
      .map(({ storageId }) => storageId),
  );
  for (const file of await ctx.db.system.query("_storage").collect()) {
    if (!owned.has(file._id) && file._creationTime < filesUntil) violations.push(`the file ${file._id} has no owner`);
  }
  return violations;
}

interface Reference {
  path: string;
  id: string;
  /** The tables that it may belong to. */
  tables: string[];
}
type Shape = Validator<unknown, "required" | "optional", string>;

function idsIn(shape: Shape, value: unknown, path: string): Reference[] {
  if (value === undefined || value === null) return [];
  if (shape.kind === "id") return [{ path, id: value as string, tables: [shape.tableName] }];
  if (shape.kind === "object") {
    return Object.entries(shape.fields as Record<string, Shape>).flatMap(([name, field]) =>
      idsIn(field, (value as Record<string, unknown>)[name], `${path}.${name}`),
    );
  }
  if (shape.kind === "array")
    return (value as unknown[]).flatMap((element) => idsIn(shape.element as Shape, element, path));
  if (shape.kind !== "union") return [];
  const members = (shape.members as Shape[]).filter((member) => fits(member, value));
  const tables = members.flatMap((member) => (member.kind === "id" ? [member.tableName] : []));
  return tables.length > 0
    ? [{ path, id: value as string, tables }]
    : members.slice(0, 1).flatMap((member) => idsIn(member, value, path));
}

/** True if a value may be of this member of a union. Distinguishes objects by their literals. Does not distinguish ids. */
function fits(shape: Shape, value: unknown): boolean {
  if (shape.kind === "literal") return shape.value === value;
  if (shape.kind === "id" || shape.kind === "string") return typeof value === "string";
  if (shape.kind !== "object") return false;
  if (typeof value !== "object") return false;
  return Object.entries(shape.fields as Record<string, Shape>).every(([name, field]) => {
    const part = (value as Record<string, unknown>)[name];
    return field.kind !== "literal" || field.value === part;
  });
}

async function exists(ctx: QueryCtx, tables: string[], id: string): Promise<boolean> {
  for (const table of tables) {
    if (table === "_storage") return (await ctx.db.system.get("_storage", id as GenericId<"_storage">)) !== null;
    const normalizedId = ctx.db.normalizeId(table as TableNames, id);
    if (normalizedId !== null && (await ctx.db.get(table as TableNames, normalizedId)) !== null) return true;
  }
  return false;
}
