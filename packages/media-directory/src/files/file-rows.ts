import type { ErasedConversation, PluginState, WriteAnswer } from "@parley/core";

/** What the gateway's store knows about a file. */
export interface FileRow {
  /** Key of the entry that leads from the app's key to this file. */
  readonly key: string;
  readonly type: string;
  readonly name: string;
  readonly sizeBytes: number;
}

/** A row, and the id of its file. */
export interface StoredRow extends FileRow {
  readonly id: string;
}

const filePrefix = "file:";
const pageSize = 500;

/**
 * Rows of files: entries of the plugin's state. `file:<id>` holds the facts, `key:<digest>` leads from a conversation and
 * the app's key to the id. Both are closed when the conversation is erased.
 */
export class FileRows {
  readonly #state: PluginState;

  constructor(state: PluginState) {
    this.#state = state;
  }

  async byId(id: string): Promise<StoredRow | null> {
    const entry = await this.#state.get<FileRow>(filePrefix + id);
    return entry === null ? null : { ...entry.value, id };
  }

  async byKey(key: string): Promise<StoredRow | null> {
    const entry = await this.#state.get<string>(key);
    return entry === null ? null : this.byId(entry.value);
  }

  async add(conversationId: string, { id, ...row }: StoredRow): Promise<WriteAnswer> {
    const when = { ifAbsent: true } as const;
    return this.#state.write([
      { put: row.key, value: id, conversationId, when },
      { put: filePrefix + id, value: row, conversationId, when },
    ]);
  }

  /** For a file that is not there any more. */
  async remove({ id, key }: StoredRow): Promise<void> {
    await this.#state.write([{ delete: filePrefix + id }, { delete: key }]);
  }

  /** Ids of the files that begin with `prefix`. */
  async ids(prefix: string): Promise<ReadonlySet<string>> {
    const ids = new Set<string>();
    for (let after: string | null = null, isDone = false; !isDone; isDone = after === null) {
      const page: Awaited<ReturnType<PluginState["list"]>> = await this.#state.list(
        filePrefix + prefix,
        { after, limit: pageSize },
      );
      for (const { key } of page.entries) ids.add(key.slice(filePrefix.length));
      after = page.next;
    }
    return ids;
  }

  /** A page of rows from a place on, for a sample. */
  async some(after: string, limit: number): Promise<readonly StoredRow[]> {
    const page = await this.#state.list<FileRow>(filePrefix, { after: filePrefix + after, limit });
    return page.entries.map(({ key, value }) => ({ ...value, id: key.slice(filePrefix.length) }));
  }
}

/** Ids of the files of an erased conversation. */
export function erasedFiles({ entries }: ErasedConversation): readonly string[] {
  return entries
    .filter(({ key }) => key.startsWith(filePrefix))
    .map(({ key }) => key.slice(filePrefix.length));
}
