import { useWatch } from "react-hook-form";
import { strengthOf } from "../../convex/shared/password";
import { useFields } from "../lib/useLazyForm";
import { PasswordField } from "./TextField";
import { words } from "./words";

type NewPassword = { password: string; confirmPassword: string };

export function NewPasswordFields({ label }: { label: string }) {
  const field = useFields<NewPassword>();
  const password = useWatch<NewPassword, "password">({ name: "password" });
  return (
    <>
      <PasswordField label={label} autoComplete="new-password" {...field("password")}>
        <StrengthMeter password={password} />
      </PasswordField>
      <PasswordField label={words.confirmPassword} autoComplete="new-password" {...field("confirmPassword")} />
    </>
  );
}

const CRITERIA = 5;

export function StrengthMeter({ password }: { password: string }) {
  const { score, colour, feedback } = strengthOf(password);
  if (password === "") return null;

  return (
    <div className="flex flex-col gap-1.5">
      <div
        role="meter"
        aria-label={words.strength}
        aria-valuemin={0}
        aria-valuemax={CRITERIA}
        aria-valuenow={score}
        aria-valuetext={feedback}
        className="flex gap-1"
      >
        {Array.from({ length: CRITERIA }, (_, step) => (
          <span
            key={step}
            className={`h-1.5 flex-1 rounded-full transition-colors ${step < score ? colours[colour] : "bg-line"}`}
          />
        ))}
      </div>
      {feedback !== "" && <p className="text-note text-soft">{feedback}</p>}
    </div>
  );
}

const colours = { red: "bg-bad", orange: "bg-[#f0812b]", yellow: "bg-[#e0b400]", green: "bg-good" } as const;
