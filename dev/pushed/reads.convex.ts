/** Counts database reads like Convex. */

type CountedMethods = Record<string, (...args: never[]) => unknown>;

/** Wraps a database. Counts each look-up by id and each query as a range, and each returned document. */
export function counted<Db extends object>(db: Db) {
  const reads = { documents: 0, ranges: 0 };
  const counting = (source: object): CountedMethods =>
    new Proxy(source as CountedMethods, {
      get: (target, name: string) => {
        const method = target[name];
        if (typeof method !== "function") return method;
        return (...args: never[]) => {
          if (name === "query" || name === "get") reads.ranges += 1;
          return wrapResult(method.apply(target, args));
        };
      },
    });
  const wrapResult = (result: unknown): unknown => {
    if (result instanceof Promise) return result.then((value: unknown) => (countDocuments(value), value));
    return typeof result === "object" && result !== null ? counting(result) : result;
  };
  const countDocuments = (value: unknown) => {
    const page = (value as { page?: unknown } | null)?.page;
    const all = Array.isArray(page) ? page : value;
    reads.documents += Array.isArray(all) ? all.length : all === null ? 0 : 1;
  };
  return { db: counting(db) as unknown as Db, reads };
}
