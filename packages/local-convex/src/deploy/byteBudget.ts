/** The bytes that may still arrive, in total for all streams that share it. */
export interface Budget {
  remaining: number;
}

/** Returns a `pipeline` step that passes bytes through. Throws `refusal` once the budget is used up. */
export function limitBytes(
  budget: Budget,
  refusal = new Error("It is larger than this local deployment accepts."),
): (source: AsyncIterable<Buffer>) => AsyncGenerator<Buffer> {
  return async function* (source) {
    for await (const chunk of source) {
      budget.remaining -= chunk.length;
      if (budget.remaining < 0) throw refusal;
      yield chunk;
    }
  };
}
