/** Solves puzzles for proofs of work. A separate file, so that only a page that needs it loads the library. */
import { solveChallenge, type Challenge } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/web/pbkdf2";

/** Returns the proof for a puzzle. The browser derives keys off the main thread. */
export async function solve(puzzle: string): Promise<string> {
  const challenge = JSON.parse(puzzle) as Challenge;
  const solution = await solveChallenge({ challenge, deriveKey });
  if (solution === null) throw new Error("The puzzle took too long.");
  return btoa(JSON.stringify({ challenge, solution }));
}
