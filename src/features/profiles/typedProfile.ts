import type { z } from "zod";
import { profileEditForm, profileForm } from "../../../convex/shared/forms";

/** The fields of the form. Photos are sent separately. */
export const typedProfile = profileForm.omit({ photoIds: true });

/** The same for an existing profile. Only the message about missing fields differs. */
export const typedEdit = profileEditForm.omit({ photoIds: true });

/** `Typed`: the values of the unfinished form. `Filled`: the validated values. */
export type Typed = z.input<typeof typedProfile>;
export type Filled = z.output<typeof typedProfile>;
