/** Functions that are pushed beside the product's own: its generated list does not have them. */
import { anyApi, type ApiFromModules } from "convex/server";
import type * as checkFunctions from "./checks.convex";
import type * as invariantFunctions from "./invariants.convex";
import type * as castFunctions from "./raceCast.convex";

export const FOLDER = "dev/nightly";

export const { checks, invariants, raceCast } = anyApi as unknown as ApiFromModules<{
  checks: typeof checkFunctions;
  invariants: typeof invariantFunctions;
  raceCast: typeof castFunctions;
}>;
