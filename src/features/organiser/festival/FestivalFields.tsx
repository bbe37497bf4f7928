import { useFormContext, useWatch } from "react-hook-form";
import { accents, type Festival } from "../../../../convex/shared/festival";
import { limits } from "../../../../convex/shared/limits";
import { features, products } from "../../../../convex/shared/prices";
import { recordOf } from "../../../../convex/shared/records";
import { RadioChoice, RadioGroup } from "../../../components/Choices";
import { FormSection } from "../../../components/Field";
import { TextField } from "../../../components/TextField";
import { money } from "../../../lib/money";
import { useFields } from "../../../lib/useLazyForm";
import { words } from "./words";

export type FormValues = ReturnType<typeof formValuesOf>;

export function formValuesOf({
  version: _,
  announcement: __,
  firstDay,
  lastDay,
  signUpsFrom,
  signUpsUntil,
  ...rest
}: Festival) {
  return {
    ...rest,
    firstDay: firstDay ?? "",
    lastDay: lastDay ?? "",
    signUpsFrom: signUpsFrom ?? "",
    signUpsUntil: signUpsUntil ?? "",
  };
}

export function NameFields() {
  return (
    <FormSection title={words.what}>
      <Text name="name" label={words.name} hint={words.nameHint} maxLength={limits.festivalNameMax} />
      <Text name="edition" label={words.edition} hint={words.editionHint} maxLength={limits.editionMax} />
      <Text name="supportEmail" label={words.supportEmail} inputMode="email" />
      <Text name="socialUrl" label={words.socialUrl} hint={words.socialUrlHint} inputMode="url" />
    </FormSection>
  );
}

export function DateFields() {
  return (
    <FormSection title={words.when}>
      <div className={twoColumns}>
        <Text name="firstDay" label={words.firstDay} type="date" />
        <Text name="lastDay" label={words.lastDay} hint={words.lastDayHint} type="date" />
      </div>
      <Text name="timeZone" label={words.timeZone} hint={words.timeZoneHint} list="zones" />
      <datalist id="zones">
        {Intl.supportedValuesOf("timeZone").map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
      <Text name="helpPoint" label={words.helpPoint} hint={words.helpPointHint} maxLength={limits.helpPointMax} />
    </FormSection>
  );
}

export function AppearanceFields() {
  const { register } = useFormContext<FormValues>();
  return (
    <FormSection title={words.appearance}>
      <Text name="line" label={words.line} maxLength={limits.festivalLineMax} />
      <RadioGroup label={words.accent} layout="grid grid-cols-2 gap-3 sm:grid-cols-4">
        {accents.map((accent) => (
          <RadioChoice key={accent} value={accent} {...register("accent")}>
            <span aria-hidden data-accent={accent} className="hot size-5 shrink-0 rounded-full" />
            {words.accents[accent]}
          </RadioChoice>
        ))}
      </RadioGroup>
    </FormSection>
  );
}

export function AvailabilityFields() {
  const { register } = useFormContext<FormValues>();
  const signUps = useWatch<FormValues, "signUps">({ name: "signUps" });
  return (
    <FormSection title={words.whatIsOpen}>
      <RadioGroup label={words.signUps} hint={words.endHint}>
        {(["open", "between", "closed"] as const).map((kind) => (
          <RadioChoice key={kind} value={kind} {...register("signUps")}>
            {words.signUpKinds[kind]}
          </RadioChoice>
        ))}
      </RadioGroup>
      {signUps === "between" && (
        <div className={twoColumns}>
          <Text name="signUpsFrom" label={words.from} hint={words.localHint} type="datetime-local" />
          <Text name="signUpsUntil" label={words.until} hint={words.localHint} type="datetime-local" />
        </div>
      )}
      <RadioGroup
        label={words.sales}
        hint={words.pricesHint(recordOf(features, (feature) => money(products[feature].price)))}
      >
        {(["open", "closed"] as const).map((kind) => (
          <RadioChoice key={kind} value={kind} {...register("sales")}>
            {words.salesKinds[kind]}
          </RadioChoice>
        ))}
      </RadioGroup>
    </FormSection>
  );
}

type TextProps = { name: keyof FormValues } & Omit<Parameters<typeof TextField>[0], "name">;

function Text({ name, ...field }: TextProps) {
  return <TextField {...field} {...useFields<FormValues>()(name)} />;
}

const twoColumns = "grid items-start gap-4 sm:grid-cols-2";
