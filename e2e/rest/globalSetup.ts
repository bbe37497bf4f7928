import type { TestProject } from "vitest/node";
import { leave, makeAccount, moderatorOf } from "../people";
import { startFresh, type Ready } from "../product";

declare module "vitest" {
  export interface ProvidedContext {
    ready: Ready;
    /** Of a moderator who stays signed in. */
    moderatorToken: string;
    /** Of somebody whose session ended with their account. */
    endedToken: string;
  }
}

/** One product for all files, and the two sessions that they share. */
export default async function globalSetup({ provide }: TestProject) {
  const { ready, stop } = await startFresh(5203);
  const over = await makeAccount(ready, "Over");
  await leave(ready, over);
  provide("ready", ready);
  provide("moderatorToken", (await moderatorOf(ready)).token);
  provide("endedToken", over.token);
  return stop;
}
