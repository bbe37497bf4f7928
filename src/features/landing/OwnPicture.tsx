import { useFestival } from "../../lib/festival";

/**
 * The organisers' own picture, below the first screenful. Its box has a fixed shape, so nothing moves when it loads. Without a picture
 * there is no box: the served file has the address filled in, or nothing.
 */
export function OwnPicture() {
  const { picture } = useFestival();
  return (
    <div className={place}>
      <img
        src={picture || undefined}
        suppressHydrationWarning
        alt=""
        loading="lazy"
        decoding="async"
        width={1600}
        height={900}
        className="mx-auto aspect-video w-full max-w-6xl rounded-md object-cover"
      />
    </div>
  );
}

const place = "bg-pit px-5 pt-12 has-[img[src='']]:hidden has-[img:not([src])]:hidden";
