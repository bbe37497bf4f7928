import { useLayoutEffect } from "react";
import { useFestival } from "../lib/festival";
import { totalNew, useNewCounts } from "../lib/useNewCounts";

/** The document's title, with the festival's name and a member's count of news: "(2) Swipe · Festival Match". */
export function Title({ children }: { children: string }) {
  const { name } = useFestival();
  const count = totalNew(useNewCounts());
  return <DocumentTitle>{`${count > 0 ? `(${count}) ` : ""}${children} · ${name}`}</DocumentTitle>;
}

/** Sets the document's title. The build moves the element into the head of a prerendered page. */
export function DocumentTitle({ children }: { children: string }) {
  useLayoutEffect(() => void (document.title = children), [children]);
  return typeof window === "undefined" ? <title>{children}</title> : null;
}
