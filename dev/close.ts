/** `npm run close`: closes a deployment's festival, like /organiser/festival, and searches this machine's disk for erased data. */
import { writeFile } from "node:fs/promises";
import { createInterface } from "node:readline/promises";
import { setTimeout as wait } from "node:timers/promises";
import type { FunctionReturnType } from "convex/server";
import type { internal } from "../convex/_generated/api";
import { clockText } from "../convex/shared/clock";
import { closingDayError, writtenDate } from "../convex/shared/closing";
import { isoTime } from "../convex/shared/festival";
import { dateIn } from "../convex/shared/festivalDefaults";
import { targetOptions, chooseTarget, callFunction, localDeployment, type DeploymentTarget } from "../deploy/target";
import { ExpectedError, parseCommand } from "../deploy/expected";
import { deleteCopies, searchDisk } from "./closeDisk";

type Status = FunctionReturnType<typeof internal.closing.show>;
type Orders = FunctionReturnType<typeof internal.closing.keptOrdersPage>;
type Samples = FunctionReturnType<typeof internal.closing.samples>;
type Run = <T>(name: string, args?: object) => Promise<T>;

/**
 * Without arguments: prints the progress. `plan DAY`, `announce`, `stop`, `begin` and `prove` work as on the screen.
 * `orders FILE` writes the orders as CSV. Irreversible steps ask for the festival's name, unless `--yes NAME` has it.
 */
export async function close({ root }: { root: string }): Promise<void> {
  const { values, command, argument } = closeCommand(process.argv.slice(3));
  const target = chooseTarget(root, values, process.env);
  const run: Run = async <T>(name: string, args?: object) =>
    (await callFunction(root, target, `closing:${name}`, args)) as T;
  const status = await run<Status>("show");
  const name = async () => values.yes ?? (await askName(status, command));
  if (command === "status") return printStatus(status, target);
  if (command === "announce") await run("act", { what: command, name: "" });
  else if (command === "stop") await run("act", { what: command, name: await name() });
  else if (command === "plan") await planDay(run, status, { day: argument, name });
  else if (command === "orders") return await saveOrders(run, argument, status.timeZone);
  else if (command === "begin") return await begin(run, status, { root, target, name });
  else await run("act", { what: command, name: "" }).then(() => untilDone(run));
  printStatus(await run<Status>("show"), target);
}

/** Throws for an unknown command, a missing argument, or one too many. */
export function closeCommand(args: string[]) {
  const { values, positionals } = parseCommand({
    args,
    options: { ...targetOptions, yes: { type: "string" } },
    allowPositionals: true,
  });
  const [command = "status", argument = "", ...rest] = positionals;
  const needsArgument = command === "plan" || command === "orders";
  const isKnown = needsArgument || ["status", "announce", "stop", "begin", "prove"].includes(command);
  if (!isKnown || needsArgument !== (argument !== "") || rest.length > 0) {
    throw new ExpectedError("Use one of: status, plan DAY, announce, stop, begin, prove, orders FILE.");
  }
  return { values, command, argument };
}

interface Naming {
  name: () => Promise<string>;
}

async function planDay(run: Run, status: Status, { day, name }: Naming & { day: string }) {
  checkDay(day, status, Date.now());
  const isSooner = status.erasesOn !== null && day < status.erasesOn;
  await run("choose", { day, seen: status.erasesOn ?? "", ...(isSooner && { name: await name() }) });
}

/** Throws if a day does not exist or cannot be chosen. `now` in ms. */
export function checkDay(
  day: string,
  { timeZone, lastDay, latestDay }: Pick<Status, "timeZone" | "lastDay" | "latestDay">,
  now: number,
): void {
  if (!/^\d{4}-\d\d-\d\d$/.test(day)) throw new ExpectedError("Name the day: plan 2031-01-20.");
  if (dateIn(day) === null) throw new ExpectedError(`There is no day ${day}.`);
  const error = closingDayError(day, { timeZone, lastDay }, latestDay ?? day, now);
  if (error !== null) throw new ExpectedError(`${error.replace(/\.$/, "")}.`);
}

/**
 * Saves the orders and erases everything. If the deployment runs here, searches the disk. The values to search for exist only in this
 * process.
 */
