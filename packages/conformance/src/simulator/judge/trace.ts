import { hash } from "node:crypto";
import type { Entry } from "./trace-entry.ts";
import { lineOf } from "./trace-line.ts";

/** The events of one run, and their hash. Equal hashes mean equal runs. */
export class Trace {
  readonly entries: Entry[] = [];
  #hashed = "";

  add(entry: Entry): void {
    this.entries.push(entry);
    this.#hashed += lineOf(entry);
  }

  /** Adds a poll without a result to the hash, but does not keep it. */
  fold(text: string): void {
    this.#hashed += text;
  }

  /** 16 hex characters. */
  hash(): string {
    return hash("sha256", this.#hashed).slice(0, 16);
  }
}
