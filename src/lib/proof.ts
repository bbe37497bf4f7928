import { refusalOf } from "../../convex/shared/errors";

/** The solution of a puzzle, sent with the retried call. */
export type Proof = { proof?: string };

/** The deployment asks again if a solution came too late or the price has risen. */
const MAX_PUZZLES = 3;

/** Makes a call. If the deployment asks for a proof of work, solves the puzzle in the background and calls again. */
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
