import type { z } from "zod";
import { profileEditForm, profileForm } from "../../../convex/shared/forms";

/** What is typed into the form; the photo is sent separately. */
export const typedProfile = profileForm.omit({ photoIds: true });

/** The same for a profile that is edited: only its sentence about what is missing differs. */
export const typedEdit = profileEditForm.omit({ photoIds: true });

/** The values while the form is being filled in, and the values that the check returns. */
export type Typed = z.input<typeof typedProfile>;
export type Filled = z.output<typeof typedProfile>;
