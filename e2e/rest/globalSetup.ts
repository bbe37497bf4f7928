import type { TestProject } from "vitest/node";
import { prepareProduct, startFresh, workerPort, type Ready } from "../product";

declare module "vitest" {
  export interface ProvidedContext {
    ready: Ready;
  }
}

/** Starts one product for all files. */
export default async function globalSetup({ provide }: TestProject) {
  const cleanUp = await prepareProduct();
  const { ready, stop } = await startFresh(workerPort(0));
  provide("ready", ready);
  return async () => {
    await stop();
    await cleanUp();
  };
}
