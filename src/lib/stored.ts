import { ifAllowed } from "./ifAllowed";

/** A check of a stored value. It may be damaged, or stored by another build. */
export type Check<T> = (value: unknown) => value is T;

/** A check for each field. Optional fields are checked if they are there. */
export type Shape<T> = { [Field in keyof T]-?: Check<Exclude<T[Field], undefined>> };

/** Returns a value from a browser's storage, unchecked. Null if there is none, or if it cannot be read. */
export function readStored(storage: () => Pick<Storage, "getItem">, key: string): unknown {
  return ifAllowed(() => JSON.parse(storage().getItem(key) ?? "null") as unknown) ?? null;
}

/** Returns the fields of a value that pass their checks. */
export function usableFields<T extends object>(value: unknown, shape: Shape<T>): Partial<T> {
  const checks = Object.entries(shape) as [string, Check<unknown>][];
  const usable = isObject(value) ? checks.filter(([name, check]) => check(value[name])) : [];
  return Object.fromEntries(usable.map(([name]) => [name, (value as Record<string, unknown>)[name]])) as Partial<T>;
}

/** Returns a check of an object: all these fields must be there and pass. */
export function isShaped<T extends object>(shape: Shape<Required<T>>): Check<T> {
  const count = Object.keys(shape).length;
  return (value): value is T => Object.keys(usableFields(value, shape)).length === count;
}

export function isListOf<T>(isEntry: Check<T>): Check<T[]> {
  return (value): value is T[] => Array.isArray(value) && value.every(isEntry);
}

export function isOneOf<T>(values: readonly T[]): Check<T> {
  return (value): value is T => (values as readonly unknown[]).includes(value);
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function isText(value: unknown): value is string {
  return typeof value === "string";
}

export function isNumber(value: unknown): value is number {
  return Number.isFinite(value);
}
