import { build } from "vite";
import { payScript } from "./payScript";

/** What the page is built for. `payUrl`: the payment stand-in, where it takes the provider's place. */
export interface PageBuild {
  root: string;
  outDir: string;
  payUrl: string | null;
}

/** Builds the page in a process of its own: the bundler's memory is not kept for the life of the deployment. */
process.once("message", ({ root, outDir, payUrl }: PageBuild) => {
  build({
    root,
    logLevel: "warn",
    build: { outDir, emptyOutDir: true },
    plugins: payUrl === null ? [] : [payScript(payUrl)],
  }).then(
    () => process.exit(0),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
process.once("disconnect", () => process.exit(1));
