import { Phone, ShieldCheck } from "lucide-react";
import { useFestival } from "../../lib/festival";
import { words } from "./words";

export function MeetingSafely() {
  const { helpPoint } = useFestival();
  return (
    <aside
      aria-labelledby="meeting-safely"
      className="flex flex-col gap-2 rounded-md border-2 border-line bg-raised px-4 py-3 text-note sm:max-lg:flex-row sm:max-lg:items-center sm:max-lg:gap-6 lg:mt-4"
    >
      <div className="min-w-0 flex-1">
        <h2 id="meeting-safely" className="flex items-center gap-2 font-text text-body font-semibold">
          <ShieldCheck aria-hidden className="size-5 shrink-0 text-teal" />
          {words.meetingSafely}
        </h2>
        <p className="mt-1 text-soft">{words.meetingSafelyText}</p>
        {helpPoint && (
          <p dir="auto" className="mt-1 font-semibold break-words">
            {words.helpPoint(helpPoint)}
          </p>
        )}
      </div>
      <div className="-mx-1 flex flex-wrap gap-x-2">
        {words.helplines.map(({ number, name }) => (
          <a
            key={number}
            href={`tel:${number}`}
            className="inline-flex min-h-11 items-center gap-2 rounded-sm px-1 font-semibold text-teal underline decoration-2 underline-offset-4 hover:text-ink"
          >
            <Phone aria-hidden className="size-4 shrink-0" />
            {name} {number}
          </a>
        ))}
      </div>
    </aside>
  );
}
