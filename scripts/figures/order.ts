import { tmpdir } from "node:os";
import { join } from "node:path";

export const partNames = ["first-screen", "search", "list", "thread", "memory"] as const;
export type PartName = (typeof partNames)[number];

/** Where the data are kept. */
export type Storage =
  | { readonly kind: "sqlite" }
  | { readonly kind: "postgres" }
  | { readonly kind: "server"; readonly url: string };

/** What to measure, and with how much data. */
export interface FiguresOrder {
  readonly directory: string;
  readonly storage: Storage;
  readonly conversations: number;
  readonly messages: number;
  /** How many messages the first conversation has. */
  readonly first: number;
  /** How far down the list is scrolled. */
  readonly rows: number;
  /** How long memory is measured. */
  readonly minutes: number;
  readonly parts: readonly PartName[];
}

type Numbers = "conversations" | "messages" | "first" | "rows" | "minutes";
type Given = Readonly<Record<Numbers, string>> & {
  readonly directory?: string | undefined;
  readonly postgres?: boolean | undefined;
  readonly database?: string | undefined;
  readonly only?: string | undefined;
};

/** @throws Error with a sentence for the person who typed it. */
export function readOrder(given: Given): FiguresOrder {
  const minutes = countOf("minutes", given.minutes);
  const wanted = given.only === undefined ? partNames : partsOf(given.only);
  return {
    directory: given.directory ?? join(tmpdir(), "console-figures"),
    storage: storageOf(given),
    conversations: countOf("conversations", given.conversations),
    messages: countOf("messages", given.messages),
    first: countOf("first", given.first),
    rows: countOf("rows", given.rows),
    minutes,
    parts: wanted.filter((part) => part !== "memory" || minutes > 0),
  };
}

function storageOf({ postgres = false, database }: Given): Storage {
  if (postgres && database !== undefined)
    throw new Error("Choose one: --postgres or --database URL.");
  if (database !== undefined) return { kind: "server", url: database };
  return { kind: postgres ? "postgres" : "sqlite" };
}

function partsOf(only: string): readonly PartName[] {
  const names = only.split(",");
  const unknown = names.find((name) => !partNames.some((part) => part === name));
  if (unknown !== undefined)
    throw new Error(`There is no part ${unknown}. The parts are ${partNames.join(", ")}.`);
  return partNames.filter((part) => names.includes(part));
}

function countOf(name: string, text: string): number {
  if (/^\d{1,8}$/.test(text)) return Number(text);
  throw new Error(`--${name} must be a whole number up to 99999999, not "${text}".`);
}
