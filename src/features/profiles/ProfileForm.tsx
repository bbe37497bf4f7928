import { useEffect, useRef, useState, type ReactNode } from "react";
import { FormProvider, useFormContext, useWatch, type DefaultValues } from "react-hook-form";
import type { ZodType } from "zod";
import { limits } from "../../../convex/shared/limits";
import { hobbies, type Hobby } from "../../../convex/shared/options";
import { Button } from "../../components/Button";
import { ChipChoice, ChipGroup } from "../../components/Choices";
import { words as common } from "../../components/words";
import { listen } from "../../lib/events";
import { useLazyForm } from "../../lib/useLazyForm";
import { PhotoSlots } from "./PhotoSlots";
import { useSavedDraft, type ProfileDraft } from "./profileDraft";
import { AboutFields, CardFields, FormError, HabitFields, hasMissing, OptionalFields } from "./ProfileFields";
import type { FormInput, ValidProfile } from "./profileSchemas";
import { usePhotos } from "./usePhotos";
import { words } from "./words";

type Props = {
  /** Loads the validation schema. Must not change between renders. */
  schema: () => Promise<ZodType<ValidProfile, FormInput>>;
  /** Initial values. The draft's values override them. */
  initialValues: DefaultValues<FormInput>;
  draft: ProfileDraft;
  asksGender: boolean;
  meeting: ReactNode;
  missingMessage: string;
  button: string;
  /** Returns the error message if the profile was refused, else null. `hasChanged`: true if the input has changed since it was sent. */
  onSend: (profile: ValidProfile, photoIds: string[], hasChanged: () => boolean) => Promise<string | null>;
  children: ReactNode;
};

/** The form of a new or existing profile. Input is stored in this tab until it is sent. */
export function ProfileForm({ schema, initialValues, draft, onSend, ...texts }: Props) {
  const { asksGender, meeting, missingMessage, button, children } = texts;
  const photos = usePhotos(draft.photos, draft.savePhotos);
  const picker = useRef<HTMLInputElement>(null);
  const lacksPhoto = photos.slots.length === 0;
  const form = useLazyForm(schema, {
    defaultValues: { ...initialValues, ...draft.typed },
    // The photo is above all fields and not a field of the form. If it is missing, it gets the focus instead.
    shouldFocusError: !lacksPhoto,
  });
  const [refusal, setRefusal] = useState<string | null>(null);
  useSavedDraft(form.subscribe, draft);

  const { errors, isSubmitted, isSubmitting } = form.formState;
  const message = lacksPhoto || hasMissing(errors) ? missingMessage : (refusal ?? photos.error);
  const submit = form.handleSubmit(async (profile) => {
    const hasChanged = form.changesSince();
    setRefusal(null);
    // Null: a chosen photo was not uploaded. Sending the form would silently drop it.
    const photoIds = await photos.photoIds();
    if (photoIds !== null) setRefusal(await onSend(profile, photoIds, hasChanged));
  });

  return (
    <FormProvider {...form}>
      <form
        noValidate
        onSubmit={(event) => {
          if (lacksPhoto) picker.current?.focus();
          void submit(event);
        }}
        className="flex flex-col gap-10"
      >
        <PhotoSlots
          photos={photos}
          error={isSubmitted && lacksPhoto ? common.required : null}
          input={picker}
          // Without a photo nothing is sent, and the input keeps the focus.
          disabled={isSubmitting && !lacksPhoto}
        />
        <AboutFields asksGender={asksGender} />
        {meeting}
        <CardFields />
        <HobbyChips />
        <HabitFields />
        <OptionalFields />
        <div className="flex flex-col gap-4">
          <FormError text={isSubmitted ? message : null} />
          <Button type="submit" busy={isSubmitting}>
            {button}
          </Button>
          {children}
        </div>
      </form>
    </FormProvider>
  );
}

/** One to `limits.hobbiesMax` hobbies. One more is not accepted, and a message says why, until the next key or until the form is sent. */
function HobbyChips() {
  const { setValue, formState } = useFormContext<FormInput>();
  const chosen = useWatch<FormInput, "hobbies">({ name: "hobbies" });
  const [isFull, setFull] = useState(false);
  useEffect(() => (isFull ? listen(document, ["keydown", "submit"], () => setFull(false)) : undefined), [isFull]);
  const missing = formState.errors.hobbies === undefined ? undefined : common.required;

  const toggle = (hobby: Hobby) => {
    const without = chosen.filter((other) => other !== hobby);
    const exceedsLimit = without.length === chosen.length && chosen.length >= limits.hobbiesMax;
    setFull(exceedsLimit);
    if (exceedsLimit) return;
    const next = without.length < chosen.length ? without : [...chosen, hobby];
    setValue("hobbies", next, { shouldDirty: true, shouldValidate: formState.isSubmitted });
  };

  return (
    <ChipGroup
      label={words.hobbies}
      hint={words.hobbiesHint}
      aside={words.ofMost(chosen.length)}
      error={isFull ? words.hobbiesMax : missing}
    >
      {hobbies.map((hobby) => (
        <ChipChoice key={hobby} checked={chosen.includes(hobby)} onChange={() => toggle(hobby)}>
          {hobby}
        </ChipChoice>
      ))}
    </ChipGroup>
  );
}
