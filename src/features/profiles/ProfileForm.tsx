import { useRef, useState, type ReactNode } from "react";
import { FormProvider, useForm, type DefaultValues } from "react-hook-form";
import type { ZodType } from "zod";
import { Button } from "../../components/Button";
import { words as common } from "../../components/words";
import { useLazyResolver } from "../../lib/useLazyResolver";
import { AboutFields, CardFields, FormError, HabitFields, hasMissing, OptionalFields } from "./ProfileFields";
import { HobbyChips } from "./HobbyChips";
import { PhotoSlots } from "./PhotoSlots";
import { useSavedDraft, type ProfileDraft } from "./profileDraft";
import type { Filled, Typed } from "./typedProfile";
import { usePhotos } from "./usePhotos";

type Props = {
  /** Loads the check. Must not change between renders. */
  schema: () => Promise<ZodType<Filled, Typed>>;
  /** What the fields show first, unless the draft has something else. */
  start: DefaultValues<Typed>;
  draft: ProfileDraft;
  asksGender: boolean;
  meeting: ReactNode;
  missing: string;
  button: string;
  /** Returns the sentence to show when the profile was not accepted, else null. */
  onSend: (filled: Filled, photoIds: string[]) => Promise<string | null>;
  children: ReactNode;
};

/** The form of a profile, new or edited. What is typed is kept in this tab until it is sent. */
export function ProfileForm({ schema, start, draft, onSend, ...texts }: Props) {
  const { asksGender, meeting, missing, button, children } = texts;
  const photos = usePhotos(draft.photos, draft.savePhotos);
  const picker = useRef<HTMLInputElement>(null);
  const lacksPhoto = photos.slots.length === 0;
  const form = useForm<Typed, unknown, Filled>({
    resolver: useLazyResolver(schema),
    defaultValues: { ...start, ...draft.typed },
    // The photo comes first and is no field of the form: when it is missing, the focus goes there.
    shouldFocusError: !lacksPhoto,
  });
  const [refusal, setRefusal] = useState<string | null>(null);
  useSavedDraft(form.subscribe, draft);

  const { errors, isSubmitted, isSubmitting } = form.formState;
  const message = lacksPhoto || hasMissing(errors) ? missing : (refusal ?? photos.error);
  const submit = form.handleSubmit(async (filled) => {
    setRefusal(null);
    // Null: a chosen photo did not arrive. Sending without it would drop it unnoticed.
    const photoIds = await photos.photoIds();
    if (photoIds !== null) setRefusal(await onSend(filled, photoIds));
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
          // Without a photo nothing is sent, and the focus stays here.
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
