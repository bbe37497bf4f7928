import { afterAll, beforeAll } from "vitest";
import { startCoreWith, type TestCore } from "./core";

/** A core with these modules for all tests of a file. */
export function coreOfFile(modules: Record<string, string>): TestCore {
  const t = {} as TestCore;
  beforeAll(async () => void Object.assign(t, await startCoreWith(modules)));
  afterAll(() => t.core.stop());
  return t;
}
