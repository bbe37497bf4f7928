/**
 * A set of values that uses little memory: usually one value, sometimes thousands. A `Set` of one takes several times the memory of the
 * value. Arrays have exactly as many slots as values. `push` and spread would reserve sixteen more.
 */
export type CompactSet<T extends object> = T | T[] | Set<T>;

/** Beyond this many values, a set is faster than an array. */
const MAX_ARRAY_LENGTH = 8;

export function addTo<K, T extends object>(map: Map<K, CompactSet<T>>, key: K, value: T): void {
  const values = map.get(key);
  if (values === undefined) map.set(key, value);
  else if (values instanceof Set) values.add(value);
  else if (!Array.isArray(values)) map.set(key, [values, value]);
  else map.set(key, values.length < MAX_ARRAY_LENGTH ? values.concat([value]) : new Set([...values, value]));
}

export function removeFrom<K, T extends object>(map: Map<K, CompactSet<T>>, key: K, value: T): void {
  const values = map.get(key);
  if (values === value || (values instanceof Set && values.delete(value) && values.size === 0)) map.delete(key);
  else if (Array.isArray(values)) {
    const remaining = values.filter((other) => other !== value);
    map.set(key, remaining.length === 1 ? remaining[0]! : remaining);
  }
}

export function valuesIn<T extends object>(values: CompactSet<T> | undefined): Iterable<T> {
  if (values === undefined) return [];
  return values instanceof Set || Array.isArray(values) ? values : [values];
}
