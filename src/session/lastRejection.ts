import { draft } from "../lib/draft";

/** Why the profile was rejected of somebody who was signed out for it, for this tab: three seconds are too short to read it. */
export const lastRejection = draft<{ reason: string }>("rejection");
