import type { TableChange } from "../contract/backups";

/** Returns the message that the CLI shows before it asks to continue. */
export function changesMessage(changes: TableChange[]): string {
  const rows = changes.map(({ component, name, added, deleted, existing }) => [
    component === "" ? name : `${component}:${name}`,
    String(added),
    deleted === 0 && existing === 0 ? "0" : `${deleted} of ${existing}`,
  ]);
  const table = [["table", "create", "delete"], ...rows.sort()];
  const widths = [0, 1, 2].map((column) => Math.max(...table.map((row) => row[column]!.length)));
  const lines = table.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column]!))
      .join(" | ")
      .trimEnd(),
  );
  return [
    "Import change summary:",
    lines[0]!,
    "-".repeat(lines[0]!.length),
    ...lines.slice(1),
    "Once the import has started, it will run in the background.",
    "Interrupting `npx convex import` will not cancel it.",
  ].join("\n");
}
