import { Heart, X } from "lucide-react";
import { useState } from "react";
import { GoldTick, ProductBadges } from "../../components/Badge";
import { Button } from "../../components/Button";
import { classes } from "../../components/classes";
import { Dialog } from "../../components/Dialog";
import { nameSize } from "../../components/nameSize";
import { PersonCard } from "../../components/PersonCard";
import { Photo } from "../../components/Photo";
import { useReport } from "../../lib/useReport";
import type { Like } from "./useMatches";
import { words } from "./words";

type Props = { like: Like; onRespond: (accepted: boolean) => void };

export function LikeRow({ like, onRespond }: Props) {
  const report = useReport();
  const [isOpen, setOpen] = useState(false);
  return (
    <li className="flex flex-col gap-2.5">
      <div className="relative">
        <PhotoTile like={like} />
        <button
          type="button"
          aria-label={words.seeCard(like.name)}
          aria-haspopup="dialog"
          onClick={() => setOpen(true)}
          className="absolute inset-0 rounded-md"
        />
      </div>
      <p dir="auto" className="text-note text-soft">
        {like.bio}
      </p>
      <div className="mt-auto flex flex-col gap-2">
        <Button aria-label={words.acceptNamed(like.name)} onClick={() => onRespond(true)}>
          <Heart aria-hidden className="size-5 fill-current" />
          {words.accept}
        </Button>
        <Button variant="quiet" aria-label={words.rejectNamed(like.name)} onClick={() => onRespond(false)}>
          <X aria-hidden className="size-5" strokeWidth={2.5} />
          {words.reject}
        </Button>
        <Button variant="bare" aria-label={words.reportNamed(like.name)} onClick={() => report(like)}>
          {words.report}
        </Button>
      </div>
      <LikeCard like={like} open={isOpen} onClose={() => setOpen(false)} onRespond={onRespond} />
    </li>
  );
}

function LikeCard({ like, open, onClose, onRespond }: Props & { open: boolean; onClose: () => void }) {
  const answer = (accepted: boolean) => {
    onClose();
    onRespond(accepted);
  };
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={words.likesYou(like.name)}
      actions={
        <>
          <Button onClick={() => answer(true)}>{words.accept}</Button>
          <Button variant="quiet" onClick={() => answer(false)}>
            {words.reject}
          </Button>
        </>
      }
    >
      <div className="mx-auto h-[clamp(22rem,58dvh,31.25rem)] w-full max-w-[21.875rem] shrink-0">
        <PersonCard person={like} />
      </div>
    </Dialog>
  );
}

/** A person in a grid: the photo with the name on it. */
function PhotoTile({ like }: { like: Like }) {
  const { name, age, photos, isPremium } = like;
  return (
    <div className={classes("rounded-md", isPremium ? "gold p-0.75 shadow-glow" : "shadow-rest")}>
      <div className="relative aspect-3/4 overflow-hidden rounded-[0.75rem] bg-nightraised text-paper">
        <Photo photo={photos[0]} use="list" name={name} loading="lazy" />
        <div className="absolute inset-x-0 bottom-0 flex max-h-full flex-col items-start gap-1 overflow-hidden px-3 pt-[min(3.5rem,17vw)] pb-2 scrim *:shrink-0">
          <ProductBadges {...like} />
          <h2 dir="auto" className={classes("max-w-full", nameSize(name, sizes))}>
            {name}, <span className="font-medium tabular-nums">{age}</span>
            {isPremium && <GoldTick className="ml-1.5" />}
          </h2>
        </div>
      </div>
    </div>
  );
}

/** Fits two tiles side by side on the smallest phone. */
const sizes = [
  [11, 20, "text-lead/6"],
  [15, Infinity, "text-body/5"],
  [Infinity, Infinity, "text-note"],
] as const;
