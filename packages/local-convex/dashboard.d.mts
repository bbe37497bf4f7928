/** `root`: the folder of this package. Gives the folder of the built dashboard, which is built only if its sources changed. */
export function dashboardFolder(root: string): Promise<string>;
