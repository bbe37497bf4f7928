import type { ReactNode } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { festivalDates } from "../../../convex/shared/festival";
import { limits } from "../../../convex/shared/limits";
import { interests } from "../../../convex/shared/options";
import { ChipChoice, ChipGroup } from "../../components/Choices";
import { FormSection } from "../../components/Field";
import { Select } from "../../components/Select";
import { useFestival } from "../../lib/festival";
import { dayName } from "../../lib/festivalDays";
import type { FormInput } from "./profileSchemas";
import { words } from "./words";

export const MEETING = "meeting";

/** The gender and ages of the people to meet. `hasInterest`: a gender is set and can be changed, but not emptied. */
export function MeetingFields({ hasInterest = false, children }: { hasInterest?: boolean; children?: ReactNode }) {
  const { register, formState } = useFormContext<FormInput>();
  const error = formState.errors.ageRange;
  const message = error?.message ?? error?.root?.message ?? error?.min?.message ?? error?.max?.message;

  return (
    <FormSection id={MEETING} title={words.meeting}>
      <Select
        label={words.interestedIn}
        options={interests.map((value) => ({ value, label: words.interests[value] }))}
        {...(!hasInterest && { placeholder: words.interestDefault })}
        error={formState.errors.interestedIn?.message}
        {...register("interestedIn", { setValueAs: emptyToUndefined })}
      />
      <p className="-mt-2 text-note text-soft">{words.meetingText}</p>
      <div className="grid grid-cols-2 items-start gap-4">
        <Select
          label={words.youngest}
          options={ages}
          error={message}
          {...register("ageRange.min", { valueAsNumber: true, deps: "ageRange.max" })}
        />
        <Select
          label={words.oldest}
          options={ages}
          {...register("ageRange.max", { valueAsNumber: true, deps: "ageRange.min" })}
        />
      </div>
      {children}
    </FormSection>
  );
}

function emptyToUndefined(text: unknown): unknown {
  return text === "" ? undefined : text;
}

export function DayChips() {
  const dates = festivalDates(useFestival());
  const { setValue } = useFormContext<FormInput>();
  const chosen = useWatch<FormInput, "festivalDays">({ name: "festivalDays" }) ?? [];
  const toggle = (date: string) => {
    const next = chosen.includes(date) ? chosen.filter((other) => other !== date) : [...chosen, date];
    setValue("festivalDays", next, { shouldDirty: true });
  };

  if (dates.length === 0) return null;
  return (
    <ChipGroup label={words.days} hint={words.daysHint}>
      {dates.map((date) => (
        <ChipChoice key={date} checked={chosen.includes(date)} onChange={() => toggle(date)}>
          {dayName(date)}
        </ChipChoice>
      ))}
    </ChipGroup>
  );
}

const ages = Array.from({ length: limits.ageMax - limits.ageMin + 1 }, (_, i) => String(limits.ageMin + i));
