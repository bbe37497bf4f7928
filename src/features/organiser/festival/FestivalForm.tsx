import { useQuery } from "convex/react";
import { useState } from "react";
import { FormProvider, useWatch } from "react-hook-form";
import { api } from "../../../../convex/_generated/api";
import { clockText } from "../../../../convex/shared/clock";
import { closingPlan } from "../../../../convex/shared/closing";
import {
  isTimeZone,
  maySell,
  maySignUp,
  phaseOf,
  type Availability,
  type Calendar,
  type Festival,
} from "../../../../convex/shared/festival";
import type { FestivalForm as FestivalSettings } from "../../../../convex/shared/festivalForm";
import { withTexts } from "../../../../convex/shared/festivalTexts";
import { ConfirmDialog, Sentences } from "../../../components/ConfirmDialog";
import { Form } from "../../../components/Form";
import { useFestival } from "../../../lib/festival";
import { useToastedMutation } from "../../../lib/toastResult";
import { useLazyForm } from "../../../lib/useLazyForm";
import { useMinute } from "../../../lib/useMinute";
import {
  AppearanceFields,
  AvailabilityFields,
  DateFields,
  formValuesOf,
  NameFields,
  type FormValues,
} from "./FestivalFields";
import { FestivalPreviewPanel } from "./FestivalPreviewPanel";
import { words } from "./words";

type Props = {
  initial: Festival;
  version: number;
  onSaved: (saved: FestivalSettings) => void;
};

type PendingSave = { settings: FestivalSettings; consequences: string[] };

const schema = async () => (await import("../../../../convex/shared/festivalForm")).festivalForm;

export function FestivalForm({ initial, version, onSaved }: Props) {
  const save = useToastedMutation(api.festival.save, words.saving);
  const form = useLazyForm(schema, { defaultValues: formValuesOf(initial) });
  const now = useMinute();
  const [pendingSave, setPendingSave] = useState<PendingSave | null>(null);
  const send = async (settings: FestivalSettings) => {
    const isDone = await save({ version, settings });
    if (isDone) onSaved(settings);
    return isDone;
  };
  const submit = form.handleSubmit(async (settings) => {
    const consequences = consequencesOf(initial, settings, now);
    if (consequences.length > 0) setPendingSave({ settings, consequences });
    else await send(settings);
  });

  return (
    <FormProvider {...form}>
      <div className="grid items-start gap-x-10 gap-y-8 lg:grid-cols-[1fr_24rem]">
        <Form button={words.save} className="min-w-0 gap-10" onSubmit={submit}>
          <NameFields />
          <DateFields />
          <AppearanceFields />
          <AvailabilityFields />
        </Form>
        <Preview initial={initial} />
      </div>
      {pendingSave !== null && (
        <SaveQuestion
          consequences={pendingSave.consequences}
          isOtherDay={pendingSave.settings.lastDay !== initial.lastDay}
          onConfirm={() => send(pendingSave.settings)}
          onClose={() => setPendingSave(null)}
        />
      )}
    </FormProvider>
  );
}

type QuestionProps = {
  consequences: readonly string[];
  isOtherDay: boolean;
  onConfirm: () => Promise<boolean>;
  onClose: () => void;
};

function SaveQuestion({ consequences, isOtherDay, onConfirm, onClose }: QuestionProps) {
  const closing = useQuery(api.closing.status, {});
  const isAnnounced = closing?.stage === "announced" || closing?.stage === "stopped";
  const sentences = [...consequences, ...(isOtherDay && isAnnounced ? [words.closingWithdrawn] : [])];
  return (
    <ConfirmDialog
      title={words.saveQuestion}
      description={<Sentences texts={sentences} />}
      confirm={words.saveConfirm}
      onConfirm={onConfirm}
      onClose={onClose}
    />
  );
}

function Preview({ initial }: { initial: Festival }) {
  const { picture } = useFestival();
  const values = useWatch<FormValues>() as FormValues;
  const hasValidDays = values.firstDay !== "" && values.lastDay !== "" && values.firstDay <= values.lastDay;
  // Ignores half-typed time zones and incomplete day ranges.
  const days = hasValidDays ? {} : { firstDay: null, lastDay: null };
  const zone = isTimeZone(values.timeZone) ? {} : { timeZone: initial.timeZone };
  return <FestivalPreviewPanel festival={{ ...withTexts({ ...initial, ...values, ...days, ...zone }), picture }} />;
}

type Settings = Calendar & Availability;

/** Returns what a change of settings ends for everybody, as sentences. `now` in ms. Empty: nothing ends. */
function consequencesOf(before: Settings, after: Settings, now: number): string[] {
  const isOver = phaseOf(after, now) === "after";
  const isOtherDay = before.lastDay !== after.lastDay;
  return [
    ...(isOver && (isOtherDay || phaseOf(before, now) !== "after")
      ? [words.daysPast, ...closingConsequence(after, now)]
      : []),
    ...(maySignUp(before, now) && !maySignUp(after, now) ? [words.signUpsStop] : []),
    ...(maySell(before, now) && !maySell(after, now) ? [words.salesStop] : []),
  ];
}

/** Returns the sentence about the closing dates, in the new time zone, if the days are saved now. */
function closingConsequence(calendar: Calendar, now: number): string[] {
  const plan = closingPlan(calendar, { since: now });
  if (plan === null) return [];
  const [announced, closed, erased] = [plan.announcesAt, plan.stopsAt, plan.erasesAt].map((at) =>
    clockText(at, "dateTime", calendar.timeZone),
  );
  return [words.closingFollows(announced ?? "", closed ?? "", erased ?? "")];
}
