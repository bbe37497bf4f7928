import { zodResolver } from "@hookform/resolvers/zod";
import { announcementForm, festivalForm } from "../../../../convex/shared/festivalForm";

/** The checks of the festival's forms: the deployment's own. Loaded lazily, see `useLazyResolver`. */
export const festivalCheck = zodResolver(festivalForm);
export const announcementCheck = zodResolver(announcementForm);
