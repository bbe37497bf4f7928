import { Badge } from "../../components/Badge";
import { timeText } from "../../lib/clock";
import type { Submission } from "./decisions";
import { Sheet, type SheetPhoto } from "./Sheet";
import { words } from "./words";

type Props = { profile: Submission; claimedBy: string | undefined; onPhotoLoaded: (url: string) => void };

export function ProfileSheet({ profile, claimedBy, onPhotoLoaded }: Props) {
  return (
    <Sheet
      person={profile}
      handle={profile.instagramHandle}
      photos={photosOf(profile)}
      onPhotoLoaded={onPhotoLoaded}
      badges={<Badge variant={profile.kind === "edit" ? "teal" : "plain"}>{words.kinds[profile.kind]}</Badge>}
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

function Warning({ name, children }: { name: string; children: string }) {
  return (
    <p className="mt-1 text-note font-semibold text-bad">
      {name}
      <span className="block font-normal text-soft">{children}</span>
    </p>
  );
}

/** Returns the photos that a change removes, then those it shows. */
function photosOf({ shown, photos }: Submission): SheetPhoto[] {
  if (shown === null) return photos.map(({ url }) => ({ url }));
  const oldUrls = shown.photos.map(({ url }) => url);
  const newUrls = photos.map(({ url }) => url);
  return [
    ...oldUrls.filter((url) => !newUrls.includes(url)).map((url) => ({ url, caption: words.before })),
    ...newUrls.map((url) => (oldUrls.includes(url) ? { url } : { url, caption: words.after })),
  ];
}

type Version = NonNullable<Submission["shown"]>;

function ChangeTable({ shown, next }: { shown: Version; next: Submission }) {
  const lines = [
    { name: words.name, oldValue: shown.name, newValue: next.name },
    { name: words.age, oldValue: String(shown.age), newValue: String(next.age) },
    { name: words.gender, oldValue: words.genders[shown.gender], newValue: words.genders[next.gender] },
    { name: words.bio, oldValue: shown.bio, newValue: next.bio },
    { name: words.handle, oldValue: `@${shown.instagramHandle}`, newValue: `@${next.instagramHandle}` },
    { name: words.photo, oldValue: urlsOf(shown), newValue: urlsOf(next), text: words.changed },
  ].filter(({ oldValue, newValue }) => oldValue !== newValue);
  return (
    <table className="w-full table-fixed border-2 border-line text-left text-note [&_td]:p-2 [&_td]:align-top [&_td]:break-words [&_th]:p-2 [&_th]:align-top [&_tr]:border-b [&_tr]:border-line">
      <thead className="text-soft">
        <tr>
          <th scope="col" className="w-24">
            <span className="sr-only">{words.after}</span>
          </th>
          <th scope="col">{words.before}</th>
          <th scope="col">{words.after}</th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ name, oldValue, newValue, text }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td dir="auto">{text === undefined && oldValue}</td>
            <td dir="auto" className="bg-tealwash">
              {text ?? newValue}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function urlsOf({ photos }: Pick<Version, "photos">): string {
  return photos.map(({ url }) => url).join(" ");
}
