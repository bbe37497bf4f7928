import { useFestival } from "../lib/festival";

export function Brand() {
  const { name } = useFestival();
  return (
    <span className="inline-flex items-center gap-2.5 font-poster text-lead font-extrabold tracking-wide uppercase">
      <svg aria-hidden viewBox="0 0 48 44" className="h-7 w-auto">
        <path
          d="M24 43S1 30.500 1 15.500C1 2.500 19-1 24 11 29-1 47 2.500 47 15.500 47 30.500 24 43 24 43Z"
          fill="url(#brand-hot)"
        />
        <path
          d="m3.500 23.500 41-10.500M6.500 30 43 20.500"
          stroke="var(--color-ground)"
          strokeWidth="3"
          strokeDasharray="4 2.600"
        />
        <linearGradient id="brand-hot" x1="0" x2="1" y1="0" y2=".3">
          <stop stopColor="var(--color-coral)" />
          <stop offset="1" stopColor="var(--color-marigold)" />
        </linearGradient>
      </svg>
      <span className="pt-1">{name}</span>
    </span>
  );
}
