import { xchacha20poly1305 } from "@noble/ciphers/chacha.js";
import {
  bytesToHex,
  bytesToUtf8,
  hexToBytes,
  managedNonce,
  utf8ToBytes,
} from "@noble/ciphers/utils.js";

/** The part of `localStorage` that is used. */
export type TextStorage = Pick<Storage, "getItem" | "setItem" | "removeItem" | "key" | "length">;

export interface SealedStorageOptions {
  /** `null`: the browser has none, and nothing is stored. */
  readonly storage: TextStorage | null;
  readonly accountId: string;
  /** 32 bytes. Zeroed on close. */
  readonly key: Uint8Array;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

/** Prefix of all entries of all accounts. */
export const entryPrefix = "parley.unsent/";

// Not WebCrypto: it is asynchronous, and missing on plain http, except on localhost.
const cipher = managedNonce(xchacha20poly1305);

/** One account's entries in the browser's storage. Names and times are plain; values are encrypted. */
export class SealedStorage {
  readonly #storage: TextStorage | null;
  readonly #prefix: string;
  readonly #key: Uint8Array;
  readonly #now: () => number;
  #closed = false;

  constructor({ storage, accountId, key, now }: SealedStorageOptions) {
    this.#storage = storage;
    this.#prefix = `${entryPrefix}${accountId}/`;
    this.#key = Uint8Array.from(key);
    this.#now = now;
  }

  /** Names of this account's entries. */
  names(): readonly string[] {
    const own = entriesOf(this.#storage).filter((entry) => entry.startsWith(this.#prefix));
    return own.map((entry) => entry.slice(this.#prefix.length));
  }

  /** Name of a storage entry; `null` when it belongs to another account. */
  nameOf(entry: string): string | null {
    return entry.startsWith(this.#prefix) ? entry.slice(this.#prefix.length) : null;
  }

  /** `undefined`: missing, or not readable with this key. */
  read(name: string): unknown {
    const text = this.#storage?.getItem(this.#prefix + name) ?? "";
    const [savedAt = "", sealed = ""] = text.split(".");
    if (this.#closed || sealed === "") return undefined;
    try {
      const bytes = this.#cipherOf(name, savedAt).decrypt(hexToBytes(sealed));
      return JSON.parse(bytesToUtf8(bytes)) as unknown;
    } catch {
      return undefined;
    }
  }

  /** False when the browser does not store it. */
  write(name: string, value: unknown): boolean {
    if (this.#closed || this.#storage === null) return false;
    const savedAt = String(this.#now());
    const sealed = this.#cipherOf(name, savedAt).encrypt(utf8ToBytes(JSON.stringify(value)));
    try {
      this.#storage.setItem(this.#prefix + name, `${savedAt}.${bytesToHex(sealed)}`);
      return true;
    } catch {
      // The storage is full or blocked. Remove the older text, so that it does not come back later.
      this.remove(name);
      return false;
    }
  }

  /** Needs no key, so sent texts can be removed after the session has ended. */
  remove(name: string): void {
    try {
      this.#storage?.removeItem(this.#prefix + name);
    } catch {
      // If removing is blocked, writing was blocked too, so nothing is there.
    }
  }

  /** After this, nothing can be read or written. */
  close(): void {
    this.#closed = true;
    this.#key.fill(0);
  }

  /** Binds an entry to its name and time. */
  #cipherOf(name: string, savedAt: string) {
    return cipher(this.#key, utf8ToBytes(`${this.#prefix}${name}.${savedAt}`));
  }
}

/** Entries of all accounts. */
export function entriesOf(storage: TextStorage | null): readonly string[] {
  if (storage === null) return [];
  const all = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? "");
  return all.filter((entry) => entry.startsWith(entryPrefix));
}
