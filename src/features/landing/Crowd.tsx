const heads = [38, 92, 150, 214, 268, 356, 420, 528, 596, 668, 728, 790, 846, 902, 962] as const;
const backHeads = [12, 66, 124, 180, 244, 312, 396, 466, 556, 632, 700, 762, 818, 876, 936, 990] as const;

/** The crowd before the stage: two beams cross, two raised arms meet there, each with its wristband. */
export function Crowd({ className }: { className?: string }) {
  return (
    <svg aria-hidden viewBox="0 0 1000 560" preserveAspectRatio="xMidYMax slice" className={className}>
      <g className="text-ink" fill="currentColor" opacity=".3">
        {backHeads.map((x, at) => (
          <Head key={x} x={x} y={398 + ((at * 37) % 46)} size={0.8} />
        ))}
      </g>
      <g className="text-ink" stroke="currentColor" fill="currentColor">
        <Arm d="M312 560c-8-96 38-150 92-208" hand={[412, 336, 34]} />
        <Arm d="M690 560c10-110-36-160-100-210" hand={[580, 336, -34]} />
        <Arm d="M106 560c4-80-18-110-10-172" hand={[96, 366, -8]} />
        <Arm d="M884 560c-6-86 24-118 18-190" hand={[902, 348, 6]} />
        <g stroke="none">
          {heads.map((x, at) => (
            <Head key={x} x={x} y={470 + ((at * 53) % 44)} size={1} />
          ))}
        </g>
      </g>
      <Wristband x={372} y={384} turn={-47} from="#ff5d4d" />
      <Wristband x={622} y={378} turn={40} from="#ffb02e" />
    </svg>
  );
}

function Head({ x, y, size }: { x: number; y: number; size: number }) {
  return (
    <path
      transform={`translate(${x} ${y}) scale(${size})`}
      d="M0-34c20 0 31 15 31 35 0 17-8 30-18 35 32 6 52 26 56 84h-138c4-58 24-78 56-84-10-5-18-18-18-35 0-20 11-35 31-35Z"
    />
  );
}

function Arm({ d, hand: [x, y, turn] }: { d: string; hand: readonly [number, number, number] }) {
  return (
    <>
      <path d={d} fill="none" strokeWidth="42" strokeLinecap="round" />
      <g transform={`translate(${x} ${y}) rotate(${turn})`} strokeWidth="13" strokeLinecap="round" fill="none">
        <ellipse cx="0" cy="0" rx="21" ry="27" fill="currentColor" stroke="none" />
        <path d="M-15-12-21-52M-5-20-7-66M6-20 8-64M16-12 21-48M17 6 38-14" />
      </g>
    </>
  );
}

function Wristband({ x, y, turn, from }: { x: number; y: number; turn: number; from: string }) {
  return (
    <g transform={`translate(${x} ${y}) rotate(${turn})`}>
      <rect x="-12" y="-26" width="24" height="52" rx="4" fill={from} />
      <path d="M-5-26v52M5-26v52" stroke="#230a10" strokeWidth="2" strokeDasharray="4 4" opacity=".6" />
    </g>
  );
}
