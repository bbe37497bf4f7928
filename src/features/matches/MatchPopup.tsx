import { useEffect, useEffectEvent, useRef, useState, type CSSProperties } from "react";
import { useNavigate } from "react-router-dom";
import { Button } from "../../components/Button";
import { classes } from "../../components/classes";
import { Handle } from "../../components/Handle";
import { Layer, LayerTitle } from "../../components/Layer";
import { nameSize } from "../../components/nameSize";
import { Photo } from "../../components/Photo";
import type { ShownPhoto } from "../../components/photoSources";
import { leaveLayers } from "../../components/useBackCloses";
import { after, afterPaint, listen } from "../../lib/events";
import { useOpeningPress } from "../../lib/secondPress";
import { useIsVisible } from "../../lib/visibility";
import type { Match } from "./useMatches";
import { words } from "./words";

type Person = { name: string; photos: readonly ShownPhoto[]; instagramHandle: string };

type Props = {
  me: Person;
  match: Match;
  /** The number of further matches that wait. */
  moreCount: number;
  onClose: () => void;
  /** Called when a link in the popup is used. All waiting matches then count as seen. */
  onLeave: () => void;
};

/** The popup of a new match: both photos, the handle to open or copy, and a link to the chat. */
export function MatchPopup({ me, match: { matchId, user }, moreCount, onClose, onLeave }: Props) {
  const navigate = useNavigate();
  const keepSwiping = useRef<HTMLButtonElement>(null);
  const isVisible = useIsVisible();
  const { isClosing, close } = useTimedClose(isVisible, onClose);
  useEarlyKeysIgnored();
  const leaveTo = (to: string) => {
    onLeave();
    void leaveLayers(() => void navigate(to));
  };
  const fade = isClosing && "opacity-0 transition-opacity duration-300";

  return (
    <Layer
      isClosing={isClosing}
      onClose={close}
      initialFocus={keepSwiping}
      overlayClassName={classes("bg-night", fade)}
      backdrop={<div aria-hidden className="absolute inset-0 stagelight" />}
      aria-describedby={undefined}
      onClickCapture={useOpeningPress()}
      className={classes(sheet, fade)}
    >
      {/* A press on the background closes the popup. On the keyboard, Escape and Keep Swiping do. */}
      <div aria-hidden className="absolute inset-0" onClick={close} />
      <Confetti />
      <LayerTitle className={title}>{words.moment}</LayerTitle>
      <div className="relative flex w-full max-w-sm justify-center sm:max-w-xl lying:col-start-1 lying:row-span-4 lying:row-start-1 lying:w-auto">
        <Poster person={me} className="animate-[meetleft_700ms_var(--ease-out)_both]" />
        <Poster person={user} className="z-10 animate-[meetright_700ms_var(--ease-out)_both]" />
      </div>
      <p className="relative z-20 mt-1 text-lead font-medium wrap-anywhere lying:mt-0 lying:text-body">
        {words.momentText(user.name)}
      </p>
      <Handle handle={user.instagramHandle} className={classes("relative max-w-full", handleSize(user))} />
      <div className={classes("relative flex w-full max-w-xs flex-col gap-3", sideBySide)}>
        <Button onClick={() => leaveTo(`/matches/${matchId}`)}>{words.sayHello}</Button>
        <Button variant="paper" onClick={() => leaveTo("/matches")}>
          {words.viewMatches}
        </Button>
        <Button variant="paper" ref={keepSwiping} onClick={close}>
          {words.keepSwiping}
        </Button>
        {moreCount > 0 && (
          <p className="text-note font-semibold lying:col-span-2 short:col-span-2">{words.moreMoments(moreCount)}</p>
        )}
        <span
          key={String(isVisible)}
          aria-hidden
          className="h-1.5 origin-left animate-[runout_6s_linear_both] rounded-full band"
        />
      </div>
    </Layer>
  );
}

/** Long handles are smaller, to fit one line on a phone. */
function handleSize({ instagramHandle }: Person): string {
  return instagramHandle.length > 22 ? "text-body" : "text-lead lying:text-body";
}

/** One of the two photos, as a print. Prints rotate around their lower edge, so neither covers the other's text. */
function Poster({ person, className }: { person: Person; className: string }) {
  return (
    <figure
      className={classes(
        "-mx-1 w-[46%] max-w-[min(11rem,22dvh)] origin-bottom sm:max-w-[min(16rem,26dvh)] lying:w-[22vw] lying:max-w-28 rounded-sm bg-paper p-2 pb-1 text-night shadow-lift",
        className,
      )}
    >
      <div className="aspect-3/4 overflow-hidden">
        <Photo photo={person.photos[0]} use="list" name={person.name} />
      </div>
      <figcaption className="pt-1.5">
        <span dir="auto" className={classes("line-clamp-3 font-bold text-balance", nameSize(person.name, sizes))}>
          {person.name}
        </span>
        <span className="block text-note [overflow-wrap:anywhere]">@{person.instagramHandle}</span>
      </figcaption>
    </figure>
  );
}

