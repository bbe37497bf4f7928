import { GoldTick, VipBadge } from "../../components/Badge";
import { classes } from "../../components/classes";
import { Photo } from "../../components/Photo";

/** A name of more characters than that is set smaller, so that all of it fits on the smallest phone. */
const LONG = 20;

type Props = { name: string; age: number; photoURL: string; isPremium: boolean; isVIP: boolean };

/** A person in a wall of people: the photo with the name on it. */
export function PhotoTile({ name, age, photoURL, isPremium, isVIP }: Props) {
  return (
    <div className={classes("rounded-md", isPremium ? "gold p-0.75 shadow-glow" : "shadow-rest")}>
      <div className="relative aspect-3/4 overflow-hidden rounded-[0.75rem] bg-nightraised text-paper">
        <Photo src={photoURL} name={name} loading="lazy" />
        <div className="absolute inset-x-0 bottom-0 flex flex-col items-start gap-1 px-3 pt-14 pb-2 scrim">
          {isVIP && <VipBadge />}
          <h2 dir="auto" className={classes("max-w-full", name.length > LONG ? "text-body/5" : "text-lead/6")}>
            {name}, <span className="font-medium tabular-nums">{age}</span>
            {isPremium && <GoldTick className="ml-1.5" />}
          </h2>
        </div>
      </div>
    </div>
  );
}
