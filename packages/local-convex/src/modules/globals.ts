import { inspect } from "node:util";
import { deterministicFrame, frames, type Frame } from "./frame";

/** The machine's clock. Queries and mutations see a frozen one. */
export const realNow = Date.now.bind(Date);

export type EnvironmentOf = (component: string) => Record<string, string>;

/**
 * Replaces this thread's globals. Queries and mutations get a frozen clock and seeded random numbers, and no network or timers. All
 * functions get the deployment's `process.env`, and `console` writes to their log.
 */
export function installGlobals(convex: object, environmentOf: EnvironmentOf): void {
  const target = globalThis as unknown as Record<string, unknown>;
  target["Convex"] = convex;
  target["self"] = globalThis;
  target["Date"] = frozenDate();
  target["console"] = capturingConsole(globalThis.console);
  Math.random = random;
  for (const name of ACTION_ONLY) target[name] = actionOnly(name, target[name] as Callable);
  const { generateKey } = SubtleCrypto.prototype;
  Object.assign(SubtleCrypto.prototype, {
    generateKey: actionOnly("crypto.subtle.generateKey", generateKey as Callable),
  });
  target["process"] = Object.create(process, {
    env: { get: () => environmentOf(frames.getStore()?.component ?? importing.component), enumerable: true },
  }) as unknown;
  for (const [name, value] of Object.entries(ASYNC_HOOKS)) target[name] ??= value;
}

/** The component whose modules are being imported. They may read variables before any function runs. */
export const importing = { component: "" };

type Callable = (...args: unknown[]) => unknown;

const ASYNC_HOOKS = { AsyncLocalStorage: frames.constructor };
const ACTION_ONLY = ["fetch", "setTimeout", "setInterval", "setImmediate"];
const LEVELS: Record<string, string> = {
  log: "LOG",
  debug: "DEBUG",
  info: "INFO",
  warn: "WARN",
  error: "ERROR",
  trace: "TRACE",
};
const MAX_LOG_LINES = 256;
const MAX_LINE_LENGTH = 32_768;

function actionOnly(name: string, original: Callable): Callable {
  return function (this: unknown, ...args: unknown[]) {
    if (deterministicFrame() !== null)
      throw new Error(
        `Can't use ${name}() in queries and mutations. Please consider using an action. See https://docs.convex.dev/functions/actions for more details.`,
      );
    return original.apply(this === globalThis ? undefined : this, args);
  };
}

function frozenDate(): DateConstructor {
  const now = () => deterministicFrame()?.run.now ?? realNow();
  const Real = Date;
  // A manual subclass: `Date()` without `new` returns a string, and instances are real dates.
  function FrozenDate(this: unknown, ...args: unknown[]): unknown {
    if (new.target === undefined) return new Real(now()).toString();
    const values = args.length === 0 ? [now()] : args;
    return Reflect.construct(Real, values, new.target === FrozenDate ? Real : new.target);
  }
  FrozenDate.prototype = Real.prototype;
  Object.assign(FrozenDate, { now, parse: Real.parse, UTC: Real.UTC });
  return FrozenDate as unknown as DateConstructor;
}

const realRandom = Math.random.bind(Math);

/** Mulberry32 with the run's seed. */
function random(): number {
  const run = deterministicFrame()?.run;
  if (run === undefined) return realRandom();
  run.seed = (run.seed + 0x6d2b79f5) | 0;
  let t = Math.imul(run.seed ^ (run.seed >>> 15), 1 | run.seed);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
}

function capturingConsole(real: Console): Console {
  const capturing = Object.create(real) as Record<string, unknown>;
  for (const [method, level] of Object.entries(LEVELS)) {
    capturing[method] = (...values: unknown[]) => {
      const frame = frames.getStore();
      if (frame === undefined) real.error(...values);
      else log(frame, level, values);
    };
  }
  const timers = new Map<string, number>();
  capturing["time"] = (label = "default") => void timers.set(String(label), realNow());
  capturing["timeEnd"] = (label = "default") => {
    const startedAt = timers.get(String(label)) ?? realNow();
    (capturing["log"] as Callable)(`${String(label)}: ${realNow() - startedAt}ms`);
  };
  return capturing as unknown as Console;
}

function log(frame: Frame, level: string, values: unknown[]): void {
  const inspected = values.map((value) => inspect(value, { depth: 5, breakLength: Infinity }));
  addLogLine(frame, level, inspected.join(" "));
}

/** Adds a line to a function's log, up to a maximum number of lines. */
export function addLogLine(frame: Frame, level: string, text: string): void {
  const { logLines } = frame.run;
  if (logLines.length > MAX_LOG_LINES) return;
  if (logLines.length === MAX_LOG_LINES) {
    logLines.push(`[ERROR] 'Log overflow (maximum ${MAX_LOG_LINES}). Remaining log lines omitted.'`);
    return;
  }
  logLines.push(`[${level}] ${text.length > MAX_LINE_LENGTH ? `${text.slice(0, MAX_LINE_LENGTH)} (truncated)` : text}`);
}
