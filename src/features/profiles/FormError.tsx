import type { FieldErrors } from "react-hook-form";
import { Note } from "../../components/Note";
import type { Typed } from "./typedProfile";
import { words } from "./words";

/** Why a profile was not accepted, at the end of the form, where the submit button is. */
export function FormError({ text }: { text: string | null }) {
  if (text === null) return null;
  return (
    <Note look="bad" role="alert" className="font-semibold">
      {text}
    </Note>
  );
}

/** True if a required field is empty. One message at the end of the form covers all of them. */
export function hasMissing(errors: FieldErrors<Typed>): boolean {
  return Object.values(errors).some((error) => isMissing(error?.message));
}

/** True for a field's message about being empty, of the create form or the edit form. */
export function isMissing(sentence: string | undefined): boolean {
  return sentence === words.fillAll || sentence === words.fillRequired;
}
