import { optionalFields, optionalNames } from "../../../../convex/shared/optionalFields";
import { products } from "../../../../convex/shared/prices";
import { Facts, type Fact } from "../../../components/Facts";
import { Note } from "../../../components/Note";
import { Photo } from "../../../components/Photo";
import { timeText } from "../../../lib/clock";
import { words } from "./words";
import type { Person } from "./usePerson";

export function PersonFacts({ person }: { person: Person }) {
  const { profile, waiting, ticket, suspension, rejectionReason, rejections, knownBefore } = person;
  return (
    <section className="flex flex-col gap-5">
      <h2 className="text-lead">{words.facts}</h2>
      {suspension && <Note variant="bad">{words.suspendedFor(suspension.reason, timeText(suspension.at))}</Note>}
      {rejectionReason !== null && <Note variant="bad">{words.rejectedFor(rejectionReason)}</Note>}
      {profile && <Photos name={profile.name} photos={profile.photos} />}
      {profile === null && <p className="text-soft">{words.noProfile}</p>}
      <Facts
        className="grid gap-x-6 gap-y-3 sm:grid-cols-2"
        facts={[
          [words.fields.email, person.email],
          ...(profile ? factsOf(profile) : []),
          ticket && [words.fields.ticket, ticketText(ticket)],
          ...Object.values(products).map(({ key, name }): Fact => [name, grantText(person[key])]),
          rejections > 0 ? [words.statuses.rejected, words.rejections(rejections)] : null,
        ]}
      />
      {waiting && (
        <div className="flex flex-col gap-3 rounded-md border-2 border-line p-4">
          <h3 className="font-semibold">{words.waitingVersion}</h3>
          <p className="text-note text-soft">{words.waitingSince(timeText(waiting.since))}</p>
          <Photos name={waiting.name} photos={waiting.photos} />
          <p dir="auto" className="break-words whitespace-pre-line">
            {waiting.name}, {waiting.age} · @{waiting.instagramHandle}
            {"\n"}
            {waiting.bio}
          </p>
        </div>
      )}
      {knownBefore.length > 0 && (
        <div>
          <h3 className="font-semibold">{words.knownBefore}</h3>
          <ul>
            {knownBefore.map(({ what, at, by }) => (
              <li key={`${what} ${at}`} className="text-note">
                {words.happened[what]} {words.knownBy(by, timeText(at))}
              </li>
            ))}
          </ul>
        </div>
      )}
    </section>
  );
}

function factsOf(profile: NonNullable<Person["profile"]>): (Fact | null)[] {
  const { fields } = words;
  const { ageRange, festivalDays = [] } = profile;
  return [
    [fields.phoneNumber, profile.phoneNumber],
    [fields.instagramHandle, `@${profile.instagramHandle}`],
    [fields.bio, profile.bio],
    [fields.gender, words.genders[profile.gender]],
    [fields.interestedIn, words.interests[profile.interestedIn]],
    ageRange ? [fields.ages, words.ages(ageRange.min, ageRange.max)] : null,
    [fields.hobbies, profile.hobbies.join(", ")],
    [fields.drinking, profile.drinking],
    [fields.smoking, profile.smoking],
    ...optionalNames.map((name): Fact | null => {
      const text = profile[name];
      return text ? [optionalFields[name].label, text] : null;
    }),
    festivalDays.length > 0 ? [fields.festivalDays, festivalDays.join(", ")] : null,
  ];
}

function ticketText({ label, claimedAt, arrivedAt }: NonNullable<Person["ticket"]>): string {
  return words.ticketOf(label, timeText(claimedAt), arrivedAt === undefined ? null : timeText(arrivedAt));
}

function grantText(grant: Person["gold"]): string {
  return grant === null ? words.not : words.since[grant.by](timeText(grant.since));
}

function Photos({ name, photos }: { name: string; photos: NonNullable<Person["profile"]>["photos"] }) {
  const all = photos.length > 0 ? photos : [null];
  return (
    <ul className="flex gap-2 overflow-x-auto">
      {all.map((photo) => (
        <li key={photo?.url} className="aspect-4/5 w-32 shrink-0 overflow-hidden rounded-md sm:w-44">
          <Photo photo={photo} use="list" name={name} />
        </li>
      ))}
    </ul>
  );
}
