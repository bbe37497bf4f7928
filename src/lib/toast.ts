import { toast as sonner } from "sonner";

/** Short sentences about what just happened: an error stays 4 s, a success 2 s. */
export const toast = {
  /** A toast with the same `id` replaces the one before. The same sentence, from wherever it comes, is shown once. */
  error: (text: string, id = text) => sonner.error(text, { duration: 4000, id }),
  /** News in passing: 4 s, with no icon. */
  note: (text: string) => sonner(text, { duration: 4000 }),
  success: (text: string) => sonner.success(text, { duration: 2000, id: text }),
  /** Removes all toasts, such as the errors of an earlier try. */
  dismiss: () => void sonner.dismiss(),
};
