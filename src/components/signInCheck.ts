import { zodResolver } from "@hookform/resolvers/zod";
import { signInForm } from "../../convex/shared/forms";

/** The check of the sign-in form: the deployment's own. Loaded lazily, see `useLazyResolver`. */
export const signInCheck = zodResolver(signInForm);
