/** Puzzles, and solutions as a browser finds them. */
import { solveChallenge, type Challenge } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/web/pbkdf2";
import type { ErrorData } from "../shared/errors";

/** Returns the puzzle of a refused call. Fails if the call is not refused. */
export async function puzzleOf(call: Promise<unknown>): Promise<string> {
  const { data } = await call.then(
    () => ({ data: null }),
    (error: { data: ErrorData }) => error,
  );
  if (data?.code !== "TOO_MANY_TRIES" || !data.puzzle) throw new Error(`No puzzle: ${JSON.stringify(data)}`);
  return data.puzzle;
}

/** Returns the proof for a puzzle. */
export async function solved(puzzle: string): Promise<string> {
  const challenge = JSON.parse(puzzle) as Challenge;
  return btoa(JSON.stringify({ challenge, solution: await solveChallenge({ challenge, deriveKey }) }));
}

/** Returns true if a call was refused with a puzzle. */
export function asksForProof(result: PromiseSettledResult<unknown>): boolean {
  return result.status === "rejected" && (result.reason as { data?: ErrorData }).data?.puzzle !== undefined;
}
