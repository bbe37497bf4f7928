/**
 * A process of people who only have the app open: each subscribes to the same live queries.
 * Receives a `Crowd` and sends "open" when all of them have their results.
 */
import { makeFunctionReference } from "convex/server";
import type { Crowd } from "./crowds";
import { connect } from "./workloads";

process.on("message", (crowd: Crowd) => {
  void openAll(crowd).then(() => process.send?.("open"));
});
process.on("disconnect", () => process.exit(0));

/** Fifty at a time: many connections at the same moment would be a different workload. */
async function openAll({ url, tokens, queries }: Crowd): Promise<void> {
  for (let from = 0; from < tokens.length; from += 50) await Promise.all(tokens.slice(from, from + 50).map(open));

  async function open(token: string): Promise<void> {
    const client = connect(url, token);
    const live = queries.map(({ name, args }) => {
      const query = makeFunctionReference<"query">(name);
      return new Promise<void>((resolve) => void client.onUpdate(query, args, () => resolve()));
    });
    await Promise.all(live);
  }
}
