import { Heart, X } from "lucide-react";
import { type FunctionReturnType } from "convex/server";
import { type api } from "../../../convex/_generated/api";
import { Button } from "../../components/Button";
import { Photo } from "../../components/Photo";
import { NameLine } from "./MatchRow";
import { words } from "./words";

type Like = FunctionReturnType<typeof api.matches.pendingLikes>[number];

/** Somebody who likes you and waits for an answer. */
export function LikeRow({ like, onAnswer }: { like: Like; onAnswer: (accepted: boolean) => void }) {
  return (
    <li className="flex gap-4 rounded-lg bg-raised p-3 shadow-rest">
      <div className="h-40 w-28 shrink-0 overflow-hidden rounded-md">
        <Photo src={like.photoURL} name={like.name} loading="lazy" />
      </div>
      <div className="flex min-w-0 flex-1 flex-col items-start gap-1.5 py-0.5">
        <NameLine {...like} />
        <p className="line-clamp-3 w-full text-soft">{like.bio}</p>
        <div className="mt-auto flex w-full gap-2">
          <Button className="flex-1 px-3" aria-label={words.acceptNamed(like.name)} onClick={() => onAnswer(true)}>
            <Heart aria-hidden className="size-5 fill-current" />
            {words.accept}
          </Button>
          <Button
            look="quiet"
            className="flex-1 px-3"
            aria-label={words.rejectNamed(like.name)}
            onClick={() => onAnswer(false)}
          >
            <X aria-hidden className="size-5" strokeWidth={2.5} />
            {words.reject}
          </Button>
        </div>
      </div>
    </li>
  );
}
