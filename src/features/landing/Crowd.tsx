import { classes } from "../../components/classes";

const frontHeads = [
  30, 100, 176, 246, 330, 402, 470, 548, 622, 700, 774, 842, 918, 990, 1062, 1136, 1210, 1286, 1352,
] as const;
const backHeads = [
  64, 140, 208, 290, 366, 438, 508, 584, 660, 736, 806, 880, 952, 1028, 1098, 1174, 1246, 1318,
] as const;

/** The poster's picture: a low sun, and two raised arms with wristbands in front. */
export function Sun({ className }: { className?: string }) {
  return (
    <svg aria-hidden viewBox="0 0 600 600" className={classes("overflow-visible", className)}>
      <defs>
        <linearGradient id="sun" x1="0.1" x2="0.7" y1="1" y2="0">
          <stop stopColor="var(--color-coral)" />
          <stop offset="1" stopColor="var(--color-marigold)" />
        </linearGradient>
        <radialGradient id="fade">
          <stop offset=".72" stopColor="#fff" stopOpacity="0" />
          <stop offset="1" stopColor="#fff" />
        </radialGradient>
        <pattern id="dots" width="12" height="12" patternUnits="userSpaceOnUse" patternTransform="rotate(30)">
          <circle cx="6" cy="6" r="3.400" fill="var(--color-night)" />
        </pattern>
        <mask id="edge">
          <circle cx="300" cy="330" r="270" fill="url(#fade)" />
        </mask>
      </defs>
      <circle cx="300" cy="330" r="270" fill="url(#sun)" />
      <circle cx="300" cy="330" r="270" fill="url(#dots)" opacity=".3" mask="url(#edge)" />
      <g className="fill-night stroke-night">
        <Arm d="M66 660C92 470 178 420 236 318" x={244} y={296} turn={30} />
        <Arm d="M540 660C520 480 436 420 372 318" x={364} y={296} turn={-30} flip />
      </g>
      <Wristband x={200} y={376} turn={-56} ink="var(--color-paper)" />
      <Wristband x={410} y={376} turn={-124} ink="#4fd6c4" />
    </svg>
  );
}

/** The heads of the crowd, along the bottom of the poster. Their dark colour continues in the section below. */
export function Crowd({ className }: { className?: string }) {
  return (
    <svg aria-hidden viewBox="0 0 1380 170" className={className}>
      <g fill="#4b1f33">
        {backHeads.map((x, index) => (
          <Head key={x} x={x} y={64 + ((index * 37) % 22)} size={0.7} hair={hairs[(index * 5) % hairs.length] ?? ""} />
        ))}
      </g>
      <g className="fill-pit">
        {frontHeads.map((x, index) => (
          <Head key={x} x={x} y={98 + ((index * 53) % 26)} size={0.86} hair={hairs[(index * 3) % hairs.length] ?? ""} />
        ))}
      </g>
    </svg>
  );
}

// A bun, a bob, curls, a turban, long hair, a cap, nothing.
const hairs = [
  "M0-46a13 13 0 1 1 .1 0ZM-30-14C-34-40-18-50 0-50S34-40 30-14Z",
  "M-36 16C-42-36-20-50 0-50S42-36 36 16C20 22-20 22-36 16Z",
  "M-34-8a14 14 0 0 1 2-24 16 16 0 0 1 22-20 16 16 0 0 1 22 0 16 16 0 0 1 20 20 14 14 0 0 1 2 24Z",
  "M-34-12C-40-44-18-58 0-56S40-44 34-12C12-24-12-24-34-12Z",
  "M-32 44C-44-28-24-50 0-50S44-28 32 44Z",
  "M-31-18C-30-42-16-50 0-50S28-44 31-24L54-18C54-12 40-12 31-14Z",
  "",
] as const;

function Head({ x, y, size, hair }: { x: number; y: number; size: number; hair: string }) {
  return (
    <path
      transform={`translate(${x} ${y}) scale(${size})`}
      d={`M0-44c19 0 29 14 29 33 0 16-6 27-15 33v6c34 8 64 22 72 122H-86c8-100 38-114 72-122v-6c-9-6-15-17-15-33 0-19 10-33 29-33Z${hair}`}
    />
  );
}

function Arm({ d, x, y, turn, flip = false }: { d: string; x: number; y: number; turn: number; flip?: boolean }) {
  return (
    <>
      <path d={d} fill="none" strokeWidth="50" strokeLinecap="round" />
      <g
        transform={`translate(${x} ${y}) rotate(${turn}) scale(${flip ? -1 : 1} 1)`}
        strokeWidth="14"
        strokeLinecap="round"
        fill="none"
      >
        <path d="M-17 44C-24 14-25-12-17-20S16-24 20-17 24 14 17 44Z" className="fill-night" />
        <path d="M-19-20-25-66M-7-24-9-84M7-24 7-86M19-18 24-70" />
        <path d="M20 20 44-12" strokeWidth="16" />
      </g>
    </>
  );
}

function Wristband({ x, y, turn, ink }: { x: number; y: number; turn: number; ink: string }) {
  return (
    <g transform={`translate(${x} ${y}) rotate(${turn})`}>
      <rect x="-14" y="-29" width="28" height="58" rx="4" fill={ink} />
      <path d="M-6-29v58M6-29v58" stroke="var(--color-night)" strokeWidth="2.500" strokeDasharray="4 4" opacity=".55" />
    </g>
  );
}
