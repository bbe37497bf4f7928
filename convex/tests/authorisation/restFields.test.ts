import { expect, test } from "vitest";
import * as z from "zod";
import type { ActionCtx } from "../../_generated/server";
import { forAnyone } from "../../rest/endpoint";
import { setupTest } from "../../testing/product.testing";

test("REST sends no field that an endpoint does not describe, whatever its function returns", async () => {
  setupTest();
  const run = async () => ({ name: "Asha", phoneNumber: "+91 98765 43210" });
  const endpoint = forAnyone.returns(z.object({ name: z.string() }), { summary: "", fallback: "", run });
  const response = await endpoint.answer({} as ActionCtx, new Request("https://people.test/api/person"), "");
  expect(await response.json()).toEqual({ name: "Asha" });
});
