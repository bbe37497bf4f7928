import { anyApi, type ApiFromModules } from "convex/server";
import type * as files from "./app/convex/files";
import type * as large from "./app/convex/large";
import type * as messages from "./app/convex/messages";
import type * as tools from "./app/convex/tools";

/** The fixture's functions, typed. */
export const api = anyApi as unknown as ApiFromModules<{
  files: typeof files;
  large: typeof large;
  messages: typeof messages;
  tools: typeof tools;
}>;
