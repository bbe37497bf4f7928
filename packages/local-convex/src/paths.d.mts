import type { PlatformPath } from "node:path";

/** The parts of a name: `a/b` is `["a", "b"]`, and the empty name has none. */
export function partsOf(name: string): string[];

export function nameOf(...parts: string[]): string;

/** The name of a file below a folder. `system`: `path.posix` or `path.win32`; without it, this machine's, here and below. */
export function nameBelow(folder: string, file: string, system?: PlatformPath): string;

/** The file that a name means below a folder; null if it leads out of it on this system. */
export function fileBelow(folder: string, name: string, system?: PlatformPath): string | null;

/** All files below a folder, in the order of their names, which is the same on every system. */
export function filesBelow(folder: string): Promise<{ file: string; name: string }[]>;

/** What `import` takes for a file: a Windows path is none, and spaces and the like are escaped. */
export function urlOf(file: string, system?: PlatformPath): string;

/** The file of a line in a stack trace, where it stands as an address or as a path. */
export function fileOf(place: string, system?: PlatformPath): string;
