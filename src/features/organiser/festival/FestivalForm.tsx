import { useQuery } from "convex/react";
import { useState } from "react";
import { FormProvider, useForm, useWatch } from "react-hook-form";
import { api } from "../../../../convex/_generated/api";
import { closingPlan } from "../../../../convex/shared/closing";
import {
  isTimeZone,
  maySell,
  maySignUp,
  phaseOf,
  type Calendar,
  type Doors,
  type Festival,
} from "../../../../convex/shared/festival";
import type { FestivalForm as FestivalSettings } from "../../../../convex/shared/festivalForm";
import { withTexts } from "../../../../convex/shared/festivalTexts";
import { ConfirmDialog, Sentences } from "../../../components/ConfirmDialog";
import { Form } from "../../../components/Form";
import { timeText } from "../../../lib/clock";
import { useFestival } from "../../../lib/festival";
import { useToastedMutation } from "../../../lib/toastResult";
import { useLazyResolver } from "../../../lib/useLazyResolver";
import { useMinute } from "../../../lib/useMinute";
import { LookFields, OpenFields, PlaceFields, typedOf, WhatFields, type Typed } from "./FestivalFields";
import { FestivalPreviewPanel } from "./FestivalPreviewPanel";
import { words } from "./words";

type Props = {
  start: Festival;
  version: number;
  onSaved: (saved: Festival) => void;
};

type Asked = { settings: FestivalSettings; follows: string[] };

const schema = async () => (await import("../../../../convex/shared/festivalForm")).festivalForm;

export function FestivalForm({ start, version, onSaved }: Props) {
  const save = useToastedMutation(api.festival.save, { success: words.saved, failure: words.failed });
  const form = useForm({ resolver: useLazyResolver(schema), defaultValues: typedOf(start) });
  const now = useMinute();
  const [asked, setAsked] = useState<Asked | null>(null);
  const send = async (settings: FestivalSettings) => {
    const isDone = await save({ version, settings });
    if (isDone) onSaved({ ...start, ...settings, version: version + 1 });
    return isDone;
  };
  const submit = form.handleSubmit(async (settings) => {
    const follows = followsFrom(start, settings, now);
    if (follows.length > 0) setAsked({ settings, follows });
    else await send(settings);
  });

  return (
    <FormProvider {...form}>
      <div className="grid items-start gap-x-10 gap-y-8 lg:grid-cols-[1fr_24rem]">
        <Form button={words.save} className="min-w-0 gap-10" onSubmit={submit}>
          <WhatFields />
          <PlaceFields />
          <LookFields />
          <OpenFields />
        </Form>
        <Preview start={start} />
      </div>
      {asked !== null && (
        <SaveQuestion
          follows={asked.follows}
          isOtherDay={asked.settings.lastDay !== start.lastDay}
          onConfirm={() => send(asked.settings)}
          onClose={() => setAsked(null)}
        />
      )}
    </FormProvider>
  );
}

type QuestionProps = {
  follows: readonly string[];
  isOtherDay: boolean;
  onConfirm: () => Promise<boolean>;
  onClose: () => void;
};

function SaveQuestion({ follows, isOtherDay, onConfirm, onClose }: QuestionProps) {
  const closing = useQuery(api.closing.status, {});
  const isTold = closing?.stage === "announced" || closing?.stage === "stopped";
  const sentences = [...follows, ...(isOtherDay && isTold ? [words.closingWithdrawn] : [])];
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

function Preview({ start }: { start: Festival }) {
  const { picture } = useFestival();
  const typed = useWatch<Typed>() as Typed;
  const isWhole = typed.firstDay !== "" && typed.lastDay !== "" && typed.firstDay <= typed.lastDay;
  // Ignores half-typed time zones and incomplete day ranges.
  const days = isWhole ? {} : { firstDay: null, lastDay: null };
  const zone = isTimeZone(typed.timeZone) ? {} : { timeZone: start.timeZone };
  return <FestivalPreviewPanel festival={{ ...withTexts({ ...start, ...typed, ...days, ...zone }), picture }} />;
}

type Settings = Calendar & Doors;

/** Returns what a change of settings ends for everybody, as sentences. `now` in ms. Empty: nothing ends. */
function followsFrom(before: Settings, after: Settings, now: number): string[] {
  const isOver = phaseOf(after, now) === "after";
  const isOtherDay = before.lastDay !== after.lastDay;
  return [
    ...(isOver && (isOtherDay || phaseOf(before, now) !== "after") ? [words.daysPast, ...closingOf(after, now)] : []),
    ...(maySignUp(before, now) && !maySignUp(after, now) ? [words.signUpsStop] : []),
    ...(maySell(before, now) && !maySell(after, now) ? [words.salesStop] : []),
  ];
}

/** Returns the sentence about the closing dates, if the days are saved now. */
function closingOf(calendar: Calendar, now: number): string[] {
  const plan = closingPlan(calendar, { since: now });
  if (plan === null) return [];
  const [told, closed, erased] = [plan.announcesAt, plan.stopsAt, plan.erasesAt].map((at) => timeText(at, "dateTime"));
  return [words.closingFollows(told ?? "", closed ?? "", erased ?? "")];
}
