import { Heart, X } from "lucide-react";
import { useState } from "react";
import { Button } from "../../components/Button";
import { useReport } from "../../lib/useReport";
import { LikeCard } from "./LikeCard";
import { PhotoTile } from "./PhotoTile";
import type { Like } from "./useMatches";
import { words } from "./words";

export function LikeRow({ like, onRespond }: { like: Like; onRespond: (accepted: boolean) => void }) {
  const report = useReport();
  const [isOpen, setOpen] = useState(false);
  return (
    <li className="flex flex-col gap-2.5">
      <div className="relative">
        <PhotoTile {...like} />
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
