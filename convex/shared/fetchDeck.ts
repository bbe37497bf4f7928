/** The most fetches before a deck counts as complete. Each moves the cursor past hundreds of people. */
const MAX_FETCHES = 50;

/**
 * Fetches a deck. A deck is truncated if all people within its reads were decided on long ago. Then this advances the cursor and fetches
 * again.
 */
export async function fetchDeck<Deck extends { truncated: boolean }>(
  fetch: () => Promise<Deck>,
  advance: () => Promise<unknown>,
): Promise<Deck> {
  let deck = await fetch();
  for (let fetches = 1; deck.truncated && fetches < MAX_FETCHES; fetches += 1) {
    await advance();
    deck = await fetch();
  }
  return deck;
}
