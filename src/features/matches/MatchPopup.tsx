import { Dialog } from "radix-ui";
import { useRef } from "react";
import { useNavigate } from "react-router-dom";
import { Button } from "../../components/Button";
import { classes } from "../../components/classes";
import { Handle } from "../../components/Handle";
import { nameSize } from "../../components/nameSize";
import { Photo } from "../../components/Photo";
import { useFocusReturn } from "../../components/useFocusReturn";
import { Confetti } from "./Confetti";
import { useTimedClose } from "./useTimedClose";
import { type Match } from "./useNewMatch";
import { words } from "./words";

type Half = { name: string; photoURL: string | null; instagramHandle: string };

/** The one big moment: two photos meet, and the handle is right there to tap and copy. */
export function MatchPopup({ me, user, onClose }: { me: Half; user: Match["user"]; onClose: () => void }) {
  const navigate = useNavigate();
  const keepSwiping = useRef<HTMLButtonElement>(null);
  const focus = useFocusReturn(keepSwiping);
  const { isClosing, close } = useTimedClose(onClose);
  const fade = (arriving: string) => (isClosing ? "opacity-0 transition-opacity duration-300" : arriving);

  return (
    <Dialog.Root open onOpenChange={(open) => !open && close()}>
      <Dialog.Portal>
        <Dialog.Overlay className={classes("fixed inset-0 z-40 bg-night", fade("animate-[fade_160ms_ease-out_both]"))}>
          <div aria-hidden className="absolute inset-0 stagelight" />
        </Dialog.Overlay>
        <Dialog.Content aria-describedby={undefined} className={classes(sheet, fade(afterTheNight))} {...focus}>
          {/* The ground under everything: a press on it closes. The keyboard has Escape and Keep Swiping. */}
          <div aria-hidden className="absolute inset-0" onClick={close} />
          <Confetti />
          <Dialog.Title className={title}>{words.moment}</Dialog.Title>
          <div className="relative flex w-full max-w-sm justify-center sm:max-w-xl">
            {/* What lies under the other print is the empty end of a line. */}
            <Poster half={me} className="text-left *:last:pr-3 animate-[meetleft_700ms_var(--ease-out)_both]" />
            <Poster half={user} className="z-10 animate-[meetright_700ms_var(--ease-out)_both]" />
          </div>
          <p className="relative z-20 mt-1 text-lead font-medium">{words.momentText(user.name)}</p>
          <Handle handle={user.instagramHandle} className="relative max-w-full text-lead" />
          <div className="relative flex w-full max-w-xs flex-col gap-3">
            <Button
              onClick={() => {
                onClose();
                void navigate("/matches");
              }}
            >
              {words.viewMatches}
            </Button>
            <Button look="paper" ref={keepSwiping} onClick={close}>
              {words.keepSwiping}
            </Button>
            <span aria-hidden className="h-1.5 origin-left animate-[runout_6s_linear_both] rounded-full band" />
          </div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** One of the two, as a print. */
function Poster({ half, className }: { half: Half; className: string }) {
  return (
    <figure
      className={classes(
        "-mx-1 w-[46%] max-w-[min(11rem,22dvh)] sm:max-w-[min(16rem,26dvh)] rounded-sm bg-paper p-2 pb-1 text-night shadow-lift",
        className,
      )}
    >
      <div className="aspect-3/4 overflow-hidden">
        <Photo src={half.photoURL} name={half.name} />
      </div>
      <figcaption className="pt-1.5">
        <span dir="auto" className={classes("line-clamp-3 font-bold text-balance", nameSize(half.name, sizes))}>
          {half.name}
        </span>
        <span className="block truncate text-note">@{half.instagramHandle}</span>
      </figcaption>
    </figure>
  );
}

/** Its words come once those of the screen below are gone: two texts in one place are none. */
const afterTheNight = "animate-[fade_200ms_130ms_ease-out_both]";
/** Each of the two has less than half of a phone. */
const sizes = [
  [15, 30, "text-body/5"],
  [Infinity, Infinity, "text-note/4"],
] as const;
const sheet =
  "fixed inset-0 z-50 flex flex-col items-center justify-center-safe gap-5 overflow-x-hidden overflow-y-auto px-5 py-8 text-center text-paper focus:outline-none";
const title =
  "relative animate-[stamp_420ms_240ms_var(--ease-out)_both] pt-2 font-poster text-stage/none font-extrabold tracking-tight uppercase text-marigold";
