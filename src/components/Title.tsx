import { useFestival } from "../lib/festival";
import { totalNew, useNewCounts } from "../lib/useNewCounts";

/** The title of the document, with the festival's name. For a member it says how much is new: "(2) Swipe · Festival Match". */
export function Title({ children }: { children: string }) {
  const { name } = useFestival();
  const count = totalNew(useNewCounts());
  return <title>{`${count > 0 ? `(${count}) ` : ""}${children} · ${name}`}</title>;
}
