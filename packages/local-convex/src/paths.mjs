/**
 * The only module that knows the systems' path separators. A FILE is a path with the system's separators, `/` or `\`. A NAME has slashes on
 * every system: a module, a component, an entry of an archive. Plain JavaScript, because it runs before the build.
 */
import { readdir } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

export function partsOf(name) {
  return name === "" ? [] : name.split("/");
}

export function nameOf(...parts) {
  return parts.join("/");
}

export function nameBelow(folder, file, system = path) {
  return nameOf(...system.relative(folder, file).split(system.sep));
}

export function fileBelow(folder, name, system = path) {
  const file = system.resolve(folder, name);
  return file.startsWith(`${system.resolve(folder)}${system.sep}`) ? file : null;
}

export async function filesBelow(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
  const named = files.map((file) => ({ file, name: nameBelow(folder, file) }));
  return named.sort((a, b) => (a.name < b.name ? -1 : 1));
}

export function urlOf(file, system = path) {
  return pathToFileURL(file, { windows: isWindows(system) }).href;
}

export function fileOf(place, system = path) {
  if (!place.startsWith("file:")) return place;
  try {
    return fileURLToPath(place, { windows: isWindows(system) });
  } catch {
    return place;
  }
}

function isWindows(system) {
  return system.sep === "\\";
}
