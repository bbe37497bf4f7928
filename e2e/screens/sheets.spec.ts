/** This file's name sorts last, so that it runs after all pictures are taken. */
import { test } from "@playwright/test";
import { makeSheets } from "./camera";

test("one sheet for each size", async () => {
  test.setTimeout(120_000);
  await makeSheets();
});
