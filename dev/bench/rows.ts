/** What grows with the rows of one table: making its index of ids, and searching texts for a word that all of them have. */
import { figure, ms, type Row } from "./figures";
import { startApp, type Places, type Running } from "./sides";

const [ROWS, TEXTS] = [1_000_000, 100_000];
const BATCH = { rows: 8_000, texts: 1_000 };
const RUNS = 20;
/** By how common the word is. */
const SEARCHES: [of: string, words: string][] = [
  ["all", "festival"],
  ["1 in 100", "z42"],
  ["all, and 1 in 100", "festival z42"],
];

export async function measureRows(places: Places, dir: string, port: number): Promise<Row[]> {
  const files = { "rows.ts": "dev/bench/rows.convex.ts", "schema.ts": "dev/bench/rowsSchema.convex.ts" };
  const app = await startApp(places, dir, port, files);
  try {
    await fill(app, "rows:fillRows", ROWS, BATCH.rows);
    const first = await timed(() => app.call("query", "rows:byId", { after: "m" }));
    const later = await times((n) => app.call("query", "rows:byId", { after: `m${n}` }));
    await fill(app, "rows:fillTexts", TEXTS, BATCH.texts);
    const count = (of: number) => of.toLocaleString("en");
    const rows = [
      figure(`By id, the first time, ${count(ROWS)} rows`, `${Math.round(first)} ms`, "", "", ""),
      figure(`By id, later`, ms(later), "", "", ""),
    ];
    for (const [of, words] of SEARCHES) {
      // Another word each time, so that no answer comes from a cache.
      const found = await times((n) => app.call("query", "rows:search", { words: `q${n} ${words}` }));
      rows.push(figure(`Search, ${count(TEXTS)} texts, a word of ${of}`, ms(found), "", "", ""));
    }
    return rows;
  } finally {
    await app.stop();
  }
}

async function fill({ call }: Pick<Running, "call">, name: string, rows: number, batch: number): Promise<void> {
  for (let from = 0; from < rows; from += batch) await call("mutation", name, { from, count: batch });
}

async function times(work: (n: number) => Promise<unknown>): Promise<number[]> {
  const all: number[] = [];
  for (let n = 0; n < RUNS; n++) all.push(await timed(() => work(n)));
  return all;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}
