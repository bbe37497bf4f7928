import { limits } from "../../../convex/shared/limits";
import { normaliseTicketCode } from "../../../convex/shared/tickets";
import { Listeners } from "../../lib/events";
import { Outbox, type OutboxStorage, type SendResult } from "../../lib/outbox";
import type { DoorMemory } from "./doorMemory";

/** A scanned or typed ticket. `at`: when (ms, the phone's clock). */
export type Check = { code: string; key: string; at: number };
/** The deployment's result of a check. `at`: the earlier check, or the release (ms). */
export type Answer = { kind: "welcome" } | { kind: "already" | "released"; at: number } | { kind: "unknown" };
/** The result that staff see. `noted`: stored offline. `failed`: the check was refused. */
export type Verdict = Answer | { kind: "checking" } | { kind: "noted" } | { kind: "failed" };
/** A person let in offline by mistake. `at`: when (ms). `ending`: the last four characters of the code. `first`, `released`: ms. */
export type LateFinding = {
  key: string;
  at: number;
  ending: string;
  why: "unknown" | "failed" | { first: number } | { released: number };
};

type Checks = Outbox<Check, "failed">;
type Options = {
  storage: OutboxStorage<Check, "failed">;
  memory: DoorMemory;
  lateStore: LateStore;
  /** Checks the ticket at the deployment. Must not reject. A result without an answer goes to the outbox. */
  sendCheck: (check: Check) => Promise<{ answer: Answer } | SendResult<"failed">>;
  withLock: (work: () => Promise<void>) => Promise<void>;
  pause: (ms: number) => Promise<void>;
  newKey: () => string;
  now: () => number;
};
/** Stores the late findings, and the keys of dismissed ones, across reloads. */
type LateStore = { read: () => LateFindings; write: (findings: LateFindings) => void };
export type LateFindings = { late: readonly LateFinding[]; seen: readonly string[] };

/** `number` counts the verdicts, so that a repeated verdict is announced again. */
export type DoorState = { verdict: Verdict | null; number: number } & LateFindings;

/**
 * Checks tickets on one phone. A check is stored before it is sent, so neither a lost connection nor a reload loses it. Its key makes it
 * idempotent.
 *
 * Offline, the phone cannot validate codes. It holds no list of tickets, not even hashes. Codes are short, so anybody with the phone could
 * try them all. The check is stored, the person is let in, and the check is sent later. Refused ones are listed until dismissed. A second
 * scan on the same phone is refused at once. If two phones scan a ticket offline, the earlier check wins.
 */
export class DoorChecks {
  readonly #options: Options;
  readonly #changes = new Listeners();
  readonly outbox: Checks;
  /** The check of the current verdict, while its result is pending. */
  #current: string | null = null;
  #state: DoorState;

  constructor(options: Options) {
    this.#options = options;
    this.outbox = new Outbox({
      keyOf: ({ key }) => key,
      laneOf: ({ key }) => key,
      storage: options.storage,
      send: (check) => this.#send(check),
      withLock: options.withLock,
      pause: options.pause,
    });
    this.outbox.onRefused((check) => this.#settle(check, { kind: "failed" }));
    this.#state = { verdict: null, number: 0, ...options.lateStore.read() };
  }

  readonly state = (): DoorState => this.#state;

  readonly onChange = this.#changes.add;

  /** Checks a scanned or typed code. `isOffline`: shows `noted` without waiting for a result. */
  scan(text: string, isOffline: boolean): void {
    const code = normaliseTicketCode(text);
    if (code === "") return;
    const { memory, now, newKey, pause } = this.#options;
    const checkedAt = memory.find(code);
    if (checkedAt !== null) return this.#show(null, { kind: "already", at: checkedAt });
    const check = { code, key: newKey(), at: now() };
    memory.remember(code, check.at);
    this.#show(check.key, { kind: "checking" });
    this.outbox.add(check);
    if (isOffline) this.#stopWaiting(check.key);
    else void pause(limits.doorWaitMs).then(() => this.#stopWaiting(check.key));
  }

  /** Forgets a ticket that was released here, so that it can be scanned again. */
  forget(text: string): void {
    this.#options.memory.forget(normaliseTicketCode(text));
  }

  dismiss(key: string): void {
    const { late, seen } = this.#options.lateStore.read();
    this.#setLateFindings({
      late: late.filter((finding) => finding.key !== key),
      seen: [...seen, key].slice(-MAX_DISMISSED),
    });
  }

  #stopWaiting(key: string) {
    if (!this.#isWaitedFor(key)) return;
    this.#show(key, { kind: "noted" });
  }

  async #send(check: Check): Promise<SendResult<"failed">> {
    const result = await this.#options.sendCheck(check);
    if (typeof result === "string" || !("answer" in result)) return result;
    this.#settle(check, result.answer);
    return "accepted";
  }

  #settle(check: Check, verdict: Answer | { kind: "failed" }) {
    const { memory } = this.#options;
    if (verdict.kind === "already") memory.remember(check.code, verdict.at);
    else if (verdict.kind !== "welcome") memory.forget(check.code);
    // Nobody waited for the result, so the person was let in, perhaps before a reload or on another tab.
    if (verdict.kind !== "welcome" && !this.#isWaitedFor(check.key)) this.#addLateFinding(check, reasonOf(verdict));
    if (this.#current === check.key) this.#show(null, verdict);
  }

  /** True while the person stands at the door and waits for the result of their check. */
  #isWaitedFor(key: string): boolean {
    return this.#current === key && this.#state.verdict?.kind === "checking";
  }

  #addLateFinding({ key, at, code }: Check, why: LateFinding["why"]) {
    const { late, seen } = this.#options.lateStore.read();
    // If two tabs overlap, each gets the result.
    const others = late.filter((finding) => finding.key !== key);
    this.#setLateFindings({ late: [{ key, at, ending: code.slice(-4), why }, ...others], seen });
  }

  #setLateFindings(findings: LateFindings) {
    this.#options.lateStore.write(findings);
    this.#state = { ...this.#state, ...findings };
    this.#changes.call();
  }

  #show(current: string | null, verdict: Verdict) {
    this.#current = current;
    this.#state = { ...this.#state, verdict, number: this.#state.number + 1 };
    this.#changes.call();
  }
}

function reasonOf(verdict: Exclude<Answer, { kind: "welcome" }> | { kind: "failed" }): LateFinding["why"] {
  if (verdict.kind === "already") return { first: verdict.at };
  return verdict.kind === "released" ? { released: verdict.at } : verdict.kind;
}

const MAX_DISMISSED = 500;
