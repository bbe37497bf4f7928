import type { TestProject } from "vitest/node";
import { leave, makeAccount, moderatorOf, organiserOf } from "../people";
import { startFresh, workerPort, type Ready } from "../product";

declare module "vitest" {
  export interface ProvidedContext {
    ready: Ready;
    /** Of a moderator who stays signed in. */
    moderatorToken: string;
    /** Of an organiser who stays signed in. */
    organiserToken: string;
    /** Of somebody whose session ended with their account. */
    endedToken: string;
  }
}

/** One product for all files, and the sessions that they share. */
export default async function globalSetup({ provide }: TestProject) {
  // Where the first worker of the browser tests has its product: the page that is built for these addresses serves both.
  const { ready, stop } = await startFresh(workerPort(0));
  const over = await makeAccount(ready, "Over");
  await leave(ready, over);
  provide("ready", ready);
  provide("moderatorToken", (await moderatorOf(ready)).token);
  provide("organiserToken", (await organiserOf(ready)).token);
  provide("endedToken", over.token);
  return stop;
}
