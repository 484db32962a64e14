import { hash } from "node:crypto";
import type { Entry } from "./trace-entry.ts";
import { lineOf } from "./trace-line.ts";

/** All that was seen in one run, and a hash over it: equal hashes mean equal runs. */
export class Trace {
  readonly entries: Entry[] = [];
  #hashed = "";

  add(entry: Entry): void {
    this.entries.push(entry);
    this.#hashed += lineOf(entry);
  }

  /** Counts for the hash, and is not kept: a poll that found nothing. */
  fold(text: string): void {
    this.#hashed += text;
  }

  /** 16 hex characters. */
  hash(): string {
    return hash("sha256", this.#hashed).slice(0, 16);
  }
}
