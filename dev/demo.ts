import { fork } from "node:child_process";
import path from "node:path";
import { watchFans } from "./seed/fans";

/** How many demo people the first start was asked for, and whether all of them are there. */
export interface Demo {
  count: number;
  complete: boolean;
}

interface DemoOptions {
  root: string;
  convexUrl: string;
  mailUrl: string;
  appUrl: string;
  adminKey: string;
  moderator: { email: string; password: string };
  demoPassword: string;
  plan: Demo;
  say: (line: string) => void;
}

/** Makes the demo people of a first start, goes on where one was cut short, and lets some of them like every newcomer. */
export async function demoPeople(
  options: DemoOptions,
  keep: (demo: Demo) => void,
  onStop: (stop: () => unknown) => void,
) {
  const { plan, say } = options;
  if (!plan.complete) {
    keep(plan);
    if (await makePeople(options, onStop)) keep({ ...plan, complete: true });
  }
  if (plan.count === 0) return;
  const fans = watchFans({
    ...options,
    password: options.demoPassword,
    count: plan.count,
    onError: (error) => say(`A demo person could not like a newcomer: ${String(error)}`),
  });
  onStop(() => fans.stop());
}

/** Answers whether all are there. Without them the product is still whole, so a failure is told and no more. */
async function makePeople(options: DemoOptions, onStop: (stop: () => unknown) => void): Promise<boolean> {
  const { plan, say } = options;
  if (plan.count === 0) return true;
  say(`The app is at ${options.appUrl} already; ${plan.count} demo people are on their way…`);
  const child = fork(new URL("./demoProcess.js", import.meta.url));
  let ending = false;
  onStop(() => {
    ending = true;
    child.kill();
  });
  child.on("message", ({ done, of }: { done: number; of: number }) => {
    if (done % 10 === 0 || done === of) say(`  ${done} of ${of} are there`);
  });
  const { convexUrl, mailUrl, adminKey, moderator, demoPassword: password } = options;
  const portraits = path.join(options.root, "dev/seed/portraits");
  child.send({ convexUrl, mailUrl, adminKey, moderator, password, portraits, count: plan.count });
  const code = await new Promise((resolve) => child.once("error", resolve).once("exit", resolve));
  if (code !== 0 && !ending) say("Not all demo people could be made; the reason is above. The next start goes on.");
  return code === 0;
}
