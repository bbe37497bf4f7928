import type { ReactNode } from "react";
import { type PhotoTileProps, PhotoTile, type TileLink } from "./PhotoTile";
import { words } from "./words";

type Props = {
  person: PhotoTileProps & { bio: string };
  isNew?: boolean;
  /** Where a tap on the photo leads. */
  link?: TileLink;
  /** Right under the photo. */
  line?: ReactNode;
  /** Where the photo opens more of the person. */
  onOpen?: () => void;
  children: ReactNode;
};

/** A person in a list, with what can be done about them below. */
export function PersonRow({ person, isNew = false, link, onOpen, line, children }: Props) {
  return (
    <li className="relative flex flex-col gap-2.5">
      {isNew && <span className={mark}>{words.isNew}</span>}
      <div className="relative">
        <PhotoTile {...person} link={link} />
        {onOpen !== undefined && (
          <button
            type="button"
            aria-label={words.seeCard(person.name)}
            onClick={onOpen}
            className="absolute inset-0 rounded-md"
          />
        )}
      </div>
      {line}
      <p dir="auto" className="text-note text-soft">
        {person.bio}
      </p>
      {children}
    </li>
  );
}

const mark =
  "absolute top-2.5 left-2.5 z-10 rounded-full bg-hot px-2.5 py-1 text-note/none font-bold text-ground shadow-rest";
