import { GoldTick } from "./Badge";

/** Letters. Age and tick stay on one line with a last word up to this length. */
const SHORT = 10;

type Props = { name: string; age: number | null; isPremium: boolean; tickClassName: string };

export function NameAndAge({ name, age, isPremium, tickClassName }: Props) {
  const lastWord = name.split(/\s/).at(-1) ?? "";
  return (
    <>
      {name}
      <span className={[...lastWord].length <= SHORT ? "whitespace-nowrap" : undefined}>
        {age !== null && <span className="font-semibold tabular-nums">, {age}</span>}
        {isPremium && <GoldTick className={tickClassName} />}
      </span>
    </>
  );
}
