/** The bytes that may still arrive, over all streams that share it. */
export interface Budget {
  left: number;
}

/** Lets bytes through until the budget is used up, for `pipeline`. */
export function limited(
  budget: Budget,
  refusal = new Error("It is larger than this local deployment takes."),
): (source: AsyncIterable<Buffer>) => AsyncGenerator<Buffer> {
  return async function* (source) {
    for await (const chunk of source) {
      budget.left -= chunk.length;
      if (budget.left < 0) throw refusal;
      yield chunk;
    }
  };
}
