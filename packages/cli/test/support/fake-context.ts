import { Writable } from "node:stream";
import type { CommandContext } from "../../src/command-context.ts";

/** A context that records output. With `columns` it is a coloured terminal. */
export function fakeContext({ columns }: { readonly columns?: number } = {}): CommandContext & {
  readonly written: string;
  readonly told: string;
} {
  const stdout = new Kept(columns);
  const stderr = new Kept(columns);
  const isTerminal = columns !== undefined;
  const missing = () => {
    throw new Error("this context reaches nobody");
  };
  return {
    stdout,
    stderr,
    isTerminal,
    hasColour: isTerminal,
    env: {},
    signal: new AbortController().signal,
    api: missing,
    answeredBy: null,
    progress: missing,
    confirm: missing,
    endWith: missing,
    get written() {
      return stdout.text;
    },
    get told() {
      return stderr.text;
    },
  };
}

class Kept extends Writable {
  text = "";
  readonly isTTY: boolean;
  readonly columns: number;

  constructor(columns: number | undefined) {
    super();
    this.isTTY = columns !== undefined;
    this.columns = columns ?? 0;
  }

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.text += chunk.toString("utf8");
    done();
  }
}
