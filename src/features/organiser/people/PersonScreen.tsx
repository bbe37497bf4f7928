import { ChevronLeft } from "lucide-react";
import { useLocation, useParams } from "react-router-dom";
import { Button, ButtonLink } from "../../../components/Button";
import { Page } from "../../../components/Page";
import { Panel } from "../../../components/Panel";
import { portrait } from "../../../components/drawings";
import { ScreenSkeleton, SkeletonBlock } from "../../../components/ScreenSkeleton";
import { timeText } from "../../../lib/clock";
import { PersonActs } from "./PersonActs";
import { PersonFacts } from "./PersonFacts";
import { StatusBadge } from "./PersonRow";
import { PersonRecordView } from "./PersonRecordView";
import { words } from "./words";
import { usePerson, type Person } from "./usePerson";

/** /organiser/people/:id: a person's data, history and the actions on them. Live. */
export function PersonScreen() {
  const { id = "" } = useParams();
  const opened = usePerson(id);

  if (opened.state === "gone") {
    return (
      <Panel
        alone
        drawing={portrait}
        title={words.gone}
        action={<ButtonLink to="/organiser/people">{words.back}</ButtonLink>}
      >
        {words.goneText}
      </Panel>
    );
  }
  if (opened.state === "failed") {
    const retryButton = <Button onClick={opened.tryAgain}>{words.tryAgain}</Button>;
    return <Panel alone role="alert" title={words.failed} action={retryButton} />;
  }
  if (opened.state === "loading") return <ScreenSkeleton />;
  const { person, record } = opened;
  const name = nameOf(person);
  return (
    <Page title={name} isHeadingHidden wide>
      <Back />
      <header className="mb-6 flex flex-wrap items-center gap-x-4 gap-y-1">
        <p aria-hidden dir="auto" className="min-w-0 text-title font-semibold break-words">
          {name}
          {person.profile && `, ${person.profile.age}`}
        </p>
        <StatusBadge status={person.status} />
        <p className="text-note text-soft">{words.joined(timeText(person.createdAt))}</p>
        <p className="w-full text-note text-soft">{words.statusTexts[person.status]}</p>
      </header>
      <div className="grid grid-cols-1 items-start gap-8 lg:grid-cols-[minmax(0,1fr)_18rem]">
        <PersonFacts person={person} />
        <PersonActs person={person} name={name} />
        <div className="min-w-0 lg:col-start-1">
          {record === null ? <SkeletonBlock className="h-64" /> : <PersonRecordView record={record} />}
        </div>
      </div>
      <p className="mt-8 text-note text-soft">{words.noted}</p>
    </Page>
  );
}

function nameOf({ profile, waiting }: Person): string {
  return profile?.name ?? waiting?.name ?? words.nameless;
}

/** A link to the list with its search. Not a history step: a dialog that has just closed takes a step itself. */
function Back() {
  const { state } = useLocation();
  const search = (state as { search?: string } | null)?.search ?? "";
  return (
    <ButtonLink variant="bare" className="mb-2 -ml-2" to={`/organiser/people${search}`}>
      <ChevronLeft aria-hidden className="size-5" />
      {words.back}
    </ButtonLink>
  );
}
