import { refusalOf } from "../../convex/shared/errors";

/** Sent along with a retried call: the solution of the puzzle it was refused with. */
export type Proof = { proof?: string };

/** A second one is asked for when the first came too late, or when the price has risen. */
const MAX_PUZZLES = 3;

/**
 * Makes a call, and where the deployment asks for a proof of work, solves the puzzle in the background and calls again. The
 * person only waits a moment longer.
 */
export async function withProof<T>(call: (proof: Proof) => Promise<T>): Promise<T> {
  let proof: Proof = {};
  for (let solved = 0; ; solved += 1) {
    try {
      return await call(proof);
    } catch (error) {
      const puzzle = refusalOf(error)?.puzzle;
      if (puzzle === undefined || solved === MAX_PUZZLES) throw error;
      const { solve } = await import("./proofSolver");
      proof = { proof: await solve(puzzle) };
    }
  }
}
