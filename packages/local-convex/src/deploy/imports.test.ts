import type { IncomingMessage } from "node:http";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { afterEach, expect, test, vi } from "vitest";
import type { CoreApi } from "../contract/core";
import { Imports } from "./imports";

const folder = mkdtempSync(path.join(tmpdir(), "imports-"));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test("a finished upload takes no more parts and is not finished again, and its import goes on", async () => {
  const saveBackupState = vi.fn(async (_name: string, _states: unknown) => undefined);
  const imports = new Imports({ saveBackupState, planImport: async () => [] } as unknown as CoreApi, folder);
  const { uploadToken } = await imports.startUpload();
  const upload = (part: number) => {
    const body = Readable.from([Buffer.from('{"body":"hello"}\n')]) as IncomingMessage;
    return imports.uploadPart(body, new URLSearchParams({ uploadToken, partNumber: String(part) }));
  };
  const request = { tableName: "messages", mode: "append", format: "jsonLines" };
  const finish = async (partTokens: string[]) => imports.finishUpload({ uploadToken, partTokens, import: request });

  const finished = finish([await upload(1)]);
  await expect(finish(["1"])).rejects.toMatchObject({ code: "UploadNotFound" });
  await expect(upload(2)).rejects.toMatchObject({ code: "UploadNotFound" });
  const { importId } = await finished;
  const waiting = { [importId]: { state: expect.objectContaining({ state: "waiting_for_confirmation" }) as unknown } };
  await vi.waitFor(() => expect(saveBackupState).toHaveBeenLastCalledWith("imports", waiting));
});
