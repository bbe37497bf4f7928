/** Time marks in the course of a call. All threads and processes share the machine's monotonic clock. */

/** A name and a time in microseconds. */
export type Mark = [name: string, at: number];

const marks: Mark[] = [];

function mark(name: string): void {
  marks.push([name, now()]);
}

/** Microseconds, the same in every thread of the machine. */
function now(): number {
  return Number(process.hrtime.bigint()) / 1_000;
}

/** Returns and clears this thread's marks. */
export function takeMarks(): Mark[] {
  return marks.splice(0);
}

type Method = (this: unknown, ...args: unknown[]) => unknown;

/** Marks `name>` and `name<` around each call of a method. A returned promise ends the call when it settles. */
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
