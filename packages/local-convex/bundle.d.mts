export interface Bundle {
  root: string;
  entries: string[];
  sources: string[];
  cache: string;
  alias?: Record<string, string>;
}
export function bundle(options: Bundle): Promise<string>;
export function fingerprint(root: string, places: string[], extra?: string): Promise<string>;
export function built(cache: string, name: string, build: (folder: string) => Promise<void>): Promise<string>;
