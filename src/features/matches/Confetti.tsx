import { type CSSProperties, useEffect, useState } from "react";

const PIECES = 44;
const colours = ["bg-coral", "bg-marigold", "bg-paper", "bg-stampyes"] as const;

/** Falling confetti, once. Rendered after the content below it. Hidden with reduced motion. */
export function Confetti() {
  const [pieces, setPieces] = useState(0);
  useEffect(() => {
    // Callbacks of a frame run before its paint.
    const frame = window.requestAnimationFrame(() => window.setTimeout(() => setPieces(PIECES)));
    return () => window.cancelAnimationFrame(frame);
  }, []);
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
