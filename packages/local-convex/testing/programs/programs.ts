import { functionsOn } from "./functions";
import { asTheLibrary } from "./interpreter";

/** What is pushed to our engine. */
export const { mutate, look, play, empty } = functionsOn(asTheLibrary);
