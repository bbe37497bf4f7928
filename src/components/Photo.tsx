import { type ComponentProps, useEffect, useState } from "react";
import { classes } from "./classes";
import { words } from "./words";

type Props = Omit<ComponentProps<"img">, "src" | "alt"> & { src: string | null; name: string };

/** The pauses before a failed photo is loaded again. After the last one it waits until the browser is online again. */
const pauses = [2_000, 5_000, 15_000];

/** Somebody's photo, filling its box. When it is missing or broken, a drawn silhouette is shown. */
export function Photo({ src, name, className, ...img }: Props) {
  const [broken, setBroken] = useState<string | null>(null);
  const isBroken = broken === src;
  useRetry(isBroken ? src : null, setBroken);
  if (src === null || src === "" || isBroken) return <Silhouette name={name} className={className} />;
  return (
    <img
      draggable={false}
      decoding="async"
      {...img}
      src={src}
      alt={words.photoOf(name)}
      onError={() => setBroken(src)}
      className={classes("size-full bg-nightraised object-cover", className)}
    />
  );
}

/** Loads a broken photo again in the background, and shows it as soon as it is there. */
function useRetry(broken: string | null, setBroken: (src: null) => void) {
  useEffect(() => {
    if (broken === null) return;
    const image = new Image();
    let tries = 0;
    let timer: number | undefined;
    const load = () => (image.src = broken);
    const wait = () => {
      const pause = pauses[tries++];
      if (pause !== undefined) timer = window.setTimeout(load, pause);
    };
    const restart = () => {
      window.clearTimeout(timer);
      tries = 0;
      load();
    };
    image.onload = () => setBroken(null);
    image.onerror = wait;
    wait();
    window.addEventListener("online", restart);
    return () => {
      window.clearTimeout(timer);
      window.removeEventListener("online", restart);
      image.onload = image.onerror = null;
      image.removeAttribute("src");
    };
  }, [broken, setBroken]);
}

function Silhouette({ name, className }: { name: string; className?: string | undefined }) {
  return (
    <svg
      role="img"
      aria-label={words.noPhoto(name)}
      viewBox="0 0 300 400"
      preserveAspectRatio="xMidYMid slice"
      className={classes("size-full", className)}
    >
      <rect width="300" height="400" fill="#221c35" />
      <path d="M-20 -10 L120 -10 L250 420 L-90 420Z" fill="#ff5d4d" opacity=".22" />
      <path d="M320 -10 L190 -10 L60 420 L400 420Z" fill="#ffb02e" opacity=".16" />
      <path d="M150 236c66 0 118 38 130 104l20 80H0l20-80c12-66 64-104 130-104Z" fill="#0c0a14" />
      <path d="M150 84c38 0 58 30 58 72 0 46-24 84-58 84s-58-38-58-84c0-42 20-72 58-72Z" fill="#0c0a14" />
      <path
        d="M184 96c15 12 24 33 24 60 0 46-24 84-58 84-5 0-10-1-14-2 48-16 66-84 48-142Z"
        fill="#ffb02e"
        opacity=".75"
      />
      <path d="M214 250c38 15 62 48 68 90l20 80h-22c-6-80-30-136-66-170Z" fill="#ffb02e" opacity=".55" />
    </svg>
  );
}
