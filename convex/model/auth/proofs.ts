/**
 * Proofs of work. Once a budget is half used up, each call needs one. A flood then pays processor time per call, while a browser solves its
 * one puzzle in the background. The challenges are ALTCHA's, version 2. This deployment signs each one. A challenge is valid once, within
 * five minutes, for one action on one subject.
 */
import { createChallenge, verifySolution, type Payload } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/web/pbkdf2";
import * as z from "zod";
import { internal } from "../../_generated/api";
import type { ActionCtx, MutationCtx } from "../../_generated/server";
import { challengeParameters } from "../../shared/challenges";
import { failTooMany } from "../../shared/errors";
import { limits } from "../../shared/limits";
import { hashAddress, hashed } from "./secrets";
import type { BudgetRefusal } from "../throttle/budgets";
import { spend } from "../throttle/limits";

/** The action a proof is made for. A proof for sending a code is useless for signing in. */
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
 * Returns true if a call has a valid proof. `subject`: the address or link of the call. Checking consumes the proof. A wrong, late or used
 * proof counts as none. The call then proceeds without a proof, and may be refused with a new puzzle.
 */
export async function checkProof(
  ctx: ActionCtx,
  action: ProvenAction,
  subject: string,
  proof?: string,
): Promise<boolean> {
  const signature = await signatureOf(action, subject, proof);
  return signature !== null && (await ctx.runMutation(internal.auth.useProof, { signature }));
}

/** `checkProof` for a mutation. */
export async function useProof(
  ctx: MutationCtx,
  action: ProvenAction,
  subject: string,
  proof?: string,
): Promise<boolean> {
  const signature = await signatureOf(action, subject, proof);
  return signature !== null && (await spend(ctx, "proof", signature)) === null;
}

/** Throws for a call that its budget refused. The caller may retry after the wait, or at once with the solved puzzle. */
export async function failRefused(
  refusal: BudgetRefusal,
  action: ProvenAction,
  subject: string,
  sentence?: string,
): Promise<never> {
  if (refusal.kind === "wait") failTooMany(refusal.retryAfter, undefined, sentence);
  const puzzle = await createChallenge({
    algorithm: "PBKDF2/SHA-256",
    ...difficultyOf(refusal.level),
    deriveKey,
    expiresAt: new Date(Date.now() + limits.puzzleLifetime),
    data: { action, address: await hashAddress(subject) },
    hmacSignatureSecret: await hashed("proof of work", ""),
  });
  failTooMany(RETRY_MS, JSON.stringify(puzzle), sentence);
}

/** Each level costs four times the work. The deployment derives one key, so its own cost at most quadruples. */
function difficultyOf(level: number) {
  return { cost: puzzles.rounds * 4 ** (level % 2), keyPrefix: puzzles.prefix + "0".repeat(Math.floor(level / 2)) };
}

/** Returns the signature of a proof's challenge, or null if the challenge is not for this call. */
async function signatureOf(action: ProvenAction, subject: string, proof?: string): Promise<string | null> {
  const payload = proof === undefined ? null : parsePayload(proof);
  if (payload === null) return null;
  const { data } = payload.challenge.parameters;
  if (data?.action !== action || data.address !== (await hashAddress(subject))) return null;
  const { verified } = await verifySolution({
    ...payload,
    deriveKey,
    hmacSignatureSecret: await hashed("proof of work", ""),
  });
  return verified ? (payload.challenge.signature ?? null) : null;
}

const RETRY_MS = 60_000;

/** ALTCHA's encoding of a proof: a challenge and its solution as base64 JSON. */
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

function parsePayload(proof: string): Payload | null {
  if (proof.length > MAX_PROOF_LENGTH) return null;
  try {
    return payload.parse(JSON.parse(atob(proof)));
  } catch {
    return null;
  }
}

const MAX_PROOF_LENGTH = 4_096;
