import type { PlatformPath } from "node:path";

/** Returns the parts of a name: `a/b` is `["a", "b"]`. An empty name has none. */
export function partsOf(name: string): string[];

export function nameOf(...parts: string[]): string;

/** Returns the name of a file below a folder. `system`: `path.posix` or `path.win32`; by default this machine's. The same below. */
export function nameBelow(folder: string, file: string, system?: PlatformPath): string;

/** Returns the file of a name below a folder, or null if that is outside it on this system. */
export function fileBelow(folder: string, name: string, system?: PlatformPath): string | null;

/** Returns all files below a folder, sorted by name, so in the same order on every system. */
export function filesBelow(folder: string): Promise<{ file: string; name: string }[]>;

/** Returns a file's URL for `import`, which accepts no Windows paths or unescaped spaces. */
export function urlOf(file: string, system?: PlatformPath): string;

/** Returns the file of a stack trace line, which has a URL or a path. */
export function fileOf(place: string, system?: PlatformPath): string;
