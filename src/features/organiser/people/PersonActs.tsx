import { useState } from "react";
import { api } from "../../../../convex/_generated/api";
import { features, perField, products, type Feature } from "../../../../convex/shared/prices";
import { Button } from "../../../components/Button";
import { ReasonQuestion } from "../../../components/ReasonQuestion";
import { useAction, useMutation } from "../../../lib/acts";
import { saveFile } from "../../../lib/saveFile";
import { toastResult } from "../../../lib/toastResult";
import type { Person } from "./usePerson";
import { words } from "./words";

type Act = keyof typeof words.questions;
type DeletionReason = keyof typeof words.deletionReasons;

export function PersonActs({ person, name }: { person: Person; name: string }) {
  const [act, setAct] = useState<Act | null>(null);
  return (
    <section className="grid gap-2 sm:grid-cols-2 lg:sticky lg:top-6 lg:col-start-2 lg:row-span-2 lg:row-start-1 lg:grid-cols-1">
      <h2 className="col-span-full text-lead">{words.acts}</h2>
      {actsOn(person).map((option) => (
        <Button key={option} variant={dangerous.has(option) ? "danger" : "quiet"} onClick={() => setAct(option)}>
          {words.questions[option].button}
        </Button>
      ))}
      {act !== null && (
        <PersonQuestion key={act} act={act} name={name} userId={person._id} onClose={() => setAct(null)} />
      )}
    </section>
  );
}

const dangerous: ReadonlySet<Act> = new Set<Act>(["suspend", "remove"]);

/** Returns the actions available for a person. Paid features are only removed by a refund, on its own screen. */
function actsOn(person: Person): Act[] {
  const { status, profile, ticket } = person;
  const isMember = status === "approved" || status === "hidden";
  const acts: (Act | false | null)[] = [
    isMember && "suspend",
    isMember && "undoApproval",
    status === "suspended" && "restore",
    ...features.map((feature) => {
      const { key } = products[feature];
      const grant = person[key];
      return grant === null ? profile && (`${key}Given` as const) : grant.by === "hand" && (`${key}Taken` as const);
    }),
    ticket && "releaseTicket",
    "signOut",
    "exportData",
    "remove",
  ];
  return acts.filter((act) => act !== false && act !== null);
}

type QuestionProps = { act: Act; name: string; userId: string; onClose: () => void };

function PersonQuestion({ act, name, userId, onClose }: QuestionProps) {
  const acts = useActs(userId);
  const { title, text, button, done } = words.questions[act];
  const perform = async (reason: string) =>
    (await toastResult(() => acts[act](reason), { success: done, failure: words.failedAct })).ok;
  return (
    <ReasonQuestion
      title={title(name)}
      description={text}
      confirm={button}
      label={words.reason}
      hint={hints[act] ?? words.reasonForColleagues}
      missingMessage={act === "exportData" ? undefined : act === "remove" ? words.reasonNotChosen : words.reasonMissing}
      choices={act === "remove" ? { placeholder: words.chooseReason, names: words.deletionReasons } : undefined}
      onConfirm={perform}
      onClose={onClose}
    />
  );
}

const hints: Partial<Record<Act, string>> = { suspend: words.reasonForThem, exportData: words.reasonOptional };

/** Returns the actions by name. `reason`: a key of `deletionReasons` for a deletion, otherwise the typed text. */
function useActs(userId: string): Record<Act, (reason: string) => Promise<unknown>> {
  const suspend = useMutation(api.people.suspend);
  const restore = useMutation(api.people.restore);
  const undoApproval = useMutation(api.people.undoApproval);
  const setTier = useMutation(api.people.setTier);
  const signOut = useMutation(api.people.signOut);
  const remove = useMutation(api.people.remove);
  const releaseOf = useMutation(api.tickets.releaseOf);
  const exportData = useAction(api.people.exportData);
  const tier = (feature: Feature, has: boolean) => (reason: string) => setTier({ userId, reason, feature, has });
  return {
    suspend: (reason) => suspend({ userId, reason }),
    restore: (reason) => restore({ userId, reason }),
    undoApproval: (reason) => undoApproval({ userId, reason }),
    ...perField("key", (feature) => tier(feature, true), "Given"),
    ...perField("key", (feature) => tier(feature, false), "Taken"),
    signOut: (reason) => signOut({ userId, reason }),
    releaseTicket: (reason) => releaseOf({ userId, reason }),
    exportData: async (reason) => saveFile(`data-${userId}.json`, await exportData({ userId, reason })),
    remove: (reason) => remove({ userId, reason: reason as DeletionReason }),
  };
}
