import * as z from "zod";

/** What a program has to know of a challenge to solve it: ALTCHA's own fields, version 2. */
export const challengeParameters = {
  algorithm: z.string(),
  nonce: z.string(),
  salt: z.string(),
  cost: z.number(),
  keyLength: z.number(),
  keyPrefix: z.string(),
};
