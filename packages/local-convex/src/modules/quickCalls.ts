import type { IsIdOf } from "../database/validators";
import { refuseInvalidId } from "../database/documentRules";
import { valueOf } from "../database/documentCache";
import { currentFrame, inTransaction } from "./frame";
import type { LoadedFunction, Registered } from "./loadedFunction";
import { addFastWrites, type WriterMethods } from "./quickWrites";
import type { Writer } from "./resultText";

/** Gets a result's text, serialized and checked in one pass. Null: the library serializes it. */
export interface ResultSlot {
  isIdOf: IsIdOf;
  text: string | null;
}

/** A builder of the pushed copy of the Convex library, such as `queryGeneric`. */
type Builder = (definition: { handler: Handler }) => Registered;
type Handler = (ctx: Ctx, args: unknown) => unknown;

interface Ctx {
  db: WriterMethods & {
    get(...args: unknown[]): Promise<unknown>;
    normalizeId(table: unknown, id: unknown): unknown;
  };
  auth: { getUserIdentity(): Promise<unknown> };
}

/** The builders of a copy of the library, by name. */
export type Builders = Map<string, Builder>;

const BUILDER_NAMES = ["queryGeneric", "internalQueryGeneric", "mutationGeneric", "internalMutationGeneric"];

/** Returns the builders among a module's exports. */
export function buildersIn(exported: Record<string, unknown>): Builders {
  const functions = Object.values(exported).filter(
    (value) => typeof value === "function" && BUILDER_NAMES.includes(value.name),
  );
  return new Map((functions as Builder[]).map((builder) => [builder.name, builder]));
}

/**
 * Rebuilds a function with the same builder. Adds fast paths for frequent operations: reading a document by id, writing, reading the
 * identity, and serializing the result. Unusual arguments take the library's path. Returns the function unchanged if its builder is
 * unknown.
 */
export function withFastPaths(
  registered: Registered & { _handler?: Handler },
  { type, isPublic }: Pick<LoadedFunction, "type" | "isPublic">,
  builders: Builders,
  write: Writer | null,
): Registered {
  const handler = registered._handler;
  const builder = builders.get(
    isPublic ? `${type}Generic` : `internal${type === "query" ? "Query" : "Mutation"}Generic`,
  );
  if (handler === undefined || builder === undefined) return registered;
  return builder({
    handler: async (ctx, args) => {
      const slot = currentSlot;
      currentSlot = null;
      addFastReads(ctx);
      if (type === "mutation") addFastWrites(ctx.db);
      const result = await handler(ctx, args);
      if (slot === null || write === null) return result;
      slot.text = write(result, slot.isIdOf);
      return slot.text === null ? result : null;
    },
  });
}

/** Starts a function with a slot for its result's text. The library calls the handler synchronously, so a variable can pass the slot. */
export function withResultSlot(slot: ResultSlot, start: () => Promise<string>): Promise<string> {
  currentSlot = slot;
  try {
    return start();
  } finally {
    currentSlot = null;
  }
}

let currentSlot: ResultSlot | null = null;

/** Each call has its own context, so its methods can be replaced. */
function addFastReads({ db, auth }: Ctx): void {
  const { get, normalizeId } = db;
  db.get = async (...args) => {
    const [table, id] = args[1] === undefined ? [undefined, args[0]] : args;
    const frame = currentFrame();
    const isUsual = typeof id === "string" && (table === undefined || typeof table === "string");
    // During a nested call the library's path waits for its end.
    if (!isUsual || frame.busy !== null) return await get(...args);
    const transaction = inTransaction(frame);
    const document = transaction.document(frame.component, id, table);
    if (document !== null) return valueOf(document);
    refuseInvalidId(id, transaction.database);
    return null;
  };
  db.normalizeId = (table, id) => {
    if (typeof table !== "string" || typeof id !== "string" || table.startsWith("_")) return normalizeId(table, id);
    const frame = currentFrame();
    return inTransaction(frame).database.isIdOf(id, frame.component, table) ? id : null;
  };
  auth.getUserIdentity = () => {
    const { run, component } = currentFrame();
    run.identityUsed = true;
    // Components do not see the app's caller.
    return Promise.resolve(component === "" && run.identity !== null ? (JSON.parse(run.identity) as unknown) : null);
  };
}
