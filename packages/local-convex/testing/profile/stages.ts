/** Puts marks around the stages of the worker before it starts, and sends them on request. */
import { BroadcastChannel } from "node:worker_threads";
import { Database } from "../../src/database/database";
import { DiskSync } from "../../src/database/diskSync";
import { Stream } from "../../src/database/scan";
import { Transaction } from "../../src/database/transaction";
import { Engine } from "../../src/execution/engine";
import { Batch } from "../../src/execution/executor";
import { IdempotencyRecords } from "../../src/execution/idempotencyRecords";
import { LiveQueryRunner } from "../../src/execution/liveQueryRunner";
import { Operations } from "../../src/worker/operations";
import { ReportBatcher } from "../../src/worker/reportBatcher";
import { markSpan, takeMarks } from "./marks";

markSpan(Operations.prototype, "handle", "handle");
markSpan(Engine.prototype, "run", "run");
markSpan(Batch.prototype, "absorb", "absorb");
markSpan(IdempotencyRecords.prototype, "record", "record");
markSpan(Database.prototype, "commit", "commit");
markSpan(LiveQueryRunner.prototype, "settle", "settle");
markSpan(DiskSync.prototype, "now", "sync");
markSpan(DiskSync.prototype, "soon", "sync");
markSpan(ReportBatcher.prototype, "batchFinished", "report");
for (const method of ["document", "insert", "patch", "replace", "remove"])
  markSpan(Transaction.prototype, method, "database");
markSpan(Stream.prototype, "nextDocument", "database");

const channel = new BroadcastChannel("marks");
channel.onmessage = ({ data }: { data: unknown }) => {
  if (data === "send") channel.postMessage(takeMarks());
};
channel.unref();
