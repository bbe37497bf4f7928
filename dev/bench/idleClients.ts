/**
 * A process of people who only have the app open: each subscribes to the live queries that every screen has.
 * Receives `{url, tokens}` and sends "open" when all of them have their results.
 */
import { anyApi } from "convex/server";
import { connect } from "./workloads";

process.on("message", ({ url, tokens }: { url: string; tokens: string[] }) => {
  void openAll(url, tokens).then(() => process.send?.("open"));
});
process.on("disconnect", () => process.exit(0));

/** Fifty at a time: many connections at the same moment would be a different workload. */
async function openAll(url: string, tokens: string[]): Promise<void> {
  for (let from = 0; from < tokens.length; from += 50) await Promise.all(tokens.slice(from, from + 50).map(open));

  async function open(token: string): Promise<void> {
    const client = connect(url, token);
    const queries = [anyApi.profiles!.me!, anyApi.matches!.list!, anyApi.matches!.pendingLikes!];
    await Promise.all(
      queries.map((query) => new Promise<void>((resolve) => void client.onUpdate(query, {}, () => resolve()))),
    );
  }
}
