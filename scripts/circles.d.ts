export function circles(files: string[]): string[][];
