import { draft } from "../lib/draft";
import { isText } from "../lib/stored";

/** The reason of a rejection that signed the person out. Kept for this tab, because three seconds are too short to read it. */
export const lastRejection = draft<{ reason: string }>("rejection", { reason: isText });
