import { PassThrough, type Readable, Writable } from "node:stream";
import { type CreateContext, run } from "../../src/index.ts";

class Kept extends Writable {
  text = "";
  readonly isTTY: boolean;

  constructor(isTTY: boolean) {
    super();
    this.isTTY = isTTY;
  }

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.text += chunk.toString();
    done();
  }
}

/** Runs the command without a terminal. */
export async function create(
  words: readonly string[],
  currentDirectory: string,
  more: Partial<CreateContext> = {},
) {
  return runWith(words, new PassThrough(), false, { currentDirectory, ...more });
}

/** Runs the command on a terminal at which `answers` are typed, each to a question. `null`: Ctrl-D. */
export async function createOnTerminal(
  words: readonly string[],
  currentDirectory: string,
  answers: readonly (string | null)[],
) {
  const typed = Object.assign(new PassThrough(), { isTTY: true });
  const left = [...answers];
  return runWith(words, typed, true, { currentDirectory }, (text) => {
    if (!text.endsWith(": ") || left.length === 0) return;
    const answer = left.shift();
    if (answer === null) typed.end();
    else typed.write(`${answer}\n`);
  });
}

async function runWith(
  words: readonly string[],
  stdin: Readable & { readonly isTTY?: boolean },
  isTerminal: boolean,
  context: Pick<CreateContext, "currentDirectory">,
  onWritten: (text: string) => void = () => {},
) {
  const [stdout, stderr] = [new Kept(isTerminal), new Kept(isTerminal)];
  const write = stdout.write.bind(stdout);
  stdout.write = ((text: string, ...rest: []) => {
    const result = write(text, ...rest);
    setImmediate(onWritten, text);
    return result;
  }) as typeof stdout.write;
  const code = await run(words, { stdin, stdout, stderr, ...context });
  return { code, stdout: stdout.text, stderr: stderr.text };
}
