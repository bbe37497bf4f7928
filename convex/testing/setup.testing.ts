/**
 * Runs before every test file here. After each test it stops the products' jobs, restores the real clock and functions, and checks that
 * no client received another person's secret.
 */
import { afterEach, expect, vi } from "vitest";
import { takeLeaks } from "./watched.testing";

/** The products of the running test, collected by fasterStore.plugin.ts. */
const { convexProducts } = Object.assign(globalThis, { convexProducts: new Set<{ isOver: boolean }>() });

afterEach(() => {
  for (const product of convexProducts) product.isOver = true;
  convexProducts.clear();
  vi.useRealTimers();
  vi.restoreAllMocks();
  expect(takeLeaks(), "no client has received what it may not see").toEqual([]);
});
