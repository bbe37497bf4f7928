import type { IsIdOf } from "../database/validators";
import { valueOf } from "../database/documentValue";
import { currentFrame, inTransaction } from "./frame";
import type { LoadedFunction, Registered } from "./loadedFunction";
import { shortenWrites, type WriterMethods } from "./quickWrites";
import type { Writer } from "./resultText";

/** Where the text of a result is left that was made, and checked, by the short way. */
export interface Held {
  isIdOf: IsIdOf;
  text: string | null;
}

/** A builder of the pushed copy of the Convex library, such as `queryGeneric`. */
export type Builder = (definition: { handler: Handler }) => Registered;
type Handler = (ctx: Ctx, args: unknown) => unknown;

interface Ctx {
  db: WriterMethods & {
    get(...args: unknown[]): Promise<unknown>;
    normalizeId(table: unknown, id: unknown): unknown;
  };
  auth: { getUserIdentity(): Promise<unknown> };
}

/** The builders of one copy, by the names that the library gives them. */
export type Builders = Map<string, Builder>;

const NAMES = ["queryGeneric", "internalQueryGeneric", "mutationGeneric", "internalMutationGeneric"];

/** The builders among what a module exports. */
export function buildersIn(exported: Record<string, unknown>): Builders {
  const found = Object.values(exported).filter((value) => typeof value === "function" && NAMES.includes(value.name));
  return new Map((found as Builder[]).map((builder) => [builder.name, builder]));
}

/**
 * The same function, made again by the same builder, with shorter ways for what it does most: reading a document by id, writing,
 * asking who asks, and turning its result into text. Whatever is unusual takes the library's way, and so does all when
 * the builder is not there.
 */
export function shortened(
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
      const held = holding;
      holding = null;
      shortenReads(ctx);
      if (type === "mutation") shortenWrites(ctx.db);
      const result = await handler(ctx, args);
      if (held === null || write === null) return result;
      held.text = write(result, held.isIdOf);
      return held.text === null ? result : null;
    },
  });
}

/** Starts a function that may leave its result's text. The library calls handlers before it first waits. */
export function holdingFor(held: Held, start: () => Promise<string>): Promise<string> {
  holding = held;
  try {
    return start();
  } finally {
    holding = null;
  }
}

let holding: Held | null = null;

/** A context is made for each call, so its methods may be changed. */
function shortenReads({ db, auth }: Ctx): void {
  const { get, normalizeId } = db;
  db.get = async (...args) => {
    const [table, id] = args[1] === undefined ? [undefined, args[0]] : args;
    const frame = currentFrame();
    const isUsual = typeof id === "string" && (table === undefined || typeof table === "string");
    // Behind a nested call everything waits for its turn.
    if (!isUsual || frame.busy !== null) return await get(...args);
    const document = inTransaction(frame).document(frame.component, id, table);
    return document === null ? null : valueOf(document);
  };
  db.normalizeId = (table, id) => {
    if (typeof table !== "string" || typeof id !== "string" || table.startsWith("_")) return normalizeId(table, id);
    const frame = currentFrame();
    return inTransaction(frame).database.isIdOf(id, frame.component, table) ? id : null;
  };
  auth.getUserIdentity = () => {
    const { run, component } = currentFrame();
    run.identityUsed = true;
    // A component is not told who calls the app.
    return Promise.resolve(component === "" && run.identity !== null ? (JSON.parse(run.identity) as unknown) : null);
  };
}
