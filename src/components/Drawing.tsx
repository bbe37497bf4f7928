import type { ReactNode } from "react";

/** A decorative drawing for an empty or failed state: one of `drawings`, or by default an unplugged cable. */
export function Drawing({ children = unplugged }: { children?: ReactNode }) {
  return (
    <svg
      aria-hidden
      viewBox="0 0 200 150"
      className="h-36 w-48 text-ink lying:row-span-3 lying:h-auto lying:w-36"
      fill="none"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d="M62 12 26 140h148L138 12Z" fill="var(--color-marigold)" opacity=".16" />
      <ellipse cx="100" cy="140" rx="78" ry="7" fill="var(--color-coral)" opacity=".22" />
      <g stroke="currentColor" strokeWidth="5">
        {children}
      </g>
    </svg>
  );
}

/** Here and not in `drawings`, because every page must have it without a network. */
const unplugged: ReactNode = (
  <>
    <path d="M14 128c34 0 30-52 58-52" />
    <path d="M72 60h18v32H72c-9 0-14-7-14-16s5-16 14-16Z" fill="var(--color-coral)" />
    <path d="M90 68h12m-12 16h12" />
    <path d="M142 58h-18v36h18c9 0 14-8 14-18s-5-18-14-18Z" fill="var(--color-raised)" />
    <path d="M156 76c22 0 12 52 32 52" />
    <path d="m108 42-6-14m14 12 6-16" stroke="var(--color-marigold)" />
  </>
);
