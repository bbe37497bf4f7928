import { useRef } from "react";
import { useNavigate } from "react-router-dom";
import { Button } from "../../components/Button";
import { classes } from "../../components/classes";
import { Handle } from "../../components/Handle";
import { Layer, LayerTitle } from "../../components/Layer";
import { nameSize } from "../../components/nameSize";
import { Photo } from "../../components/Photo";
import type { ShownPhoto } from "../../components/photoSources";
import { leaveLayers } from "../../components/useBackCloses";
import { useIsVisible } from "../../lib/visibility";
import { Confetti } from "./Confetti";
import { useEarlyKeysIgnored } from "./useEarlyKeysIgnored";
import { useTimedClose } from "./useTimedClose";
import type { Match } from "./useMatches";
import { words } from "./words";

type Person = { name: string; photoURL: string | null; photos: readonly ShownPhoto[]; instagramHandle: string };

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
      data-moment
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
        <Photo src={person.photoURL} photo={person.photos[0]} use="list" name={person.name} />
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
