import { useEffect, useState } from "react";
import type { HealthReport } from "../src/contract/dashboard";
import { request } from "./admin";
import { useScope } from "./live";
import { hrefOf } from "./route";
import { cell, Empty, Grid, Heading, Problem, sizeText, Waiting } from "./ui";

/** Milliseconds between two requests. Only this screen polls: no live query covers its figures. */
const EVERY_MS = 2_000;

interface Readings {
  current: HealthReport;
  previous: HealthReport | null;
}

export function Health() {
  const { readings, problem } = useReadings();
  return (
    <div className="grid gap-3">
      <Heading title="Health" />
      {problem !== null && <Problem error={problem} />}
      {readings === null ? problem === null && <Waiting /> : <Figures {...readings} />}
    </div>
  );
}

function useReadings(): { readings: Readings | null; problem: unknown } {
  const { adminKey } = useScope();
  const [readings, setReadings] = useState<Readings | null>(null);
  const [problem, setProblem] = useState<unknown>(null);
  useEffect(() => {
    const stop = new AbortController();
    const read = async () => {
      try {
        const current = await request<HealthReport>(adminKey, "/api/local/health", { signal: stop.signal });
        setReadings((last) => ({ current, previous: last?.current ?? null }));
        setProblem(null);
      } catch (error) {
        if (!stop.signal.aborted) setProblem(error);
      }
    };
    void read();
    const timer = setInterval(() => void read(), EVERY_MS);
    return () => {
      stop.abort();
      clearInterval(timer);
    };
  }, [adminKey]);
  return { readings, problem };
}

function Figures({ current, previous }: Readings) {
  const figures: [string, string][] = [
    ["Memory of the process", sizeText(current.memoryBytes)],
    ["Processor", rateText(current, previous, ({ cpuSeconds }) => cpuSeconds * 100, "%")],
    ["Commits", rateText(current, previous, ({ commits }) => commits, "/s")],
    ["Functions run", rateText(current, previous, ({ executions }) => executions, "/s")],
    ["Failed since the start", current.failures.toLocaleString()],
    ["Open sockets", current.sockets.toLocaleString()],
    ["Live queries", current.liveQueries.toLocaleString()],
    ["Database on disk", sizeText(current.databaseBytes)],
    ["Running for", durationText(current.uptimeSeconds)],
  ];
  return (
    <>
      <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-md border border-line bg-line sm:grid-cols-3">
        {figures.map(([name, value]) => (
          <div key={name} className="bg-raised p-3 last:max-sm:col-span-2">
            <dt className="text-soft">{name}</dt>
            <dd className="text-lg tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      <h2 className="pt-4 text-lg font-semibold">Slowest functions</h2>
      <p className="text-soft">Among the last thousand executions.</p>
      {current.slowest.length === 0 ? <Empty>Nothing has run yet.</Empty> : <Slowest report={current} />}
    </>
  );
}

function Slowest({ report }: { report: HealthReport }) {
  return (
    <Grid label="Slowest functions" head={["Function", "Kind", "Longest", "Mean", "Runs", "Failed"]}>
      {report.slowest.map(({ path, componentPath, udfType, longestMs, meanMs, calls, failures }) => (
        <tr key={`${componentPath} ${path} ${udfType}`}>
          <td className={`${cell} font-mono`}>
            {udfType === "HttpAction" ? (
              path
            ) : (
              <a
                className="text-accent underline"
                href={hrefOf("functions", { function: path, component: componentPath })}
              >
                {componentPath === "" ? path : `${componentPath}/${path}`}
              </a>
            )}
          </td>
          <td className={cell}>{udfType.toLowerCase()}</td>
          <td className={`${cell} tabular-nums`}>{longestMs.toFixed(1)} ms</td>
          <td className={`${cell} tabular-nums`}>{meanMs.toFixed(1)} ms</td>
          <td className={`${cell} tabular-nums`}>{calls}</td>
          <td className={`${cell} tabular-nums ${failures > 0 ? "text-bad" : ""}`}>{failures}</td>
        </tr>
      ))}
    </Grid>
  );
}

/** Returns a counter's growth per second since the last reading. */
function rateText(
  current: HealthReport,
  previous: HealthReport | null,
  countOf: (report: HealthReport) => number,
  unit: string,
): string {
  const seconds = current.uptimeSeconds - (previous?.uptimeSeconds ?? current.uptimeSeconds);
  if (previous === null || seconds <= 0) return "…";
  return `${((countOf(current) - countOf(previous)) / seconds).toFixed(1)} ${unit}`;
}

function durationText(seconds: number): string {
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return hours > 0 ? `${hours} h ${minutes} min` : `${minutes} min ${Math.floor(seconds % 60)} s`;
}
