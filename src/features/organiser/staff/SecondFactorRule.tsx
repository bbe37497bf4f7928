import { useState } from "react";
import { api } from "../../../../convex/_generated/api";
import { ConfirmDialog } from "../../../components/ConfirmDialog";
import { SwitchField } from "../../../components/SwitchField";
import { useStaff } from "../../../session/useStaff";
import { useToastedMutation } from "../../../lib/toastResult";
import type { Member } from "./ManageDialog";
import { words } from "./words";

/** The rule that all of the staff need a second factor. Before it shuts out those without one, it says how many they are. */
export function SecondFactorRule({ staff, isRequired }: { staff: readonly Member[]; isRequired: boolean }) {
  const require = useToastedMutation(api.organiser.requireSecondFactor, { failure: words.ruleFailed });
  const { _id: me } = useStaff();
  const [isAsking, setAsking] = useState(false);
  const without = staff.filter(({ secondFactor }) => !secondFactor);

  return (
    <>
      <SwitchField
        label={words.rule}
        hint={words.ruleHint}
        on={isRequired}
        onChange={async (required) => {
          if (required && without.length > 0) setAsking(true);
          else await require({ required });
        }}
      />
      {isAsking && (
        <ConfirmDialog
          title={words.ruleQuestion}
          description={words.ruleFollows(
            without.length,
            staff.length,
            without.some(({ _id }) => _id === me),
          )}
          confirm={words.ruleConfirm}
          onConfirm={() => require({ required: true })}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
