import { functionsOn } from "./functions";
import { libraryReading } from "./interpreter";

/** The modules pushed to our engine. */
export const { mutate, look, play, empty } = functionsOn(libraryReading);
