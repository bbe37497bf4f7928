import { useEffect, useState } from "react";
import { useListen } from "../lib/useListen";
import { classes } from "./classes";
import { Photo } from "./Photo";
import { preload, sourcesOf, type ShownPhoto } from "./photoSources";
import { words } from "./words";

type Props = {
  name: string;
  photos: readonly ShownPhoto[];
  /** True for the card in front: it handles the keys, and its next photo is preloaded. */
  isFront: boolean;
  /** False if the keys scroll the screen instead. */
  hasKeys?: boolean;
} & PhotoLoading;

/** Loads the photos of several cards one by one. On a slow network the first photo would otherwise wait for all the others. */
export type PhotoLoading = {
  /** True until the card's photo may load. */
  isDeferred?: boolean | undefined;
  /** True once each card has its photo, so that wider files and further photos may load. */
  canPreload?: boolean | undefined;
  /** Runs once the first photo has loaded or failed. */
  onSettled?: (() => void) | undefined;
};

/** The photos of a card. A tap on the right half shows the next one, a tap on the left half the previous one. */
export function CardPhotos({
  name,
  photos,
  isFront,
  hasKeys = isFront,
  isDeferred,
  canPreload = true,
  onSettled,
}: Props) {
  const [shown, setShown] = useState(0);
  const [isSettled, setSettled] = useState(false);
  const count = photos.length;
  // The person may have fewer photos than a moment ago.
  const index = Math.min(shown, Math.max(0, count - 1));
  const next = (index + 1) % Math.max(1, count);
  const photo = photos[index];
  const preloaded = isFront && canPreload && isSettled && next > index ? photos[next] : undefined;
  const isWide = useIsShownWide(photos[0], isFront, isFront || canPreload);
  useNextPhotoKeys(hasKeys && count > 1, () => setShown(next));

  return (
    <>
      <Photo
        photo={photo}
        use={isWide || index > 0 ? "card" : "behind"}
        name={name}
        {...(index > 0 && { alt: words.photoNumbered(name, index + 1, count) })}
        className="absolute inset-0"
        fetchPriority={isFront ? "high" : "low"}
        isDeferred={isDeferred ?? false}
        onSettled={() => {
          setSettled(true);
          onSettled?.();
        }}
      />
      {count > 1 && (
        <>
          <Half side="left" label={words.previousPhoto} onClick={() => setShown(Math.max(0, index - 1))} />
          <Half side="right" label={words.nextPhoto(next + 1, count)} onClick={() => setShown(next)} />
          <Segments count={count} index={index} />
          <p aria-live="polite" className="sr-only">
            {shown > 0 && words.photoShown(index + 1, count)}
          </p>
        </>
      )}
      {preloaded !== undefined && (
        <img hidden alt="" fetchPriority="low" {...sourcesOf(preloaded, "card")} src={preloaded.url} />
      )}
    </>
  );
}

/**
 * Returns true if the first photo is shown in full width. A card below another starts with a narrower file, which the wide one replaces
 * once it is loaded.
 */
function useIsShownWide(photo: ShownPhoto | undefined, isFront: boolean, shouldLoad: boolean): boolean {
  const [isWide, setWide] = useState(isFront);
  useEffect(() => {
    if (isWide || !shouldLoad || photo === undefined) return;
    const image = preload(photo, "card", "low");
    image.onload = () => setWide(true);
    return () => void (image.onload = null);
  }, [photo, isWide, shouldLoad]);
  return isWide;
}

type HalfProps = { side: "left" | "right"; label: string; onClick: () => void };

/** A button over half of the card. A drag that starts on it drags the card. */
function Half({ side, label, onClick }: HalfProps) {
  return (
    <button
      type="button"
      data-draggable
      aria-label={label}
      onClick={onClick}
      className={classes(
        "absolute inset-y-0 w-1/2 cursor-[inherit] rounded-[1.25rem] focus-visible:outline-3 focus-visible:-outline-offset-6 focus-visible:outline-teal",
        side === "left" ? "left-0" : "right-0",
      )}
    />
  );
}

function Segments({ count, index }: { count: number; index: number }) {
  return (
    <div aria-hidden className="pointer-events-none absolute inset-x-4 top-1.5 flex gap-1.5">
      {Array.from({ length: count }, (_, n) => (
        <span
          key={n}
          className={classes(
            "h-1 flex-1 rounded-full shadow-[0_0_3px_rgb(0_0_0/0.6)]",
            n === index ? "bg-paper" : "bg-paper/45",
          )}
        />
      ))}
    </div>
  );
}

/** Shows the next photo on Space and Arrow Up, unless the focused element uses these keys itself. */
function useNextPhotoKeys(isOn: boolean, showNext: () => void) {
  useListen(window, "keydown", (event) => {
    if (!isOn || event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
    const ignoredIn = event.key === "ArrowUp" ? USES_ARROWS : event.key === " " ? USES_SPACE : null;
    if (ignoredIn === null || (event.target instanceof Element && event.target.closest(ignoredIn) !== null)) return;
    // Otherwise both keys scroll the page.
    event.preventDefault();
    if (!event.repeat) showNext();
  });
}

/** Where the arrow keys have a meaning of their own. */
export const USES_ARROWS = "[role=dialog], [role=tab], input, textarea, select";
const USES_SPACE = `${USES_ARROWS}, button, a, summary`;
