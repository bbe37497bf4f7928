import type { ReactNode } from "react";
import { Facts } from "../../components/Facts";
import { Handle } from "../../components/Handle";
import { ClaimBadge } from "./ClaimBadge";
import { SheetPhotos, type SheetPhoto } from "./SheetPhotos";
import { words } from "./words";

type Props = {
  person: { name: string; age: number; bio: string; hobbies: readonly string[]; drinking: string; smoking: string };
  handle: string;
  photos: readonly SheetPhoto[];
  badges: ReactNode;
  /** Below the name: since when, and what is known. */
  about: ReactNode;
  claimedBy: string | undefined;
  /** Above the card's text: what the decision is about. */
  children: ReactNode;
};

/** A person, large: all photos, and beside them everything that others see. */
export function Sheet({ person, handle, photos, badges, about, claimedBy, children }: Props) {
  const { name, age, bio, hobbies, drinking, smoking } = person;
  return (
    <article
      className="grid min-h-0 grid-cols-1 lg:overflow-y-auto xl:grid-cols-[minmax(0,1fr)_20rem]"
      aria-label={name}
    >
      <SheetPhotos name={name} photos={photos} />
      <div className="flex min-w-0 flex-col gap-4 p-4">
        <div>
          <h2 className="flex flex-wrap items-center gap-x-3 gap-y-1 text-title">
            <span dir="auto">
              {name}, {age}
            </span>
            {badges}
          </h2>
          {about}
          {claimedBy !== undefined && <ClaimBadge by={claimedBy} />}
        </div>
        {children}
        <Facts
          className="grid grid-cols-2 gap-3 *:[:nth-child(-n+3)]:col-span-2"
          facts={[
            [words.bio, bio],
            [words.handle, handle !== "" && <Handle handle={handle} />],
            [words.hobbies, hobbies.join(", ")],
            [words.drinking, drinking],
            [words.smoking, smoking],
          ]}
        />
      </div>
    </article>
  );
}
