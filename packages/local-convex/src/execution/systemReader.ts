import { readPage } from "../database/page";
import { intervalOf, type QueryJson } from "../database/range";
import { ANY_TABLE, HIGHEST } from "../database/readSet";
import type { Transaction } from "../database/transaction";

import { schemasOf } from "./activation";
import { backupKey, backupState } from "./backups";
import { readDocuments } from "./documentPages";
import type { Engine } from "./engine";
import type { SystemReader } from "./systemQuery";

/** What a system query reads, through a transaction that makes it live. */
export function systemReader(engine: Engine, transaction: Transaction, componentPath: string): SystemReader {
  const { project, database } = engine;
  const dependOnJobs = () => {
    if (transaction.table(componentPath, JOBS) !== null) dependOn(transaction, componentPath, JOBS);
  };
  return {
    componentPath,
    cloudUrl: engine.options.cloudUrl,
    tables() {
      // No row holds which tables exist. The read set names all missing tables instead, so that a new one invalidates the query.
      transaction.reads?.missing.add(ANY_TABLE);
      const tables = database.catalog.tablesOf(componentPath).map((table) => table.name);
      return tables.filter((name) => !name.startsWith("_")).sort();
    },
    count(name) {
      const table = transaction.table(componentPath, name);
      if (table !== null) dependOn(transaction, componentPath, name);
      return table?.count() ?? 0;
    },
    version(name) {
      const table = transaction.table(componentPath, name);
      if (table !== null) dependOn(transaction, componentPath, name);
      return `${database.ts}:${table?.count() ?? 0}`;
    },
    page(name, order, cursor, size) {
      const query: QueryJson = { source: { type: "FullTableScan", tableName: name, order }, operators: [] };
      const request = { query, cursor, endCursor: null, pageSize: size };
      const page = readPage(transaction, componentPath, engine.cursors, request);
      const documents = page.documents.map((text): unknown => JSON.parse(text));
      return { documents, cursor: page.isDone ? null : page.continueCursor };
    },
    documents: (name, request) => readDocuments(transaction, componentPath, engine.cursors, name, request),
    schema(name) {
      const { tables = [] } = schemasOf(project.state).find(({ component }) => component === componentPath) ?? {};
      const schema = tables.find(({ tableName }) => tableName === name);
      const indexes = (schema?.indexes ?? []).map(({ indexDescriptor, fields }) => ({ name: indexDescriptor, fields }));
      return { indexes, documentType: schema?.documentType ?? null };
    },
    countTo(name, limit) {
      const table = transaction.table(componentPath, name);
      if (table !== null) dependOn(transaction, componentPath, name);
      return table?.countTo(limit) ?? 0;
    },
    waitingJobs(most) {
      dependOnJobs();
      return engine.scheduler.waiting(transaction, componentPath, most);
    },
    crons() {
      // Each run makes a job, and the job says how it went.
      dependOnJobs();
      return engine.scheduler.crons(transaction, componentPath);
    },
    fileUrl: (document) => engine.files.url(transaction, componentPath, (document as { _id: string })._id),
    backup(name) {
      transaction.reads?.missing.add(backupKey(name));
      return backupState(database, name);
    },
    environment: () => engine.variables.all(),
    modules() {
      const definitionPath = project.instance(componentPath)?.definitionPath;
      const analysis = definitionPath === undefined ? undefined : project.state.analysis[definitionPath];
      const modules = Object.entries(analysis?.functions ?? {});
      return Object.fromEntries(modules.map(([file, module]) => [file.replace(/\.js$/, ""), module]));
    },
    components: () =>
      project.state.instances
        .filter((instance) => instance.componentPath !== "")
        .map(({ componentPath: path, name }) => ({ path, name, args: {} })),
  };
}

const JOBS = "_scheduled_functions";

/** Makes a query depend on a whole table. */
function dependOn(transaction: Transaction, component: string, tableName: string): void {
  const range = transaction.range(component, {
    source: { type: "FullTableScan", tableName, order: null },
    operators: [],
  });
  if (range !== null) transaction.reads?.intervals.push({ ...intervalOf(range), high: HIGHEST });
}
