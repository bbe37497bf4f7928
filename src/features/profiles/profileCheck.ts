import { zodResolver } from "@hookform/resolvers/zod";
import type { z } from "zod";
import { profileEditForm, profileForm } from "../../../convex/shared/forms";

/** What is typed into the form; the photo is sent separately. */
const typedForm = profileForm.omit({ photoIds: true });

/** The values while the form is being filled in, and the values that the check returns. */
export type Typed = z.input<typeof typedForm>;
export type Filled = z.output<typeof typedForm>;

/** The check of the profile form: the deployment's own. Loaded lazily, see `useLazyResolver`. */
export const profileCheck = zodResolver(typedForm);

/** The same for a profile that is edited: only its sentence about what is missing differs. */
export const profileEditCheck = zodResolver(profileEditForm.omit({ photoIds: true }));
