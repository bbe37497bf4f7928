/** How often a deck is fetched again before what it holds is taken as all. Each time the cursor passes hundreds of people. */
const FETCHES_MOST = 50;

/**
 * Fetches a deck. While it comes back truncated, which is when everybody in reach was decided long ago, the cursor is moved
 * on and the deck is fetched again.
 */
export async function fetchDeck<Deck extends { truncated: boolean }>(
  fetch: () => Promise<Deck>,
  advance: () => Promise<unknown>,
): Promise<Deck> {
  let deck = await fetch();
  for (let fetches = 1; deck.truncated && fetches < FETCHES_MOST; fetches += 1) {
    await advance();
    deck = await fetch();
  }
  return deck;
}
