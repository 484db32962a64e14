import { type Command, InvalidArgumentError } from "commander";
import type { AdminClient } from "../http/admin-client.ts";
import type { CommandContext } from "../command-context.ts";
import type { ConnectionOptions } from "../http/connection.ts";
import { type JsonOption, printJson } from "./json-output.ts";
import { printNotice } from "./print-line.ts";
import { type Column, Table } from "./table.ts";

/** The options that `withPages` adds. */
export interface PageOptions {
  readonly all?: true;
  readonly limit: number;
  readonly before?: string;
}

/** A list of the admin API, and its columns. */
export interface Listing<Item> {
  readonly path: string;
  /** Field of the answer that contains the items. */
  readonly field: string;
  readonly query?: Readonly<Record<string, string | undefined>>;
  /** A function gets the items of the first page. */
  readonly columns: readonly Column<Item>[] | ((items: readonly Item[]) => readonly Column<Item>[]);
  /** Printed when the list is empty. */
  readonly none: string;
}

interface PageAnswer {
  readonly next: string | null;
}

/** Adds `--all`, `--limit` and `--before`. */
export function withPages(command: Command): Command {
  return command
    .option("--all", "every page, not only the first; with --json one item a line")
    .option("--limit <n>", "items a page, 1 to 200", readLimit, 50)
    .option("--before <cursor>", "the page after the one that gave this cursor");
}

/** Prints a list, page by page. */
export async function printListing<Item>(
  context: CommandContext,
  options: ConnectionOptions & JsonOption & PageOptions,
  listing: Listing<Item>,
): Promise<void> {
  const client = context.api(options);
  if (options.json && !options.all) {
    return printJson(context, (await pageOf(client, listing, options, options.before)).text);
  }
  const { columns } = listing;
  let table: Table<Item> | null = null;
  let before: string | undefined = options.before;
  let isEmpty = true;
  do {
    const { body } = await pageOf(client, listing, options, before);
    const items = Reflect.get(body, listing.field) as readonly Item[];
    isEmpty &&= items.length === 0;
    if (options.json) for (const item of items) printJson(context, JSON.stringify(item));
    else {
      table ??= new Table(context, typeof columns === "function" ? columns(items) : columns);
      table.print(items);
    }
    before = body.next ?? undefined;
  } while (options.all && before !== undefined);
  if (isEmpty && !options.json) printNotice(context, listing.none);
  if (before !== undefined) {
    printNotice(context, `There are more: add --all, or --before ${before}`);
  }
}

function pageOf<Item>(
  client: AdminClient,
  { path, query }: Listing<Item>,
  { limit }: PageOptions,
  before: string | undefined,
) {
  return client.ask<PageAnswer>("GET", path, { query: { ...query, limit, before } });
}

function readLimit(text: string): number {
  const limit = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  if (limit < 1 || limit > 200) throw new InvalidArgumentError("Expected 1 to 200.");
  return limit;
}
