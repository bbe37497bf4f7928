import { classes } from "../../components/classes";
import { NameAndAge } from "../../components/NameAndAge";
import { nameSize } from "../../components/nameSize";
import { Photo, type ShownPhoto } from "../../components/Photo";

type Props = {
  name: string;
  age: number | null;
  photoURL: string | null;
  photos: readonly ShownPhoto[];
  className?: string;
};

/** One's own card as it looks with Gold: with the frame, the glow and the tick. */
export function GoldCard({ name, age, photoURL, photos, className }: Props) {
  return (
    <div className={classes("relative", className)}>
      <div aria-hidden className="absolute -inset-10 rounded-full bg-[#e9b949]/45 blur-3xl" />
      <figure className="relative gold rounded-lg p-1.5 shadow-lift">
        <div className="relative aspect-4/5 overflow-hidden rounded-[1.2rem] bg-nightraised text-paper">
          <Photo src={photoURL} photo={photos[0]} name={name} />
          <figcaption className="absolute inset-x-0 bottom-0 px-[min(1rem,4vw)] pt-[min(3.5rem,14vw)] pb-3.5 scrim">
            <span className={classes("block font-poster font-extrabold text-balance", nameSize(name, sizes))}>
              <NameAndAge name={name} age={age} isPremium tick="ml-1.5 align-[-0.04em] text-lead" />
            </span>
          </figcaption>
        </div>
      </figure>
    </div>
  );
}

/** The card is a little more than half as wide as a phone. */
const sizes = [
  [15, 32, "text-title"],
  [Infinity, Infinity, "text-body/5 lg:text-title"],
] as const;
