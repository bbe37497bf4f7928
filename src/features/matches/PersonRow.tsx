import { type ReactNode } from "react";
import { type PhotoTileProps, PhotoTile } from "./PhotoTile";

type Props = { person: PhotoTileProps & { bio: string }; children: ReactNode };

/** A person in a list, with what can be done about them below. */
export function PersonRow({ person, children }: Props) {
  return (
    <li className="flex flex-col gap-2.5">
      <PhotoTile {...person} />
      <p dir="auto" className="text-note text-soft">
        {person.bio}
      </p>
      {children}
    </li>
  );
}
