import type { ReactNode } from "react";
import { festival } from "../../../convex/shared/festival";
import { Badge } from "../../components/Badge";
import { Photo } from "../../components/Photo";
import type { Waiting } from "./useDecide";
import { words } from "./words";

/** One waiting version: the photo whole and true on neutral grey, and everything that others would see. */
export function ProfileSheet({ profile }: { profile: Waiting }) {
  return (
    <article
      className="grid min-h-0 grid-cols-1 lg:overflow-y-auto xl:grid-cols-[minmax(0,1fr)_20rem]"
      aria-label={profile.name}
    >
      <div className="grid h-[62dvh] min-h-72 place-items-center bg-[#8a8a8a] p-2 lg:h-auto lg:min-h-0">
        <Photo
          key={profile.photoURL}
          src={profile.photoURL}
          name={profile.name}
          className="max-h-full min-h-0 max-w-full !bg-transparent !object-contain"
        />
      </div>
      <div className="flex flex-col gap-4 p-4">
        <div>
          <h2 className="flex flex-wrap items-center gap-x-3 gap-y-1 text-title">
            {profile.name}, {profile.age}
            <Badge look={profile.kind === "edit" ? "teal" : "plain"}>{words.kinds[profile.kind]}</Badge>
          </h2>
          <p className="text-note text-soft">
            {words.genders[profile.gender]} · {words.waitingSince(timeOf(profile.createdAt))}
          </p>
        </div>
        <dl className="grid grid-cols-2 gap-3 *:[:nth-child(-n+3)]:col-span-2">
          <Fact name={words.bio}>
            <span className="whitespace-pre-line">{profile.bio}</span>
          </Fact>
          <Fact name={words.handle}>@{profile.instagramHandle}</Fact>
          <Fact name={words.hobbies}>{profile.hobbies.join(", ")}</Fact>
          <Fact name={words.drinking}>{profile.drinking}</Fact>
          <Fact name={words.smoking}>{profile.smoking}</Fact>
        </dl>
      </div>
    </article>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-note text-soft">{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function timeOf(instant: number): string {
  const shape = { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" } as const;
  return new Intl.DateTimeFormat("en-GB", { ...shape, timeZone: festival.timeZone }).format(instant);
}
