import Sqlite, { type Database } from "better-sqlite3";
import type { Outside } from "../gateway/outside.ts";

interface Arrival {
  readonly number: number;
  readonly visitor: string;
  readonly conversation: string;
  readonly text: string;
  readonly digest: string;
}

interface Sent {
  readonly number: number;
  readonly delivery: string;
  readonly visitor: string;
  readonly text: string;
}

interface Reported {
  readonly number: number;
  readonly delivery: string;
}

type Table = "arrivals" | "sent" | "reports";

const lookMs = 200;
const rowsPerLook = 20_000;

/** Follows the database of the agent app, in which it keeps what came and what it has sent. */
export class AppLedger {
  /** Delivery id → text, as answered to the app. */
  readonly sent = new Map<string, string>();
  readonly #outside: Outside;
  readonly #database: Database;
  readonly #timer: NodeJS.Timeout;
  /** The number of the last row that was taken over. */
  readonly #read: Record<Table, number> = { arrivals: 0, sent: 0, reports: 0 };

  /** @param path a database that the app has made */
  constructor(path: string, outside: Outside) {
    this.#outside = outside;
    this.#database = new Sqlite(path);
    this.#timer = setInterval(() => this.look(), lookMs);
  }

  /** Takes over what is new. */
  look(): void {
    const { outbound } = this.#outside;
    for (const { visitor, conversation, text, digest } of this.#rows<Arrival>("arrivals"))
      this.#outside.hear({ visitor, conversationId: conversation, text, body: digest });
    for (const { delivery, visitor, text } of this.#rows<Sent>("sent")) {
      this.sent.set(delivery, text);
      outbound.acknowledge(visitor, text);
    }
    for (const { delivery } of this.#rows<Reported>("reports")) this.#outside.hearReport(delivery);
  }

  /** How many acknowledged messages of visitors it has not answered yet. */
  get unanswered(): number {
    const answered = new Set(this.sent.values());
    return this.#outside.inbound.missing((text) => answered.has(text.replace("in-", "out-")));
  }

  /** How many texts it has handled or sent more than once. */
  get doubled(): number {
    const surplus = (table: string) =>
      this.#database.prepare(`select count(*) - count(distinct text) from ${table}`).pluck().get();
    return Number(surplus("handled")) + Number(surplus("sent"));
  }

  /** How many events came again, which it knew by their ids. */
  get repeats(): number {
    const sql = "select count(*) - count(distinct id) from arrivals";
    return Number(this.#database.prepare(sql).pluck().get());
  }

  close(): void {
    clearInterval(this.#timer);
    this.#database.close();
  }

  #rows<Row extends { readonly number: number }>(table: Table): readonly Row[] {
    const sql = `select * from ${table} where number > ? order by number limit ${rowsPerLook}`;
    const rows = this.#database.prepare(sql).all(this.#read[table]) as Row[];
    this.#read[table] = rows.at(-1)?.number ?? this.#read[table];
    return rows;
  }
}
