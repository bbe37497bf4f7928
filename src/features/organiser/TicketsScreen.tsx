import { useQuery } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { useState } from "react";
import { Link } from "react-router-dom";
import { api } from "../../../convex/_generated/api";
import { Button } from "../../components/Button";
import { ConfirmDialog } from "../../components/ConfirmDialog";
import { Page } from "../../components/Page";
import { ScreenSkeleton } from "../../components/ScreenSkeleton";
import { TextField } from "../../components/TextField";
import { TicketRulesForm, type Rules } from "./TicketRulesForm";
import { words } from "./ticketsWords";
import { TicketUpload } from "./TicketUpload";
import { useTicketActs } from "./useTicketActs";

type Counts = FunctionReturnType<typeof api.tickets.counts>;

/** /organiser/tickets: who is at the festival, by domains and by codes; uploading codes, and what became of them. Live. */
export function TicketsScreen() {
  const [rules, counts] = [useQuery(api.tickets.rules, {}), useQuery(api.tickets.counts, {})];

  if (rules === undefined || counts === undefined) return <ScreenSkeleton />;
  return (
    <Page title={words.title} wide>
      <p className="-mt-2 mb-6 text-soft">{words.intro}</p>
      <CountList counts={counts} />
      {counts.uploaded > 0 && (
        <Link to="/organiser/door" className={doorLink}>
          {words.door}
        </Link>
      )}
      <div className="mt-10 grid items-start gap-x-12 gap-y-12 lg:grid-cols-2">
        <RulesSection rules={rules} uploaded={counts.uploaded} />
        <TicketUpload />
        <Release />
        <Removal unclaimed={Math.max(0, counts.uploaded - counts.claimed)} isRequired={rules.codes === "required"} />
      </div>
    </Page>
  );
}

const doorLink =
  "mt-3 inline-flex min-h-11 items-center font-bold text-teal underline decoration-2 underline-offset-4 hover:text-ink";

function CountList({ counts }: { counts: Counts }) {
  return (
    <dl className="grid grid-cols-3 gap-3">
      {(["uploaded", "claimed", "arrived"] as const).map((kind) => (
        <div key={kind} className="min-w-0 rounded-md border-2 border-line bg-raised px-4 py-3">
          <dt className="text-note text-soft">{words.counts[kind]}</dt>
          <dd className="font-poster text-title tabular-nums">{words.count(counts[kind])}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The form starts from the rules as they were when it was opened; of later ones it tells. */
function RulesSection({ rules, uploaded }: { rules: Rules; uploaded: number }) {
  const [start, setStart] = useState(rules);
  return (
    <section aria-label={words.rules} className="flex min-w-0 flex-col gap-5">
      <h2 className="text-title">{words.rules}</h2>
      {rules.version > start.version && (
        <p role="status" className="rounded-md border-2 border-teal bg-tealwash px-4 py-3">
          {words.changedMeanwhile}{" "}
          <Button look="bare" onClick={() => setStart(rules)}>
            {words.showNew}
          </Button>
        </p>
      )}
      <TicketRulesForm key={start.version} start={start} uploaded={uploaded} onSaved={setStart} />
    </section>
  );
}

function Release() {
  const { release } = useTicketActs();
  const [code, setCode] = useState("");
  const [isAsked, setAsked] = useState(false);
  const confirm = async () => {
    setAsked(false);
    if (await release(code)) setCode("");
  };
  return (
    <section aria-label={words.release} className="flex min-w-0 flex-col gap-5">
      <div>
        <h2 className="text-title">{words.release}</h2>
        <p className="text-soft">{words.releaseText}</p>
      </div>
      <TextField
        label={words.code}
        autoComplete="off"
        autoCapitalize="characters"
        value={code}
        onChange={(event) => setCode(event.target.value)}
      />
      <Button look="quiet" disabled={code.trim() === ""} onClick={() => setAsked(true)}>
        {words.releaseButton}
      </Button>
      {isAsked && (
        <ConfirmDialog
          start="cancel"
          title={words.releaseQuestion}
          description={words.releaseFollows}
          confirm={words.releaseButton}
          cancel={words.cancel}
          onConfirm={() => void confirm()}
          onClose={() => setAsked(false)}
        />
      )}
    </section>
  );
}

function Removal({ unclaimed, isRequired }: { unclaimed: number; isRequired: boolean }) {
  const { removeUnclaimed } = useTicketActs();
  const [isAsked, setAsked] = useState(false);
  const confirm = async () => {
    setAsked(false);
    await removeUnclaimed();
  };
  return (
    <section aria-label={words.removal} className="flex min-w-0 flex-col gap-5">
      <div>
        <h2 className="text-title">{words.removal}</h2>
        <p className="text-soft">{words.removalText}</p>
      </div>
      <Button look="danger" disabled={unclaimed === 0} onClick={() => setAsked(true)}>
        {words.removalButton}
      </Button>
      {isAsked && (
        <ConfirmDialog
          start="cancel"
          title={words.removalQuestion(unclaimed)}
          description={isRequired ? `${words.removalLocks} ${words.removalFollows}` : words.removalFollows}
          confirm={words.removalButton}
          cancel={words.cancel}
          onConfirm={() => void confirm()}
          onClose={() => setAsked(false)}
        />
      )}
    </section>
  );
}
