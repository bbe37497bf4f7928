/** Processes of the bench and the nightly. They talk by messages, and end when they are disconnected. */
import { fork, type ChildProcess, type ForkOptions } from "node:child_process";
import { once } from "node:events";
import path from "node:path";

/** Starts a built file, by its path from `dev/bench`. */
export function forkBuilt(file: string, args: string[] = [], options: ForkOptions = {}): ChildProcess {
  // The bench and the nightly are bundled into neighbouring folders.
  const built = path.join(import.meta.dirname, "../bench", file);
  return fork(built, args, { stdio: ["ignore", "ignore", "inherit", "ipc"], ...options });
}

/** Returns the next message. Throws if the process ends before. */
export function nextMessage<Message>(child: ChildProcess): Promise<Message> {
  return new Promise((resolve, reject) => {
    const fail = (code: number | null) => reject(new Error(`${child.spawnargs.slice(1).join(" ")} ended with ${code}`));
    child.once("exit", fail).once("message", (message) => {
      child.off("exit", fail);
      resolve(message as Message);
    });
  });
}

/** Sends a message. Returns the reply. */
export async function request<Reply>(child: ChildProcess, message: string | object): Promise<Reply> {
  const reply = nextMessage<Reply>(child);
  child.send(message);
  return await reply;
}

export async function killChild(child: ChildProcess): Promise<void> {
  const exit = once(child, "exit");
  child.kill("SIGKILL");
  await exit;
}

/** Disconnects from a process, unless it has ended. */
export async function stopChild(child: ChildProcess): Promise<void> {
  if (!child.connected) return;
  const exit = once(child, "exit");
  child.disconnect();
  await exit;
}
