import { GoldTick } from "./Badge";

/** A last word of at most so many letters keeps the age and the tick beside it; after a longer one they may be on a line of their own. */
const SHORT = 10;

type Props = { name: string; age: number | null; isPremium: boolean; tick: string };

/** A name as a headline. */
export function NameAndAge({ name, age, isPremium, tick }: Props) {
  const last = name.split(/\s/).at(-1) ?? "";
  return (
    <>
      {name}
      <span className={[...last].length <= SHORT ? "whitespace-nowrap" : undefined}>
        {age !== null && <span className="font-semibold tabular-nums">, {age}</span>}
        {isPremium && <GoldTick className={tick} />}
      </span>
    </>
  );
}
