export function build(root: string): Promise<string>;
