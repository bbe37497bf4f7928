import { useState } from "react";
import { api } from "../../../../convex/_generated/api";
import { writtenDate } from "../../../../convex/shared/closing";
import { dateAt } from "../../../../convex/shared/festival";
import { Form } from "../../../components/Form";
import { Note } from "../../../components/Note";
import { TextField } from "../../../components/TextField";
import { useFestival } from "../../../lib/festival";
import { useMinute } from "../../../lib/useMinute";
import { words } from "./closingWords";
import { ProofQuestion } from "../ProofQuestion";
import { useToastedAction, useToastedMutation } from "../../../lib/toastResult";
import type { Status } from "./ClosingProof";

/** Chooses another day, while there is one to choose. */
export function ClosingDay({ status }: { status: Status }) {
  const { timeZone } = useFestival();
  const isLate = (status.latestDay ?? "") <= dateAt(timeZone, useMinute());
  if (isLate) return <Note>{words.tooLate}</Note>;
  return <DayForm status={status} />;
}

/** A sooner day needs the festival's name and the password. */
function DayForm({ status }: { status: Status }) {
  const plan = useToastedMutation(api.closing.plan, sentences);
  const begin = useToastedAction(api.closing.begin, sentences);
  const seen = status.erasesOn ?? "";
  const latest = status.latestDay ?? "";
  const [day, setDay] = useState(seen);
  const [isAsking, setAsking] = useState(false);
  const submit = () => (day < seen ? setAsking(true) : plan({ day, seen }));

  return (
    <>
      <Form button={words.save} look="quiet" disabled={day === ""} onSubmit={submit}>
        <TextField
          type="date"
          label={words.day}
          hint={words.dayHint(writtenDate(latest))}
          max={latest}
          value={day}
          onChange={(event) => setDay(event.target.value)}
        />
      </Form>
      {isAsking && (
        <ProofQuestion
          name={status.festival}
          title={words.soonerQuestion}
          text={words.soonerText(writtenDate(day))}
          confirm={words.save}
          onConfirm={(proof, name) => begin({ ...proof, name, sooner: { day, seen } })}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}

const sentences = { success: words.saved, failure: words.saveFailed };
