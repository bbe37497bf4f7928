import type { WorkerLink } from "./workerLink";

const IDLE_MS = 30_000;

/** The worker that analysed the last push. It stays for a while: if the push is activated soon, its modules are already loaded. */
export class PreparedWorker {
  #prepared: { pushId: string; worker: WorkerLink; timer: NodeJS.Timeout } | null = null;

  set(pushId: string, worker: WorkerLink): void {
    this.drop();
    const timer = setTimeout(() => this.drop(), IDLE_MS).unref();
    this.#prepared = { pushId, worker, timer };
  }

  /** Returns the worker for a push, or null if it is gone. */
  take(pushId: string): WorkerLink | null {
    if (this.#prepared?.pushId !== pushId) return null;
    const { worker, timer } = this.#prepared;
    clearTimeout(timer);
    this.#prepared = null;
    return worker;
  }

  /** Ends the worker. With `only`: if it is that one. */
  drop(only?: WorkerLink): void {
    if (this.#prepared === null || (only !== undefined && only !== this.#prepared.worker)) return;
    clearTimeout(this.#prepared.timer);
    void this.#prepared.worker.terminate();
    this.#prepared = null;
  }
}
