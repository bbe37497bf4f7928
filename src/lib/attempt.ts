/** Does what a browser may forbid, such as reading its storage. Undefined when it does. */
export function attempt<R>(work: () => R): R | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
