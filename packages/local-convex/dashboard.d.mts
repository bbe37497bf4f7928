/** Returns the folder of the built dashboard. Builds it only if its sources changed. `root`: this package's folder. */
export function dashboardFolder(root: string): Promise<string>;
