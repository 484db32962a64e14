import { sql } from "kysely";
import type { ConsoleDatabase } from "../database/console-database.ts";

/** Rows of the table `setting`. */
const chatted = "first-chat";
const unnamed = "unnamed-account";

/**
 * What the console remembers of a gateway's first minute, for all agents: whether an agent's message has ever reached a
 * visitor, and which account still has a made-up name.
 */
export class FirstMinute {
  readonly #queries: ConsoleDatabase["queries"];
  #hasChatted = false;

  constructor({ queries }: Pick<ConsoleDatabase, "queries">) {
    this.#queries = queries;
  }

  /** Whether an agent's message has reached a visitor. Never changes back. */
  async hasChatted(): Promise<boolean> {
    this.#hasChatted ||= (await this.#read(chatted)) !== null;
    return this.#hasChatted;
  }

  /** Cheap enough for every delivered message. */
  async rememberChat(): Promise<void> {
    if (this.#hasChatted) return;
    await this.#write(chatted, "1");
    this.#hasChatted = true;
  }

  /** Whether the account's name was made up, and its owner has not chosen one. */
  async asksName(accountId: string): Promise<boolean> {
    return (await this.#read(unnamed)) === accountId;
  }

  async rememberUnnamed(accountId: string): Promise<void> {
    await this.#write(unnamed, accountId);
  }

  async rememberNamed(accountId: string): Promise<void> {
    await sql`delete from setting where name = ${unnamed} and value = ${accountId}`.execute(
      this.#queries,
    );
  }

  async #read(name: string): Promise<string | null> {
    const { rows } = await sql<{ readonly value: string }>`
      select value from setting where name = ${name}`.execute(this.#queries);
    return rows[0]?.value ?? null;
  }

  async #write(name: string, value: string): Promise<void> {
    await sql`insert into setting (name, value) values (${name}, ${value})
      on conflict (name) do nothing`.execute(this.#queries);
  }
}
