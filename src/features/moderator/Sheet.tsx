import { useState, type ReactNode } from "react";
import { classes } from "../../components/classes";
import { Facts } from "../../components/Facts";
import { Handle } from "../../components/Handle";
import { Photo } from "../../components/Photo";
import { ClaimBadge } from "./QueueButton";
import { words } from "./words";

export type SheetPhoto = { url: string; caption?: string };

type Props = {
  person: { name: string; age: number; bio: string; hobbies: readonly string[]; drinking: string; smoking: string };
  handle: string;
  photos: readonly SheetPhoto[];
  /** Called with the address of each photo that has loaded. */
  onPhotoLoaded?: (url: string) => void;
  badges: ReactNode;
  about: ReactNode;
  claimedBy: string | undefined;
  children: ReactNode;
};

export function Sheet({ person, handle, photos, onPhotoLoaded, badges, about, claimedBy, children }: Props) {
  const { name, age, bio, hobbies, drinking, smoking } = person;
  return (
    <article
      className="grid min-h-0 grid-cols-1 lg:overflow-y-auto xl:grid-cols-[minmax(0,1fr)_20rem]"
      aria-label={name}
    >
      <SheetPhotos name={name} photos={photos} onLoaded={onPhotoLoaded} />
      <div className="flex min-w-0 flex-col gap-4 p-4">
        <div>
          <h2 className="flex flex-wrap items-center gap-x-3 gap-y-1 text-title">
            <span dir="auto" className="min-w-0 wrap-anywhere">
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

type OnLoaded = ((url: string) => void) | undefined;
type PhotosProps = { name: string; photos: readonly SheetPhoto[]; onLoaded: OnLoaded };

/** All photos of a person, uncropped and side by side on neutral grey. Without photos, a placeholder. */
function SheetPhotos({ name, photos, onLoaded }: PhotosProps) {
  const all: readonly { url: string | null; caption?: string }[] = photos.length > 0 ? photos : [{ url: null }];
  return (
    <div
      role="region"
      aria-label={words.photosOf(name)}
      // Focusable, so a keyboard can scroll to the last photo on a phone.
      tabIndex={all.length > 1 ? 0 : undefined}
      className={classes("h-[32dvh] min-h-56 gap-2 overflow-x-auto bg-[#8a8a8a] p-2 lg:h-auto lg:min-h-0", grid)}
    >
      {all.map(({ url, caption }) => (
        <OnePhoto key={url} url={url} caption={caption} name={name} onLoaded={onLoaded} />
      ))}
    </div>
  );
}

type PhotoProps = { name: string; url: string | null; caption: string | undefined; onLoaded: OnLoaded };

function OnePhoto({ name, url, caption, onLoaded }: PhotoProps) {
  const [isBroken, setBroken] = useState(false);
  return (
    <div className="relative flex min-h-0 min-w-0 items-center justify-center">
      <Photo
        photo={url === null ? null : { url }}
        name={caption === undefined ? name : `${name}: ${caption}`}
        className="max-h-full min-h-0 max-w-full min-w-0 flex-1 !bg-transparent !bg-none !object-contain"
        onSettled={(isLoaded) => {
          setBroken(!isLoaded);
          if (isLoaded && url !== null) onLoaded?.(url);
        }}
      />
      {caption !== undefined && (
        <span aria-hidden className={classes(label, "top-2")}>
          {caption}
        </span>
      )}
      {isBroken && (
        <p role="status" className={classes(label, "bottom-2")}>
          {words.photoBroken}
        </p>
      )}
    </div>
  );
}

const label = "absolute left-2 rounded-sm bg-night/75 px-2 py-0.5 text-note font-semibold text-paper";

/** In one row on small screens, in a grid beside the facts on large ones. */
const grid =
  "grid auto-cols-[minmax(65%,1fr)] grid-flow-col grid-rows-[minmax(0,1fr)] sm:auto-cols-[minmax(30%,1fr)] " +
  "lg:auto-rows-[minmax(0,1fr)] lg:grid-flow-row lg:grid-rows-none lg:auto-cols-auto lg:grid-cols-[repeat(auto-fit,minmax(min(100%,11rem),1fr))]";
