import { expect, test, vi } from "vitest";
import * as z from "zod";
import type { ActionCtx } from "../../_generated/server";
import { forAnyone } from "../../rest/endpoint";
import { setupTest } from "../../testing/product.testing";

test("REST sends no field that an endpoint does not describe, whatever its function returns", async () => {
  const response = await answer(async () => ({ name: "Asha", phoneNumber: "+91 98765 43210" }));
  expect(await response.json()).toEqual({ name: "Asha" });
});

test("REST says nothing about a fault of ours but the endpoint's own sentence", async () => {
  vi.spyOn(console, "error").mockReturnValue();
  const response = await answer(() => Promise.reject(new Error("No row for asha@people.test")));
  expect([response.status, await response.json()]).toEqual([500, { error: "Failed to get it", code: "INTERNAL" }]);
});

async function answer(run: () => Promise<{ name: string }>): Promise<Response> {
  setupTest();
  const endpoint = forAnyone.returns(z.object({ name: z.string() }), {
    summary: "",
    fallback: "Failed to get it",
    run,
  });
  return await endpoint.answer({} as ActionCtx, new Request("https://people.test/api/person"), "");
}
