import { CalendarDays, MapPin, type LucideIcon } from "lucide-react";
import { useMemo, type ReactNode } from "react";
import type { Badges } from "../../convex/shared/prices";
import { ProductBadges } from "./Badge";
import { CardPhotos, type PhotoLoading } from "./CardPhotos";
import { useFestival } from "../lib/festival";
import { dayNames } from "../lib/festivalDays";
import { classes } from "./classes";
import { drinkIcons, smokeIcons } from "./habitIcons";
import { NameAndAge } from "./NameAndAge";
import { cardSizes, nameSize } from "./nameSize";
import type { ShownPhoto } from "./photoSources";
import { words } from "./words";

export type Person = Badges & {
  name: string;
  age: number | null;
  bio: string;
  hobbies: readonly string[];
  drinking: string | null;
  smoking: string | null;
  photos: readonly ShownPhoto[];
  festivalDays?: readonly string[] | undefined;
  atFestival?: boolean | undefined;
};

type Props = {
  person: Person;
  children?: ReactNode;
  photo?: ReactNode;
  /** False for a card under another one. */
  isFront?: boolean;
  className?: string;
} & PhotoLoading;

/** A person as others see them: a photo that fills the card, with the name and the rest over it. */
export function PersonCard({ person, children, photo, isFront = true, className, ...loading }: Props) {
  // A swipe renders the cards of the deck four times, and a person on them rarely changes.
  const caption = useMemo(() => <Caption person={person} />, [person]);
  return (
    <article
      className={classes(
        "@container-size/card relative isolate size-full rounded-lg",
        person.isPremium ? "gold p-1 shadow-glow" : "shadow-lift",
        className,
      )}
    >
      <div className="relative flex size-full flex-col justify-end overflow-hidden rounded-[1.375rem] bg-nightraised text-paper">
        <div className="absolute inset-0 broad:right-[60%]">
          {photo ?? <CardPhotos name={person.name} photos={person.photos} isFront={isFront} {...loading} />}
        </div>
        {caption}
        {children}
      </div>
    </article>
  );
}

function Caption({ person }: { person: Person }) {
  return (
    <div className={overlay}>
      <NameLine person={person} />
      {person.bio !== "" && (
        <p
          dir="auto"
          className="line-clamp-4 text-body low:text-note large:text-lead broad:line-clamp-5 broad:text-note"
        >
          {person.bio}
        </p>
      )}
      <div className={facts}>
        {person.atFestival && <AtFestival />}
        <Days dates={person.festivalDays ?? []} />
        <Habits drinking={person.drinking} smoking={person.smoking} />
      </div>
      <Hobbies hobbies={person.hobbies} />
    </div>
  );
}

/** Always shows the name, even if large fonts leave no room for the rest. A tap goes through to the photo. */
const overlay =
  "pointer-events-none relative flex max-h-full flex-col gap-2 overflow-hidden px-5 pt-[min(5rem,12vh)] pb-5 scrim *:shrink-0 " +
  "low:gap-1.5 low:px-4 low:pt-9 low:pb-3.5 large:gap-3 large:px-8 large:pb-8 " +
  "broad:ml-[40%] broad:h-full broad:justify-center-safe broad:gap-1 broad:bg-none broad:px-3.5 broad:py-2";

const facts = "flex flex-wrap items-center gap-x-5 gap-y-1 text-note font-semibold empty:hidden large:text-body";

function NameLine({ person }: { person: Person }) {
  return (
    <div className="flex flex-col items-start gap-1.5 broad:pr-9">
      <ProductBadges {...person} />
      <h2 dir="auto" className={classes("max-w-full", nameSize(person.name, cardSizes))}>
        <NameAndAge {...person} tickClassName="ml-2 align-[0.04em] text-title" />
      </h2>
    </div>
  );
}

/** Shown for people with a ticket or an address of the college. */
function AtFestival() {
  const { name } = useFestival();
  return (
    <p className="flex items-center gap-1.5">
      <MapPin aria-hidden className="size-4.5 shrink-0 text-marigold" />
      {words.atFestival(name)}
    </p>
  );
}

function Days({ dates }: { dates: readonly string[] }) {
  const days = dayNames(useFestival(), dates, words.allDays);
  if (days === null) return null;
  return (
    <p className="flex items-center gap-1.5">
      <CalendarDays aria-hidden className="size-4.5 shrink-0 text-marigold" />
      {words.there(days)}
    </p>
  );
}

function Habits({ drinking, smoking }: { drinking: string | null; smoking: string | null }) {
  if (!drinking && !smoking) return null;
  return (
    <ul className="flex flex-wrap gap-x-5 gap-y-1">
      {drinking && <Habit icon={drinkIcons[drinking]} label={words.drinking(drinking)} habit={drinking} />}
      {smoking && <Habit icon={smokeIcons[smoking]} label={words.smoking(smoking)} habit={smoking} />}
    </ul>
  );
}

/** Only the four known values have an icon. */
function Habit({ icon: Icon, label, habit }: { icon: LucideIcon | undefined; label: string; habit: string }) {
  return (
    <li className="flex items-center gap-1.5" title={label}>
      {Icon !== undefined && <Icon aria-hidden className="size-4.5 text-marigold" />}
      <span className="sr-only">{label}</span>
      <span aria-hidden>{habit}</span>
    </li>
  );
}

function Hobbies({ hobbies }: { hobbies: readonly string[] }) {
  if (hobbies.length === 0) return null;
  return (
    <ul aria-label={words.hobbies} className="flex flex-wrap gap-1.5 broad:gap-1">
      {hobbies.map((hobby) => (
        <li
          key={hobby}
          className="rounded-full border border-paper/35 bg-night/40 px-2.5 py-0.5 text-note font-semibold low:px-2 low:py-0 large:text-body broad:px-2 broad:py-0"
        >
          {hobby}
        </li>
      ))}
    </ul>
  );
}
