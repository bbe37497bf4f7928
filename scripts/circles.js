import { existsSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { transformSync } from "esbuild";
import ts from "typescript";

const endings = ["", ".ts", ".tsx", ".js", ".mjs"];

/** Returns the circles of imports among scripts, each as its files in order. Imports of types alone do not count. */
export function circles(files) {
  const [found, way, done] = [[], [], new Set()];
  const visit = (file) => {
    if (way.includes(file)) found.push(way.slice(way.indexOf(file)));
    if (way.includes(file) || done.has(file)) return;
    way.push(file);
    for (const next of importsOf(file)) visit(next);
    done.add(way.pop());
  };
  for (const file of files) visit(file);
  return found;
}

/** The scripts that a file imports, without its types. */
function importsOf(file) {
  const loader = path
    .extname(file)
    .replace(/^\.[cm]/, ".")
    .slice(1);
  const { code } = transformSync(readFileSync(file, "utf8"), { loader, jsx: "preserve" });
  const named = ts.preProcessFile(code).importedFiles.map(({ fileName }) => fileName);
  return named
    .filter((name) => name.startsWith("."))
    .flatMap((name) => fileAt(path.join(path.dirname(file), name)) ?? []);
}

function fileAt(place) {
  const file = endings.map((ending) => place + ending).find((name) => existsSync(name) && statSync(name).isFile());
  return file && /\.[cm]?[jt]sx?$/.test(file) ? file : null;
}
