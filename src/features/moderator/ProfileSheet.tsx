import { Badge } from "../../components/Badge";
import { Photo } from "../../components/Photo";
import { Before } from "./Before";
import { ClaimBadge } from "./ClaimBadge";
import { Fact, timeOf } from "./Facts";
import type { Waiting } from "./useDecide";
import { words } from "./words";

type Props = { profile: Waiting; claimedBy: string | undefined };

/** One waiting version: the photo whole and true on neutral grey, and everything that others would see. */
export function ProfileSheet({ profile, claimedBy }: Props) {
  return (
    <article
      className="grid min-h-0 grid-cols-1 lg:overflow-y-auto xl:grid-cols-[minmax(0,1fr)_20rem]"
      aria-label={profile.name}
    >
      <div className="flex h-[62dvh] min-h-72 items-center justify-center gap-2 bg-[#8a8a8a] p-2 lg:h-auto lg:min-h-0">
        {profile.shown !== null && profile.shown.photoURL !== profile.photoURL && (
          <Photo
            src={profile.shown.photoURL}
            name={words.before}
            className="max-h-full min-h-0 w-1/2 max-w-full !bg-transparent !object-contain"
          />
        )}
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
            <span dir="auto">
              {profile.name}, {profile.age}
            </span>
            <Badge look={profile.kind === "edit" ? "teal" : "plain"}>{words.kinds[profile.kind]}</Badge>
          </h2>
          <p className="text-note text-soft">
            {words.genders[profile.gender]} · {words.waitingSince(timeOf(profile.createdAt))}
          </p>
          {profile.reportedBefore && (
            <p className="mt-1 text-note font-semibold text-bad">
              {words.reportedBefore}
              <span className="block font-normal text-soft">{words.reportedBeforeText}</span>
            </p>
          )}
          {claimedBy !== undefined && <ClaimBadge by={claimedBy} />}
        </div>
        {profile.shown !== null && <Before shown={profile.shown} next={profile} />}
        <dl className="grid grid-cols-2 gap-3 *:[:nth-child(-n+3)]:col-span-2">
          <Fact name={words.bio}>
            <span dir="auto" className="block whitespace-pre-line">
              {profile.bio}
            </span>
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
