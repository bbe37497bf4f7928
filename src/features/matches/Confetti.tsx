import { type CSSProperties, useDeferredValue } from "react";

const PIECES = 44;
const inks = ["bg-coral", "bg-marigold", "bg-paper", "bg-stampyes"] as const;

/** Falling confetti, once. Rendered after the content below it. Hidden with reduced motion. */
export function Confetti() {
  const pieces = useDeferredValue(PIECES, 0);
  return (
    <div aria-hidden className="pointer-events-none absolute inset-0 overflow-hidden motion-reduce:hidden">
      {Array.from({ length: pieces }, (_, at) => (
        <span
          key={at}
          style={fall(at)}
          className={`absolute -top-6 animate-[fall_2.6s_cubic-bezier(.3,.4,.6,1)_both] ${inks[Math.floor(spread(at, 0.645751) * inks.length)]}`}
        />
      ))}
    </div>
  );
}

/** Returns an even, deterministic spread, 0 to 1. A different irrational number per use keeps the values independent. */
const spread = (at: number, irrational: number) => (at * irrational) % 1;

function fall(at: number): CSSProperties {
  const scatter = spread(at, 0.618034);
  return {
    left: `${scatter * 100}%`,
    width: `${6 + (at % 3) * 3}px`,
    height: `${10 + (at % 4) * 3}px`,
    animationDelay: `${200 + spread(at, 0.754878) * 700}ms`,
    animationDuration: `${2.1 + spread(at, 0.56984) * 1.4}s`,
    ["--drift" as string]: `${(scatter - 0.5) * 9}rem`,
    ["--turn" as string]: `${400 + at * 40}deg`,
  };
}
