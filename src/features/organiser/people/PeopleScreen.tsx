import { Button } from "../../../components/Button";
import { Page } from "../../../components/Page";
import { Panel } from "../../../components/Panel";
import { SkeletonBlock } from "../../../components/SkeletonBlock";
import { classes } from "../../../components/classes";
import { portrait } from "../../../components/drawings";
import { PeopleFilters } from "./PeopleFilters";
import { PersonRow } from "./PersonRow";
import { words } from "./words";
import { useAsked, usePeople } from "./usePeople";

/** /organiser/people: everybody, by the beginning of a name, handle or address, and by filters. Live. */
export function PeopleScreen() {
  const asked = useAsked();
  const found = usePeople(asked);

  return (
    <Page title={words.people} wide>
      <PeopleFilters {...asked} />
      <Found
        {...found}
        isNarrowed={asked.search !== "" || Object.keys(asked.filter).length > 0}
        onClear={asked.clear}
      />
    </Page>
  );
}

type Props = ReturnType<typeof usePeople> & { isNarrowed: boolean; onClear: () => void };

function Found({ people, isStale, hasMore, isLoadingMore, more, isNarrowed, onClear }: Props) {
  if (people === null) return <Loading />;
  const isEnd = !hasMore && !isLoadingMore;
  if (people.length === 0 && isEnd && !isStale) {
    return isNarrowed ? (
      <Panel
        drawing={portrait}
        title={words.noOne}
        action={
          <Button look="quiet" onClick={onClear}>
            {words.clear}
          </Button>
        }
      >
        {words.noOneText}
      </Panel>
    ) : (
      <Panel drawing={portrait} title={words.noOneYet}>
        {words.noOneYetText}
      </Panel>
    );
  }
  return (
    <>
      <ul
        aria-label={words.results}
        aria-busy={isStale}
        className={classes("mt-4 border-t-2 border-line transition-opacity", isStale && "opacity-60")}
      >
        {people.map((person) => (
          <PersonRow key={person._id} person={person} />
        ))}
      </ul>
      {people.length === 0 && !isStale && (
        <p role="status" className="py-4 text-soft">
          {words.noneSoFar}
        </p>
      )}
      {!isEnd && (
        <Button look="quiet" className="mt-4 max-sm:w-full" busy={isLoadingMore} onClick={more}>
          {people.length === 0 ? words.lookFurther : words.more}
        </Button>
      )}
    </>
  );
}

function Loading() {
  return (
    <div role="status" aria-label={words.loading} className="mt-4 flex flex-col gap-3">
      {Array.from({ length: 8 }, (_, row) => (
        <div key={row} className="flex items-center gap-4">
          <SkeletonBlock className="size-12 rounded-full" />
          <SkeletonBlock className="h-10 flex-1" />
        </div>
      ))}
    </div>
  );
}
