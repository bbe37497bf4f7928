/** The cost of a match with long lists. It should be the same as with short ones. */
import { Lists } from "./acts";
import { exponent, median, ms, ratioOf, type Row } from "./figures";
import { interleave, series } from "./loops";
import { startOurs } from "./sides";
import { actsOf } from "./workloads";

const MEMBERS = 1_000;
const [FEW, MANY] = [1, 100];
/** Matches per repetition, and before the first. Ten new matches make each list longer by one: by four in all. */
const [MATCHES, WARM_UP] = [6, 10];

export async function measureLengths(root: string, dir: string, port: number): Promise<Row[]> {
  const ours = await startOurs(root, dir, port, MEMBERS, { hasQuotas: true });
  try {
    const open = (first: number, matches: number, partners: number) =>
      Lists.open(actsOf(ours.side), MEMBERS, { first, open: 20, matches, likes: 0, partners });
    const people = { few: await open(0, FEW, 40), many: await open(20, MANY, 44) };
    for (const lists of Object.values(people)) await series(WARM_UP, () => lists.match());
    const times = await interleave({
      few: () => series(MATCHES, () => people.few.match()),
      many: () => series(MATCHES, () => people.many.match()),
    });
    const ratios = times.many.map((many, n) => median(many) / median(times.few[n]!));
    for (const lists of Object.values(people)) await lists.close();
    const slope = exponent({ size: FEW + 2, time: 1 }, { size: MANY + 2, time: median(ratios) });
    return [
      {
        figure: `Match seen, lists of ${MANY} / of ${FEW}`,
        ours: ms(times.many.flat()),
        floor: `(${FEW}) ${ms(times.few.flat())}`,
        ratio: ratioOf(times.many.map(median), times.few.map(median)),
      },
      { figure: "Exponent in the length of lists", ours: slope.toFixed(2), must: "≤ 0.1" },
    ];
  } finally {
    await ours.stop();
  }
}
