/**
 * Proofs of work. Once half of a budget is used up, a call has to bring one: a stranger's program pays with
 * processor time for each call, while a browser solves one in the background. The challenges are ALTCHA's, version 2. Each is
 * signed with this deployment's key, and valid for minutes, for one action at one address, once.
 */
import { createChallenge, verifySolution, type Payload } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/web/pbkdf2";
import * as z from "zod";
import { internal } from "../../_generated/api";
import type { ActionCtx, MutationCtx } from "../../_generated/server";
import { challengeParameters } from "../../shared/challenges";
import { failTooMany } from "../../shared/errors";
import { limits } from "../../shared/limits";
import { hashAddress, proofKey } from "./secrets";
import type { BudgetRefusal } from "../throttle/budgets";
import { spend } from "../throttle/limits";

/** What a proof is made for; one for sending a code is of no use for signing in. */
export type ProvenAction =
  | "sendOtp"
  | "verifyOtp"
  | "requestReset"
  | "resetPassword"
  | "acceptInvitation"
  | "contact"
  | "password"
  | "moderator";

/** Tests make the puzzles easy. */
export const puzzles = { rounds: 2_000, prefix: "00" };

/**
 * Whether a proof comes with a call and is right. `subject`: the address or the link that the call is about. It is used up by asking.
 * A wrong, late or used one is none: the call goes on without, and may be answered with a new puzzle.
 */
export async function checkProof(
  ctx: ActionCtx,
  action: ProvenAction,
  subject: string,
  proof?: string,
): Promise<boolean> {
  const signature = await signatureOf(action, subject, proof);
  return signature !== null && (await ctx.runMutation(internal.authProofs.use, { signature }));
}

/** The same in a mutation. */
export async function useProof(
  ctx: MutationCtx,
  action: ProvenAction,
  subject: string,
  proof?: string,
): Promise<boolean> {
  const signature = await signatureOf(action, subject, proof);
  return signature !== null && (await spend(ctx, "proof", signature)) === null;
}

/** Refuses a call as its budget does: until later, or until it comes with the solution of a puzzle. */
export async function failRefused(
  refusal: BudgetRefusal,
  action: ProvenAction,
  subject: string,
  sentence?: string,
): Promise<never> {
  if (refusal.kind === "wait") failTooMany(refusal.retryAfter, undefined, sentence);
  const puzzle = await createChallenge({
    algorithm: "PBKDF2/SHA-256",
    ...priceOf(refusal.level),
    deriveKey,
    expiresAt: new Date(Date.now() + limits.puzzleLifetime),
    data: { action, address: await hashAddress(subject) },
    hmacSignatureSecret: await proofKey(),
  });
  failTooMany(RETRY_MS, JSON.stringify(puzzle), sentence);
}

/** Four times the work for each level, of which the deployment, which derives one key, does four times as much at most. */
function priceOf(level: number) {
  return { cost: puzzles.rounds * 4 ** (level % 2), keyPrefix: puzzles.prefix + "0".repeat(Math.floor(level / 2)) };
}

/** The signature of a proof's challenge; null: it is none for this call. */
async function signatureOf(action: ProvenAction, subject: string, proof?: string): Promise<string | null> {
  const payload = proof === undefined ? null : payloadIn(proof);
  if (payload === null) return null;
  const { data } = payload.challenge.parameters;
  if (data?.action !== action || data.address !== (await hashAddress(subject))) return null;
  const { verified } = await verifySolution({ ...payload, deriveKey, hmacSignatureSecret: await proofKey() });
  return verified ? (payload.challenge.signature ?? null) : null;
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
