import { watchFans } from "./seed/fans";
import { seed } from "./seed/seed";

/** How many demo people the first start was asked for, and whether all of them are there. */
export interface Demo {
  count: number;
  complete: boolean;
}

interface Stage {
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
export async function demoPeople(stage: Stage, keep: (demo: Demo) => void, onStop: (stop: () => unknown) => void) {
  const { plan, say } = stage;
  if (!plan.complete) {
    keep(plan);
    if (await makePeople(stage, onStop)) keep({ ...plan, complete: true });
  }
  if (plan.count === 0) return;
  const fans = watchFans({
    ...stage,
    password: stage.demoPassword,
    count: plan.count,
    onError: (error) => say(`A demo person could not like a newcomer: ${String(error)}`),
  });
  onStop(() => fans.stop());
}

/** Answers whether all are there. Without them the product is still whole, so a failure is told and no more. */
async function makePeople(stage: Stage, onStop: (stop: () => unknown) => void): Promise<boolean> {
  const { plan, say } = stage;
  const ending = new AbortController();
  onStop(() => ending.abort());
  if (plan.count > 0) say(`The app is at ${stage.appUrl} already; ${plan.count} demo people are on their way…`);
  const onProgress = (done: number, of: number) => {
    if (done % 10 === 0 || done === of) say(`  ${done} of ${of} are there`);
  };
  try {
    await seed({ ...stage, password: stage.demoPassword, count: plan.count, onProgress, signal: ending.signal });
    return !ending.signal.aborted;
  } catch (error) {
    if (!ending.signal.aborted) say(`Not all demo people could be made (the next start goes on): ${String(error)}`);
    return false;
  }
}
