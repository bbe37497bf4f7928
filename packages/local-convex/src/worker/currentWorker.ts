import type { WorkerLink } from "./workerLink";

/** The worker that has the database. While none is running, requests wait in order. */
export class CurrentWorker {
  #worker: WorkerLink | null = null;
  #ready!: Promise<WorkerLink>;
  #release!: (worker: WorkerLink) => void;
  #refuse!: (error: unknown) => void;

  constructor() {
    this.hold();
  }

  /** The running worker. Null while requests wait. */
  get worker(): WorkerLink | null {
    return this.#worker;
  }

  /** Resolves with the running worker, or with the next one. */
  get ready(): Promise<WorkerLink> {
    return this.#ready;
  }

  request<T>(operation: string, value: unknown): Promise<T> {
    return (
      this.#worker?.request<T>(operation, value) ?? this.#ready.then((worker) => worker.request<T>(operation, value))
    );
  }

  /** Lets requests wait from now on. */
  hold(): void {
    this.#worker = null;
    this.#ready = new Promise((resolve, reject) => {
      this.#release = resolve;
      this.#refuse = reject;
    });
    this.#ready.catch(() => undefined);
  }

  /** Sends this worker the waiting requests and all later ones. */
  release(worker: WorkerLink): void {
    this.#worker = worker;
    this.#release(worker);
  }

  /** Rejects the waiting requests and all later ones. */
  refuse(error: unknown): void {
    this.#refuse(error);
  }
}
