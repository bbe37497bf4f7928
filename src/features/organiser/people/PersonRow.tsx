import type { FunctionReturnType } from "convex/server";
import { ChevronRight } from "lucide-react";
import { Link, useLocation } from "react-router-dom";
import type { api } from "../../../../convex/_generated/api";
import { Badge, GoldTick, ProductBadges } from "../../../components/Badge";
import { Photo } from "../../../components/Photo";
import { words } from "./words";

export type ListedPerson = FunctionReturnType<typeof api.people.list>["page"][number];

export function PersonRow({ person }: { person: ListedPerson }) {
  const { _id, name, age, address, photo, status, isPremium } = person;
  const { search } = useLocation();
  const displayName = name === "" ? words.nameless : name;
  return (
    <li className="border-b border-line">
      <Link
        to={`/organiser/people/${_id}`}
        state={{ search }}
        className="flex min-h-16 items-center gap-4 py-2 hover:bg-raised"
      >
        <span className="size-12 shrink-0 overflow-hidden rounded-full">
          <Photo photo={photo} use="row" name={displayName} alt="" loading="lazy" />
        </span>
        <span className="min-w-0 flex-1">
          <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <span dir="auto" className="min-w-0 font-semibold break-words">
              {displayName}
              {age !== null && `, ${age}`}
            </span>
            {isPremium && <GoldTick className="text-lead" />}
            <ProductBadges {...person} />
            {status !== "approved" && <StatusBadge status={status} />}
            {badgesOf(person).map(({ name, ...badge }) => (
              <Badge key={name} {...badge}>
                {name}
              </Badge>
            ))}
          </span>
          <span className="block text-note break-words text-soft">{address}</span>
        </span>
        <ChevronRight aria-hidden className="size-5 shrink-0 text-soft" />
      </Link>
    </li>
  );
}

export function StatusBadge({ status }: Pick<ListedPerson, "status">) {
  return (
    <Badge
      variant={status === "suspended" || status === "rejected" ? "bad" : "plain"}
      title={words.statusTexts[status]}
    >
      {words.statuses[status]}
    </Badge>
  );
}

function badgesOf({ reported, known, photosWaiting, status }: ListedPerson) {
  return [
    ...(reported ? [{ name: words.reported, title: words.reportedText, variant: "bad" as const }] : []),
    ...(known ? [{ name: words.known, title: words.knownText, variant: "teal" as const }] : []),
    ...(photosWaiting && status !== "pending"
      ? [{ name: words.waiting, title: words.waitingText, variant: "teal" as const }]
      : []),
  ];
}
