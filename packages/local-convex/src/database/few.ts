/**
 * A set of values that uses little memory: usually one value, sometimes thousands. A `Set` of one takes several times the memory of the
 * value. Arrays have exactly as many slots as values; `push` and spread would reserve sixteen more.
 */
export type Few<T extends object> = T | T[] | Set<T>;

/** Beyond this many values, a set is faster than an array. */
const MANY = 8;

export function addTo<K, T extends object>(map: Map<K, Few<T>>, key: K, value: T): void {
  const held = map.get(key);
  if (held === undefined) map.set(key, value);
  else if (held instanceof Set) held.add(value);
  else if (!Array.isArray(held)) map.set(key, [held, value]);
  else map.set(key, held.length < MANY ? held.concat([value]) : new Set([...held, value]));
}

export function removeFrom<K, T extends object>(map: Map<K, Few<T>>, key: K, value: T): void {
  const held = map.get(key);
  if (held === value || (held instanceof Set && held.delete(value) && held.size === 0)) map.delete(key);
  else if (Array.isArray(held)) {
    const rest = held.filter((one) => one !== value);
    map.set(key, rest.length === 1 ? rest[0]! : rest);
  }
}

export function valuesIn<T extends object>(held: Few<T> | undefined): Iterable<T> {
  if (held === undefined) return [];
  return held instanceof Set || Array.isArray(held) ? held : [held];
}
