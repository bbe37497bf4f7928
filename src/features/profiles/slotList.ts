import type { OpenPhoto } from "./openPhoto";
import type { StoredPhoto } from "./profileDraft";
import type { Crop } from "./photoShape";

/** Made smaller first, then uploading: the number is the percentage that is sent. */
export type PhotoStep = "preparing" | number;

/** One photo of the form, in its place from choosing to having been sent. */
export type PhotoSlot = {
  /** Names it while it is in the form. A photo that replaces another one has a key of its own. */
  key: string;
  /** Its preview; null until there is something to show. */
  url: string | null;
  /** At the deployment; null until it is there. */
  sent: StoredPhoto | null;
  step: PhotoStep | null;
  error: string | null;
  /** Whether it was chosen here; otherwise it is of the saved profile. */
  isChosen: boolean;
  isSmall: boolean;
  /** What it is cropped from, and how. Null after a reload. */
  open: OpenPhoto | null;
  crop: Crop | null;
  file: Blob | null;
  /** The photo whose place it takes, until it is certain that it does. */
  before: PhotoSlot | null;
};

export type Slots = readonly PhotoSlot[];

let last = 0;

/** What the photos that this page has sent are cropped from, by their ids, so that more of them can be shown later. */
const originals = new Map<string, Pick<PhotoSlot, "open" | "crop">>();

/** A photo that the deployment has. */
export function storedSlot(sent: StoredPhoto): PhotoSlot {
  return {
    ...empty,
    ...originals.get(sent.photoId),
    key: newKey(),
    url: sent.middle,
    sent,
    isChosen: sent.sentAt !== null,
  };
}

/** A photo of the form has arrived. */
export function keepOriginal({ photoId }: StoredPhoto, { open, crop }: PhotoSlot): void {
  originals.set(photoId, { open, crop });
}

/** A photo that was chosen just now, perhaps in the place of another one. */
export function chosenSlot(before: PhotoSlot | null): PhotoSlot {
  // If that is not certain itself, the one before it comes back.
  const kept = before?.before ?? before;
  return { ...empty, key: newKey(), url: kept?.url ?? null, isChosen: true, step: "preparing", before: kept };
}

/** The photos with another one at a place, or at the end. */
export function placed(slots: Slots, index: number, slot: PhotoSlot): Slots {
  return index < slots.length ? slots.map((old, n) => (n === index ? slot : old)) : [...slots, slot];
}

export function changed(slots: Slots, key: string, to: Partial<PhotoSlot>): Slots {
  return slots.map((slot) => (slot.key === key ? { ...slot, ...to } : slot));
}

/** The photos without one of them. What it would have replaced stays. */
export function givenUp(slots: Slots, key: string): Slots {
  return slots.flatMap((slot) => (slot.key !== key ? [slot] : slot.before === null ? [] : [slot.before]));
}

export function removed(slots: Slots, key: string): Slots {
  return slots.filter((slot) => slot.key !== key);
}

export function withFirst(slots: Slots, key: string): Slots {
  return [...slots.filter((slot) => slot.key === key), ...removed(slots, key)];
}

export function sentPhotos(slots: Slots): StoredPhoto[] {
  return slots.flatMap(({ sent }) => (sent === null ? [] : [sent]));
}

const empty = {
  url: null,
  sent: null,
  step: null,
  error: null,
  isSmall: false,
  open: null,
  crop: null,
  file: null,
  before: null,
} as const;

function newKey(): string {
  last += 1;
  return `photo${last}`;
}
