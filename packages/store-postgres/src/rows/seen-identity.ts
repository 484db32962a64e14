import type { Stored } from "@parley/core/sql-store";

export interface IdentityRow extends Stored {
  readonly channel: number;
  readonly messageId: string;
  readonly conversation: number;
  readonly content: string;
  readonly acceptedAt: number;
}

/** This many bytes tell the contents of one id apart. Rows keep at least these. */
export const comparedContentBytes = 12;
/** The content and conversation of a tainted id. */
export const tainted = { content: "", conversation: 0, acceptedAt: 0, first: 0, count: 0 } as const;

/** Contents seen under one message id of a channel. */
export class SeenIdentity {
  readonly channel: number;
  readonly messageId: string;
  /** The compared part of each content. */
  readonly #contents: string[] = [];
  readonly #rows: IdentityRow[] = [];

  constructor(channel: number, messageId: string) {
    this.channel = channel;
    this.messageId = messageId;
  }

  get isNew(): boolean {
    return this.#contents.length === 0;
  }

  get isTainted(): boolean {
    return this.#contents.includes(tainted.content);
  }

  see(content: string): void {
    const part = compared(content);
    if (!this.#contents.includes(part)) this.#contents.push(part);
  }

  hasCarriedOnly(content: string): boolean {
    return this.#contents.length === 1 && this.#contents[0] === compared(content);
  }

  row(conversation: number, content: string): IdentityRow | undefined {
    return this.#rows.find((row) => row.conversation === conversation && row.content === content);
  }

  /** @returns the row that it replaces. */
  keep(row: IdentityRow): IdentityRow | undefined {
    const before = this.row(row.conversation, row.content);
    if (before === undefined) this.#rows.push(row);
    else this.#rows[this.#rows.indexOf(before)] = row;
    return before;
  }
}

function compared(content: string): string {
  return content.slice(0, 2 * comparedContentBytes);
}
