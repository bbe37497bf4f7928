/** How often a deck is fetched before its content counts as complete. Each fetch moves the cursor past hundreds of people. */
const MAX_FETCHES = 50;

/**
 * Fetches a deck. A deck comes back truncated if everybody in reach was decided on long ago. Then this moves the cursor on and fetches
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
