/** The bytes that may still arrive, in total for all streams that share it. */
export interface Budget {
  left: number;
}

/** Returns a `pipeline` step that passes bytes through. Throws `refusal` once the budget is used up. */
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
