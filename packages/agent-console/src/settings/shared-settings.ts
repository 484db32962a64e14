import { sql } from "kysely";
import type { ConsoleDatabase } from "../database/console-database.ts";

/** Settings of the console that all agents share, as the API shows them. */
export interface SettingsView {
  /** Whether pages load visitors' pictures, recordings and photos without being asked. */
  readonly alwaysShowMedia: boolean;
}

const alwaysShowMedia = "always-show-media";

/** Reads and changes the shared settings. They are rows of the table `setting`. */
export class SharedSettings {
  readonly #database: ConsoleDatabase;

  constructor(database: ConsoleDatabase) {
    this.#database = database;
  }

  async read(): Promise<SettingsView> {
    const { rows } = await sql<{ readonly value: string }>`select value from setting
      where name = ${alwaysShowMedia}`.execute(this.#database.queries);
    return { alwaysShowMedia: rows[0]?.value === "true" };
  }

  async change(settings: SettingsView): Promise<void> {
    await sql`insert into setting (name, value)
      values (${alwaysShowMedia}, ${String(settings.alwaysShowMedia)})
      on conflict (name) do update set value = excluded.value`.execute(this.#database.queries);
  }
}
