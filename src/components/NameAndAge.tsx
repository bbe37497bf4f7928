import { GoldTick } from "./Badge";

/** Up to this length of the last word, age and tick stay on its line; after a longer word the line may break before them. */
const SHORT = 10;

type Props = { name: string; age: number | null; isPremium: boolean; tick: string };

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
