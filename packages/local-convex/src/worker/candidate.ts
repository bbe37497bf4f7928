import type { WorkerLink } from "./workerLink";

const IDLE_MS = 30_000;

/** The worker that analysed the last push, kept for a while: activated soon, it has all modules loaded already. */
export class Candidate {
  #kept: { pushId: string; worker: WorkerLink; timer: NodeJS.Timeout } | null = null;

  keep(pushId: string, worker: WorkerLink): void {
    this.drop();
    const timer = setTimeout(() => this.drop(), IDLE_MS).unref();
    this.#kept = { pushId, worker, timer };
  }

  /** The worker for a push, if it is still there. It is the caller's then. */
  take(pushId: string): WorkerLink | null {
    if (this.#kept?.pushId !== pushId) return null;
    const { worker, timer } = this.#kept;
    clearTimeout(timer);
    this.#kept = null;
    return worker;
  }

  /** Ends the worker, or only forgets it if it has ended by itself. */
  drop(ended?: WorkerLink): void {
    if (this.#kept === null || (ended !== undefined && ended !== this.#kept.worker)) return;
    clearTimeout(this.#kept.timer);
    void this.#kept.worker.terminate();
    this.#kept = null;
  }
}
