import { zodResolver } from "@hookform/resolvers/zod";
import { contactForm } from "../../../convex/shared/forms";

/** The check of the contact form: the deployment's own. Loaded lazily, see `useLazyResolver`. */
export const contactCheck = zodResolver(contactForm);
