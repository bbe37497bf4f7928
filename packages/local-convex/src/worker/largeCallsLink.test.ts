import { expect, test, vi } from "vitest";
import { callOf } from "../../testing/core";
import { LargeCallsLink } from "./largeCallsLink";
import type { WorkerLink } from "./workerLink";

test("a worker whose modules fail to load is ended, and the next call starts another one", async () => {
  const terminate = vi.fn(() => Promise.resolve());
  const link = { transferPort: vi.fn(), request: () => Promise.reject(new Error("no modules")), terminate };
  const spawn = vi.fn(() => link as unknown as WorkerLink);
  const current = () => Promise.resolve({ pushId: "1", environment: {}, core: link as unknown as WorkerLink });
  const large = new LargeCallsLink({ spawn, current });
  for (let times = 1; times <= 2; times++) {
    await expect(large.run(callOf("action", "notes:read"))).rejects.toThrow("no modules");
    expect([spawn.mock.calls.length, terminate.mock.calls.length]).toEqual([times, times]);
  }
});
