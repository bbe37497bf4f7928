import type { CronJob, WaitingJob } from "../src/contract/dashboard";
import { ChangeButton } from "./ChangeButton";
import { useLive, useScope } from "./live";
import { hrefOf } from "./route";
import { cell, Empty, Grid, Heading, Loaded, Time } from "./ui";
import { printValue } from "./values";

export function Schedules() {
  const { component } = useScope();
  const jobs = useLive<WaitingJob[]>("frontend/scheduledJobs");
  const crons = useLive<CronJob[]>("frontend/listCronJobs");
  return (
    <div className="grid gap-3">
      <Heading title="Waiting to run">
        <a className="text-accent underline" href={hrefOf("tables", { table: "_scheduled_functions", component })}>
          Include finished ones
        </a>
      </Heading>
      <Loaded result={jobs}>
        {(all) => (all.length === 0 ? <Empty>Nothing is scheduled.</Empty> : <Jobs jobs={all} />)}
      </Loaded>
      <h2 className="pt-4 text-lg font-semibold">Crons</h2>
      <Loaded result={crons}>
        {(all) =>
          all.length === 0 ? (
            <Empty>
              There are no crons. They are in <code>convex/crons.ts</code>.
            </Empty>
          ) : (
            <Crons crons={all} />
          )
        }
      </Loaded>
    </div>
  );
}

function Jobs({ jobs }: { jobs: WaitingJob[] }) {
  return (
    <Grid label="Waiting to run" head={["Function", "Due", "State", "Arguments", ""]}>
      {jobs.map(({ _id, name, scheduledTime, state, args }) => (
        <tr key={_id}>
          <td className={`${cell} font-mono`}>{name.replace(".js:", ":")}</td>
          <td className={cell}>
            <Time at={scheduledTime} />
          </td>
          <td className={cell}>{state.kind === "inProgress" ? "running" : "waiting"}</td>
          <td className={`${cell} max-w-72 truncate font-mono`}>{printValue(args[0] ?? {}, 0)}</td>
          <td className={cell}>
            <ChangeButton label="Cancel" confirmLabel="Really cancel?" name="cancelJobs" args={{ ids: [_id] }} />
          </td>
        </tr>
      ))}
    </Grid>
  );
}

function Crons({ crons }: { crons: CronJob[] }) {
  return (
    <Grid label="Crons" head={["Name", "Function", "Schedule", "Next run (your time)", "Last run"]}>
      {crons.map(({ name, path, schedule, nextRun, lastRun }) => (
        <tr key={name}>
          <td className={cell}>{name}</td>
          <td className={`${cell} font-mono`}>{path}</td>
          <td className={`${cell} font-mono`}>{scheduleText(schedule)}</td>
          <td className={cell}>
            <Time at={nextRun} />
          </td>
          <td className={cell}>
            {lastRun === null ? (
              "not yet"
            ) : (
              <span className={lastRun.state.kind === "failed" ? "text-bad" : ""} title={lastRun.state.error}>
                {lastRun.state.kind}, <Time at={lastRun.scheduledTime} />
              </span>
            )}
          </td>
        </tr>
      ))}
    </Grid>
  );
}

/** Returns a schedule as declared. Times of day are UTC. */
function scheduleText({ type, ...rest }: CronJob["schedule"]): string {
  if (type === "cron") return `${String(rest.cron)} (UTC)`;
  const details = Object.entries(rest).map(([name, value]) => `${name} ${String(value)}`);
  return [type, ...details].join(", ");
}
