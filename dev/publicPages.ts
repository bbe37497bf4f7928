import { readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { build, type Plugin, type Rolldown } from "vite";
import { reactChecks, reactIsPreact } from "./reactIsPreact.ts";

/**
 * Renders the public pages to HTML after the build, so that they show before any script loads. Other addresses get
 * shell.html.
 */
export function publicPages(): Plugin {
  let root = "";
  let folder = "";
  let style = "";
  let scriptsOf: Record<string, string[]> = {};
  return {
    name: "public-pages",
    apply: "build",
    configResolved: (config) => {
      root = config.root;
      folder = path.resolve(root, config.build.outDir);
    },
    buildStart() {
      for (const id of [FRONT, EARLY]) this.emitFile({ type: "chunk", id });
    },
    generateBundle: {
      order: "pre",
      handler: (_, bundle) => {
        scriptsOf = scriptsBySource(root, Object.values(bundle));
        style = takeStyle(Object.values(bundle));
      },
    },
    closeBundle: { order: "pre", sequential: true, handler: () => writePages(root, folder, style, scriptsOf) },
  };
}

/** The script of the public pages, instead of `src/main.tsx`. */
const FRONT = "src/front.ts";
const MAIN = "src/main.tsx";
/** Runs before it at /swipe. */
const EARLY = "src/early.ts";

async function writePages(root: string, folder: string, style: string, scriptsOf: Record<string, string[]>) {
  const built = await withStyle(folder, await readFile(path.join(folder, "index.html"), "utf8"), style);
  const page = built.replaceAll(/<link rel="modulepreload"[^>]*>/g, "");
  const pages = path.join(folder, ".prerender");
  await build({
    root,
    configFile: false,
    resolve: { alias: reactIsPreact },
    logLevel: "error",
    publicDir: false,
    ssr: { noExternal: true },
    build: {
      ssr: "src/prerender.tsx",
      outDir: pages,
      rolldownOptions: {
        checks: reactChecks,
        output: { codeSplitting: false, entryFileNames: "[name].mjs" },
      },
    },
  });
  try {
    const source = (await import(
      pathToFileURL(path.join(pages, "prerender.mjs")).href
    )) as typeof import("../src/prerender.tsx");
    const filesOf = (sources: string[]) => [...new Set(sources.flatMap((one) => scriptsOf[one] ?? missing(one)))];
    const withScripts = (sources: string[]) => {
      const early = sources.includes(EARLY) ? filesOf([EARLY]) : [];
      const others = filesOf([MAIN, ...sources]).filter((file) => !early.includes(file) && !page.includes(file));
      const earlyTags = early.map((file) => (file === early[0] ? scriptTag(file) : linkTag(file)));
      // Removes the font's preload, which would compete with the scripts. `src/main.tsx` fetches the font after them.
      return page
        .replace(FONT_LINK, "")
        .replace(MAIN_TAG, (tag) => [...earlyTags, tag, ...others.map(linkTag)].join(""));
    };
    const write = async (name: string, template: string, data = "") => {
      const { head, body } = await source.render(name);
      const written = template
        .replace(/<title>.*<\/title>/, (title) => head || title)
        .replace('<div id="root">', () => `<div id="root"${data}>${body}`);
      await writeFile(path.join(folder, name), written);
    };
    const [front = missing(FRONT)] = scriptsOf[FRONT] ?? [];
    const still = page.replace(/(<script type="module"[^>]* src=)("[^"]*")/, `$1"/${front}" data-app=$2`);
    for (const [address, name] of Object.entries(source.publicPages))
      await write(name, still, ` data-page="${address}"`);
    for (const [name, sources] of Object.entries(source.entryPages)) await write(name, withScripts(sources));
  } finally {
    await rm(pages, { recursive: true });
  }
}

const FONT_LINK = /<link rel="preload"[^>]* as="font"[^>]*>/;
const MAIN_TAG = /<script type="module"[^>]*><\/script>/;

function scriptTag(file: string): string {
  return `<script type="module" crossorigin src="/${file}"></script>`;
}

function linkTag(file: string): string {
  return `<link rel="modulepreload" crossorigin href="/${file}">`;
}

/**
 * Removes the stylesheet from the scripts' dependencies. Returns its name. Each page has it inline, and a lazy script would fetch it
 * again and wait for it.
 */
function takeStyle(outputs: Rolldown.OutputBundle[string][]): string {
  const entry = outputs.find((one) => one.type === "chunk" && one.isEntry && one.viteMetadata?.importedCss.size);
  const styles = entry?.type === "chunk" ? entry.viteMetadata?.importedCss : undefined;
  const [style] = styles ?? [];
  if (style === undefined) throw new Error("The build has no stylesheet");
  styles?.clear();
  return style;
}

/** Inlines the style, which saves a round trip before the first paint. */
async function withStyle(folder: string, page: string, file: string) {
  const style = await readFile(path.join(folder, file), "utf8");
  await rm(path.join(folder, file));
  return page.replace("</head>", () => `<style>${style.trim()}</style></head>`);
}

/** Returns, for each source file that starts a script, that script and its imports. */
function scriptsBySource(root: string, outputs: Rolldown.OutputBundle[string][]): Record<string, string[]> {
  const chunks = new Map(outputs.flatMap((one) => (one.type === "chunk" ? [[one.fileName, one] as const] : [])));
  const withNeeds = (name: string): string[] => [name, ...(chunks.get(name)?.imports ?? []).flatMap(withNeeds)];
  return Object.fromEntries(
    [...chunks.values()].flatMap(({ fileName, moduleIds }) =>
      moduleIds.map((id) => [path.relative(root, id), withNeeds(fileName)]),
    ),
  );
}

function missing(source: string): never {
  throw new Error(`${source} is in no script of the build`);
}
