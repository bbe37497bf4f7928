import { fork } from "node:child_process";
import path from "node:path";

/** How many demo people the first start creates, and whether all exist. */
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
  /** True if some of them like every newcomer. */
  like: boolean;
  log: (line: string) => void;
}

/** Creates the demo people at the first start, or completes them after an interrupted one. */
export async function demoPeople(
  options: DemoOptions,
  save: (demo: Demo) => void,
  onStop: (stop: () => unknown) => void,
) {
  const { plan } = options;
  if (plan.complete) return;
  save(plan);
  if (await createPeople(options, onStop)) save({ ...plan, complete: true });
}

/** Lets some demo people like every newcomer. Loads their client library only here, once the product is up. */
export async function likeNewcomers(options: DemoOptions, onStop: (stop: () => unknown) => void) {
  const { plan, log } = options;
  if (plan.count === 0 || !options.like) return;
  const file = new URL("./seed/autoLikers.js", import.meta.url).href;
  const { startAutoLikers } = (await import(file)) as typeof import("./seed/autoLikers");
  const likers = startAutoLikers({
    ...options,
    password: options.demoPassword,
    count: plan.count,
    onError: (error) => log(`A demo person could not like a newcomer: ${String(error)}`),
  });
  onStop(() => likers.stop());
}

/** Returns true if all people were created. Only reports a failure, because the product works without them. */
async function createPeople(options: DemoOptions, onStop: (stop: () => unknown) => void): Promise<boolean> {
  const { plan, log } = options;
  if (plan.count === 0) return true;
  log(`The app is already at ${options.appUrl}. Creating ${plan.count} demo people…`);
  const child = fork(new URL("./demoProcess.js", import.meta.url));
  let ending = false;
  onStop(() => {
    ending = true;
    child.kill();
  });
  child.on("message", ({ done, of: total }: { done: number; of: number }) => {
    if (done % 10 === 0 || done === total) log(`  ${done} of ${total} created`);
  });
  const { convexUrl, mailUrl, adminKey, moderator, demoPassword: password } = options;
  const portraits = path.join(options.root, "dev/seed/portraits");
  child.send({ convexUrl, mailUrl, adminKey, moderator, password, portraits, count: plan.count });
  const code = await new Promise((resolve) => child.once("error", resolve).once("exit", resolve));
  if (code !== 0 && !ending)
    log("Some demo people could not be created. The reason is above. The next start creates the rest.");
  return code === 0;
}
