/** Runs work that a browser may forbid, such as reading its storage. Returns undefined if it is forbidden. */
export function ifAllowed<R>(work: () => R): R | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
