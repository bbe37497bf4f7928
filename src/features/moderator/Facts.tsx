import type { ReactNode } from "react";
import { Handle } from "../../components/Handle";
import { words } from "./words";

/** The person of a sheet, with a badge beside them. */
export function SheetTitle({ name, age, children }: { name: string; age: number; children: ReactNode }) {
  return (
    <h2 className="flex flex-wrap items-center gap-x-3 gap-y-1 text-title">
      <span dir="auto">
        {name}, {age}
      </span>
      {children}
    </h2>
  );
}

type Card = { bio: string; instagramHandle: string; hobbies: readonly string[]; drinking: string; smoking: string };

/** A card's text beside photo, name and age. */
export function CardFacts({ card }: { card: Card }) {
  return (
    <dl className="grid grid-cols-2 gap-3 *:[:nth-child(-n+3)]:col-span-2">
      <Fact name={words.bio}>
        <span dir="auto" className="block whitespace-pre-line">
          {card.bio}
        </span>
      </Fact>
      <Fact name={words.handle}>{card.instagramHandle !== "" && <Handle handle={card.instagramHandle} />}</Fact>
      <Fact name={words.hobbies}>{card.hobbies.join(", ")}</Fact>
      <Fact name={words.drinking}>{card.drinking}</Fact>
      <Fact name={words.smoking}>{card.smoking}</Fact>
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0 break-words">
      <dt className="text-note text-soft">{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
