/** A photo at the deployment, in three widths. `offlineUrl`: the member's own photo, stored in this browser. */
export type ShownPhoto = { url: string; middle: string; small: string; hash?: string; offlineUrl?: string };

/** `behind`: on a card under another one. `list`: beside others in a list. `row`: a thumbnail. */
export type Use = keyof typeof uses;

export type Sources = { srcSet: string; sizes: string };

/** The widths offered for each use, and how wide it is drawn. The browser picks one by its screen's pixels. */
const uses = {
  card: {
    widths: ["middle", "url"],
    sizes: "(min-width: 40rem) and (orientation: portrait) 80vw, (min-width: 40rem) 350px, 100vw",
  },
  behind: { widths: ["middle"], sizes: "180px" },
  list: { widths: ["small", "middle"], sizes: "(min-width: 40rem) 200px, 45vw" },
  row: { widths: ["small"], sizes: "60px" },
} as const;

const pixels = { url: 1080, middle: 540, small: 160 } as const;

export function sourcesOf(photo: ShownPhoto, use: Use): Sources {
  const { widths, sizes } = uses[use];
  return { srcSet: widths.map((width) => `${photo[width]} ${pixels[width]}w`).join(", "), sizes };
}

/** Starts to fetch a photo before it is drawn, in the width that will be drawn. Keep the result until then, or the browser may drop it. */
export function preload(photo: ShownPhoto, use: Use, fetchPriority: "high" | "low"): HTMLImageElement {
  const { srcSet: srcset, sizes } = sourcesOf(photo, use);
  return Object.assign(new Image(), {
    fetchPriority,
    sizes,
    srcset,
    src: photo.url,
  } satisfies Partial<HTMLImageElement>);
}
