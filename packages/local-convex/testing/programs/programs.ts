import { functionsOn } from "./functions";
import { asTheLibrary } from "./interpreter";

/** The modules pushed to our engine. */
export const { mutate, look, play, empty } = functionsOn(asTheLibrary);
