import { ChevronRight } from "lucide-react";
import { Link, useLocation } from "react-router-dom";
import { Badge, GoldTick, VipBadge } from "../../../components/Badge";
import { Photo } from "../../../components/Photo";
import { words } from "./words";
import type { Listed } from "./usePeople";

/** A person in the list, as a link to their page. */
export function PersonRow({ person }: { person: Listed }) {
  const { _id, name, age, address, photo, status, isPremium, isVIP } = person;
  const { search: asked } = useLocation();
  const shown = name === "" ? words.nameless : name;
  return (
    <li className="border-b border-line">
      <Link
        to={`/organiser/people/${_id}`}
        state={{ asked }}
        className="flex min-h-16 items-center gap-4 py-2 hover:bg-raised"
      >
        <span className="size-12 shrink-0 overflow-hidden rounded-full">
          <Photo src={photo?.url ?? null} photo={photo ?? undefined} use="row" name={shown} alt="" loading="lazy" />
        </span>
        <span className="min-w-0 flex-1">
          <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <span dir="auto" className="min-w-0 font-semibold break-words">
              {shown}
              {age !== null && `, ${age}`}
            </span>
            {isPremium && <GoldTick className="text-lead" />}
            {isVIP && <VipBadge />}
            {status !== "approved" && (
              <Badge
                look={status === "suspended" || status === "rejected" ? "bad" : "plain"}
                title={words.statusTexts[status]}
              >
                {words.statuses[status]}
              </Badge>
            )}
            {person.reported && (
              <Badge look="bad" title={words.reportedText}>
                {words.reported}
              </Badge>
            )}
            {person.known && (
              <Badge look="teal" title={words.knownText}>
                {words.known}
              </Badge>
            )}
            {person.waiting && status !== "pending" && (
              <Badge look="teal" title={words.waitingText}>
                {words.waiting}
              </Badge>
            )}
          </span>
          <span className="block text-note break-words text-soft">{address}</span>
        </span>
        <ChevronRight aria-hidden className="size-5 shrink-0 text-soft" />
      </Link>
    </li>
  );
}
