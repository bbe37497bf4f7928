import type { ReactNode } from "react";
import { optionalFields, optionalNames } from "../../../../convex/shared/optionalFields";
import { products } from "../../../../convex/shared/prices";
import { Photo } from "../../../components/Photo";
import { timeText } from "../../../lib/clock";
import { Note } from "../Note";
import { words } from "./words";
import type { Person } from "./usePerson";

/** A person's photos, profile and contact data, and their waiting version. */
export function PersonFacts({ person }: { person: Person }) {
  const { profile, waiting, ticket, suspension, rejectionReason, rejections, knownBefore } = person;
  return (
    <section className="flex flex-col gap-5">
      <h2 className="text-lead">{words.facts}</h2>
      {suspension && <Note isBad>{words.suspendedFor(suspension.reason, timeText(suspension.at))}</Note>}
      {rejectionReason !== null && <Note isBad>{words.rejectedFor(rejectionReason)}</Note>}
      {profile && <Photos name={profile.name} photos={profile.photos} />}
      {profile === null && <p className="text-soft">{words.noProfile}</p>}
      <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-2">
        <Fact name={words.fields.email}>{person.email}</Fact>
        {profile && <ProfileFacts profile={profile} />}
        {ticket && <Fact name={words.fields.ticket}>{ticketText(ticket)}</Fact>}
        {Object.values(products).map(({ key, name }) => (
          <Fact key={key} name={name}>
            {hadSince(person[key])}
          </Fact>
        ))}
        {rejections > 0 && <Fact name={words.statuses.rejected}>{words.rejections(rejections)}</Fact>}
      </dl>
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

function ProfileFacts({ profile }: { profile: NonNullable<Person["profile"]> }) {
  const { fields } = words;
  const { ageRange, festivalDays = [] } = profile;
  return (
    <>
      <Fact name={fields.phoneNumber}>{profile.phoneNumber}</Fact>
      <Fact name={fields.instagramHandle}>@{profile.instagramHandle}</Fact>
      <Fact name={fields.bio} isText>
        {profile.bio}
      </Fact>
      <Fact name={fields.gender}>{words.genders[profile.gender]}</Fact>
      <Fact name={fields.interestedIn}>{words.interests[profile.interestedIn]}</Fact>
      {ageRange && <Fact name={fields.ages}>{words.ages(ageRange.min, ageRange.max)}</Fact>}
      <Fact name={fields.hobbies}>{profile.hobbies.join(", ")}</Fact>
      <Fact name={fields.drinking}>{profile.drinking}</Fact>
      <Fact name={fields.smoking}>{profile.smoking}</Fact>
      {optionalNames.map(
        (name) =>
          profile[name] && (
            <Fact key={name} name={optionalFields[name].label}>
              {profile[name]}
            </Fact>
          ),
      )}
      {festivalDays.length > 0 && <Fact name={fields.festivalDays}>{festivalDays.join(", ")}</Fact>}
    </>
  );
}

function ticketText({ label, claimedAt, arrivedAt }: NonNullable<Person["ticket"]>): string {
  return words.ticketOf(label, timeText(claimedAt), arrivedAt === undefined ? null : timeText(arrivedAt));
}

function hadSince(had: Person["gold"]): string {
  return had === null ? words.not : words.since[had.by](timeText(had.since));
}

function Photos({ name, photos }: { name: string; photos: NonNullable<Person["profile"]>["photos"] }) {
  const all = photos.length > 0 ? photos : [null];
  return (
    <ul className="flex gap-2 overflow-x-auto">
      {all.map((photo) => (
        <li key={photo?.url} className="aspect-4/5 w-32 shrink-0 overflow-hidden rounded-md sm:w-44">
          <Photo src={photo?.url ?? null} photo={photo ?? undefined} use="list" name={name} />
        </li>
      ))}
    </ul>
  );
}

function Fact({ name, isText = false, children }: { name: string; isText?: boolean; children: ReactNode }) {
  return (
    <div className={isText ? "min-w-0 break-words sm:col-span-2" : "min-w-0 break-words"}>
      <dt className="text-note text-soft">{name}</dt>
      <dd dir="auto" className="whitespace-pre-line">
        {children}
      </dd>
    </div>
  );
}
