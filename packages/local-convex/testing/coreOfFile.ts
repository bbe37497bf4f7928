import { afterAll, beforeAll } from "vitest";
import { startCoreWith, type TestCore } from "./core";

/** A core with these modules for all tests of a file. */
export function coreOfFile(modules: Record<string, string>): TestCore {
  const own = {} as TestCore;
  beforeAll(async () => void Object.assign(own, await startCoreWith(modules)));
  afterAll(() => own.core.stop());
  return own;
}
