import { DocumentTitle } from "./DocumentTitle";
import { useFestival } from "../lib/festival";
import { totalNew, useNewCounts } from "../lib/useNewCounts";

/** The document's title, with the festival's name and a member's count of news: "(2) Swipe · Festival Match". */
export function Title({ children }: { children: string }) {
  const { name } = useFestival();
  const count = totalNew(useNewCounts());
  return <DocumentTitle>{`${count > 0 ? `(${count}) ` : ""}${children} · ${name}`}</DocumentTitle>;
}
