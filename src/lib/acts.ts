/**
 * Calls that a person makes and waits for. Convex's client queues a mutation while offline, and sends it minutes later, when the person no
 * longer expects it. So an act is passed to the client only if the deployment has just responded.
 */
import {
  type ConvexReactClient,
  useAction as useClientAction,
  useConvex,
  useMutation as useClientMutation,
} from "convex/react";
import type { OptimisticUpdate } from "convex/browser";
import type { FunctionArgs, FunctionReference, FunctionReturnType } from "convex/server";
import { useCallback, useEffect, useRef } from "react";
import { api } from "../../convex/_generated/api";
import isNetworkError from "is-network-error";
import { Interrupted, OutOfReach, Withdrawn } from "./errors";
import { ifAllowed } from "./ifAllowed";
import { withProof } from "./proof";

/** Milliseconds without a connection, and milliseconds until a ping is answered, after which a call fails. */
const OFFLINE_TIMEOUT = 4_000;
const PING_TIMEOUT = 8_000;

/** Replaces Convex's hook. The call rejects with `OutOfReach` if nothing was sent, or with `Unanswered`. */
export function useMutation<Mutation extends FunctionReference<"mutation">>(
  mutation: Mutation,
  optimisticUpdate?: OptimisticUpdate<FunctionArgs<Mutation>>,
) {
  const plain = useClientMutation(mutation);
  return useAct<Mutation>(optimisticUpdate === undefined ? plain : plain.withOptimisticUpdate(optimisticUpdate));
}

export function useAction<Action extends FunctionReference<"action">>(action: Action) {
  return useAct<Action>(useClientAction(action));
}

/** Convex's own hook, for reports that no person waits for, such as that a message was seen. They may arrive late. */
export const useBackgroundMutation = useClientMutation;

/** Returns a function that rejects, like an act, if the deployment is out of reach. Call it before an act that first reads its target. */
export function useReach(): () => Promise<void> {
  const convex = useConvex();
  return () => reach(convex, nextNumber());
}

/** Returns a function that is true until the component is removed, for an act whose answer may come later. */
export function useIsShown(): () => boolean {
  const isShown = useRef(true);
  useEffect(() => () => void (isShown.current = false), []);
  return () => isShown.current;
}

/** For calls outside the client, such as signing in. Without a connection they fail within seconds. */
export function useCallWithTimeout() {
  const convex = useConvex();
  return <T>(call: () => Promise<T>): Promise<T> => callWithTimeout(convex, call);
}

/**
 * Withdraws the acts of the topmost dialog that were not passed to the client yet, when the person closes it. They reject with `Withdrawn`.
 * Acts made before it opened go on: an answer to one person may still wait while another one's card is open.
 */
export function withdrawActs(): void {
  const first = firstActs.at(-1) ?? 0;
  for (const [withdraw, number] of waiting) if (number >= first) withdraw();
}

/** Call when a dialog opens: acts belong to it from now on. Returns a function to call when it closes. */
export function ownActs(): () => void {
  const first = acts + 1;
  firstActs.push(first);
  return () => void firstActs.splice(firstActs.lastIndexOf(first), 1);
}

/** The connection was lost before the answer arrived, so the act may or may not have taken effect. */
export class Unanswered extends OutOfReach {
  override readonly consequence = "It may have arrived. We'll tell you when you're back.";
  /** Settles when the connection is back. Convex then repeats a mutation, which runs exactly once. An action fails. */
  readonly answer: Promise<unknown>;

  constructor(answer: Promise<unknown>) {
    super();
    this.answer = answer;
  }
}

/** Counts the acts. */
let acts = 0;
/** The acts that wait for a ping: how to withdraw each, and its number. */
const waiting = new Map<() => void, number>();
/** The number of each open dialog's first act, lowest dialog first. */
const firstActs: number[] = [];
let pings = 0;

