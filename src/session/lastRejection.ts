import { draft } from "../lib/draft";

/** The reason for a rejection that signed the person out. Stored for this tab, because three seconds are too short to read it. */
export const lastRejection = draft<{ reason: string }>("rejection");
