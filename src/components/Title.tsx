import { newsCount, useNews } from "../lib/useNews";

/** The title of the document. For a member it says how much is new: "(2) Swipe". */
export function Title({ children }: { children: string }) {
  const count = newsCount(useNews());
  return <title>{count > 0 ? `(${count}) ${children}` : children}</title>;
}
