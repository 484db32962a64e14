import { sql } from "kysely";
import type { Queries } from "../database/console-database.ts";

const namesLimit = 20;
const settingOf = (accountId: string): string => `earlier-names ${accountId}`;

/**
 * Names that an account had before, newest first. A message carries its agent's name at that time, so they tell which
 * ones are the agent's own. A name that another account has now is left out.
 */
export async function earlierNames(
  queries: Queries,
  accountId: string,
): Promise<readonly string[]> {
  const names = await read(queries, accountId);
  if (names.length === 0) return names;
  const { rows } = await sql<{ readonly name: string }>`select name from "user"
    where id <> ${accountId} and name in (${sql.join(names)})`.execute(queries);
  const taken = new Set(rows.map(({ name }) => name));
  return names.filter((name) => !taken.has(name));
}

/** Call it in the transaction that changes the name. */
export async function rememberName(
  queries: Queries,
  accountId: string,
  name: string,
): Promise<void> {
  const others = (await read(queries, accountId)).filter((each) => each !== name);
  const names = JSON.stringify([name, ...others].slice(0, namesLimit));
  await sql`insert into setting (name, value) values (${settingOf(accountId)}, ${names})
    on conflict (name) do update set value = excluded.value`.execute(queries);
}

async function read(queries: Queries, accountId: string): Promise<readonly string[]> {
  const { rows } = await sql<{ readonly value: string }>`select value from setting
    where name = ${settingOf(accountId)}`.execute(queries);
  return rows[0] === undefined ? [] : (JSON.parse(rows[0].value) as string[]);
}
