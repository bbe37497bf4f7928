export function build(root: string): Promise<string>;
export function fingerprint(root: string, places: string[], extra?: string): Promise<string>;
export function forgetOld(cache: string): Promise<void>;
