/** Refused calls: their codes, and the puzzles of some refusals, which are solved as a browser does. */
import { solveChallenge, type Challenge } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/web/pbkdf2";
import { expect } from "vitest";
import type { ErrorData } from "../shared/errors";

type Refusal = Partial<Record<keyof ErrorData, unknown>>;

/** Checks that a call is refused. `as`: the code of the refusal, or its fields. `message`: its sentence, if the test checks that. */
export async function expectRefusal(
  call: Promise<unknown> | undefined,
  as: string | Refusal,
  message?: unknown,
): Promise<void> {
  const code = typeof as === "string" ? { code: as, ...(message !== undefined && { message }) } : as;
  await expect(call).rejects.toMatchObject({ data: code });
}

/** Returns the error code of a refusal. */
export function codeOf(result: PromiseSettledResult<unknown>): string | undefined {
  return result.status === "rejected" ? (result.reason as { data?: { code: string } }).data?.code : undefined;
}

/** Returns the puzzle of a refused call. Fails if the call is not refused. */
export async function puzzleOf(call: Promise<unknown>): Promise<string> {
  const { data } = await call.then(
    () => ({ data: null }),
    (error: { data: ErrorData }) => error,
  );
  if (data?.code !== "TOO_MANY_TRIES" || !data.puzzle) throw new Error(`No puzzle: ${JSON.stringify(data)}`);
  return data.puzzle;
}

export async function solved(puzzle: string): Promise<string> {
  const challenge = JSON.parse(puzzle) as Challenge;
  return btoa(JSON.stringify({ challenge, solution: await solveChallenge({ challenge, deriveKey }) }));
}

/** Returns true if a call was refused with a puzzle. */
export function asksForProof(result: PromiseSettledResult<unknown>): boolean {
  return result.status === "rejected" && (result.reason as { data?: ErrorData }).data?.puzzle !== undefined;
}
