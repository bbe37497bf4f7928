import { useState } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { limits } from "../../../convex/shared/limits";
import { hobbies, type Hobby } from "../../../convex/shared/options";
import { ChipChoice, ChipGroup } from "../../components/Choices";
import { words as common } from "../../components/words";
import type { Typed } from "./typedProfile";
import { words } from "./words";

/** One to five hobbies. A sixth is not ticked, and a sentence says why. */
export function HobbyChips() {
  const { setValue, formState } = useFormContext<Typed>();
  const chosen = useWatch<Typed, "hobbies">({ name: "hobbies" });
  const [isFull, setFull] = useState(false);
  const missing = formState.errors.hobbies === undefined ? undefined : common.required;

  const toggle = (hobby: Hobby) => {
    const without = chosen.filter((other) => other !== hobby);
    const isSixth = without.length === chosen.length && chosen.length >= limits.hobbiesMax;
    setFull(isSixth);
    if (isSixth) return;
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
