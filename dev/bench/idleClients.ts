/**
 * People who only have the app open, as a process of its own: each with the live queries of the app's every screen.
 * Messages: `{url, tokens}`; answers "open" once all of them have their results.
 */
import { anyApi } from "convex/server";
import { connect } from "./workloads";

process.on("message", ({ url, tokens }: { url: string; tokens: string[] }) => {
  void openAll(url, tokens).then(() => process.send?.("open"));
});
process.on("disconnect", () => process.exit(0));

/** Fifty at a time: a crowd that arrives at once is another workload. */
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