/** A print is less than half a phone's width. */
const sizes = [
  [15, 30, "text-body/5"],
  [Infinity, Infinity, "text-note/4"],
] as const;
const sheet =
  "inset-0 flex flex-col items-center justify-center-safe gap-5 overflow-x-hidden overflow-y-auto px-5 py-8 text-center text-paper " +
  "short:gap-2 short:py-4 " +
  "lying:grid lying:grid-cols-[auto_minmax(0,22rem)] lying:content-center-safe lying:items-center lying:justify-items-center lying:gap-x-6 lying:gap-y-1.5 lying:py-3";
/** If the popup would not fit otherwise, the two secondary buttons share a line. */
const sideBySide =
  "lying:grid lying:grid-cols-2 lying:gap-2 lying:*:px-2 lying:*:first:col-span-2 lying:*:last:col-span-2 " +
  "short:grid short:grid-cols-2 short:gap-2 short:*:px-2 short:*:first:col-span-2 short:*:last:col-span-2";
const title =
  "relative animate-[stamp_420ms_var(--ease-out)_both] pt-2 font-poster text-stage/none font-extrabold tracking-tight uppercase text-marigold lying:text-poster/none";

const PIECES = 44;
const colours = ["bg-coral", "bg-marigold", "bg-paper", "bg-stampyes"] as const;

/** Falling confetti, once. Rendered after the content below it. Hidden with reduced motion. */
function Confetti() {
  const [pieces, setPieces] = useState(0);
  useEffect(() => afterPaint(() => setPieces(PIECES)), []);
  return (
    <div aria-hidden className="pointer-events-none absolute inset-0 overflow-hidden motion-reduce:hidden">
      {Array.from({ length: pieces }, (_, index) => (
        <span
          key={index}
          style={fall(index)}
          className={`absolute -top-6 animate-[fall_2.6s_cubic-bezier(.3,.4,.6,1)_both] ${colours[Math.floor(spread(index, 0.645751) * colours.length)]}`}
        />
      ))}
    </div>
  );
}

/** Returns an even, deterministic spread, 0 to 1. A different irrational number per use keeps the values independent. */
const spread = (index: number, irrational: number) => (index * irrational) % 1;

function fall(index: number): CSSProperties {
  const scatter = spread(index, 0.618034);
  return {
    left: `${scatter * 100}%`,
    width: `${6 + (index % 3) * 3}px`,
    height: `${10 + (index % 4) * 3}px`,
    animationDelay: `${200 + spread(index, 0.754878) * 700}ms`,
    animationDuration: `${2.1 + spread(index, 0.56984) * 1.4}s`,
    ["--drift" as string]: `${(scatter - 0.5) * 9}rem`,
    ["--turn" as string]: `${400 + index * 40}deg`,
  };
}

/** Milliseconds open, and milliseconds of the fade. */
const OPEN_MS = 6000;
const FADE_MS = 300;

/**
 * Closes after `OPEN_MS` ms, or earlier by `close()`. `onClosed` runs after the fade. The time restarts when the page becomes visible again.
 */
function useTimedClose(isVisible: boolean, onClosed: () => void) {
  const [isClosing, setClosing] = useState(false);
  const handleClosed = useEffectEvent(onClosed);

  useEffect(() => {
    if (!isClosing && !isVisible) return;
    return isClosing ? after(FADE_MS, handleClosed) : after(OPEN_MS, () => setClosing(true));
  }, [isClosing, isVisible]);

  return { isClosing, close: () => setClosing(true) };
}

/** Milliseconds. Earlier keys were meant for the screen below. */
const EARLY = 1000;

/** Ignores all keys in the first second after mounting, and the repeats and releases of keys pressed by then. */
function useEarlyKeysIgnored(): void {
  useEffect(() => {
    const mountedAt = Date.now();
    const accepted = new Set<string>();
    const filterKey = (event: KeyboardEvent) => {
      const isPress = event.type === "keydown" && !event.repeat;
      if (isPress && Date.now() - mountedAt >= EARLY) accepted.add(event.code);
      if (accepted.has(event.code)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    return listen(window, ["keydown", "keypress", "keyup"], filterKey, { capture: true });
  }, []);
}
