/** Costs that grow with a table's rows: building its index of ids, and searching a common word. */
import { anyApi, type ApiFromModules } from "convex/server";
import { ms, type Row } from "./figures";
import { series, timeOf } from "./loops";
import type * as rows from "./rows.convex";
import { startApp, type Running } from "./sides";

const [ROWS, TEXTS] = [1_000_000, 100_000];
const BATCH = { rows: 8_000, texts: 1_000 };
const RUNS = 20;
/** Searches, by how common the word is. */
const SEARCHES: [of: string, words: string][] = [
  ["all", "festival"],
  ["1 in 100", "z42"],
  ["all, and 1 in 100", "festival z42"],
];

const { rows: app } = anyApi as unknown as ApiFromModules<{ rows: typeof rows }>;

export async function measureRows(root: string, dir: string, port: number): Promise<Row[]> {
  const files = { "rows.ts": "dev/bench/rows.convex.ts", "schema.ts": "dev/bench/rowsSchema.convex.ts" };
  const { call, stop } = await startApp(root, dir, port, files);
  try {
    await fill(call, app.fillRows, ROWS, BATCH.rows);
    const first = await timeOf(() => call(app.byId, { after: "m" }));
    const later = await times((n) => call(app.byId, { after: `m${n}` }));
    await fill(call, app.fillTexts, TEXTS, BATCH.texts);
    const count = (of: number) => of.toLocaleString("en");
    const table: Row[] = [
      { figure: `By id, the first time, ${count(ROWS)} rows`, ours: `${Math.round(first)} ms` },
      { figure: "By id, later", ours: ms(later) },
    ];
    for (const [of, words] of SEARCHES) {
      // Another word each time, so no result comes from a cache.
      const searchTimes = await times((n) => call(app.search, { words: `q${n} ${words}` }));
      table.push({ figure: `Search, ${count(TEXTS)} texts, a word of ${of}`, ours: ms(searchTimes) });
    }
    return table;
  } finally {
    await stop();
  }
}

async function fill(
  call: Running["call"],
  name: typeof app.fillRows | typeof app.fillTexts,
  count: number,
  batch: number,
): Promise<void> {
  for (let from = 0; from < count; from += batch) await call(name, { from, count: batch });
}

function times(work: (n: number) => Promise<unknown>): Promise<number[]> {
  return series(RUNS, (n) => timeOf(() => work(n)));
}
