import { useState, type FormEvent } from "react";
import { writtenDate } from "../../../convex/shared/closing";
import { dateAt } from "../../../convex/shared/festival";
import { limits } from "../../../convex/shared/limits";
import { Button } from "../../components/Button";
import { Select } from "../../components/Select";
import { TextField } from "../../components/TextField";
import { useFestival } from "../../lib/festival";
import { useMinute } from "../../lib/useMinute";
import { words } from "./closingWords";
import { NameQuestion } from "./NameQuestion";
import { useClosing, type Status } from "./useClosing";

const days = Array.from({ length: limits.downloadDaysMost }, (_, n) => String(n + 1));

/** Chooses another day, while there is one to choose. */
export function ClosingDay({ status }: { status: Status }) {
  const { timeZone } = useFestival();
  const isLate = (status.latestDay ?? "") <= dateAt(timeZone, useMinute());
  if (isLate) return <p className="rounded-md border-2 border-line bg-raised px-4 py-3">{words.tooLate}</p>;
  return <DayForm status={status} />;
}

/** For a sooner day the festival's name has to be typed. */
function DayForm({ status }: { status: Status }) {
  const { plan } = useClosing();
  const [seen, latest] = [status.erasesOn ?? "", status.latestDay ?? ""];
  const [day, setDay] = useState(seen);
  const [downloadDays, setDownloadDays] = useState(String(status.downloadDays));
  const [isAsking, setAsking] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const save = async (name?: string) => {
    setBusy(true);
    const isDone = await plan({ day, seen, downloadDays: Number(downloadDays), ...(name !== undefined && { name }) });
    setBusy(false);
    return isDone;
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (day < seen) setAsking(true);
    else void save();
  };

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      <TextField
        type="date"
        label={words.day}
        hint={words.dayHint(writtenDate(latest))}
        max={latest}
        value={day}
        onChange={(event) => setDay(event.target.value)}
      />
      <Select
        label={words.downloadDays}
        options={days}
        value={downloadDays}
        onChange={(event) => setDownloadDays(event.target.value)}
      />
      <Button type="submit" look="quiet" busy={isBusy} disabled={day === ""}>
        {words.save}
      </Button>
      {isAsking && (
        <NameQuestion
          name={status.festival}
          title={words.soonerQuestion}
          text={words.soonerText(writtenDate(day))}
          confirm={words.save}
          onConfirm={save}
          onClose={() => setAsking(false)}
        />
      )}
    </form>
  );
}
