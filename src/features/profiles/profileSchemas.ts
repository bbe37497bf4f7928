import type { z } from "zod";
import { profileEditForm, profileForm } from "../../../convex/shared/forms";

/** The fields of the form. Photos are sent separately. */
export const profileSchema = profileForm.omit({ photoIds: true });

/** The same for an existing profile. Only the message about missing fields differs. */
export const profileEditSchema = profileEditForm.omit({ photoIds: true });

/** `FormInput`: the values of the unfinished form. `ValidProfile`: the validated values. */
export type FormInput = z.input<typeof profileSchema>;
export type ValidProfile = z.output<typeof profileSchema>;