async function begin(
  run: Run,
  status: Status,
  { root, target, name }: Naming & { root: string; target: DeploymentTarget },
) {
  const local = localDeployment(root, process.env);
  const dir = local !== null && target.env.CONVEX_SELF_HOSTED_URL === local.convexUrl ? local.dir : null;
  const typed = await name();
  const file = `orders-${status.lastDay ?? "all"}.csv`;
  await saveOrders(run, file, status.timeZone);
  const { texts, files } =
    dir === null ? { texts: [], files: [] } : await run<Samples>("samples", { seed: Math.random() });
  const patterns = [...texts.map((text) => Buffer.from(text)), ...(await Promise.all(files.map(middleOf)))];
  await run("act", { what: "begin", name: typed });
  await untilDone(run);
  printStatus(await run<Status>("show"), target);
  if (dir === null) return console.log(ELSEWHERE);
  for (const deleted of await deleteCopies(dir)) console.log(`Deleted ${deleted}`);
  await wait(SETTLED_MS);
  const { count, bytes, found } = await searchDisk(dir, patterns);
  const size = `${count} files (${(bytes / 2 ** 20).toFixed(1)} MiB) in ${dir}`;
  console.log(`Searched ${size} for ${texts.length} names, handles, addresses and numbers and ${files.length} photos.`);
  console.log(found.length === 0 ? "None was found." : `FOUND in: ${found.join(", ")}`);
  console.log(
    `Like the real services, the stand-ins for mail and payments keep their data. It is in ${dir}/mail and ${dir}/pay.`,
  );
  if (found.length > 0) process.exitCode = 1;
}

/** Milliseconds before the search. Deleted data leaves the files within a second, or within five while functions never pause. */
const SETTLED_MS = 6_000;
const ELSEWHERE =
  "Now delete all earlier backups, in the deployment's dashboard and wherever you keep copies. Delete the logs of the page's host too. " +
  "They still hold data of the deleted people.";

/** Returns bytes from a photo's middle, where no two are alike. */
async function middleOf(url: string): Promise<Buffer> {
  const bytes = Buffer.from(await (await fetch(url)).arrayBuffer());
  return bytes.subarray(bytes.length >> 1, (bytes.length >> 1) + 64);
}

async function untilDone(run: Run): Promise<void> {
  for (let lastLine = ""; ;) {
    const { phase, steps } = await run<Status>("show");
    const sum = (valueOf: (step: Status["steps"][number]) => number) =>
      steps.reduce((all, step) => all + valueOf(step), 0);
    const line = `${phase ?? ""}: ${sum(({ before }) => before)} rows, ${sum(({ erased }) => erased)} deleted`;
    if (line !== lastLine) console.log((lastLine = line));
    if (phase === "done") return;
    await wait(2_000);
  }
}

/** Writes the orders as CSV. Times are in the festival's zone. */
export async function saveOrders(run: Run, file: string, timeZone: string): Promise<void> {
  const rows: Orders["rows"] = [];
  for (let cursor: string | null = null; ;) {
    const page: Orders = await run<Orders>("keptOrdersPage", { cursor });
    rows.push(...page.rows);
    if (page.next === null) break;
    cursor = page.next;
  }
  const dateOf = (at: number | null) => (at === null ? "" : isoTime(timeZone, at));
  const lines = rows.map((order) => {
    const { orderId, feature, amount, currency, status, orderedAt, paidAt, refundId, refundedAt } = order;
    const money = [orderId, feature, (amount / 100).toFixed(2), currency, status];
    return [...money, dateOf(orderedAt), dateOf(paidAt), refundId ?? "", dateOf(refundedAt)].join(",");
  });
  const header = "order,product,amount,currency,state,ordered,paid,refund,refunded";
  await writeFile(file, [header, ...lines, ""].join("\r\n"), { mode: 0o600 }).catch((error: NodeJS.ErrnoException) => {
    throw new ExpectedError(`${file} cannot be written (${error.code ?? error.message}).`);
  });
  console.log(`${file} has ${rows.length} orders, without their buyers. Keep it for the books.`);
}

async function askName({ festival }: Status, command: string): Promise<string> {
  if (!process.stdin.isTTY)
    throw new ExpectedError(
      `There is no terminal to ask in. To ${command} without a question, add --yes "${festival}".`,
    );
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  const typed = await lines.question(`This cannot be undone. Type the festival's name (${festival}): `);
  lines.close();
  return typed;
}

export function printStatus(status: Status, { label }: Pick<DeploymentTarget, "label">): void {
  const { timeZone, latestDay } = status;
  const timeOf = (at: number | null) => (at === null ? "–" : clockText(at, "dateTime", timeZone));
  console.log(`\n${status.festival} on ${label}: ${status.stage} (times in ${timeZone})`);
  console.log(`  announced      ${timeOf(status.announcedAt ?? status.announcesAt)}`);
  console.log(`  app closed     ${timeOf(status.stoppedAt ?? status.stopsAt)}`);
  console.log(`  all deleted    ${timeOf(status.doneAt ?? status.erasesAt)}`);
  if (latestDay !== null) console.log(`  at the latest  ${writtenDate(latestDay)}`);
  for (const { table, before, erased, after, kept } of status.steps) {
    if (before === 0 && !after) continue;
    console.log(
      `  ${table.padEnd(20)} ${before} before, ${erased} deleted, ${after ?? "?"} after${kept ? ` (${kept})` : ""}`,
    );
  }
  if (status.proof === null) return;
  const { picked, found, texts, left } = status.proof;
  console.log(
    `  Searched ${texts} texts for ${picked} canaries: ${found.length} found. Rows left that should be deleted: ${left}.`,
  );
  for (const { kind, table } of found) console.log(`    a ${kind} in ${table}`);
}
