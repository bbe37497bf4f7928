/** Functions pushed in addition to the product's, whose generated list lacks them. */
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
