import { ACTION_SYSCALLS } from "./actionSyscalls";
import type { Engine } from "./engine";
import { currentFrame, type Frame } from "../modules/frame";
import { getBlob, STORAGE_SYSCALLS, storeBlob } from "./storageSyscalls";
import { COMMON_SYSCALLS, DATABASE_SYSCALLS, type Syscall } from "./syscalls";

const SYSCALLS_IN_TRANSACTION: Record<string, Syscall> = {
  ...DATABASE_SYSCALLS,
  ...COMMON_SYSCALLS,
  ...STORAGE_SYSCALLS,
};
const SYSCALLS_IN_ACTION: Record<string, Syscall> = { ...ACTION_SYSCALLS, ...COMMON_SYSCALLS, ...STORAGE_SYSCALLS };

/** Returns the `Convex` global of pushed modules. */
export function syscallPort(engine: () => Engine) {
  return {
    syscall(operation: string, args: string): string {
      const result = perform(engine(), currentFrame(), operation, args);
      if (typeof result !== "string") throw new Error(`${operation} is asynchronous and cannot run here.`);
      return result;
    },

    asyncSyscall(operation: string, args: string): Promise<string> {
      try {
        const frame = currentFrame();
        if (frame.busy !== null) return performInTurn(engine(), frame, operation, args);
        const result = perform(engine(), frame, operation, args);
        return typeof result === "string" ? Promise.resolve(result) : occupy(frame, result);
      } catch (error) {
        return Promise.reject(error as Error);
      }
    },

    jsSyscall(operation: string, args: { blob?: Blob; options?: { sha256?: string }; storageId?: string }): unknown {
      const frame = currentFrame();
      if (frame.transaction === null && operation === "storage/storeBlob") {
        return storeBlob(engine(), frame, args.blob!, args.options?.sha256);
      }
      if (frame.transaction === null && operation === "storage/getBlob") {
        return getBlob(engine(), frame, args.storageId!);
      }
      throw new Error(`Unknown operation ${operation}`);
    },
  };
}

function perform(engine: Engine, frame: Frame, operation: string, args: string): string | Promise<string> {
  const syscall = (frame.transaction === null ? SYSCALLS_IN_ACTION : SYSCALLS_IN_TRANSACTION)[operation];
  if (syscall === undefined)
    throw new Error(`Unknown async operation ${operation}: not supported by the local deployment.`);
  return syscall(engine, frame, parse(operation, args) as never);
}

const STREAM_ARGS = '{"queryId":';

/** Fast path: most operations read a stream's next row, with a number as the only argument. */
function parse(operation: string, args: string): unknown {
  const isStep = operation === "1.0/queryStreamNext" || operation === "1.0/queryCleanup";
  if (isStep && args.startsWith(STREAM_ARGS)) return { queryId: Number(args.slice(STREAM_ARGS.length, -1)) };
  return JSON.parse(args);
}

/** In a transaction, later operations wait for a nested call. An action's operations may run concurrently. */
function occupy(frame: Frame, result: Promise<string>): Promise<string> {
  if (frame.transaction === null) return result;
  const busy: Promise<unknown> = result.then(release, release);
  frame.busy = busy;
  return result;

  function release(): void {
    if (frame.busy === busy) frame.busy = null;
  }
}

async function performInTurn(engine: Engine, frame: Frame, operation: string, args: string): Promise<string> {
  while (frame.busy !== null) await frame.busy;
  const result = perform(engine, currentFrame(), operation, args);
  return typeof result === "string" ? result : occupy(frame, result);
}
