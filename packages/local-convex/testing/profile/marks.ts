/** Moments in the life of a call, of any thread and process: they share the machine's monotonic clock. */

/** A name, and microseconds. */
export type Mark = [name: string, at: number];

const marks: Mark[] = [];

function mark(name: string): void {
  marks.push([name, now()]);
}

/** Microseconds, the same in every thread of the machine. */
function now(): number {
  return Number(process.hrtime.bigint()) / 1_000;
}

/** Gives all marks of this thread since the last time. */
export function takeMarks(): Mark[] {
  return marks.splice(0);
}

type Method = (this: unknown, ...args: unknown[]) => unknown;

/** Marks `name>` and `name<` around each call of a method, until its promise settles if it gives one. */
export function markSpan(prototype: object, method: string, name: string): void {
  const original = Reflect.get(prototype, method) as Method;
  const end = () => mark(`${name}<`);
  Reflect.set(prototype, method, function (this: unknown, ...args: unknown[]) {
    mark(`${name}>`);
    const result = original.apply(this, args);
    if (result instanceof Promise) result.then(end, end);
    else end();
    return result;
  });
}
