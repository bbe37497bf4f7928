import { zodResolver } from "@hookform/resolvers/zod";
import { invitationForm } from "../../../../convex/shared/forms";

/** The check of the invitation: the deployment's own. Loaded lazily, see `useLazyResolver`. */
export const inviteCheck = zodResolver(invitationForm);
