import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { vi } from "vitest";

const home = resolve(import.meta.dirname, "../..");
const compiler = resolve(home, "../../node_modules/typescript/bin/tsc");

const settings = {
  extends: "../../../tsconfig.json",
  include: ["*.ts"],
};

/** Blocks of code as files beside this package, so that they import it by its name; each runs in a process of its own. */
export class BlockRuns {
  readonly #directory: string;
  readonly #ends: (() => Promise<unknown>)[] = [];

  constructor(blocks: ReadonlyMap<string, string>) {
    this.#directory = mkdtempSync(join(home, ".blocks-"));
    for (const [name, code] of blocks) writeFileSync(join(this.#directory, name), code);
    writeFileSync(join(this.#directory, "tsconfig.json"), JSON.stringify(settings));
  }

  /** What the compiler says of all blocks together; nothing when the types are right. */
  complaints(): string {
    const { stdout } = spawnSync(process.execPath, [compiler, "-p", this.#directory], {
      encoding: "utf8",
    });
    return stdout;
  }

  /** Starts a block; `lines` grows while it runs. */
  start(name: string, environment: Readonly<Record<string, string>>) {
    const lines: string[] = [];
    const args = ["--conditions=@parley/source", join(this.#directory, name)];
    const child = spawn(process.execPath, args, { env: { ...process.env, ...environment } });
    for (const stream of [child.stdout, child.stderr]) {
      stream
        .setEncoding("utf8")
        .on("data", (text: string) => lines.push(...text.trimEnd().split("\n")));
    }
    const ended = once(child, "close").then(([code]) => code as number | null);
    this.#ends.push(() => {
      child.kill();
      return ended;
    });
    const says = (part: string) =>
      vi.waitFor(() => {
        const said = lines.join("\n");
        if (!said.includes(part)) throw new Error(`${part} was expected in: ${said}`);
      }, 10_000);
    return { lines, ended, says };
  }

  /** Runs a block to its end and gives what it printed. */
  async run(name: string, environment: Readonly<Record<string, string>>): Promise<string> {
    const { lines, ended } = this.start(name, environment);
    const code = await ended;
    if (code !== 0) throw new Error(`${name} ended with ${code}: ${lines.join("\n")}`);
    return lines.join("\n");
  }

  async end(): Promise<void> {
    await Promise.all(this.#ends.map((end) => end()));
    rmSync(this.#directory, { recursive: true });
  }
}
