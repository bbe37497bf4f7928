import { useEffect, useState, type ComponentProps } from "react";
import { thumbHashToDataURL } from "thumbhash";
import { listen } from "../lib/events";
import { ifAllowed } from "../lib/ifAllowed";
import { classes } from "./classes";
import { sourcesOf, type ShownPhoto, type Sources, type Use } from "./photoSources";
import { words } from "./words";

type Props = Omit<ComponentProps<"img">, "src" | "srcSet" | "sizes" | "alt"> & {
  /** With only a `url`, it is shown in full width, without a placeholder. Null or undefined: the person has none. */
  photo: ShownPhoto | { url: string } | null | undefined;
  use?: Use;
  name: string;
  alt?: string;
  /** True while other photos load first. Only the placeholder is drawn. */
  isDeferred?: boolean;
  /** Runs each time it has loaded or failed. */
  onSettled?: ((isLoaded: boolean) => void) | undefined;
};

/** Milliseconds before each retry of a failed photo. After the last retry it waits until the browser is online again. */
const retryDelays = [2_000, 5_000, 15_000];

/** A person's photo, filling its box and blurred until loaded. A missing or broken photo shows a silhouette. */
export function Photo({ photo, use = "card", name, alt, isDeferred = false, onSettled, className, ...img }: Props) {
  const src = photo?.url ?? null;
  const shown = photo && "middle" in photo ? photo : undefined;
  const [broken, setBroken] = useState<string | null>(null);
  const isBroken = broken === src;
  const sources = shown === undefined ? null : sourcesOf(shown, use);
  useRetry(isBroken ? src : null, sources, setBroken);
  const offlineUrl = isBroken ? shown?.offlineUrl : undefined;
  if (src === null || (isBroken && offlineUrl === undefined)) {
    return <Silhouette name={name} className={className} />;
  }
  const placeholder = placeholderOf(shown?.hash);
  const styling = {
    style: placeholder === undefined ? undefined : { backgroundImage: `url("${placeholder}")` },
    className: classes(
      "size-full bg-nightraised object-cover",
      placeholder === undefined ? "stagelight" : "bg-cover bg-center",
      className,
    ),
  };
  if (isDeferred) return <div {...styling} />;
  return (
    <img
      draggable={false}
      decoding="async"
      {...img}
      {...(offlineUrl === undefined && sources)}
      src={offlineUrl ?? src}
      alt={alt ?? words.photoOf(name)}
      onLoad={() => onSettled?.(true)}
      onError={() => {
        setBroken(src);
        onSettled?.(false);
      }}
      {...styling}
    />
  );
}

/** Decoded placeholders, because a card is rendered many times. */
const placeholders = new Map<string, string | undefined>();

/** Returns a photo's placeholder, its blurred colours, as an image address. Undefined for none. */
function placeholderOf(hash: string | undefined): string | undefined {
  if (hash === undefined) return undefined;
  if (!placeholders.has(hash)) placeholders.set(hash, ifAllowed(() => thumbHashToDataURL(bytesOf(hash))) ?? undefined);
  return placeholders.get(hash);
}

function bytesOf(base64: string): Uint8Array {
  return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
}

/** Retries a broken photo in the background, and shows it once it is loaded. */
function useRetry(broken: string | null, sources: Sources | null, setBroken: (src: null) => void) {
  const { srcSet = "", sizes = "" } = sources ?? {};
  useEffect(() => {
    if (broken === null) return;
    const image = new Image();
    image.sizes = sizes;
    let attempts = 0;
    let timer: number | undefined;
    const load = () => {
      image.srcset = srcSet;
      image.src = broken;
    };
    const scheduleRetry = () => {
      const delay = retryDelays[attempts++];
      if (delay !== undefined) timer = window.setTimeout(load, delay);
    };
    const restart = () => {
      window.clearTimeout(timer);
      attempts = 0;
      load();
    };
    image.onload = () => setBroken(null);
    image.onerror = scheduleRetry;
    scheduleRetry();
    const stopListening = listen(window, "online", restart);
    return () => {
      window.clearTimeout(timer);
      stopListening();
      image.onload = image.onerror = null;
      image.removeAttribute("srcset");
      image.removeAttribute("src");
    };
  }, [broken, srcSet, sizes, setBroken]);
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
