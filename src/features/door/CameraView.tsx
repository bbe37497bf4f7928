import { Camera } from "lucide-react";
import type { RefObject } from "react";
import { Button } from "../../components/Button";
import { classes } from "../../components/classes";
import type { CameraState } from "./useScanner";
import { words } from "./words";

type Props = { video: RefObject<HTMLVideoElement | null>; state: CameraState; onStart: () => void };

export function CameraView({ video, state, onStart }: Props) {
  return (
    <div className="relative isolate aspect-4/3 max-h-[40dvh] w-full overflow-hidden rounded-lg border-2 border-line bg-night text-paper md:max-h-none">
      <video
        ref={video}
        muted
        playsInline
        aria-label={words.picture}
        aria-hidden={state !== "on"}
        // Always rendered: some phones do not play a video without layout.
        className={classes("size-full object-cover", state !== "on" && "opacity-0")}
      />
      {state === "on" ? (
        <>
          <div aria-hidden className="absolute inset-[12%] rounded-md border-4 border-paper/80" />
          <p className="absolute inset-x-0 bottom-0 scrim px-4 pt-8 pb-3 text-center text-note font-semibold">
            {words.aim}
          </p>
        </>
      ) : (
        <div className="absolute inset-0 grid place-items-center p-5">
          <Off state={state} onStart={onStart} />
        </div>
      )}
    </div>
  );
}

function Off({ state, onStart }: { state: Exclude<CameraState, "on">; onStart: () => void }) {
  if (state === "starting") return <p>{words.starting}</p>;
  const problem = state === "off" ? null : problems[state];
  return (
    <div role={problem === null ? undefined : "alert"} className="flex flex-col items-center gap-3 text-center">
      {problem !== null && (
        <>
          <p className="text-lead font-semibold">{problem.title}</p>
          <p className="text-note">{problem.text}</p>
        </>
      )}
      <Button variant={problem === null ? "primary" : "paper"} onClick={onStart}>
        <Camera aria-hidden className="size-5" />
        {problem === null ? words.start : words.tryAgain}
      </Button>
    </div>
  );
}

const problems = {
  refused: { title: words.cameraRefused, text: words.cameraRefusedText },
  missing: { title: words.cameraMissing, text: words.cameraMissingText },
  busy: { title: words.cameraBusy, text: words.cameraBusyText },
};
