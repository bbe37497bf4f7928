import { useQuery_experimental as useQueryResult } from "convex/react";
import { api } from "../../../convex/_generated/api";
import type { Match } from "../matches/useMatches";
import { words } from "./words";

/** Instead of messages: first lines from what both share. A tap puts one into the box, where it can be changed. */
export function Openers({ match: { matchId, user }, onOpener }: { match: Match; onOpener: (text: string) => void }) {
  const result = useQueryResult({ query: api.chat.openers, args: { matchId } });
  const openers = result.status === "success" ? result.data : [];
  return (
    <div className="flex flex-col items-center gap-4 px-2 py-4 text-center">
      <p className="max-w-sm text-lead font-medium">{words.empty(user.name)}</p>
      {openers.length > 0 && (
        <ul aria-label={words.openers} className="flex max-w-md flex-col items-stretch gap-2">
          {openers.map((text) => (
            <li key={text}>
              <button type="button" dir="auto" onClick={() => onOpener(text)} className={chip}>
                {text}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

const chip =
  "min-h-11 w-full rounded-[1.375rem] border-2 border-line bg-raised px-4 py-2 text-body font-semibold text-ink hover:border-edge";
