import type { z } from "zod";
import { profileForm } from "../../../convex/shared/forms";
import { draft } from "../../lib/draft";

/** What is typed into the form; the photo goes its own way. */
export const typedForm = profileForm.omit({ photoId: true });

/** The form while it is being filled in, and what comes out of it once it is right. */
export type Typed = z.input<typeof typedForm>;
export type Filled = z.output<typeof typedForm>;

/** Kept in this tab until the profile is made. The photo is not: a file does not survive a reload. */
export const profileDraft = draft<Typed>("profile");
