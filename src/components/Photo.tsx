import { type ComponentProps, useState } from "react";
import { classes } from "./classes";
import { words } from "./words";

type Props = Omit<ComponentProps<"img">, "src" | "alt"> & { src: string | null; name: string };

/** Somebody's photo, filling its box. Missing or broken, it is a drawn silhouette in stage light. */
export function Photo({ src, name, className, ...img }: Props) {
  const [broken, setBroken] = useState<string | null>(null);
  if (src === null || src === "" || broken === src) return <Silhouette name={name} className={className} />;
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
      <path d="M40 420c0-92 44-140 110-140s110 48 110 140Z" fill="#0c0a14" />
      <path d="M150 88c44 0 66 34 66 78 0 56-30 98-66 98s-66-42-66-98c0-44 22-78 66-78Z" fill="#0c0a14" />
      <path d="M206 132c8 10 10 22 10 34 0 56-30 98-66 98 30-14 54-54 56-132Z" fill="#ffb02e" opacity=".75" />
      <path d="M178 284c44 8 76 48 80 136h-12c-6-78-32-120-68-136Z" fill="#ffb02e" opacity=".6" />
    </svg>
  );
}
