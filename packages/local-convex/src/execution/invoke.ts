import { LIMITS } from "../database/limits";
import type { Json } from "../database/values";
import type { Check, IsIdOf } from "../database/validators";
import type { Transaction } from "../database/transaction";
import { frames, newFrame, type Frame, type Run } from "../modules/frame";
import type { LoadedFunction } from "../modules/loadedFunction";
import type { Project } from "../modules/project";
import { withResultSlot, type ResultSlot } from "../modules/quickCalls";
import { nameOf, partsOf } from "../paths.mjs";
import type { logEntry } from "./logEntry";

/** A function's component instance, and its path there. */
export interface Address {
  component: string;
  path: string;
}

/** A function's name in code: its path in the same component, a reference, or a handle. */
export interface AddressJson {
  name?: string;
  reference?: string;
  functionHandle?: string;
}

/** A function and its context. */
export interface Invocation {
  callee: LoadedFunction;
  component: string;
  run: Run;
  /** Null for an action. */
  transaction: Transaction | null;
  /** JSON text. */
  args: string;
}

/** Runs actions: the engine with its database, or the thread for large calls. */
export interface ActionHost {
  readonly project: Project;
  /** The newest commit time that this thread knows. */
  readonly ts: bigint;
  run(invocation: Invocation): Promise<string>;
  log(...finished: Parameters<typeof logEntry>): void;
}

/** Checks an id's table. If another thread has the database, `prefetch` first fetches the tables of all ids in a JSON text. */
export type IdCheck = IsIdOf & { prefetch?: (text: string) => Promise<void> };

const NODE_ARGUMENTS =
  'The arguments of an action of a "use node" module are too large (limit: 5 MiB). Make them smaller, or use an action of the default runtime, which takes 16 MiB.';

const TRANSACTION_TIMEOUT_MS = 5_000;
export const ACTION_TIMEOUT_MS = 600_000;

/** Runs a function. Rejects after its time limit. The main thread stops one that blocks the event loop, together with its worker. */
export function runLimited(
  { callee, component, run, transaction, args }: Invocation,
  isIdOf: IdCheck,
): Promise<string> {
  const frame = newFrame({ kind: callee.type, component, path: callee.path, run, transaction, depth: 0 });
  const limitMs = transaction === null ? ACTION_TIMEOUT_MS : TRANSACTION_TIMEOUT_MS;
  return withinTime(run, limitMs, invoke(frame, callee, args, isIdOf));
}

/** Resolves or rejects as `work` does. After `limitMs` milliseconds, aborts the run and rejects. */
export function withinTime<T>(run: Run, limitMs: number, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      run.aborted = true;
      reject(new Error(`Function execution timed out (maximum duration: ${limitMs / 1000}s)`));
    }, limitMs);
    const done = (value: T) => {
      clearTimeout(timer);
      resolve(value);
    };
    const failed = (error: unknown) => {
      clearTimeout(timer);
      reject(error as Error);
    };
    work.then(done, failed);
  });
}

/** Runs a function in its frame. Checks arguments and result, both JSON text. */
export async function invoke(frame: Frame, callee: LoadedFunction, args: string, isIdOf: IdCheck): Promise<string> {
  if (callee.isNode && args.length > LIMITS.nodeArgumentsSize) throw new Error(NODE_ARGUMENTS);
  if (args.length > LIMITS.argumentsSize)
    throw tooLarge("Arguments for", frame.path, args.length, LIMITS.argumentsSize);
  if (isIdOf.prefetch !== undefined && callee.checkArgs !== null) await isIdOf.prefetch(args);
  verify(callee.checkArgs, args, isIdOf, "ArgumentValidationError");
  const loading = callee.load();
  const registered = loading instanceof Promise ? await loading : loading;
  try {
    const slot: ResultSlot = { isIdOf, text: null };
    const returned = await frames.run(frame, () => {
      const argsList = `[${args}]`;
      if (callee.type === "mutation") return withResultSlot(slot, () => registered.invokeMutation(argsList));
      if (callee.type === "query") return withResultSlot(slot, () => registered.invokeQuery(argsList));
      return registered.invokeAction(frame.run.requestId, argsList);
    });
    const value = slot.text ?? returned;
    if (value.length > LIMITS.resultSize)
      throw tooLarge("Return value of", frame.path, value.length, LIMITS.resultSize);
    if (isIdOf.prefetch !== undefined && callee.checkReturns !== null) await isIdOf.prefetch(value);
    if (slot.text === null) verify(callee.checkReturns, value, isIdOf, "ReturnsValidationError");
    return value;
  } finally {
    frame.closed = true;
  }
}

/** Returns a function. `type`: of this type only. `publicOnly`: for clients only. Throws in Convex's words if there is none. */
export function findFunction(
  project: Project,
  address: Address,
  { type, publicOnly = false }: { type?: LoadedFunction["type"]; publicOnly?: boolean } = {},
): LoadedFunction {
  const callee = project.find(address.component, address.path);
  if (callee !== undefined && (callee.isPublic || !publicOnly)) {
    if (type === undefined || callee.type === type) return callee;
    const [requested, actual] = [type, callee.type].map((name) => name.charAt(0).toUpperCase() + name.slice(1));
    throw new Error(`Trying to execute ${callee.path} as ${requested}, but it is defined as ${actual}.`);
  }
  const kind = publicOnly ? "public function" : "function";
  throw new Error(
    `Could not find ${kind} for '${address.path}'${locationText(address)}. Did you forget to run \`npx convex dev\` or \`npx convex deploy\`?`,
  );
}

const CHILD_PREFIX = "_reference/childComponent/";
const FUNCTION_PREFIX = "_reference/function/";
const HANDLE_PREFIX = "function://";

export function resolve(project: Project, component: string, address: AddressJson): Address {
  if (address.name !== undefined) return { component, path: address.name };
  if (address.functionHandle !== undefined) return fromHandle(address.functionHandle);
  const reference = address.reference ?? "";
  if (reference.startsWith(FUNCTION_PREFIX)) return { component, path: reference.slice(FUNCTION_PREFIX.length) };
  if (!reference.startsWith(CHILD_PREFIX)) throw new Error(`${reference} is not a reference to a function.`);
  const [name, ...parts] = partsOf(reference.slice(CHILD_PREFIX.length));
  const child = project.instance(component)?.children[name!];
  if (child === undefined) throw new Error(`Child component "${name}" not found in component "${component}".`);
  const last = parts.pop() ?? "default";
  return { component: child, path: `${nameOf(...parts)}:${last}` };
}

/** Returns a handle, which names a function in every component. */
export function toHandle({ component, path }: Address): string {
  return `${HANDLE_PREFIX}${component};${path}`;
}

function fromHandle(handle: string): Address {
  const at = handle.indexOf(";");
  if (!handle.startsWith(HANDLE_PREFIX) || at < 0) throw new Error(`${handle} is not a function handle.`);
  return { component: handle.slice(HANDLE_PREFIX.length, at), path: handle.slice(at + 1) };
}

function verify(check: Check | null, text: string, isIdOf: IsIdOf, name: string): void {
  if (check === null) return;
  const problem = check(JSON.parse(text) as Json, isIdOf);
  if (problem !== null) throw Object.assign(new Error(problem), { name });
}

function locationText(address: Address): string {
  return address.component === "" ? "" : ` in component '${address.component}'`;
}

function tooLarge(subject: string, path: string, size: number, limit: number): Error {
  return new Error(`${subject} ${path} is too large (actual size: ${size} bytes, limit: ${limit} bytes)`);
}
