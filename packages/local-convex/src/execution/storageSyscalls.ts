import type { Transaction } from "../database/transaction";
import type { Engine } from "./engine";
import { inTransaction, type Frame } from "../modules/frame";
import { writable, type Syscall } from "./syscalls";

/** Operations on files, for every kind of function. */
export const STORAGE_SYSCALLS: Record<string, Syscall> = {
  "1.0/storageGetUrl": (engine, frame, args: { storageId: string }) =>
    withRead(engine, frame, (transaction) =>
      JSON.stringify(engine.files.url(transaction, frame.component, args.storageId)),
    ),

  "1.0/storageGetMetadata": (engine, frame, args: { storageId: string }) =>
    withRead(engine, frame, (transaction) =>
      JSON.stringify(engine.files.metadata(transaction, frame.component, args.storageId)),
    ),

  "1.0/storageGenerateUploadUrl": (engine, frame) => JSON.stringify(engine.files.uploadUrl(frame.component)),

  "1.0/storageDelete": (engine, frame, args: { storageId: string }) =>
    withWrite(engine, frame, (transaction) => {
      engine.files.delete(transaction, frame.component, args.storageId);
      return "null";
    }),

  "1.0/storageStore": (engine, frame, args: { blob: string; contentType: string; sha256?: string }) => {
    const file = engine.files.write(Buffer.from(args.blob, "base64"), args.contentType, args.sha256);
    return withWrite(engine, frame, (transaction) =>
      JSON.stringify(engine.files.insert(transaction, frame.component, file)),
    );
  },

  "1.0/storageGet": (engine, frame, args: { storageId: string }) =>
    withRead(engine, frame, (transaction) => {
      const file = engine.files.read(transaction, frame.component, args.storageId);
      if (file === null) return "null";
      return JSON.stringify({ blob: file.bytes.toString("base64"), contentType: file.contentType });
    }),
};

/** `storage.store` of actions, which takes a Blob. */
export async function storeBlob(engine: Engine, frame: Frame, blob: Blob, sha256: string | undefined): Promise<string> {
  const bytes = Buffer.from(await blob.arrayBuffer());
  const file = engine.files.write(bytes, blob.type === "" ? null : blob.type, sha256);
  return engine.files.store(engine.write, frame.component, file);
}

/** `storage.get` of actions, which returns a Blob. */
export async function getBlob(engine: Engine, frame: Frame, storageId: string): Promise<Blob | null> {
  const file = await engine.read((transaction) => engine.files.read(transaction, frame.component, storageId));
  return file === null ? null : new Blob([new Uint8Array(file.bytes)], { type: file.contentType ?? "" });
}

type Work = (transaction: Transaction) => string;

/** Runs in the function's transaction. Actions have none and get a new one. */
function withRead(engine: Engine, frame: Frame, work: Work): string | Promise<string> {
  return frame.transaction === null ? engine.read(work) : work(inTransaction(frame));
}

function withWrite(engine: Engine, frame: Frame, work: Work): string | Promise<string> {
  return frame.transaction === null ? engine.write(work) : work(writable(frame));
}
