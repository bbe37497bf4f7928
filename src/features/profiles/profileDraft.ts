import { draft } from "../../lib/draft";
import type { Typed } from "./profileCheck";

/** Kept in this tab until the profile is made. The photo is not: a file does not survive a reload. */
export const profileDraft = draft<Typed>("profile");
