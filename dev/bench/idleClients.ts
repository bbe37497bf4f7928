/**
 * A process of idle people with the app open. Each has the same subscriptions. Receives a `Crowd`. Sends "open" when all have their
 * results.
 */
import { makeFunctionReference } from "convex/server";
import type { Crowd } from "./crowds";
import { connect } from "./workloads";

process.on("message", (crowd: Crowd) => {
  void openAll(crowd).then(() => process.send?.("open"));
});
process.on("disconnect", () => process.exit(0));

/** Opens fifty at a time. More concurrent connections would be a different workload. */
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
