import { once } from "node:events";
import { mkdtempSync, readdirSync } from "node:fs";
import { createServer } from "node:http";
import { connect, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import type { CoreApi } from "../contract/core";
import { Storage } from "./files";
import { sendError } from "./httpMessages";

test("an upload that stops arriving gets a 408, and leaves no file", async () => {
  const dir = mkdtempSync(path.join(tmpdir(), "uploads-"));
  const core = { checkUploadToken: () => Promise.resolve(true) } as unknown as CoreApi;
  const storage = new Storage(core, dir, 50);
  await storage.reset();
  const server = createServer((request, response) => {
    const url = new URL(request.url!, "http://127.0.0.1");
    storage
      .handle(request, response, url)
      .catch((error: unknown) => sendError(request, response, error, console.error));
  });
  onTestFinished(() => void server.close());
  await once(server.listen(0, "127.0.0.1"), "listening");
  const client = connect((server.address() as AddressInfo).port, "127.0.0.1");
  client.write("POST /api/storage/upload HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\npart");
  expect(await text(client)).toMatch(/^HTTP\/1\.1 408 [^]*RequestTimeout/);
  expect(readdirSync(path.join(dir, "files/tmp"))).toEqual([]);
});
