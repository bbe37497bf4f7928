import { draft } from "../lib/draft";

/** The reason for a rejection that signed the person out, kept for this tab. Three seconds are too short to read it. */
export const lastRejection = draft<{ reason: string }>("rejection");
