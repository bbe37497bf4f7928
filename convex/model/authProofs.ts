/**
 * Proofs of work. Once half of a budget or of a line is used up, a call has to bring one: a stranger's program pays with
 * processor time for each call, while a browser solves one in the background. The challenges are ALTCHA's, version 2. Each is
 * signed with this deployment's key, and valid for minutes, for one action at one address, once. To be called in actions.
 */
import { createChallenge, verifySolution, type Payload } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/web/pbkdf2";
import * as z from "zod";
import { internal } from "../_generated/api";
import type { ActionCtx } from "../_generated/server";
import { challengeParameters } from "../shared/challenges";
import { failTooMany } from "../shared/errors";
import { limits } from "../shared/limits";
import { hashAddress, proofKey } from "./authSecrets";

/** What a proof is made for; one for sending a code is of no use for signing in. */
export type ProvenAction = "sendOtp" | "requestReset" | "password" | "moderator";

/** Tests make the puzzles easy. */
export const puzzles = { rounds: 2_000, prefix: "00" };

/**
 * Whether a proof comes with a call and is right. It is used up by asking. A wrong, late or used one is none: the call goes on
 * without, and may be answered with a new puzzle.
 */
export async function checkProof(
  ctx: ActionCtx,
  action: ProvenAction,
  email: string,
  proof?: string,
): Promise<boolean> {
  const payload = proof === undefined ? null : payloadIn(proof);
  if (payload === null) return false;
  const { data } = payload.challenge.parameters;
  if (data?.action !== action || data.address !== (await hashAddress(email))) return false;
  const { verified } = await verifySolution({ ...payload, deriveKey, hmacSignatureSecret: await proofKey() });
  const { signature = "" } = payload.challenge;
  return verified && (await ctx.runMutation(internal.authProofs.use, { signature }));
}

/** Refuses a call, with a puzzle whose solution lets it pass at once. Without one it may pass later. */
export async function failUnproven(action: ProvenAction, email: string, level = 0): Promise<never> {
  const puzzle = await createChallenge({
    algorithm: "PBKDF2/SHA-256",
    cost: puzzles.rounds * 4 ** level,
    keyPrefix: puzzles.prefix,
    deriveKey,
    expiresAt: new Date(Date.now() + limits.puzzleLifetime),
    data: { action, address: await hashAddress(email) },
    hmacSignatureSecret: await proofKey(),
  });
  failTooMany(RETRY_MS, JSON.stringify(puzzle));
}

const RETRY_MS = 60_000;

/** ALTCHA's own form of a proof: base64 of a challenge and its solution as JSON. */
const payload = z.object({
  challenge: z.object({
    parameters: z.looseObject({
      ...challengeParameters,
      expiresAt: z.number(),
      data: z.object({ action: z.string(), address: z.string() }),
    }),
    signature: z.string(),
  }),
  solution: z.object({ counter: z.number(), derivedKey: z.string() }),
});

function payloadIn(proof: string): Payload | null {
  if (proof.length > LONGEST) return null;
  try {
    return payload.parse(JSON.parse(atob(proof)));
  } catch {
    return null;
  }
}

const LONGEST = 4_096;
