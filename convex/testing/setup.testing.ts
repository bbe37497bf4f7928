/**
 * Runs before every test file here. After each test its products run no more jobs, the real clock and real functions are back, and no
 * client has received another person's secret.
 */
import { afterEach, expect, vi } from "vitest";
import { takeLeaks } from "./watched.testing";

// The edge runtime wraps these in proxies, and every `Object.keys` passes one. Their own instances have them without.
Object.assign(globalThis, { Object: {}.constructor, Array: [].constructor, Promise: (async () => {})().constructor });

/** The products of the running test, collected by fasterStore.plugin.ts. */
const { convexProducts } = Object.assign(globalThis, { convexProducts: new Set<{ isOver: boolean }>() });

afterEach(() => {
  for (const product of convexProducts) product.isOver = true;
  convexProducts.clear();
  vi.useRealTimers();
  vi.restoreAllMocks();
  expect(takeLeaks(), "no client has received what it may not see").toEqual([]);
});
