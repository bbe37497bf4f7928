import { useState } from "react";
import type { CropQuestion, PhotoForm } from "./photoOpening";
import { unreadableError } from "./photoError";
import type { Crop } from "./photoShape";
import type { PhotoSlot } from "./slotList";
import { loadOpening } from "./photoWork";
import type { PhotoSlots } from "./usePhotoSlots";
import { words } from "./words";

/** Opens chosen files and crops them. Its script is loaded with the first file. */
export function usePhotoOpening(photoSlots: PhotoSlots, actions: Pick<PhotoForm, "upload" | "discard" | "refuse">) {
  const { question, ask } = useCropQuestions();
  const form = { ...photoSlots, ...actions, ask, words, unreadableError };
  return {
    question,
    open: async (key: string, file: File) => (await loadOpening()).openFile(form, key, file),
    cropAgain: async (slot: PhotoSlot) => {
      const opening = await loadOpening().catch(() => null);
      if (opening === null) actions.refuse(slot.key, words.photoNotFetched);
      else await opening.cropAgain(form, slot);
    },
  };
}

/** Asks about one photo at a time, in the order they were chosen. */
function useCropQuestions() {
  const [questions, setQuestions] = useState<readonly CropQuestion[]>([]);
  const ask = async (question: Omit<CropQuestion, "answer">): Promise<Crop | null> => {
    const chosen = await new Promise<Crop | null>((answer) => setQuestions((all) => [...all, { ...question, answer }]));
    setQuestions((all) => all.filter(({ key }) => key !== question.key));
    return chosen;
  };
  return { question: questions[0] ?? null, ask };
}
