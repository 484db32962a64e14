import { xchacha20poly1305 } from "@noble/ciphers/chacha.js";
import {
  bytesToHex,
  bytesToUtf8,
  hexToBytes,
  managedNonce,
  utf8ToBytes,
} from "@noble/ciphers/utils.js";

/** The browser's `localStorage`, as far as it is used. */
export type TextStorage = Pick<Storage, "getItem" | "setItem" | "removeItem" | "key" | "length">;

export interface SealedStorageOptions {
  /** `null`: the browser has none, and nothing is kept. */
  readonly storage: TextStorage | null;
  readonly accountId: string;
  /** 32 bytes. They are zeroed when the storage is closed. */
  readonly key: Uint8Array;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

/** All entries of all accounts begin with it. */
export const entryPrefix = "parley.unsent/";

// Not WebCrypto: browsers have none where the console is reached over plain http by name, and storing at once needs no promise.
const cipher = managedNonce(xchacha20poly1305);

/** One account's entries in the browser's storage: names and times of writing are plain, values are encrypted. */
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

  /** Names of what this account has here. */
  names(): readonly string[] {
    const own = entriesOf(this.#storage).filter((entry) => entry.startsWith(this.#prefix));
    return own.map((entry) => entry.slice(this.#prefix.length));
  }

  /** The name that an entry of the storage has; `null` when it is not of this account. */
  nameOf(entry: string): string | null {
    return entry.startsWith(this.#prefix) ? entry.slice(this.#prefix.length) : null;
  }

  /** `undefined`: there is none, or it cannot be read with this key. */
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

  /** False when the browser does not keep it. */
  write(name: string, value: unknown): boolean {
    if (this.#closed || this.#storage === null) return false;
    const savedAt = String(this.#now());
    const sealed = this.#cipherOf(name, savedAt).encrypt(utf8ToBytes(JSON.stringify(value)));
    try {
      this.#storage.setItem(this.#prefix + name, `${savedAt}.${bytesToHex(sealed)}`);
      return true;
    } catch {
      // Full, or forbidden. An older text must not come back in its place.
      this.remove(name);
      return false;
    }
  }

  /** Needs no key: what was sent goes after the end of the session, too. */
  remove(name: string): void {
    try {
      this.#storage?.removeItem(this.#prefix + name);
    } catch {
      // Without the right to write there is nothing to remove.
    }
  }

  /** From then on nothing can be read or written. */
  close(): void {
    this.#closed = true;
    this.#key.fill(0);
  }

  /** An entry opens under its own name and time alone. */
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
