import type { Submission } from "./decisions";
import { words } from "./words";

type Version = NonNullable<Submission["shown"]>;

/** The old and new values of a change, side by side. Only fields that differ. */
export function ChangeTable({ shown, next }: { shown: Version; next: Submission }) {
  const lines = [
    { name: words.name, old: shown.name, now: next.name },
    { name: words.age, old: String(shown.age), now: String(next.age) },
    { name: words.gender, old: words.genders[shown.gender], now: words.genders[next.gender] },
    { name: words.bio, old: shown.bio, now: next.bio },
    { name: words.handle, old: `@${shown.instagramHandle}`, now: `@${next.instagramHandle}` },
    { name: words.photo, old: addressesOf(shown), now: addressesOf(next), text: words.changed },
  ].filter(({ old, now }) => old !== now);
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
        {lines.map(({ name, old, now, text }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td dir="auto">{text === undefined && old}</td>
            <td dir="auto" className="bg-tealwash">
              {text ?? now}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function addressesOf({ photos }: Pick<Version, "photos">): string {
  return photos.map(({ url }) => url).join(" ");
}
