import { Badge } from "../../components/Badge";
import { ChangeTable } from "./ChangeTable";
import { Sheet, type SheetPhoto } from "./Sheet";
import type { Submission } from "./decisions";
import { words } from "./words";
import { timeText } from "../../lib/clock";

type Props = { profile: Submission; claimedBy: string | undefined };

/** One submission: all its photos, and everything that others would see. */
export function ProfileSheet({ profile, claimedBy }: Props) {
  return (
    <Sheet
      person={profile}
      handle={profile.instagramHandle}
      photos={photosOf(profile)}
      badges={<Badge look={profile.kind === "edit" ? "teal" : "plain"}>{words.kinds[profile.kind]}</Badge>}
      about={
        <>
          <p className="mt-1 text-note text-soft">
            {words.genders[profile.gender]} · {words.waitingSince(timeText(profile.createdAt))}
          </p>
          {profile.knownBefore.map(({ by, what, at }) => (
            <Warning key={`${what} ${at}`} name={words.knownBefore(by)}>
              {words.happenedAt(words.happenedBefore[what], timeText(at))}
            </Warning>
          ))}
        </>
      }
      claimedBy={claimedBy}
    >
      {profile.shown !== null && <ChangeTable shown={profile.shown} next={profile} />}
    </Sheet>
  );
}

/** A hint from an earlier account, and what it means. */
function Warning({ name, children }: { name: string; children: string }) {
  return (
    <p className="mt-1 text-note font-semibold text-bad">
      {name}
      <span className="block font-normal text-soft">{children}</span>
    </p>
  );
}

/** The photos that a change removes, then those it shows. */
function photosOf({ shown, photos }: Submission): SheetPhoto[] {
  if (shown === null) return photos.map(({ url }) => ({ url }));
  const old = shown.photos.map(({ url }) => url);
  const now = photos.map(({ url }) => url);
  return [
    ...old.filter((url) => !now.includes(url)).map((url) => ({ url, caption: words.before })),
    ...now.map((url) => (old.includes(url) ? { url } : { url, caption: words.after })),
  ];
}