function useAct<Fn extends FunctionReference<"mutation" | "action">>(run: unknown) {
  const convex = useConvex();
  // The same function at each render, like Convex's own hooks, so an effect may depend on it.
  return useCallback(
    (args: FunctionArgs<Fn>): Promise<FunctionReturnType<Fn>> => {
      const call = run as (args: FunctionArgs<Fn>) => Promise<FunctionReturnType<Fn>>;
      const number = nextNumber();
      return withProof(async (proof) => {
        await reach(convex, number);
        return await callWithTimeout(convex, () => call({ ...args, ...proof }));
      });
    },
    [convex, run],
  );
}

function nextNumber(): number {
  acts += 1;
  return acts;
}

/** Resolves once the deployment responds to a ping. An open connection proves nothing: offline it looks open for a minute. */
async function reach(convex: ConvexReactClient, number: number): Promise<void> {
  if (!navigator.onLine) throw new OutOfReach();
  const connection = watchConnection(convex);
  let withdraw = (): void => undefined;
  let timer: number | undefined;
  const givenUp = new Promise<never>((_, reject) => {
    withdraw = () => reject(new Withdrawn());
    timer = window.setTimeout(() => reject(lossOf(convex)), PING_TIMEOUT);
  });
  waiting.set(withdraw, number);
  try {
    await Promise.race([connection.opened.then(() => ping(convex)), connection.lost, givenUp]);
  } finally {
    waiting.delete(withdraw);
    window.clearTimeout(timer);
    connection.stopWatching();
  }
}

/** Each ping has a new number, because the client takes a known query from its cache. A refusal counts as a response too. */
async function ping(convex: ConvexReactClient): Promise<void> {
  pings += 1;
  await convex.query(api.festival.ping, { number: pings }).catch(() => undefined);
}

async function callWithTimeout<T>(convex: ConvexReactClient, call: () => Promise<T>): Promise<T> {
  const connection = watchConnection(convex);
  try {
    await Promise.race([connection.opened, connection.lost]);
    const answer = call().catch(withInterruption);
    const unanswered = connection.lost.catch((loss: OutOfReach | Withdrawn) =>
      Promise.reject(loss instanceof Withdrawn ? loss : new Unanswered(answer)),
    );
    return await Promise.race([answer, unanswered]);
  } finally {
    connection.stopWatching();
  }
}

/** Rethrows an error. A call that was cut off on its way becomes `Interrupted`. */
function withInterruption(error: unknown): never {
  const isCut = isNetworkError(error) || (error instanceof Error && error.message.includes("Connection lost while"));
  throw isCut ? new Interrupted() : error;
}

/** `opened` resolves with the first connection. `lost` rejects after `OFFLINE_TIMEOUT` without one. */
function watchConnection(convex: ConvexReactClient) {
  let stopWatching = (): void => undefined;
  let opened = Promise.resolve();
  const lost = new Promise<never>((_, reject) => {
    let timer: number | undefined;
    opened = new Promise((resolve) => {
      const check = (isConnected: boolean): void => {
        if (!isConnected) {
          timer ??= window.setTimeout(() => reject(lossOf(convex)), OFFLINE_TIMEOUT);
          return;
        }
        window.clearTimeout(timer);
        timer = undefined;
        resolve();
      };
      const unsubscribe = convex.subscribeToConnectionState((state) => check(state.isWebSocketConnected));
      stopWatching = () => {
        unsubscribe();
        window.clearTimeout(timer);
      };
      check(convex.connectionState().isWebSocketConnected);
    });
  });
  return { opened, lost, stopWatching };
}

/** Returns the error of an act without a connection. At a sign-out the client is closed, and the next person must not read of the act. */
function lossOf(convex: ConvexReactClient): OutOfReach | Withdrawn {
  const isClosed = ifAllowed(() => convex.connectionState()) === undefined;
  return isClosed ? new Withdrawn() : new OutOfReach();
}
