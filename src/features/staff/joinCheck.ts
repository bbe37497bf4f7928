import { zodResolver } from "@hookform/resolvers/zod";
import { resetForm } from "../../../convex/shared/forms";

/** The check of a new password: the deployment's own. Loaded lazily, see `useLazyResolver`. */
export const joinCheck = zodResolver(resetForm);
