import { zodResolver } from "@hookform/resolvers/zod";
import type { z } from "zod";
import { profileEditForm, profileForm } from "../../../convex/shared/forms";

/** What is typed into the form; the photo goes its own way. */
const typedForm = profileForm.omit({ photoId: true });

/** The form while it is being filled in, and what comes out of it once it is right. */
export type Typed = z.input<typeof typedForm>;
export type Filled = z.output<typeof typedForm>;

/** The check of the profile form: the deployment's own. Fetched late, see `useLazyResolver`. */
export const profileCheck = zodResolver(typedForm);

/** The same for a profile that is edited: only its sentence about what is missing differs. */
export const profileEditCheck = zodResolver(profileEditForm.omit({ photoId: true }));
