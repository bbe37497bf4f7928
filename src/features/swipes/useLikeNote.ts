import { useEffect, useRef } from "react";
import { toast } from "../../lib/toast";
import { useNews } from "../../lib/useNews";
import { useIsVisible } from "../../lib/visibility";
import { words } from "./words";

/** Between two notes, in ms: who is liked by many is not told all the time. The badge counts on. */
const BETWEEN = 60_000;

/** Notes a like that arrives while somebody swipes, in one line that goes by itself. */
export function useLikeNote(): void {
  const likes = useNews()?.likes;
  const isVisible = useIsVisible();
  const before = useRef<number>(undefined);
  const notedAt = useRef(-Infinity);
  useEffect(() => {
    if (likes === undefined) return;
    const isNew = before.current !== undefined && likes > before.current;
    before.current = likes;
    if (!isNew || !isVisible || Date.now() - notedAt.current < BETWEEN) return;
    notedAt.current = Date.now();
    toast.note(words.newLike);
  }, [likes, isVisible]);
}
