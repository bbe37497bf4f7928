import { afterAll, beforeAll } from "vitest";
import { startCoreWith, type TestCore } from "./core";

/** A core whose app has these modules, from before a file's first test until after its last. */
export function coreOfFile(modules: Record<string, string>): TestCore {
  const own = {} as TestCore;
  beforeAll(async () => void Object.assign(own, await startCoreWith(modules)));
  afterAll(() => own.core.stop());
  return own;
}
