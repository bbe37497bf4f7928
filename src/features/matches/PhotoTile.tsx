import { GoldTick, VipBadge } from "../../components/Badge";
import { classes } from "../../components/classes";
import { nameSize } from "../../components/nameSize";
import { Photo } from "../../components/Photo";
import type { ShownPhoto } from "../../components/photoSources";

/** Fits two tiles side by side on the smallest phone. */
const sizes = [
  [11, 20, "text-lead/6"],
  [15, Infinity, "text-body/5"],
  [Infinity, Infinity, "text-note"],
] as const;

type Props = {
  name: string;
  age: number;
  photoURL: string;
  photos: readonly ShownPhoto[];
  isPremium: boolean;
  isVIP: boolean;
};

/** A person in a grid: the photo with the name on it. */
export function PhotoTile({ name, age, photoURL, photos, isPremium, isVIP }: Props) {
  return (
    <div className={classes("rounded-md", isPremium ? "gold p-0.75 shadow-glow" : "shadow-rest")}>
      <div className="relative aspect-3/4 overflow-hidden rounded-[0.75rem] bg-nightraised text-paper">
        <Photo src={photoURL} photo={photos[0]} use="list" name={name} loading="lazy" />
        <div className="absolute inset-x-0 bottom-0 flex max-h-full flex-col items-start gap-1 overflow-hidden px-3 pt-[min(3.5rem,17vw)] pb-2 scrim *:shrink-0">
          {isVIP && <VipBadge />}
          <h2 dir="auto" className={classes("max-w-full", nameSize(name, sizes))}>
            {name}, <span className="font-medium tabular-nums">{age}</span>
            {isPremium && <GoldTick className="ml-1.5" />}
          </h2>
        </div>
      </div>
    </div>
  );
}
