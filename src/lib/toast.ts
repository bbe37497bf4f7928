import { toast as sonner } from "sonner";

/** Short words about what just happened: an error stays 4 s, a success 2 s, "loading" until it is replaced. */
export const toast = {
  /** The same `id` again replaces what it said before. */
  error: (text: string, id?: string) => sonner.error(text, { duration: 4000, ...(id !== undefined && { id }) }),
  success: (text: string) => sonner.success(text, { duration: 2000 }),
  /** What a former try said is over. */
  dismiss: () => void sonner.dismiss(),
  loading: (text: string) => sonner.loading(text),
};
