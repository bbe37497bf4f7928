import { zodResolver } from "@hookform/resolvers/zod";
import { emailForm, resetForm, signInForm, signUpForm } from "../../../convex/shared/forms";

/** The checks of the auth forms: the deployment's own. Fetched late, see `lateResolver`. */
export const emailCheck = zodResolver(emailForm);
export const signUpCheck = zodResolver(signUpForm);
export const resetCheck = zodResolver(resetForm);
export const signInCheck = zodResolver(signInForm);
