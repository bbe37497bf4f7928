import { Badge } from "../../components/Badge";
import { Photo } from "../../components/Photo";
import { ChangeTable } from "./ChangeTable";
import { ClaimBadge } from "./ClaimBadge";
import { CardFacts, SheetTitle, timeOf } from "./Facts";
import type { Submission } from "./useDecide";
import { words } from "./words";

type Props = { profile: Submission; claimedBy: string | undefined };

/** One submission: the whole photo on neutral grey, and everything that others would see. */
export function ProfileSheet({ profile, claimedBy }: Props) {
  const { shown } = profile;
  const before = shown === null || shown.photoURL === profile.photoURL ? null : shown.photoURL;
  return (
    <article
      className="grid min-h-0 grid-cols-1 lg:overflow-y-auto xl:grid-cols-[minmax(0,1fr)_20rem]"
      aria-label={profile.name}
    >
      <div className="relative flex h-[50dvh] min-h-72 items-center justify-center gap-2 bg-[#8a8a8a] p-2 lg:h-auto lg:min-h-0">
        {before !== null && <Photo src={before} name={words.before} className={photo} />}
        <Photo key={profile.photoURL} src={profile.photoURL} name={profile.name} className={photo} />
        {before !== null && (
          <>
            <Caption className="left-2">{words.before}</Caption>
            <Caption className="left-[calc(50%+0.25rem)]">{words.after}</Caption>
          </>
        )}
      </div>
      <div className="flex flex-col gap-4 p-4">
        <div>
          <SheetTitle {...profile}>
            <Badge look={profile.kind === "edit" ? "teal" : "plain"}>{words.kinds[profile.kind]}</Badge>
          </SheetTitle>
          <p className="mt-1 text-note text-soft">
            {words.genders[profile.gender]} · {words.waitingSince(timeOf(profile.createdAt))}
          </p>
          {profile.knownBefore.map(({ by, what, at }) => (
            <Warning key={`${what} ${at}`} name={words.knownBefore(by)}>
              {words.happenedAt(words.happenedBefore[what], timeOf(at))}
            </Warning>
          ))}
          {claimedBy !== undefined && <ClaimBadge by={claimedBy} />}
        </div>
        {profile.shown !== null && <ChangeTable shown={profile.shown} next={profile} />}
        <CardFacts card={profile} />
      </div>
    </article>
  );
}

/** Something known about an earlier account, and what it means. */
function Warning({ name, children }: { name: string; children: string }) {
  return (
    <p className="mt-1 text-note font-semibold text-bad">
      {name}
      <span className="block font-normal text-soft">{children}</span>
    </p>
  );
}

/** Says over one of two photos which it is. */
function Caption({ className, children }: { className: string; children: string }) {
  return (
    <span
      aria-hidden
      className={`absolute top-2 rounded-sm bg-night/75 px-2 py-0.5 text-note font-semibold text-paper ${className}`}
    >
      {children}
    </span>
  );
}

const photo = "max-h-full min-h-0 min-w-0 max-w-full flex-1 !bg-transparent !object-contain";
