import { useState } from "react";
import { useScope } from "./live";
import { Button, Choice, Empty, Heading, input, Problem } from "./ui";
import { useLogs, type Execution } from "./useLogs";

const MAX_SHOWN = 200;
const KINDS = {
  "": "Everything",
  failed: "Only failures",
  logged: "Only with output",
  Query: "Query",
  Mutation: "Mutation",
  Action: "Action",
  HttpAction: "HttpAction",
};
type Kind = keyof typeof KINDS;

export function Logs() {
  const { component } = useScope();
  const { executions, problem } = useLogs();
  const [paused, setPaused] = useState<Execution[] | null>(null);
  const [searchText, setSearchText] = useState("");
  const [kind, setKind] = useState<Kind>("");
  const all = (paused ?? executions).filter(({ componentPath }) => component === "" || componentPath === component);
  const matching = all.filter(
    (execution) => isOfKind(execution, kind) && matchesText(execution, searchText.toLowerCase()),
  );
  const missed = paused === null ? 0 : (executions[0]?.number ?? 0) - (paused[0]?.number ?? 0);
  return (
    <div className="grid gap-3">
      <Heading title="Logs">
        {missed > 0 && <span className="text-soft tabular-nums">{missed} more since</span>}
        <Button aria-pressed={paused !== null} onClick={() => setPaused(paused === null ? executions : null)}>
          {paused === null ? "Pause" : "Follow"}
        </Button>
      </Heading>
      <div className="flex flex-wrap gap-2">
        <input
          className={`${input} max-w-72`}
          type="search"
          aria-label="Find in the logs"
          placeholder="Name, text or request id"
          value={searchText}
          onChange={(event) => setSearchText(event.target.value)}
        />
        <Choice label="Kind" value={kind} options={KINDS} change={setKind} />
      </div>
      {problem !== null && <Problem error={problem} />}
      {matching.length === 0 && (
        <Empty>
          {all.length === 0 ? "Nothing has run yet. New calls appear here at once." : "Nothing matches the filter."}
        </Empty>
      )}
      {matching.length > 0 && (
        <ol className="divide-y divide-line/70 rounded-md border border-line bg-raised font-mono text-[13px]">
          {matching.slice(0, MAX_SHOWN).map((execution) => (
            <Line key={execution.number} execution={execution} />
          ))}
        </ol>
      )}
      {matching.length > MAX_SHOWN && (
        <p className="text-soft">
          The newest {MAX_SHOWN} of {matching.length} are shown.
        </p>
      )}
    </div>
  );
}

function Line({ execution }: { execution: Execution }) {
  const { identifier, udfType, executionTime, error, logLines, timestamp, requestId, componentPath } = execution;
  const at = new Date(timestamp * 1000);
  return (
    <li className="grid gap-1 px-3 py-1.5">
      <div className="flex flex-wrap items-baseline gap-x-3">
        <time className="text-soft tabular-nums" dateTime={at.toISOString()} title={at.toISOString()}>
          {at.toLocaleTimeString()}
        </time>
        <span className={error === null ? "" : "text-bad"}>
          {componentPath === null ? "" : `${componentPath}/`}
          {identifier}
        </span>
        <span className="text-soft">
          {udfType.toLowerCase()}, <span className="tabular-nums">{(executionTime * 1000).toFixed(1)} ms</span>
          {workText(execution)}
          {error !== null && ", failed"}
        </span>
        {error !== null && <span className="text-xs text-soft">{requestId}</span>}
      </div>
      {(logLines.length > 0 || error !== null) && (
        <pre className="max-h-80 overflow-auto whitespace-pre-wrap">
          {logLines.join("\n")}
          {error !== null && <span className="text-bad">{`${logLines.length > 0 ? "\n" : ""}${error}`}</span>}
        </pre>
      )}
    </li>
  );
}

/** Returns the numbers of documents read and written, without zeros. */
function workText({ usageStats }: Execution): string {
  const { databaseReadDocuments: read = 0, databaseWriteDocuments: written = 0 } = usageStats ?? {};
  return `${read === 0 ? "" : `, ${read} read`}${written === 0 ? "" : `, ${written} written`}`;
}

function isOfKind({ udfType, error, logLines }: Execution, kind: Kind): boolean {
  if (kind === "failed") return error !== null;
  if (kind === "logged") return logLines.length > 0;
  return kind === "" || udfType === kind;
}

function matchesText({ identifier, logLines, error, requestId }: Execution, searchText: string): boolean {
  return [identifier, requestId, error ?? "", ...logLines].some((text) => text.toLowerCase().includes(searchText));
}
