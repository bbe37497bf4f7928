/**
 * The optional lines of a profile. The form, the stored shapes, REST, "my data" and the screens read this table, so a new field needs one
 * new row here. `max`: in characters.
 */
import { namesOf } from "./records";

export const optionalFields = {
  course: { label: "Course", max: 60 },
  year: { label: "Year", max: 20 },
} as const;

export type OptionalField = keyof typeof optionalFields;

export const optionalNames = namesOf(optionalFields);
