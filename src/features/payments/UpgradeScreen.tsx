import { BadgeCheck, Eye, Infinity as Endless, ListStart, Sparkles, Star, type LucideIcon } from "lucide-react";
import { classes } from "../../components/classes";
import { NameAndAge } from "../../components/NameAndAge";
import { nameSize } from "../../components/nameSize";
import { Photo } from "../../components/Photo";
import type { ShownPhoto } from "../../components/photoSources";
import { Title } from "../../components/Title";
import { useMe } from "../../session/useAttendee";
import { Offer } from "./Offer";
import { Owned } from "./Owned";
import { words } from "./words";

/** /upgrade: the member's own card with Gold, the price, and the benefits. */
export function UpgradeScreen() {
  const me = useMe();

  return (
    <div
      data-night
      className="relative isolate min-h-[calc(100dvh-var(--bar))] overflow-hidden bg-night text-paper md:min-h-[calc(100dvh-4rem)]"
    >
      <Title>{me.isPremium ? words.haveGold : words.upgradeTitle}</Title>
      <div aria-hidden className="absolute inset-0 -z-10 stagelight" />
      <div className="mx-auto grid max-w-5xl items-center gap-x-16 gap-y-8 px-5 pt-9 pb-10 sm:px-8 lg:grid-cols-[20rem_1fr] lg:py-14">
        <GoldCard {...me} className="mx-auto w-[min(12.5rem,54vw)] -rotate-3 sm:w-56 lg:w-full" />
        <div className="mx-auto flex w-full max-w-xl min-w-0 flex-col gap-7 lg:mx-0">
          {me.isPremium ? <Owned me={me} /> : <Offer me={me} />}
          <Benefits />
        </div>
      </div>
    </div>
  );
}

function Benefits() {
  return (
    <ul aria-label={words.benefitsTitle} className="grid gap-x-8 gap-y-4 sm:grid-cols-2">
      {benefits.map(({ icon: Icon, title, text }) => (
        <li key={title} className="flex items-start gap-3.5">
          <span
            aria-hidden
            className="grid size-10 shrink-0 place-items-center rounded-full border border-[#ecc968]/50"
          >
            <Icon className="size-5 text-[#f3d98b]" />
          </span>
          <span className="min-w-0">
            <span className="block font-bold">{title}</span>
            <span className="block text-note text-paper/75">{text}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}

const benefits: ({ icon: LucideIcon } & { title: string; text: string })[] = [
  { icon: Endless, ...words.benefits.unlimited },
  { icon: ListStart, ...words.benefits.priority },
  { icon: Eye, ...words.benefits.visibility },
  { icon: BadgeCheck, ...words.benefits.tick },
  { icon: Sparkles, ...words.benefits.glow },
  { icon: Star, ...words.benefits.superLike },
];

type CardProps = {
  name: string;
  age: number | null;
  photoURL: string | null;
  photos: readonly ShownPhoto[];
  className?: string;
};

/** The member's own card with the frame, glow and tick of Gold. */
function GoldCard({ name, age, photoURL, photos, className }: CardProps) {
  return (
    <div className={classes("relative", className)}>
      <div aria-hidden className="absolute -inset-10 rounded-full bg-[#e9b949]/45 blur-3xl" />
      <figure className="relative gold rounded-lg p-1.5 shadow-lift">
        <div className="relative aspect-4/5 overflow-hidden rounded-[1.2rem] bg-nightraised text-paper">
          <Photo src={photoURL} photo={photos[0]} name={name} />
          <figcaption className="absolute inset-x-0 bottom-0 px-[min(1rem,4vw)] pt-[min(3.5rem,14vw)] pb-3.5 scrim">
            <span className={classes("block font-poster font-extrabold text-balance", nameSize(name, sizes))}>
              <NameAndAge name={name} age={age} isPremium tickClassName="ml-1.5 align-[-0.04em] text-lead" />
            </span>
          </figcaption>
        </div>
      </figure>
    </div>
  );
}

/** The card is slightly wider than half a phone. */
const sizes = [
  [15, 32, "text-title"],
  [Infinity, Infinity, "text-body/5 lg:text-title"],
] as const;
