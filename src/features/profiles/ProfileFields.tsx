import { useFormContext, useWatch, type FieldErrors, type FieldPath } from "react-hook-form";
import { limits } from "../../../convex/shared/limits";
import { optionalFields, optionalNames } from "../../../convex/shared/optionalFields";
import { genders, habits } from "../../../convex/shared/options";
import { bareHandle, countCharacters } from "../../../convex/shared/text";
import { RadioChoice, RadioGroup } from "../../components/Choices";
import { FormSection } from "../../components/Field";
import { Note } from "../../components/Note";
import { Select } from "../../components/Select";
import { TextArea, TextField } from "../../components/TextField";
import { words as common } from "../../components/words";
import type { FormInput } from "./profileSchemas";
import { words } from "./words";

export function AboutFields({ asksGender }: { asksGender: boolean }) {
  const { field, error } = useField();
  return (
    <FormSection title={words.about}>
      <TextField label={words.name} autoComplete="given-name" maxLength={limits.nameMax} {...field("name")} />
      {asksGender && (
        <RadioGroup label={words.gender} error={error("gender")}>
          {genders.map((gender) => (
            <RadioChoice key={gender} value={gender} {...unlabelled(field("gender"))}>
              {words.genders[gender]}
            </RadioChoice>
          ))}
        </RadioGroup>
      )}
      <div className="grid grid-cols-[2fr_3fr] items-start gap-4">
        <TextField label={words.age} inputMode="numeric" maxLength={3} {...field("age", toAge)} />
        <TextField
          label={words.phone}
          hint={words.phoneHint}
          type="tel"
          autoComplete="tel"
          maxLength={30}
          {...field("phoneNumber")}
        />
      </div>
    </FormSection>
  );
}

export function CardFields() {
  const { field } = useField();
  const bio = useWatch<FormInput, "bio">({ name: "bio" });
  return (
    <FormSection title={words.card}>
      <TextArea
        label={words.bio}
        aside={`${countCharacters(bio ?? "")}/${limits.bioMax}`}
        maxLength={limits.bioMax}
        {...field("bio")}
      />
      <TextField
        label={words.handle}
        hint={words.handleHint}
        prefix="@"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        // The field shows the @ itself. A pasted profile URL is reduced to the handle.
        tidy={bareHandle}
        maxLength={limits.handleMax}
        {...field("instagramHandle")}
      />
    </FormSection>
  );
}

export function HabitFields() {
  const { field } = useField();
  return (
    <FormSection title={words.habits}>
      <div className="grid grid-cols-2 items-start gap-4">
        <Select label={words.drinking} options={habits} placeholder={words.choose} {...field("drinking")} />
        <Select label={words.smoking} options={habits} placeholder={words.choose} {...field("smoking")} />
      </div>
    </FormSection>
  );
}

/** The optional lines, such as the course. Only the person and the organisers see them. */
export function OptionalFields() {
  const { field } = useField();
  return (
    <FormSection title={words.optional}>
      <div className="grid grid-cols-[1fr_6rem] items-start gap-4">
        {optionalNames.map((name) => (
          <TextField
            key={name}
            label={optionalFields[name].label}
            maxLength={optionalFields[name].max}
            {...field(name)}
          />
        ))}
      </div>
    </FormSection>
  );
}

/** Registers fields and returns their errors. The message for missing fields is shown once, at the end of the form. */
function useField() {
  const { register, formState } = useFormContext<FormInput>();
  const error = (name: FieldPath<FormInput> & keyof FormInput): string | undefined => {
    const message = formState.errors[name]?.message;
    return isMissing(message) ? common.required : message;
  };
  const field = (name: FieldPath<FormInput> & keyof FormInput, setValueAs?: (text: unknown) => unknown) => ({
    ...register(name, setValueAs && { setValueAs }),
    error: error(name),
  });
  return { field, error };
}

function unlabelled<T extends { error: unknown }>({ error: _, ...registration }: T) {
  return registration;
}

/** Converts only digits: `Number` would accept "18." and "2e1". Other text stays as typed, and the validation refuses it. */
function toAge(text: unknown): unknown {
  const typed = String(text ?? "").trim();
  if (typed === "") return undefined;
  return /^\d+$/.test(typed) ? Number(typed) : typed;
}

export function FormError({ text }: { text: string | null }) {
  if (text === null) return null;
  return (
    <Note variant="bad" role="alert" className="font-semibold">
      {text}
    </Note>
  );
}

export function hasMissing(errors: FieldErrors<FormInput>): boolean {
  return Object.values(errors).some((error) => isMissing(error?.message));
}

/** True for the message about missing fields, of the create or the edit form. */
function isMissing(sentence: string | undefined): boolean {
  return sentence === words.fillAll || sentence === words.fillRequired;
}
