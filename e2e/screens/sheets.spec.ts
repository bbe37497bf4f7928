/** The last of the files here by name, so that all pictures are there. */
import { test } from "@playwright/test";
import { makeSheets } from "./camera";

test("one sheet for each size", async () => {
  test.setTimeout(120_000);
  await makeSheets();
});
