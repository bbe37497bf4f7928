import type { Driver } from "./driver";
import type { IdParts } from "./ids";

/**
 * Ids that an import brought from another deployment. An id made here encodes its document's tick. Other ids were scrambled with another
 * secret, so their ticks are stored.
 */
export class Aliases {
  readonly #driver: Driver;
  #hasAliases: boolean;

  constructor(driver: Driver) {
    this.#driver = driver;
    driver.exec(
      "CREATE TABLE IF NOT EXISTS aliases (id TEXT PRIMARY KEY, tableNumber INTEGER NOT NULL, tick INTEGER NOT NULL) WITHOUT ROWID",
    );
    this.#hasAliases = driver.prepare("SELECT 1 FROM aliases LIMIT 1").get() !== undefined;
  }

  find(id: string): IdParts | null {
    // Without imports there is nothing to look up.
    if (!this.#hasAliases) return null;
    const row = this.#driver.prepare("SELECT tableNumber, tick FROM aliases WHERE id = ?").get(id);
    return row === undefined ? null : { tableNumber: Number(row[0]), tick: Number(row[1]) };
  }

  add(id: string, { tableNumber, tick }: IdParts): void {
    this.#hasAliases = true;
    this.#driver.prepare("INSERT OR REPLACE INTO aliases VALUES (?, ?, ?)").run(id, tableNumber, tick);
  }

  deleteForTable(tableNumber: number): void {
    this.#driver.prepare("DELETE FROM aliases WHERE tableNumber = ?").run(tableNumber);
  }
}
