import { zodResolver } from "@hookform/resolvers/zod";
import { emailForm, resetForm, signUpForm } from "../../../convex/shared/forms";

/** The checks of the auth forms: the deployment's own. Loaded lazily, see `useLazyResolver`. */
export const emailCheck = zodResolver(emailForm);
export const signUpCheck = zodResolver(signUpForm);
export const resetCheck = zodResolver(resetForm);
