import { useState } from "react";
import { features, products } from "../../../../convex/shared/prices";
import { Button } from "../../../components/Button";
import { PersonQuestion } from "./PersonQuestion";
import { words } from "./words";
import type { Person } from "./usePerson";
import type { Act } from "./usePersonActs";

/** The acts available on a person now. Each asks first. */
export function PersonActs({ person, name }: { person: Person; name: string }) {
  const [act, setAct] = useState<Act | null>(null);
  return (
    <section className="grid gap-2 sm:grid-cols-2 lg:sticky lg:top-6 lg:col-start-2 lg:row-span-2 lg:row-start-1 lg:grid-cols-1">
      <h2 className="col-span-full text-lead">{words.acts}</h2>
      {actsOn(person).map((one) => (
        <Button key={one} look={dangerous.has(one) ? "danger" : "quiet"} onClick={() => setAct(one)}>
          {words.questions[one].button}
        </Button>
      ))}
      {act !== null && (
        <PersonQuestion key={act} act={act} name={name} userId={person._id} onClose={() => setAct(null)} />
      )}
    </section>
  );
}

const dangerous: ReadonlySet<Act> = new Set<Act>(["suspend", "remove"]);

/** A paid feature goes with its refund, which has its own screen. */
function actsOn(person: Person): Act[] {
  const { status, profile, ticket } = person;
  const isMember = status === "approved" || status === "hidden";
  const acts: (Act | false | null)[] = [
    isMember && "suspend",
    isMember && "undoApproval",
    status === "suspended" && "restore",
    ...features.map((feature) => {
      const { key } = products[feature];
      const had = person[key];
      return had === null ? profile && (`${key}Given` as const) : had.by === "hand" && (`${key}Taken` as const);
    }),
    ticket && "releaseTicket",
    "signOut",
    "exportData",
    "remove",
  ];
  return acts.filter((act) => act !== false && act !== null);
}
