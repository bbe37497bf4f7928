import type { ReactNode } from "react";

const paper = "var(--color-raised)";
const coral = "var(--color-coral)";
const marigold = "var(--color-marigold)";
const teal = "var(--color-teal)";

/** An empty wall with a strip of tape, where a poster was. */
export const wall: ReactNode = (
  <>
    <path d="M64 36h72v96H64Z" fill={paper} strokeDasharray="2 12" />
    <path d="m88 24 26 8" stroke={marigold} strokeWidth="13" opacity=".9" />
    <path d="M82 88c8-12 28-12 36 0" />
    <path d="M84 68v3m32-3v3" />
  </>
);

/** A ticket with its stub torn away. */
export const ticket: ReactNode = (
  <>
    <path d="M42 50h86c-2 8 4 10 0 16 6 4-2 10 2 16-4 6 2 10-2 18H42V86a11 11 0 0 0 0-22Z" fill={marigold} />
    <path d="m146 44 26 8-14 46-20-6c4-6-2-10 4-16-2-6 6-8 2-14 4-6-2-12 2-18Z" fill={coral} />
    <path d="M62 68h40M62 84h24" />
  </>
);

/** A photo strip with an empty frame. */
export const portrait: ReactNode = (
  <>
    <path d="M60 20h80v112H60Z" fill={paper} />
    <path d="M72 32h56v62H72Z" fill={teal} opacity=".25" stroke="none" />
    <circle cx="100" cy="56" r="13" fill={coral} />
    <path d="M78 94c2-16 10-22 22-22s20 6 22 22" fill={coral} />
    <path d="M76 112h32" />
  </>
);

/** Two stage lights pointing at each other. */
export const lights: ReactNode = (
  <>
    <path d="M44 24 30 118h56L62 22Z" fill={coral} opacity=".45" stroke="none" />
    <path d="m156 24 14 94h-56l24-96Z" fill={marigold} opacity=".5" stroke="none" />
    <path d="M38 22h28l-4-14H42Zm124 0h-28l4-14h20Z" fill={paper} />
    <path d="M100 124s-24-13-24-30c0-15 18-19 24-6 6-13 24-9 24 6 0 17-24 30-24 30Z" fill={coral} />
  </>
);
