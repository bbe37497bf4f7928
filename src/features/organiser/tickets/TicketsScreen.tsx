import { useQuery } from "convex/react";
import { useState } from "react";
import { api } from "../../../../convex/_generated/api";
import { Button, ButtonLink } from "../../../components/Button";
import { ConfirmDialog } from "../../../components/ConfirmDialog";
import { Facts } from "../../../components/Facts";
import { Note } from "../../../components/Note";
import { Page } from "../../../components/Page";
import { ScreenSkeleton } from "../../../components/ScreenSkeleton";
import { ChangedNote, Section } from "../Section";
import { useToastedMutation } from "../../../lib/toastResult";
import { TicketRulesForm } from "./TicketRulesForm";
import { words } from "./words";
import { TicketUpload } from "./TicketUpload";
import type { Rules } from "./whoMayCome";

/** /organiser/tickets: who may come, the upload of codes, and how many are claimed and used. Live. */
export function TicketsScreen() {
  const rules = useQuery(api.tickets.rules, {});
  const counts = useQuery(api.tickets.counts, {});

  if (rules === undefined || counts === undefined) return <ScreenSkeleton />;
  return (
    <Page title={words.title} wide>
      <Facts
        isLarge
        className="grid grid-cols-3 gap-3 *:rounded-md *:border-2 *:border-line *:bg-raised *:px-4 *:py-3"
        facts={(["uploaded", "claimed", "arrived"] as const).map((kind) => [
          words.counts[kind],
          words.count(counts[kind]),
        ])}
      />
      {counts.uploaded > 0 && (
        <ButtonLink variant="bare" className="mt-3" to="/organiser/door">
          {words.door}
        </ButtonLink>
      )}
      <div className="mt-10 grid items-start gap-x-12 gap-y-12 lg:grid-cols-2">
        <RulesSection rules={rules} uploaded={counts.uploaded} />
        <TicketUpload />
        <Removal unclaimed={Math.max(0, counts.uploaded - counts.claimed)} isRequired={rules.codes === "required"} />
      </div>
    </Page>
  );
}

/** The form starts from the rules when it was opened. It says when newer ones exist. */
function RulesSection({ rules, uploaded }: { rules: Rules; uploaded: number }) {
  const [initial, setInitial] = useState(rules);
  const [shown, setShown] = useState(rules);
  const show = () => {
    setInitial(rules);
    setShown(rules);
  };
  return (
    <section aria-label={words.who} className="flex min-w-0 flex-col gap-5">
      {uploaded > 0 && initial.codes === "off" && <Note variant="teal">{words.codesNotRequested}</Note>}
      {rules.version > initial.version && <ChangedNote onShow={show} />}
      <TicketRulesForm key={shown.version} initial={initial} uploaded={uploaded} onSaved={setInitial} />
    </section>
  );
}

function Removal({ unclaimed, isRequired }: { unclaimed: number; isRequired: boolean }) {
  const removeUnclaimed = useToastedMutation(api.tickets.removeUnclaimed, words.removing);
  const [isAsking, setAsking] = useState(false);
  return (
    <Section title={words.removal} text={words.removalText}>
      <Button variant="danger" disabled={unclaimed === 0} onClick={() => setAsking(true)}>
        {words.removalButton}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={words.removalQuestion(unclaimed)}
          description={isRequired ? `${words.removalLocks} ${words.removalFollows}` : words.removalFollows}
          confirm={words.removalButton}
          onConfirm={() => removeUnclaimed({})}
          onClose={() => setAsking(false)}
        />
      )}
    </Section>
  );
}
