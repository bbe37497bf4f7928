import type { OpenPhoto } from "./openPhoto";
import type { StoredPhoto } from "./profileDraft";
import type { Crop } from "./photoShape";

/** Scaling down, then uploading: the number is the percentage sent. */
export type PhotoStep = "preparing" | number;

/** One photo of the form, from choosing to uploaded. */
export type PhotoSlot = {
  /** Identifies the photo in the form. A replacement gets a new key. */
  key: string;
  /** The preview's URL. Null until there is one. */
  url: string | null;
  /** The uploaded photo. Null before the upload. */
  sent: StoredPhoto | null;
  step: PhotoStep | null;
  error: string | null;
  /** True if chosen in this form. False for a photo of the saved profile. */
  isChosen: boolean;
  isSmall: boolean;
  /** The uncropped photo and its crop. Null after a reload. */
  original: OpenPhoto | null;
  crop: Crop | null;
  file: Blob | null;
  /** The photo that this one replaces, until the new one is ready. */
  replaces: PhotoSlot | null;
};

export type Slots = readonly PhotoSlot[];

let lastKey = 0;

/** The uncropped photos by photo id, for photos that this page has uploaded, so they can be cropped again. */
const originals = new Map<string, Pick<PhotoSlot, "original" | "crop">>();

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

/** Keeps the uncropped photo after an upload. */
export function storeOriginal({ photoId }: StoredPhoto, { original, crop }: PhotoSlot): void {
  originals.set(photoId, { original, crop });
}

/** Returns the slot of a newly chosen photo. `current`: the photo it replaces. */
export function chosenSlot(current: PhotoSlot | null): PhotoSlot {
  // If `current` is not ready either, the photo before it comes back.
  const previous = current?.replaces ?? current;
  return { ...empty, key: newKey(), url: previous?.url ?? null, isChosen: true, step: "preparing", replaces: previous };
}

/** Returns the slots with `slot` at an index, or at the end. */
export function withSlot(slots: Slots, index: number, slot: PhotoSlot): Slots {
  return index < slots.length ? slots.map((old, n) => (n === index ? slot : old)) : [...slots, slot];
}

export function withChange(slots: Slots, key: string, update: Partial<PhotoSlot>): Slots {
  return slots.map((slot) => (slot.key === key ? { ...slot, ...update } : slot));
}

/** Returns the slots without one. The photo it would have replaced comes back. */
export function withRestored(slots: Slots, key: string): Slots {
  return slots.flatMap((slot) => (slot.key !== key ? [slot] : slot.replaces === null ? [] : [slot.replaces]));
}

export function withoutSlot(slots: Slots, key: string): Slots {
  return slots.filter((slot) => slot.key !== key);
}

export function withFirst(slots: Slots, key: string): Slots {
  return [...slots.filter((slot) => slot.key === key), ...withoutSlot(slots, key)];
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
  original: null,
  crop: null,
  file: null,
  replaces: null,
} as const;

function newKey(): string {
  lastKey += 1;
  return `photo${lastKey}`;
}
