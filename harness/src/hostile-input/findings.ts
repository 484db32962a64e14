import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Regression, regressionsDirectory } from "./regression.ts";

/** What was found, each input also as a file. */
export class Findings {
  readonly #found: string[] = [];
  readonly #secrets: readonly string[];

  constructor(secrets: readonly string[]) {
    this.#secrets = secrets;
  }

  get count(): number {
    return this.#found.length;
  }

  /** Something that no single input shows. */
  add(why: string): void {
    this.#found.push(why);
    process.stderr.write(`FOUND ${why}\n`);
  }

  /** An input, in words and as a file that every later run sends again. */
  keep(name: string, why: string, bytes: Uint8Array): void {
    this.add(`${name}: ${why}`);
    if (this.#found.length > 50) return;
    const [secret = "", loose = ""] = this.#secrets;
    const sent = Buffer.from(bytes).toString("latin1");
    const text = sent.replaceAll(secret, "{secret}").replaceAll(loose, "{loose}");
    const path = join(
      regressionsDirectory,
      `${createHash("sha256").update(text).digest("hex").slice(0, 12)}.json`,
    );
    mkdirSync(regressionsDirectory, { recursive: true });
    const regression: Regression = { name, why, bytes: text };
    writeFileSync(path, `${JSON.stringify(regression, null, 2)}\n`);
    process.stderr.write(`  kept as ${path}\n`);
  }
}
