import * as z from "zod";

/** The fields a program needs to solve a challenge: ALTCHA's own, version 2. */
export const challengeParameters = {
  algorithm: z.string(),
  nonce: z.string(),
  salt: z.string(),
  cost: z.number(),
  keyLength: z.number(),
  keyPrefix: z.string(),
};
