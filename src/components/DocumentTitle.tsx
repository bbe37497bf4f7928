import { useLayoutEffect } from "react";

/** Sets the document's title. The build moves the element into the head of a prerendered page. */
export function DocumentTitle({ children }: { children: string }) {
  useLayoutEffect(() => void (document.title = children), [children]);
  return typeof window === "undefined" ? <title>{children}</title> : null;
}
