import { useQuery } from "convex/react";
import { api } from "../../../../convex/_generated/api";
import { Section } from "../Section";
import { fieldNames, valueNames, words } from "./words";
import { timeText } from "../../../lib/clock";

/** Who changed what, and when. Live. */
export function FestivalChanges() {
  const changes = useQuery(api.festival.changes, {});

  if (changes === undefined) return null;
  return (
    <Section title={words.history}>
      {changes.length === 0 && <p className="text-soft">{words.noChanges}</p>}
      <ol className="border-t-2 border-line empty:hidden">
        {changes.map(({ _id, at, name, changes: fields }) => (
          <li key={_id} className="border-b border-line py-2">
            <p className="text-note text-soft">
              {name} · <time dateTime={new Date(at).toISOString()}>{timeText(at)}</time>
            </p>
            {fields.map(({ field, before, after }) => (
              <p key={field} className="break-words">
                <span className="font-semibold">{fieldNames[field] ?? field}:</span> {valueText(field, before)} →{" "}
                {valueText(field, after)}
              </p>
            ))}
          </li>
        ))}
      </ol>
    </Section>
  );
}

/** A value as the form names it: "Lagoon", not "lagoon". */
function valueText(field: string, value: string): string {
  return valueNames[field]?.[value] ?? (value || words.nothing);
}
